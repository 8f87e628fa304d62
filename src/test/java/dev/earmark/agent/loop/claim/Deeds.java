package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What happened in a run, told by the short names of the results of the real tools. */
final class Deeds {
  static final Situation PLAYING =
      new Situation("playing", "三国演义", 2, 60, 10, 50, 1.0, List.of(), List.of(), "");

  /** The results of the real tools, by a short name. */
  private static void call(Happened happened, String what) {
    switch (what) {
      case "volume30" ->
          did(happened, "set_volume", Effect.VOLUME, Map.of("level", 30), "音量 30%", "volume", 30);
      case "quieter" ->
          did(happened, "set_volume", Effect.VOLUME, Map.of("delta", -10), "音量 40%", "volume", 40);
      case "speed" ->
          did(happened, "set_speed", Effect.SPEED, Map.of("rate", 1.5), "1.5 倍速", "speed", 1.5);
      case "timer600" ->
          did(
              happened,
              "set_timer",
              Effect.TIMER,
              Map.of("seconds", 600),
              "已设好定时器 11-30 14:10:05 (id t1)",
              "timer_id",
              "t1");
      case "alarm0730" ->
          did(
              happened,
              "set_timer",
              Effect.TIMER,
              Map.of("at", "07:30", "kind", "alarm"),
              "Set: alarm 12-01 07:30:00 (id t1)",
              "timer_id",
              "t1");
      case "sleep20" ->
          did(
              happened,
              "set_sleep_timer",
              Effect.TIMER,
              Map.of("minutes", 20),
              "20分钟后停止播放",
              "minutes",
              20);
      case "cancelled" ->
          did(
              happened,
              "cancel_timer",
              Effect.TIMER,
              Map.of("all", true),
              "已取消: 闹钟 12-01 07:00:00 (id t1)",
              "cancelled",
              List.of("t1"));
      case "fetching" ->
          happened.succeeded(
              spec("search_and_play", Effect.PLAY, Effect.DOWNLOAD),
              Map.of("keyword", "红楼梦"),
              ToolResult.ok(
                  "正在搜索下载中，请稍等一下～",
                  Map.of("kind", "fetching", "title", "红楼梦", "section", 1, "cache", "miss")));
      case "playing3" ->
          happened.succeeded(
              spec("search_and_play", Effect.PLAY, Effect.DOWNLOAD),
              Map.of("keyword", "西游记", "section", 3),
              ToolResult.ok(
                  "正在播放(本地): 西游记 - 第3集",
                  Map.of("kind", "playing", "title", "西游记", "section", 3, "cache", "hit")));
      case "paused" -> did(happened, "pause", Effect.PAUSE, Map.of(), "已暂停", "state", "paused");
      case "ahead30" ->
          did(happened, "seek", Effect.SEEK, Map.of("seconds", 30), "已跳到 2:10", "position_s", 130);
      case "status" -> read(happened, "get_status", "正在播放 红楼梦 第1集 0:03，音量 30%");
      case "status-sleeps" ->
          read(happened, "get_status", "正在播放: 西游记 第2集（共8集） 3:20/20:00, 音量40%, 1.5倍速, 18分40秒后停止");
      case "status-paused" ->
          read(
              happened,
              "get_status",
              "Paused: Treasure Island section 2 of 34 3:20/12:00, volume 40%, speed 1.5, stops in 18"
                  + " minutes 40 seconds");
      case "status-idle" -> read(happened, "get_status", "Nothing is playing now, volume 40%");
      case "timers" -> read(happened, "list_timers", "timer 11-30 14:10:05 (id t1)");
      case "timers-zh" -> read(happened, "list_timers", "闹钟 12-01 07:00:00，每天 (id t1)");
      case "no-timers" -> read(happened, "list_timers", "No timer is set");
      case "bookmarks" -> read(happened, "bookmarks", "西游记 第3集 2:10");
      case "downloads" -> read(happened, "downloads", "d1 西游记 第3集 12.0 MB");
      case "recent" -> read(happened, "recent", "西游记 第3集 2:10\nTreasure Island section 3 1:00");
      case "found" -> read(happened, "search_album", "1. 西游记 (demo:xyj), 吴承恩, 8集");
      case "read-file" -> read(happened, "read_file", "milk\neggs");
      case "sum" -> read(happened, "Calculator", "52.14");
      case "stopped" -> did(happened, "stop", Effect.STOP, Map.of(), "已停止", "state", "stopped");
      case "resumed" ->
          did(happened, "resume", Effect.PLAY, Map.of(), "继续播放: 西游记 第2集 3:20", "section", 2);
      case "next" ->
          happened.succeeded(
              spec("next_section", Effect.PLAY, Effect.SEEK),
              Map.of(),
              ToolResult.ok("正在播放: 西游记 第4集", Map.of("album_id", "demo:xyj", "section", 4)));
      case "bookmarked" ->
          did(
              happened,
              "add_bookmark",
              Effect.BOOKMARK,
              Map.of("name", ""),
              "已加书签: 西游记 第3集 2:10",
              "bookmark_id",
              1);
      case "queued" ->
          happened.succeeded(
              spec("play_next", Effect.PLAY, Effect.QUEUE),
              Map.of("keyword", "Alice"),
              ToolResult.ok("After this book: Alice"));
      case "series" ->
          happened.succeeded(
              spec("search_and_play", Effect.PLAY, Effect.DOWNLOAD),
              Map.of("keyword", "三体"),
              ToolResult.ok(
                  "正在播放(本地): 三体 - 第1集",
                  Map.of("kind", "playing", "title", "三体", "section", 1, "cache", "hit")));
      case "half-volume" ->
          did(happened, "set_volume", Effect.VOLUME, Map.of("level", 50), "音量 50%", "volume", 50);
      case "ahead5400" ->
          did(
              happened,
              "seek",
              Effect.SEEK,
              Map.of("seconds", 5400),
              "已跳到 1:32:10",
              "position_s",
              5530);
      case "back900" ->
          did(happened, "seek", Effect.SEEK, Map.of("seconds", -900), "At 2:10", "position_s", 130);
      case "timer5400" ->
          did(
              happened,
              "set_timer",
              Effect.TIMER,
              Map.of("seconds", 5400),
              "Set: timer 11-30 15:30:05 (id t1)",
              "timer_id",
              "t1");
      case "none" -> {}
      default -> throw new IllegalArgumentException(what);
    }
  }

  private static void read(Happened happened, String tool, String observation) {
    happened.succeeded(spec(tool), Map.of(), ToolResult.ok(observation));
  }

  private static void did(
      Happened happened,
      String tool,
      Effect effect,
      Map<String, Object> args,
      String observation,
      String key,
      Object value) {
    happened.succeeded(spec(tool, effect), args, ToolResult.ok(observation, Map.of(key, value)));
  }

  private static ToolSpec spec(String name, Effect... effects) {
    return new ToolSpec(name, "does " + name, List.of(), Set.of(effects));
  }

  /** Returns a run in which these calls were made, joined by a plus; "none" is no call. */
  static Happened after(String calls) {
    Happened happened = new Happened(PLAYING);
    for (String what : calls.strip().split("\\+", -1)) {
      call(happened, what);
    }
    return happened;
  }
}
