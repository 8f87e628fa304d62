package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import java.util.List;
import java.util.function.Consumer;

/**
 * A model that speaks another wire form than the run: what it reads is written in its own form, its
 * calls and answers in that of the run. Thread-safe if the model is.
 *
 * <p>A call is passed on as soon as it is complete, an answer sentence by sentence. A reply that
 * cannot be read stays as it is, so that the run asks again; the model then reads the repair prompt
 * of its own form.
 */
public final class TranslatedModel extends ChatModel.Forwarding {
  private static final int TOLD = 400; // characters of the reply as it came, for the trace

  private final Protocol ofRun;
  private final Protocol own;
  private final TranslatedMessages messages;

  /**
   * Stands between a run and a model.
   *
   * @param ofRun the wire form that the caller reads and writes
   * @param own the wire form of the model
   */
  public TranslatedModel(ChatModel model, Protocol ofRun, Protocol own) {
    super(model);
    this.ofRun = ofRun;
    this.own = own;
    this.messages = new TranslatedMessages(ofRun, own);
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    TranslatedMessages.Told told = messages.of(request);
    ToolIndex tools = told.tools();
    Request translated =
        new Request(
            told.messages(),
            own.stop(),
            own.name(),
            request.tools(),
            request.task(),
            request.language(),
            request.situation(),
            request.steps());
    CancelFlag call = new CancelFlag();
    Watch watch = new Watch(tools, call, onText);
    CancelFlag.Registration onCancel = cancel.onSet(call::set);
    Reply reply;
    try {
      reply = behind().reply(translated, call, watch);
    } finally {
      onCancel.close();
    }
    Reply written = watch.complete ? said(reply, watch.reading.text(), Finish.STOP, "") : reply;
    Reply back = written.toolCalls().isEmpty() ? back(written, tools) : written;
    watch.rest(back.text());
    return back;
  }

  /**
   * Ends the model's call at its first complete action, and passes on an answer as it comes;
   * confined to the caller's thread.
   */
  private final class Watch implements Consumer<String> {
    private final ToolIndex tools;
    private final Protocol.Reading reading;
    private final CancelFlag call;
    private final Consumer<String> onText;
    private String thought = "";
    private String passed = ""; // on, in the form of the run
    private int told; // characters of the answer
    private boolean complete;

    Watch(ToolIndex tools, CancelFlag call, Consumer<String> onText) {
      this.tools = tools;
      this.reading = own.reading(tools);
      this.call = call;
      this.onText = onText;
    }

    @Override
    public void accept(String piece) {
      if (!complete && reading.accept(piece)) {
        complete = true;
        call.set();
      } else if (!complete && reading.answer().length() > told) {
        told = reading.answer().length();
        answering(reading.answer());
      }
    }

    /**
     * Writes the answer so far in the form of the run, with the character behind it, which makes
     * its last sentence certain there too.
     */
    private void answering(String answer) {
      String raw = reading.text();
      int end = raw.lastIndexOf(answer) + answer.length();
      if (passed.isEmpty() && own.parse(raw, Finish.STOP, tools) instanceof Parsed.Final begun) {
        thought = begun.thought();
      }
      String written = ofRun.renderAnswer(thought, answer);
      int at = written.lastIndexOf(answer);
      if (end < answer.length() || at < 0) {
        return; // it is quoted there, and waits for its end
      }
      boolean more = end < raw.length() && raw.charAt(end) != '<';
      pass(written.substring(0, at) + answer + (more ? raw.substring(end, end + 1) : ""));
    }

    /** Passes on what has not been passed on of the text, if it goes on from there. */
    private void pass(String text) {
      if (text.length() > passed.length() && text.startsWith(passed)) {
        String piece = text.substring(passed.length());
        passed = text;
        onText.accept(piece);
      }
    }

    /** Passes on the rest of the whole reply. */
    void rest(String text) {
      pass(text);
    }
  }

  private Reply back(Reply reply, ToolIndex tools) {
    Parsed parsed = own.parse(reply.text(), reply.finish(), tools);
    if (parsed instanceof Parsed.Action action) {
      String call = ofRun.renderAction(action.thought(), action.tool(), action.args());
      return said(reply, call, Finish.STOP, note(reply.text()));
    }
    if (parsed instanceof Parsed.Final answer) {
      String text = ofRun.renderAnswer(answer.thought(), answer.answer());
      return said(reply, text, reply.finish(), note(reply.text()));
    }
    return reply;
  }

  private String note(String text) {
    String told = text.length() <= TOLD ? text : text.substring(0, TOLD) + "…";
    return "in the " + own.name() + " form the reply was: " + told;
  }

  private static Reply said(Reply reply, String text, Finish finish, String note) {
    return new Reply(
        text,
        finish,
        List.of(),
        reply.promptTokens(),
        reply.completionTokens(),
        reply.note().isEmpty() || note.isEmpty() ? reply.note() + note : reply.note() + "; " + note,
        reply.origin());
  }
}
