package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Step;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has the model that reads a run's messages write summaries of them; for {@link Memory}. */
final class Summaries {
  private final ChatModel reader;
  private final Protocol protocol;
  private final ToolRegistry tools;
  private final Clock clock;
  private final AgentEngine.Task task;
  private final LiveRun run;
  private final CancelFlag timeUp;

  Summaries(
      ChatModel model,
      Protocol protocol,
      ToolRegistry tools,
      Clock clock,
      AgentEngine.Task task,
      LiveRun run,
      CancelFlag timeUp) {
    this.reader = model.reader();
    this.protocol = protocol;
    this.tools = tools;
    this.clock = clock;
    this.task = task;
    this.run = run;
    this.timeUp = timeUp;
  }

  /** Returns how many tokens the model can read; 0 for any number, or when it reads none. */
  int budget() {
    return reader.promptTokens();
  }

  /** What tools brought about and what a person said is never left to a summary. */
  boolean isPinned(Step step) {
    boolean effect =
        step.ok()
            && tools.index().resolve(step.action()).filter(s -> !s.effects().isEmpty()).isPresent();
    return effect || step.observationBy() == Step.By.PERSON;
  }

  /**
   * Returns the model's summary of a prompt that asks for one, or null when it writes something
   * else; a call that it makes is not made.
   */
  @Nullable String written(List<ChatModel.Message> prompt, CancelFlag cancel)
      throws FailureException {
    CancelFlag call = new CancelFlag();
    CancelFlag.Registration onCancel = cancel.onSet(call::set);
    CancelFlag.Registration onTime = timeUp.onSet(call::set);
    CallTimes times = new CallTimes(clock, run.elapsedMs(), piece -> {});
    try {
      ChatModel.Reply reply = reader.reply(request(prompt), call, times);
      times.ended();
      run.chat(times, reader.origin(), reply);
      run.tokens(reply.promptTokens() + reply.completionTokens());
      return reply.toolCalls().isEmpty() ? read(reply) : null;
    } catch (FailureException e) {
      times.ended();
      run.chatFailed(times, reader.origin(), e.failure().kind());
      throw e;
    } finally {
      onTime.close();
      onCancel.close();
    }
  }

  private ChatModel.Request request(List<ChatModel.Message> prompt) {
    return new ChatModel.Request(
        prompt,
        protocol.stop(),
        protocol.name(),
        tools.index().specs(),
        task.text(),
        task.language(),
        task.situation(),
        run.steps());
  }

  private @Nullable String read(ChatModel.Reply reply) {
    Parsed parsed = protocol.parse(reply.text(), reply.finish(), tools.index());
    if (parsed instanceof Parsed.Final answer) {
      return answer.answer();
    }
    boolean plain =
        parsed instanceof Parsed.Fault fault && fault.reason() == Parsed.Reason.MISSING_ACTION;
    if (!plain) {
      return null;
    }
    return parsed.thought().isBlank() ? reply.text().strip() : parsed.thought();
  }
}
