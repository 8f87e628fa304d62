package dev.earmark.app.general;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.tools.workspace.ConsentGate;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person at the terminal. A thread {@code consent} reads the answer, so that a cancelled
 * run need not wait for it.
 */
public final class TerminalConsent implements ConsentGate.Consent {
  private static final Set<String> YES = Set.of("y", "yes", "是", "好", "可以", "同意", "允许");

  private final @Nullable BufferedReader terminal;
  private final Consumer<String> ask;
  private final boolean always;

  /**
   * Makes it.
   *
   * @param terminal gives the answers, or null when nobody sits there
   * @param ask shows a question
   * @param always whether everything is allowed without a question
   */
  public TerminalConsent(@Nullable BufferedReader terminal, Consumer<String> ask, boolean always) {
    this.terminal = terminal;
    this.ask = ask;
    this.always = always;
  }

  @Override
  public ConsentGate.Answer ask(ToolSpec tool, Map<String, Object> args, Tool.Context context) {
    if (always) {
      return ConsentGate.Answer.YES;
    }
    BufferedReader reader = terminal;
    if (reader == null) {
      return ConsentGate.Answer.NOBODY;
    }
    String call = RunTrace.call(tool.name(), args);
    ask.accept(context.language().pick("允许 " + call + " 吗？[y/N] ", "Allow " + call + "? [y/N] "));
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread thread = new Thread(() -> answer.complete(line(reader)), "consent");
    thread.setDaemon(true);
    thread.start();
    CancelFlag.Registration onCancel = context.cancel().onSet(() -> answer.complete(""));
    try {
      boolean yes = YES.contains(answer.join().strip().toLowerCase(Locale.ROOT));
      return yes ? ConsentGate.Answer.YES : ConsentGate.Answer.NO;
    } finally {
      onCancel.close();
    }
  }

  private static String line(BufferedReader reader) {
    try {
      String line = reader.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      return ""; // a terminal that has gone says no
    }
  }
}
