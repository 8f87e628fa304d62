package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Downloads that a person holds and lets go on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class HeldDownloadsTest extends DownloadsFixture {
  @BeforeEach
  void takesStallsPatiently() {
    waitPatiently();
  }

  /** Starts a download of which 60,000 bytes come and then nothing more. */
  private Download stalled(String path, boolean urgent) {
    server.put(path, audio).then(FaultAnswer.proper().stallAfter(60_000));
    Download download = downloads.fetch(request(path), urgent);
    await().until(() -> download.progress().bytes() == 60_000);
    return download;
  }

  private static void awaitState(Download download, State state) {
    await().until(() -> download.progress().state() == state);
  }

  @Test
  void pause_runningDownload_goesOnAtTheVeryByteWhenItIsLetGo() throws IOException {
    Download download = stalled("/a.mp3", /* urgent= */ false);

    assertThat(downloads.pause(download.id())).isTrue();
    awaitState(download, State.PAUSED);
    assertThat(downloads.pause(download.id())).isFalse();
    assertThat(download.progress().bytes()).isEqualTo(60_000);
    assertThat(download.progress().failure()).isNull();
    assertThat(downloads.downloads()).containsExactly(download);

    assertThat(downloads.resume(download.id())).isTrue();
    Progress last = ended(download);
    assertDone(last, "/a.mp3");
    assertThat(last.resumedFrom()).isEqualTo(60_000);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=60000-");
    assertThat(downloads.resume(download.id())).isFalse();
  }

  @Test
  void hold_newDownload_asksForNothingUntilItIsLetGo() throws IOException {
    server.put("/a.mp3", audio);
    server.put("/b.mp3", audio);
    Download held = downloads.hold(request("/a.mp3"));
    assertThat(held.progress().state()).isEqualTo(State.PAUSED);
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
    assertThat(server.requests().stream().map(FaultServer.Request::path)).doesNotContain("/a.mp3");
    assertThat(downloads.hold(request("/a.mp3"))).isSameAs(held);

    downloads.resume(held.id());
    assertDone(ended(held), "/a.mp3");
    assertThat(downloads.hold(request("/a.mp3")).progress().state()).isEqualTo(State.DONE);
  }

  /** It was listed with 0 bytes of -1, as if what was fetched were gone. */
  @Test
  void hold_afterARestart_showsWhatIsKept_andGoesOnThere() throws IOException {
    Download before = stalled("/a.mp3", /* urgent= */ false);
    downloads.pause(before.id());
    awaitState(before, State.PAUSED);
    downloads.close();
    cache.close();
    open();
    waitPatiently();

    Download held = downloads.hold(request("/a.mp3"));
    assertThat(held.progress().state()).isEqualTo(State.PAUSED);
    assertThat(held.progress().bytes()).isEqualTo(60_000);
    assertThat(held.progress().totalBytes()).isEqualTo(audio.length);

    downloads.resume(held.id());
    Progress last = ended(held);
    assertDone(last, "/a.mp3");
    assertThat(last.resumedFrom()).isEqualTo(60_000);
  }

  @Test
  void hold_newDownloadThatIsWishedInTheSameMoment_isLetGoForGood() throws IOException {
    server.put("/a.mp3", audio);
    AtomicBoolean wished = new AtomicBoolean();
    // a listener is told of the new download before hold() returns, and wants to hear it
    downloads.onChange(
        download -> {
          if (!wished.getAndSet(true)) {
            var unused = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
          }
        });
    assertDone(ended(downloads.hold(request("/a.mp3"))), "/a.mp3");
  }

  @Test
  void hold_runningDownload_isHeld() {
    Download download = stalled("/a.mp3", /* urgent= */ false);
    assertThat(downloads.hold(request("/a.mp3"))).isSameAs(download);
    awaitState(download, State.PAUSED);
  }

  @Test
  void pause_readerAtTheEdge_waitsAndHearsTheRest() throws Exception {
    Download download = stalled("/a.mp3", /* urgent= */ true);
    try (MediaSource source = downloads.open(download)) {
      assertThat(downloads.pause(download.id())).isTrue();
      awaitState(download, State.PAUSED);
      CompletableFuture<byte[]> all =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return readAll(source);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      await().until(() -> source.available() == 60_000);
      assertThat(all).isNotDone();
      downloads.resume(download.id());
      assertThat(all.get(50, TimeUnit.SECONDS)).isEqualTo(audio);
    }
  }

  @Test
  void pause_waitingDownload_isPassedOverUntilItIsLetGo() throws IOException {
    CountDownLatch gate = new CountDownLatch(1);
    for (String path : new String[] {"/1.mp3", "/2.mp3"}) {
      server.put(path, audio).always(FaultAnswer.proper().heldBy(gate));
      awaitState(downloads.fetch(request(path), /* urgent= */ false), State.RUNNING);
    }
    server.put("/held.mp3", audio);
    server.put("/last.mp3", audio);
    Download held = downloads.fetch(request("/held.mp3"), /* urgent= */ false);
    Download last = downloads.fetch(request("/last.mp3"), /* urgent= */ false);
    assertThat(downloads.pause(held.id())).isTrue();
    assertThat(held.progress().state()).isEqualTo(State.PAUSED);

    gate.countDown();
    assertDone(ended(last), "/last.mp3");
    assertThat(held.progress().state()).isEqualTo(State.PAUSED);
    assertThat(server.requests().stream().map(FaultServer.Request::path))
        .doesNotContain("/held.mp3");
    downloads.resume(held.id());
    assertDone(ended(held), "/held.mp3");
  }

  @Test
  void pause_thenAWishForTheSameFile_letsItGo() throws IOException {
    Download download = stalled("/a.mp3", /* urgent= */ false);
    downloads.pause(download.id());
    awaitState(download, State.PAUSED);

    assertThat(downloads.fetch(request("/a.mp3"), /* urgent= */ false)).isSameAs(download);
    assertThat(download.progress().state()).isEqualTo(State.PAUSED);
    assertThat(downloads.fetch(request("/a.mp3"), /* urgent= */ true)).isSameAs(download);
    assertDone(ended(download), "/a.mp3");
  }

  @Test
  void resume_beforeTheRunHasNoticedThePause_losesNothing() throws IOException {
    Download download = stalled("/a.mp3", /* urgent= */ false);
    for (int i = 0; i < 50; i++) {
      downloads.pause(download.id());
      downloads.resume(download.id());
    }
    assertDone(ended(download), "/a.mp3");
  }

  @Test
  void cancel_heldDownload_endsIt_andALaterFetchGoesOn() throws IOException {
    Download download = stalled("/a.mp3", /* urgent= */ false);
    downloads.pause(download.id());
    awaitState(download, State.PAUSED);

    assertThat(downloads.cancel(download.id())).isTrue();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    assertThat(downloads.resume(download.id())).isFalse();
    Progress again = fetch(request("/a.mp3"));
    assertDone(again, "/a.mp3");
    assertThat(again.resumedFrom()).isEqualTo(60_000);
  }

  @Test
  void close_heldDownload_endsItAndTheNextStartGoesOn() throws IOException {
    Download download = stalled("/a.mp3", /* urgent= */ false);
    downloads.pause(download.id());
    awaitState(download, State.PAUSED);
    downloads.close();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);

    downloads = newDownloads(SETTINGS);
    assertThat(fetch(request("/a.mp3")).resumedFrom()).isEqualTo(60_000);
  }

  /** Downloads whose first one stands still after it has left the queue, before it begins. */
  private CountDownLatch holdTaken(CountDownLatch taken) {
    downloads.close();
    CountDownLatch mayBegin = new CountDownLatch(1);
    downloads =
        new Downloads(
            cache,
            CLIENT,
            SETTINGS,
            FakeDecoder.factory(),
            clock,
            new Random(1),
            download -> {
              taken.countDown();
              awaitQuietly(mayBegin);
            });
    return mayBegin;
  }

  @Test
  void cancel_takenButNotBegun_isEndedByItsThread_andNobodyWritesBesideIt() throws Exception {
    server.put("/a.mp3", audio);
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch mayBegin = holdTaken(taken);
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    taken.await();

    assertThat(downloads.cancel(download.id())).isTrue();
    assertThat(downloads.fetch(request("/a.mp3"), /* urgent= */ true)).isSameAs(download);
    mayBegin.countDown();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);

    Progress again = fetch(request("/a.mp3"));
    assertDone(again, "/a.mp3");
    assertThat(downloads.downloads())
        .as("a new try takes the place of the one without a file")
        .hasSize(1);
  }

  @Test
  void pauseAndResume_takenButNotBegun_goesOnOnce() throws Exception {
    server.put("/a.mp3", audio);
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch mayBegin = holdTaken(taken);
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    taken.await();
    clock.advance(Duration.ofSeconds(3));

    assertThat(downloads.pause(download.id())).isTrue();
    assertThat(downloads.resume(download.id())).isTrue();
    assertThat(download.progress().state()).isEqualTo(State.RUNNING);
    assertThat(download.progress().elapsedS()).isEqualTo(3);
    mayBegin.countDown();
    assertDone(ended(download), "/a.mp3");
    assertThat(server.requests()).filteredOn(r -> r.header("Range").isEmpty()).hasSize(1);
  }

  @Test
  void pause_takenButNotBegun_rests() throws Exception {
    server.put("/a.mp3", audio);
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch mayBegin = holdTaken(taken);
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    taken.await();
    assertThat(downloads.pause(download.id())).isTrue();
    mayBegin.countDown();
    awaitState(download, State.PAUSED);

    assertThat(downloads.cancel(download.id())).isTrue();
    assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void cancel_whileARunEndsBecauseOfAPause_neverLeavesADeadDownloadBehind() throws IOException {
    for (int i = 0; i < 30; i++) {
      String path = "/" + i + ".mp3";
      Download download = stalled(path, /* urgent= */ false);
      downloads.pause(download.id());
      downloads.cancel(download.id());
      assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
      await().until(() -> downloads.fetch(request(path), /* urgent= */ true) != download);
      assertDone(fetch(request(path)), path);
    }
  }

  @Test
  void audio_isTheShareOfTheCataloguesLength() {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(60_000));
    Download told =
        downloads.fetch(request("/a.mp3", 1_000, server.uri("/a.mp3")), /* urgent= */ false);
    await().until(() -> told.progress().bytes() == 60_000);
    assertThat(told.audioS()).isEqualTo(300);
    Download untold = stalled("/b.mp3", /* urgent= */ false);
    assertThat(untold.audioS()).isZero();
  }
}
