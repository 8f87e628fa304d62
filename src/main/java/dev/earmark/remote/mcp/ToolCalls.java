package dev.earmark.remote.mcp;

import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.remote.offer.OfferedTools;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls of tools, with cancellation, and with progress for a book that is fetched.
 *
 * <p>A caller that asks for progress waits until the book plays or cannot be played, at most {@link
 * #LONGEST}; one that does not is answered at once. Thread-safe; a call holds its caller's thread.
 */
final class ToolCalls {
  /** After this time the book is left to come by itself. */
  static final Duration LONGEST = Duration.ofMinutes(5);

  private static final int WAITING_EVENTS = 256;
  private static final long LOOK_MS = 250;
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final OfferedTools tools;
  private final Events events;
  private final Runnable dropWish;
  private final Clock clock;
  private final Map<Key, CancelFlag> running = new ConcurrentHashMap<>();

  /**
   * Names a call that can be cancelled.
   *
   * @param session as the client sends it
   * @param request the id of the JSON-RPC request, a text or a number as JSON writes it
   */
  record Key(String session, String request) {}

  /** Where progress is told; called on the call's thread. */
  interface Progress {
    /**
     * Tells progress.
     *
     * @param done bytes so far, rising
     * @param total all bytes, or null while unknown
     */
    void tell(double done, @Nullable Double total, String message);
  }

  ToolCalls(OfferedTools tools, Events events, Runnable dropWish, Clock clock) {
    this.tools = tools;
    this.events = events;
    this.dropWish = dropWish;
    this.clock = clock;
  }

  /**
   * Calls a tool.
   *
   * @param key by which it can be cancelled, or null
   * @param progress where progress is told, or null when nobody asks
   */
  ToolResult call(
      String name, Map<String, Object> args, @Nullable Key key, @Nullable Progress progress) {
    CancelFlag cancel = new CancelFlag();
    if (key != null) {
      running.put(key, cancel);
    }
    String callId = tools.callId("mcp");
    LinkedBlockingQueue<Events.Event> news = new LinkedBlockingQueue<>(WAITING_EVENTS);
    CancelFlag.Registration subscription =
        progress == null ? () -> {} : events.subscribe(event -> note(event, news));
    try {
      ToolResult first = tools.call(name, args, callId, cancel);
      return progress != null && "miss".equals(first.data().get("cache"))
          ? new Wait(callId, first, news, cancel, progress).end()
          : first;
    } finally {
      subscription.close();
      if (key != null) {
        running.remove(key, cancel);
      }
    }
  }

  /** Cancels a call; one that has ended, or was never made, is no fault. */
  void cancel(Key key) {
    CancelFlag flag = running.get(key);
    if (flag != null) {
      flag.set();
    }
  }

  int running() {
    return running.size();
  }

  /** Called under the lock of {@link Events}: only posts. What does not fit is dropped. */
  private static void note(Events.Event event, LinkedBlockingQueue<Events.Event> news) {
    boolean isFate = event.type().startsWith("play.");
    if (isFate || event.type().startsWith("download.")) {
      boolean fits = news.offer(event);
      if (!fits && isFate) {
        news.poll();
        news.offer(event);
      }
    }
  }

  /** Waits for what becomes of a wish. */
  private final class Wait {
    private final String callId;
    private final ToolResult first;
    private final LinkedBlockingQueue<Events.Event> news;
    private final CancelFlag cancel;
    private final Progress progress;
    private double told = -1;

    Wait(
        String callId,
        ToolResult first,
        LinkedBlockingQueue<Events.Event> news,
        CancelFlag cancel,
        Progress progress) {
      this.callId = callId;
      this.first = first;
      this.news = news;
      this.cancel = cancel;
      this.progress = progress;
    }

    ToolResult end() {
      Language language = tools.language();
      tell(0, null, first.observation());
      long deadline = clock.nanoTime() + LONGEST.toNanos();
      try {
        while (clock.nanoTime() - deadline < 0) {
          Events.Event event = news.poll(LOOK_MS, TimeUnit.MILLISECONDS);
          ToolResult end = event == null ? null : look(event, language);
          if (end != null) {
            return end;
          }
          if (cancel.isSet()) {
            return cancelled(language);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return cancelled(language);
      }
      return first;
    }

    /** Drops the wish, unless its end was told already: then the one on its way is another's. */
    private ToolResult cancelled(Language language) {
      for (Events.Event event = news.poll(); event != null; event = news.poll()) {
        ToolResult end = look(event, language);
        if (end != null) {
          return end;
        }
      }
      dropWish.run();
      return ToolResult.failed(language.pick("已取消", "Cancelled"));
    }

    private @Nullable ToolResult look(Events.Event event, Language language) {
      JsonNode data = JSON.valueToTree(event.data());
      if (!data.path("run_id").asString("").equals(callId)) {
        return null;
      }
      String title = data.path("title").asString("");
      int section = data.path("section").asInt(0);
      switch (event.type()) {
        case "play.started" -> {
          return playing(data, title, section, language);
        }
        case "play.failed" -> {
          return ToolResult.failed(data.path(language.pick("reason_zh", "reason_en")).asString(""));
        }
        case "play.dropped" -> {
          return ToolResult.failed(
              language.pick("这次没有放：", "It is not played for this call: ")
                  + data.path(language.pick("reason_zh", "reason_en")).asString(""));
        }
        default -> {
          double total = data.path("total_bytes").asDouble(-1);
          tell(
              data.path("bytes").asDouble(0),
              total > 0 ? total : null,
              language.pick("正在下载", "Downloading ")
                  + data.path("album").asString("")
                  + language.pick("第" + section + "集", ", section " + section));
          return null;
        }
      }
    }

    private ToolResult playing(JsonNode report, String title, int section, Language language) {
      Map<String, Object> data = new LinkedHashMap<>(first.data());
      data.put("kind", "playing");
      data.put("album_id", report.path("album_id").asString(""));
      data.put("title", title);
      data.put("section", section);
      return ToolResult.ok(
          language.pick(
              String.format(Locale.ROOT, "正在播放: %s - 第%d集", title, section),
              String.format(Locale.ROOT, "Playing: %s - section %d", title, section)),
          data);
    }

    /** Progress must rise (MCP 2025-11-25, basic/utilities/progress). */
    private void tell(double done, @Nullable Double total, String message) {
      if (done > told) {
        told = done;
        progress.tell(done, total, message);
      }
    }
  }
}
