package dev.earmark.remote.http;

import dev.earmark.agent.Step;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Failure;
import dev.earmark.library.Position;
import dev.earmark.listen.ListenState;
import dev.earmark.media.Download;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.timers.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Serves the page with made-up data, to look at it: {@code PageServer PORT [idle [TOKEN_FILE]]}.
 */
final class PageServer {
  private PageServer() {}

  public static void main(String[] args) throws Exception {
    FakeDaemon daemon = new FakeDaemon();
    boolean idle = args.length > 1 && args[1].equals("idle");
    if (!idle) {
      fill(daemon);
    }
    HttpServer server =
        new HttpServer(
            new ServerSettings(
                "127.0.0.1", Integer.parseInt(args[0]), args.length > 2 ? args[2] : ""),
            daemon.ports(),
            Path.of("target"));
    long before = System.nanoTime();
    server.start();
    System.out.println(
        "ready in " + (System.nanoTime() - before) / 1_000_000 + " ms " + server.url());
    for (int i = 0; true; i++) {
      Thread.sleep(400);
      if (!idle) {
        if (i % 4 == 0) {
          talk(daemon);
        }
        daemon.player.heard(0.4);
        daemon.ears.level = -55 + 25 * Math.abs(Math.sin(i / 3.0));
      }
    }
  }

  private static void fill(FakeDaemon daemon) throws Exception {
    daemon.plays.playAlbum("demo:west", 3, "");
    daemon.player.heard(761);
    daemon.ears.state = ListenState.HEARING;
    daemon.media.add("d7", "聊斋志异", Download.State.RUNNING, 3_400_000, null);
    daemon.media.add("d6", "西游记", Download.State.DONE, 8_000_000, null);
    daemon.media.add(
        "d5",
        "三体",
        Download.State.FAILED,
        120_000,
        new Failure(Failure.Kind.TIMEOUT, "the server does not answer"));
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    daemon.store.save(new Position("demo:west", "西游记", 3, 761, 1_423, 100, now));
    daemon.store.save(
        new Position(
            "demo:alice",
            "Alice's Adventures in Wonderland",
            4,
            312,
            900,
            12,
            now.minusSeconds(99)));
    daemon.health.problem("models", "the zh model is being fetched, the embedded one serves");
    daemon.clockwork.in(Duration.ofSeconds(184), Timer.Kind.TIMER, "煮蛋");
    daemon.playerHabits.marks =
        List.of(
            new Chapter("石猴出世", 0, 400),
            new Chapter("拜师学艺", 400, 900),
            new Chapter("归山", 900, 1_423));
    daemon.store.addBookmark("美猴王", daemon.store.recent(1).get(0));
    daemon.assistant.begin("play chapter one of Alice", null, /* aloud= */ false);
    daemon.assistant.begin("播放西游记第一集", null, /* aloud= */ false);
  }

  private static void talk(FakeDaemon daemon) {
    daemon.events.publish(
        "run.started", new TurnEvents.RunStarted("run-9", "介绍一下聊斋志异，然后从第二集开始放", "zh", "voice"));
    daemon.events.publish(
        "run.step",
        step(
            1,
            "先看看有没有这本书。",
            "search_album",
            Map.of("keyword", "聊斋志异"),
            "找到 1 张专辑：聊斋志异（蒲松龄，24 集）",
            Step.By.TOOL,
            640));
    daemon.events.publish(
        "run.step",
        step(
            2,
            "从第二集开始播放。",
            "search_and_play",
            Map.of("keyword", "聊斋志异", "section", 2),
            "正在搜索下载中，请稍等一下～",
            Step.By.PERSON,
            820));
    daemon.events.publish("listen.partial", new TurnEvents.Partial("介绍一下聊斋志异然后从第二集", "zh", 2));
  }

  private static TurnEvents.RunStep step(
      int number,
      String thought,
      String action,
      Map<String, Object> input,
      String observation,
      Step.By by,
      double modelMs) {
    return new TurnEvents.RunStep(
        "run-9",
        number,
        thought,
        action,
        input,
        observation,
        Json.lower(by),
        /* ok= */ true,
        modelMs,
        1.8,
        /* before= */ null);
  }
}
