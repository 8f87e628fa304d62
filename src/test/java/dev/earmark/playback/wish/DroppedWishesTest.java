package dev.earmark.playback.wish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.media.FakeDownload;
import dev.earmark.playback.PlayOutcome.Kind;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Transport;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Wishes that are overtaken, joined, forgotten or shut down, and the one event each of them ends
 * with.
 */
final class DroppedWishesTest extends WishesFixture {
  @Test
  void play_whileSearchesOfDroppedWishesHang_isServedAtOnce() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    library.hide(Albums.album("far:1", "Far", 1));
    CountDownLatch asking = new CountDownLatch(4);
    library.searchHangs(
        cancel -> {
          asking.countDown();
          CancelFlag.Registration hook = cancel.onSet(never::countDown);
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            hook.close();
          }
        });
    for (int n = 1; n <= 4; n++) {
      wishes.play("unknown " + n, 1, "dropped " + n);
    }
    asking.await();

    wishes.play("Alice", 2, "wanted");

    download(alice, 2).bring(2);
    assertThat(report("play.started").runId()).isEqualTo("wanted");
  }

  @Test
  void play_whileASearchThatWasGivenUpTakesItsTime_isServedByAnotherWorker() {
    CountDownLatch slow = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    library.searchHangs(
        cancel -> {
          if (asked.incrementAndGet() == 1) {
            awaitQuietly(slow); // a catalogue that does not look at its flag
          } else {
            awaitSet(cancel);
          }
        });
    for (int n = 1; n <= 4; n++) {
      wishes.play("unknown " + n, 1, "dropped " + n);
      int all = n;
      await().until(() -> asked.get() == all);
    }
    wishes.play(
        "unknown 5", 1, "waits, and is overtaken"); // the first search is to end, and does not
    wishes.play("Alice", 2, "wanted");
    download(alice, 2).bring(2);
    assertThat(report("play.started").runId()).isEqualTo("wanted");
    slow.countDown();
  }

  @Test
  void play_whileAWorkerIsLetGoForIt_getsThatWorkerAndNotAnOlderWish() {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch never = new CountDownLatch(1);
    library.searchHangs(
        cancel -> {
          int search = asked.incrementAndGet();
          CountDownLatch letGo = new CountDownLatch(1);
          CancelFlag.Registration hook =
              cancel.onSet(
                  () -> {
                    if (search == 2) {
                      letGo.countDown();
                      // its worker takes up what it finds before anything else happens
                      await()
                          .until(
                              () -> asked.get() > 4 || store.download(key(alice, 2)).isPresent());
                    }
                  });
          awaitQuietly(search == 2 ? letGo : never);
          hook.close();
        });
    for (int n = 1; n <= 4; n++) {
      wishes.play("unknown " + n, 1, "dropped " + n);
      int all = n;
      await().until(() -> asked.get() == all);
    }
    wishes.play("unknown 5", 1, "waits, and is overtaken");
    wishes.play("Alice", 2, "wanted");
    download(alice, 2).bring(2);
    assertThat(report("play.started").runId()).isEqualTo("wanted");
    never.countDown();
  }

  @Test
  void play_afterTooManyWishes_aDroppedSearchGoesOnUntilItsDownloadAgain() {
    CountDownLatch stuck = new CountDownLatch(1);
    library.searchHangs(cancel -> awaitQuietly(stuck));
    for (int n = 0; n < 100; n++) {
      wishes.play("unknown " + n, 1, "");
    }
    stuck.countDown();
    await().until(WishesTest::allWorkersAreIdle);

    Album far = Albums.album("far:1", "Far", 1);
    library.hide(far);
    CountDownLatch found = new CountDownLatch(1);
    CountDownLatch asking = new CountDownLatch(1);
    library.searchHangs(
        cancel -> {
          asking.countDown();
          awaitQuietly(found);
        });
    wishes.play("Far", 1, "dropped");
    awaitQuietly(asking);
    wishes.play("Alice", 2, "wanted"); // there are workers enough
    found.countDown();
    assertThat(download(far, 1)).isNotNull();
  }

  @Test
  void play_afterTheEnd_isDropped() {
    wishes.close();
    wishes.play("Alice", 2, "late");
    assertThat(wishes.pending()).isEmpty();
    assertThat(closings()).singleElement().matches(r -> r.runId().equals("late"));
  }

  @Test
  void everyWish_hasExactlyOneClosingEvent() {
    wishes.play("西游记", 1, "dropped");
    FakeDownload first = download(journey, 1);
    wishes.play("Alice", 2, "joined");
    wishes.play("Alice", 2, "started");
    download(alice, 2).bring(2);
    assertThat(report("play.started").told()).isFalse();
    first.bring(60);
    first.finish();
    store.putCached(key(journey, 2), 60);
    wishes.play("西游记", 2, "hit");
    await().until(() -> closings().stream().anyMatch(report -> report.runId().equals("hit")));
    wishes.play("西游记", 99, "none");
    wishes.play("西游记", 3, "closed");
    wishes.close();
    assertThat(closings().stream().map(PlayService.Report::runId))
        .containsExactly("dropped", "joined", "started", "hit", "none", "closed");
  }

  @Test
  void transport_anyKeyWhileFetching_theWishNeverStartsBySurprise() {
    store.putCached(key(alice, 1), 60);
    store.putCached(key(alice, 2), 60);
    Transport transport = new Transport(player, wishes);
    List<Runnable> keys =
        List.of(
            transport::next,
            transport::previous,
            transport::pause,
            transport::resume,
            transport::stop);
    for (Runnable pressed : keys) {
      wishes.play("Alice", 1, "");
      wishes.play("西游记", 1, "");
      assertThat(wishes.pending()).isPresent();
      pressed.run();
      assertThat(wishes.pending()).isEmpty();
    }
    download(journey, 1).bring(5);
    assertThat(player.snapshot().album()).isEqualTo(alice);
  }

  @Test
  void transport_withoutABook_resumeAndNextMeanNothing_andTheWishStays() {
    Transport transport = new Transport(player, wishes);
    wishes.play("西游记", 1, "");
    assertThat(transport.resume()).isEmpty();
    assertThat(transport.next()).isEmpty();
    assertThat(transport.previous()).isEmpty();
    assertThat(wishes.pending()).isPresent();
    assertThat(transport.pause()).isEqualTo(Transport.Silence.CALLED_OFF);
    assertThat(transport.stop()).isEqualTo(Transport.Silence.NOTHING);
    assertThat(wishes.pending()).isEmpty();
  }

  @Test
  void play_sameSectionAgain_joinsTheRunningDownload() {
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    assertThat(wishes.play("西游记", 1, "r2").kind()).isEqualTo(Kind.JOINED);
    assertThat(report("play.dropped").runId()).isEqualTo("r1");
    download.bring(2);
    assertThat(report("play.started").runId()).isEqualTo("r2");
    assertThat(store.downloads())
        .filteredOn(d -> d.request().key().equals(key(journey, 1)))
        .hasSize(1);
  }

  @Test
  void play_anotherSection_takesTheSpeaker_andTheFirstDownloadGoesOn() {
    wishes.play("西游记", 1, "r1");
    FakeDownload first = download(journey, 1);
    assertThat(wishes.play("Alice", 2, "r2").kind()).isEqualTo(Kind.FETCHING);
    FakeDownload second = download(alice, 2);
    second.bring(2);
    assertThat(report("play.started").runId()).isEqualTo("r2");
    first.bring(60);
    first.finish();
    assertThat(store.isCached(key(journey, 1))).isTrue();
    assertThat(player.snapshot().album()).isEqualTo(alice);
  }

  @Test
  void play_cachedSectionWhileAnotherIsFetched_dropsTheWish() {
    store.putCached(key(alice, 1), 60);
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    assertThat(wishes.play("Alice", 1, "r2").kind()).isEqualTo(Kind.PLAYING);
    download.bring(5);
    assertThat(report("play.dropped").runId()).isEqualTo("r1");
    assertThat(player.snapshot().album()).isEqualTo(alice);
  }

  @Test
  void forgetPending_whileFetching_neverStartsBySurprise() {
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    assertThat(wishes.pending()).isPresent();
    wishes.forgetPending();
    download.bring(60);
    download.finish();
    assertThat(report("play.dropped").runId()).isEqualTo("r1");
    assertThat(wishes.pending()).isEmpty();
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
  }

  @Test
  void forgetPending_whileSearching_neverStartsBySurprise() throws InterruptedException {
    Album hidden = Albums.album("far:holmes", "Sherlock Holmes", 2);
    library.hide(hidden);
    CountDownLatch searching = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    library.beforeNetwork(
        () -> {
          searching.countDown();
          awaitQuietly(answer);
        });
    wishes.play("sherlock holmes", 1, "r1");
    searching.await();
    wishes.forgetPending();
    answer.countDown();
    FakeDownload download = download(hidden, 1);
    assertThat(download.urgent()).isFalse();
    download.bring(60);
    assertThat(player.snapshot().album()).isNull();
  }

  @Test
  void stop_beforeTheFirstSound_dropsTheWish() {
    store.putDamaged(key(journey, 1));
    wishes.play("西游记", 1, "r1");
    download(journey, 1);
    player.stop();
    assertThat(report("play.dropped").runId()).isEqualTo("r1");
    assertThat(closings()).hasSize(1);
  }
}
