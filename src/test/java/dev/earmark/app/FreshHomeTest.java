package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.app.home.Home;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A daemon on a home folder in which nothing is there yet, or whose cache cannot be written. */
final class FreshHomeTest {
  @TempDir Path folder;
  private final List<Path> mounted = new ArrayList<>();

  private Assembly start() throws IOException {
    Home home = TestHome.in(folder);
    return Assembly.start(
        home,
        TestHome.config(home, TestHome.quiet("EARMARK_PLAYER_PREFETCH", "false")),
        Assembly.DeviceOverrides.NONE,
        List.of(),
        Clock.system());
  }

  @AfterEach
  void unmount() throws Exception {
    for (Path disk : mounted) {
      run("umount", disk.toString());
    }
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  @Test
  void albums_beforeTheFirstSearch_areListed() throws Exception {
    try (Assembly daemon = start()) {
      JsonNode found = new Api(daemon.url()).get("/api/albums");

      assertThat(found.path("problems")).isEmpty();
      assertThat(found.path("albums").size()).isEqualTo(8);
      assertThat(found.path("pages").asInt()).isEqualTo(1);
      assertThat(found.path("albums").toString()).contains("西游记", "Treasure Island");
      assertThat(new Api(daemon.url()).get("/api/albums?keyword=%20").path("albums").size())
          .isEqualTo(8);
    }
  }

  @Test
  void coverOfTheDemoLibrary_isShown_thoughItsServerIsPrivate() throws Exception {
    try (Assembly daemon = start()) {
      new Api(daemon.url()).get("/api/albums");
      URI cover =
          URI.create(daemon.url() + "/api/library/cover?album_id=demo%3Ajourney_to_the_west");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(cover).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("<svg");
    }
  }

  @Test
  void cacheThatCannotBeWritten_whatIsThereIsPlayedAndTheReasonIsTold() throws Exception {
    Path cache = Files.createDirectories(folder.resolve("cache"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", cache.toString()),
        "no disk can be mounted here; it needs root");
    mounted.add(cache);
    try (Assembly daemon = start()) {
      EventLog log = EventLog.of(daemon);
      JsonNode run = new Api(daemon.url()).say("播放西游记第一集");
      assertThat(log.awaitPlay(run.path("id").asString()).ok()).isTrue();
      await().atMost(Duration.ofSeconds(30)).until(() -> daemon.media().usage().files() == 1);
    }
    assumeTrue(
        run("mount", "-o", "remount,ro", cache.toString()), "the disk cannot be made read-only");

    try (Assembly daemon = start()) {
      EventLog log = EventLog.of(daemon);
      Api api = new Api(daemon.url());
      assertThat(api.status().path("health").toString())
          .contains("the cache folder " + cache + " cannot be written");

      JsonNode here = api.say("播放西游记第一集");
      assertThat(here.path("steps").path(0).path("observation").asString())
          .isEqualTo("正在播放(本地): 西游记 - 第1集");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> daemon.bookPlayer().snapshot().positionS() > 0.3);

      JsonNode more = api.say("播放西游记第二集");
      String id = more.path("id").asString();
      assertThat(log.awaitPlay(id).ok()).isFalse();
      assertThat(log.awaitNotice(n -> n.runId().equals(id)).text())
          .contains(Failure.Kind.UNWRITABLE.words(Language.ZH));
      assertThat(daemon.bookPlayer().snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    }
  }
}
