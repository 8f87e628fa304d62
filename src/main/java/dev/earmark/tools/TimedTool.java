package dev.earmark.tools;

import dev.earmark.agent.Advice;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tool that may wait for a disk or a network, with a limit: a call that takes longer becomes an
 * observation that the model can act on, and the run goes on. Such a call is asked to end by its
 * cancel flag, but may still be at work; until it has ended, the same call is not made again, so
 * that no effect comes twice.
 *
 * <p>The call is made on a {@code tool-n} thread; the run's thread waits for it in real time.
 * Thread-safe.
 */
public final class TimedTool extends ForwardingTool {
  /** Calls at once, those that hang included. */
  private static final int MOST = 8;

  private static final Executor THREADS = threads();

  private final Duration limit;
  private final Set<Map<String, Object>> going = ConcurrentHashMap.newKeySet();

  private TimedTool(Tool tool, Duration limit) {
    super(tool);
    this.limit = limit;
  }

  /** Returns the tools, none of whose calls makes a run wait for longer than the limit. */
  public static List<Tool> around(List<? extends Tool> tools, Duration limit) {
    return tools.stream().map(tool -> (Tool) new TimedTool(tool, limit)).toList();
  }

  private static Executor threads() {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        /* corePoolSize= */ 0,
        MOST,
        /* keepAliveTime= */ 30,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, "tool-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  @SuppressWarnings("try") // the registration is only to be closed
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    if (!going.add(args)) {
      return ToolResult.failed(stillGoing(language));
    }
    CancelFlag ends = new CancelFlag();
    CompletableFuture<ToolResult> result = new CompletableFuture<>();
    try (CancelFlag.Registration whenCancelled =
        context.cancel().onSet(() -> cancelled(ends, result, language))) {
      begin(args, new Context(context.runId(), language, ends), result);
      return result.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      going.remove(args);
      return ToolResult.failed(tooMany(language));
    } catch (TimeoutException e) {
      ends.set();
      return ToolResult.failed(late(language));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancelled(ends, result, language);
      return result.join();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException broken) {
        throw broken;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void begin(
      Map<String, Object> args, Context context, CompletableFuture<ToolResult> result) {
    THREADS.execute(
        () -> {
          try {
            ToolResult found = tool.call(args, context);
            going.remove(args); // before anybody reads the result and calls again
            result.complete(found);
          } catch (RuntimeException | Error e) {
            going.remove(args);
            result.completeExceptionally(e);
          }
        });
  }

  private static void cancelled(
      CancelFlag ends, CompletableFuture<ToolResult> result, Language language) {
    ends.set();
    result.complete(ToolResult.failed(language.pick("已取消。", "Cancelled.")));
  }

  private String stillGoing(Language language) {
    return Advice.FIRST.after(
        language.pick(
            "上一次同样的 " + spec().name() + " 还没有结束，没有再做一次。",
            "The same call of " + spec().name() + " is still going on; it was not made again."),
        language);
  }

  private String tooMany(Language language) {
    return Advice.LATER.after(
        language.pick(
            "有太多操作还没有结束，现在做不了 " + spec().name() + "。",
            "Too many calls are still going on, so " + spec().name() + " cannot be called now."),
        language);
  }

  private String late(Language language) {
    String seconds = String.valueOf(Math.max(1, limit.toSeconds()));
    return Advice.LOOK.after(
        language.pick(
            spec().name() + " 在 " + seconds + " 秒内没有结果，可能还在进行。",
            spec().name() + " gave no result within " + seconds + " s and may still be at work."),
        language);
  }
}
