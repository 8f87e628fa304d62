package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.FailureException;
import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.MediaSource;
import dev.earmark.media.cache.FileCache;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which download runs first, which gives way, and what a cancel ends. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class DownloadOrderTest extends DownloadsFixture {
  @Test
  void fetch_sameKeyTwice_joins() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().stallAfter(1_000));
    Download first = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    Download second = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    assertThat(second).isSameAs(first);
    assertThat(downloads.downloads()).containsExactly(first);
  }

  @Test
  void fetch_urgentWhileOthersRun_doesNotWaitForThem() throws IOException {
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      downloads.fetch(request(path), /* urgent= */ false);
    }
    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(downloads.downloads().get(2).progress().state()).isEqualTo(State.WAITING);
  }

  @Test
  void fetch_wishWhileDroppedWishesFillAllThreads_startsAtOnceAndTheyGoOnLater()
      throws IOException {
    waitPatiently();
    List<Download> dropped = new ArrayList<>();
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3", "/4.mp3"}) {
      server.put(path, audio).then(FaultAnswer.proper().rate(40_000));
      Download download = downloads.fetch(request(path), /* urgent= */ true);
      await().until(() -> download.progress().bytes() > 0);
      dropped.add(download);
    }

    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");

    for (Download download : dropped) {
      assertThat(ended(download).state()).isEqualTo(State.DONE);
      assertThat(cached(download.request().key())).isEqualTo(audio);
    }
    assertThat(server.requests())
        .as("one gave way and went on where it was")
        .anySatisfy(
            r -> {
              assertThat(r.path()).isNotEqualTo("/a.mp3");
              assertThat(r.header("Range")).isNotEmpty().isNotEqualTo("bytes=200000-");
            });
  }

  @Test
  void fetch_wishWhileOthersAreHeard_neverStopsWhatIsHeard() throws IOException {
    server.put("/heard.mp3", audio).always(FaultAnswer.proper().rate(20_000));
    Download heard = downloads.fetch(request("/heard.mp3"), /* urgent= */ true);
    try (MediaSource source = downloads.open(heard)) {
      for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3", "/4.mp3"}) {
        server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
        downloads.fetch(request(path), /* urgent= */ true);
      }
      server.put("/a.mp3", audio);
      assertDone(fetch(request("/a.mp3")), "/a.mp3");
      assertThat(heard.progress().state()).isEqualTo(State.RUNNING);
      assertThat(heard.progress().attempts()).isEqualTo(1);
      assertThat(source.read(0, new byte[10], 0, 10)).isEqualTo(10);
    }
  }

  @Test
  void waiting_nextSectionIsPinned_goesBeforeWhatWasWishedEarlier() throws Exception {
    downloads.close();
    downloads =
        newDownloads(
            new DownloadSettings(
                1, 0, Duration.ofSeconds(2), Duration.ofSeconds(2), 0, /* allowPrivate= */ true));
    CountDownLatch gate = new CountDownLatch(1);
    server.put("/first.mp3", audio).always(FaultAnswer.proper().heldBy(gate));
    Download first = downloads.fetch(request("/first.mp3"), /* urgent= */ false);
    await().until(() -> first.progress().state() == State.RUNNING);
    server.put("/rest.mp3", audio);
    server.put("/next.mp3", audio);
    Download rest = downloads.fetch(request("/rest.mp3"), /* urgent= */ false);
    try (AutoCloseable pin = downloads.pin("/next.mp3")) {
      assertThat(pin).isNotNull();
      Download next = downloads.fetch(request("/next.mp3"), /* urgent= */ false);
      gate.countDown();
      assertThat(ended(next).state()).isEqualTo(State.DONE);
      assertThat(ended(rest).state()).isEqualTo(State.DONE);
    }
    assertThat(server.requests().stream().map(FaultServer.Request::path).distinct())
        .containsExactly("/first.mp3", "/next.mp3", "/rest.mp3");
  }

  @Test
  void fetch_wishAfterARestart_goesOnWhereItWasBeforeAnythingElse() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(60_000));
    Download before = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    await().until(() -> before.progress().bytes() == 60_000);
    downloads.close();
    assertThat(ended(before).state()).isEqualTo(State.CANCELLED);
    downloads = newDownloads(SETTINGS);
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      downloads.fetch(request(path), /* urgent= */ false);
    }
    Progress again = fetch(request("/a.mp3"));
    assertDone(again, "/a.mp3");
    assertThat(again.resumedFrom()).isEqualTo(60_000);
  }

  @Test
  void cancel_downloadThatGaveWay_endsItForGood() throws IOException {
    waitPatiently();
    List<Download> dropped = new ArrayList<>();
    for (String path : new String[] {"/1.mp3", "/2.mp3", "/3.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().rate(2_000));
      Download download = downloads.fetch(request(path), /* urgent= */ true);
      await().until(() -> download.progress().state() == State.RUNNING);
      dropped.add(download);
    }
    CountDownLatch gate = new CountDownLatch(1);
    server.put("/a.mp3", audio).always(FaultAnswer.proper().heldBy(gate));
    Download wish = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    await().until(() -> dropped.stream().anyMatch(d -> d.progress().state() == State.WAITING));
    for (Download download : dropped) {
      assertThat(downloads.cancel(download.id())).isTrue();
      assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    }
    gate.countDown();
    assertDone(ended(wish), "/a.mp3");
  }

  @Test
  void cancel_runningDownload_endsItAndItsReadersAndKeepsThePart() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(80_000));
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    MediaSource source = downloads.open(download);
    await().until(() -> source.available() == 80_000);
    assertThat(downloads.cancel(download.id())).isTrue();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    assertThatThrownBy(() -> source.read(80_000, new byte[10], 0, 10))
        .isInstanceOf(FailureException.class);
    Progress again = fetch(request("/a.mp3"));
    assertThat(again.resumedFrom()).isEqualTo(80_000);
    assertDone(again, "/a.mp3");
    assertThat(downloads.cancel(download.id())).isFalse();
  }

  @Test
  void downloads_whileTheCacheWaitsForTheDisk_areListed() throws Exception {
    List<MediaRequest> requests = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      server.put("/" + i + ".mp3", audio);
      requests.add(request("/" + i + ".mp3"));
    }
    FileCache evicting = cache;
    synchronized (evicting) { // as it is held over an eviction
      CompletableFuture.runAsync(
              () -> requests.forEach(request -> downloads.fetch(request, /* urgent= */ false)))
          .get(10, TimeUnit.SECONDS);
      assertThat(CompletableFuture.supplyAsync(downloads::downloads).get(10, TimeUnit.SECONDS))
          .hasSize(6);
    }
    for (Download download : downloads.downloads()) {
      assertThat(ended(download).state()).isEqualTo(State.DONE);
    }
  }

  @Test
  void downloads_whileTheFirstOneTakesLong_forgetTheOldEndedOnes() {
    CountDownLatch held = new CountDownLatch(1);
    Location location = new Location(server.uri("/a.mp3"), Map.of(), "", 0);
    MediaRequest slow =
        new MediaRequest(
            "slow",
            "",
            "",
            1,
            "",
            0,
            cancel -> {
              awaitQuietly(held); // a catalogue that takes long to give the link
              return location;
            });
    Download first = downloads.fetch(slow, /* urgent= */ false);
    server.put("/a.mp3", audio);
    for (int i = 0; i < 120; i++) {
      String path = "/" + i + ".mp3";
      server.put(path, audio);
      assertThat(fetch(request(path)).state()).isEqualTo(State.DONE);
    }
    assertThat(downloads.downloads()).hasSize(50).first().isSameAs(first);
    held.countDown();
  }
}
