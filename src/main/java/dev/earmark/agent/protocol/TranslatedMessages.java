package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.Message;
import dev.earmark.agent.ChatModel.Request;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of a run in the form of a model that speaks another one. Each round has the
 * messages of the one before and two more, so what was written then is kept and goes on. Several
 * runs may ask at once; they only lose what was kept.
 */
final class TranslatedMessages {
  /** What may close a call that was shortened for a conversation. */
  private static final List<String> CLOSERS = List.of("", "\"}", "\")</action>", "}", ")</action>");

  private final Protocol ofRun;
  private final Protocol own;
  private final AtomicReference<@Nullable Told> last = new AtomicReference<>();

  TranslatedMessages(Protocol ofRun, Protocol own) {
    this.ofRun = ofRun;
    this.own = own;
  }

  /**
   * The messages of a request in both forms.
   *
   * @param lines one for each message
   */
  record Told(ToolIndex tools, List<ToolSpec> specs, Language language, List<Line> lines) {
    List<Message> messages() {
      return lines.stream().map(Line::written).toList();
    }

    private boolean isFor(Request request) {
      return language == request.language() && specs.equals(request.tools());
    }

    /** How many messages at the beginning are those of the request. */
    private int same(Request request) {
      int most = Math.min(lines.size(), request.messages().size());
      int same = 0;
      while (same < most && lines.get(same).read().equals(request.messages().get(same))) {
        same++;
      }
      return same;
    }
  }

  /**
   * A message.
   *
   * @param read in the form of the run
   * @param written in the form of the model
   * @param faulty whether it is a reply that could not be read
   */
  private record Line(Message read, Message written, boolean faulty) {}

  /** Returns the messages of a request, written in the form of the model. */
  Told of(Request request) {
    Told before = last.get();
    if (before == null || !before.isFor(request)) {
      before =
          new Told(new ToolIndex(request.tools()), request.tools(), request.language(), List.of());
    }
    ToolIndex tools = before.tools();
    List<Line> lines = new ArrayList<>(before.lines().subList(0, before.same(request)));
    for (Message message : request.messages().subList(lines.size(), request.messages().size())) {
      Line previous = lines.isEmpty() ? null : lines.get(lines.size() - 1);
      Message fault = previous != null && previous.faulty() ? previous.read() : null;
      lines.add(line(message, fault, request, tools));
    }
    Told told = new Told(tools, request.tools(), request.language(), List.copyOf(lines));
    last.set(told);
    return told;
  }

  private Line line(Message message, @Nullable Message fault, Request request, ToolIndex tools) {
    String text = message.text();
    boolean faulty = false;
    switch (message.author()) {
      case SYSTEM -> text = own.systemPrompt(request.tools(), request.language());
      case ASSISTANT -> {
        Parsed parsed = step(text, tools);
        faulty = parsed instanceof Parsed.Fault;
        text = rendered(parsed, text);
      }
      case USER -> {
        String mended = fault == null ? null : repair(fault, text, tools, request.language());
        text = mended != null ? mended : observed(text);
      }
    }
    return new Line(message, new Message(message.author(), text), faulty);
  }

  private Parsed step(String text, ToolIndex tools) {
    for (String closer : CLOSERS) {
      Parsed parsed = ofRun.parse(text + closer, Finish.STOP, tools);
      if (!(parsed instanceof Parsed.Fault)) {
        return parsed;
      }
    }
    return ofRun.parse(text, Finish.STOP, tools);
  }

  private String rendered(Parsed step, String text) {
    if (step instanceof Parsed.Action action) {
      return own.renderAction(action.thought(), action.tool(), action.args());
    }
    return step instanceof Parsed.Final answer
        ? own.renderAnswer(answer.thought(), answer.answer())
        : text;
  }

  /** Returns the repair prompt of the model's own form for one of the run's form, else null. */
  private @Nullable String repair(Message faulty, String text, ToolIndex tools, Language language) {
    for (Finish finish : List.of(Finish.STOP, Finish.LENGTH)) {
      if (!(ofRun.parse(faulty.text(), finish, tools) instanceof Parsed.Fault told)) {
        continue;
      }
      for (int again = 0; again <= 2; again++) {
        String prompt = ofRun.renderObservation(ofRun.repairPrompt(told, tools, language, again));
        if (text.startsWith(prompt)) {
          Parsed.Fault fault =
              own.parse(faulty.text(), finish, tools) instanceof Parsed.Fault ownFault
                  ? ownFault
                  : told;
          String mended = own.renderObservation(own.repairPrompt(fault, tools, language, again));
          return mended + observed(text.substring(prompt.length()));
        }
      }
    }
    return null;
  }

  /** Writes the observations of a message in the other form; all else of it is quoted. */
  private String observed(String text) {
    StringBuilder out = new StringBuilder(text.length() + 64);
    for (Protocol.Passage passage : ofRun.passages(text)) {
      out.append(
          passage.observed() ? own.renderObservation(passage.text()) : own.quote(passage.text()));
    }
    return out.toString();
  }
}
