package dev.earmark.playback.wish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.RoleRunner;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FakeDownload;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.MissingSection;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayOutcome.Kind;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.Transport;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.player.BookPlayer;
import dev.earmark.playback.player.FakeMixer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a wish to sound, with the real threads and downloads that a test moves on. */
final class WishesTest {
  private final Clock clock = Clock.system();
  private final Events events = new Events(clock);
  private final Album journey = Albums.album("demo:journey", "西游记", 3);
  private final Album alice = Albums.album("demo:alice", "Alice", 2);
  private final FakeLibraryService library = new FakeLibraryService(journey, alice);
  private final FakeMediaStore store = new FakeMediaStore();
  private final FakeProgressStore progress = new FakeProgressStore();
  private final SectionFiles files =
      new SectionFiles(store, library, album -> album.id().startsWith("local:"));
  private PositionJournal journal;
  private BookPlayer player;
  private Wishes wishes;
  private RoleRunner playing;
  private RoleRunner decoding;

  @BeforeEach
  void start() {
    journal = new PositionJournal(progress, clock, Duration.ofSeconds(1), new Health());
    player =
        new BookPlayer(
            PlayerSettings.DEFAULT,
            Language.ZH,
            files,
            FakeDecoder.factory(),
            journal,
            new FakeMixer(),
            events,
            clock);
    wishes =
        new Wishes(library, files, FakeDecoder.factory(), player, journal, events, clock, true, 4);
    playing = new RoleRunner(player, clock, Duration.ofSeconds(1)).start();
    decoding = new RoleRunner(player.decoding(), clock, Duration.ofSeconds(1)).start();
  }

  @AfterEach
  void end() {
    wishes.close();
    assertThat(playing.close(Duration.ofSeconds(5))).isTrue();
    assertThat(decoding.close(Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void play_cachedSection_playsAtOnce() {
    store.putCached(key(journey, 2), 60);
    PlayOutcome outcome = wishes.play("西游记", 2, "r1");
    assertThat(outcome).isEqualTo(new PlayOutcome(Kind.PLAYING, journey, "西游记", 2));
    assertThat(player.snapshot().section()).isEqualTo(2);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(wishes.pending()).isEmpty();
  }

  @Test
  void play_noSuchSection_saysSoAtOnce() {
    assertThat(wishes.play("西游记", 9, "r1").kind()).isEqualTo(Kind.NO_SUCH_SECTION);
    assertThat(store.downloads()).isEmpty();
  }

  @Test
  void play_printedNumberWithHoles_isFound_andAMissingOneIsNamed() {
    Album holes = Albums.numbered("demo:holes", "Holes", 3, 4, 12);
    library.add(holes);
    store.putCached(key(holes, 12), 60);
    store.putCached(key(holes, 3), 60);
    assertThat(wishes.play("holes", 12, "r1"))
        .isEqualTo(new PlayOutcome(Kind.PLAYING, holes, "Holes", 12));
    assertThat(wishes.play("holes", 1, "r2").section()).isEqualTo(3);
    assertThat(player.next()).contains(4);
    assertThat(player.next()).contains(12);
    assertThat(player.next()).isEmpty();
    assertThat(player.previous()).contains(4);
    assertThat(wishes.play("holes", 7, "r3").kind()).isEqualTo(Kind.NO_SUCH_SECTION);
    assertThat(report("play.failed").reasonZh()).isEqualTo("《Holes》缺第7集，前面是第4集，后面是第12集，一共3集");
    assertThat(MissingSection.words(holes, 13, Language.EN))
        .isEqualTo("Holes lacks section 13; the last one is 12, 3 sections in all");
    assertThat(MissingSection.words(holes, 2, Language.ZH)).isEqualTo("《Holes》缺第2集，从第3集开始，一共3集");
  }

  @Test
  void play_answeredAtOnce_isPublishedToo_andMarkedAsTold() {
    store.putCached(key(journey, 2), 60);
    wishes.play("西游记", 2, "r1");
    PlayService.Report started = report("play.started");
    assertThat(started.runId()).isEqualTo("r1");
    assertThat(started.told()).isTrue();
    wishes.play("西游记", 9, "r2");
    PlayService.Report failed = report("play.failed");
    assertThat(failed.runId()).isEqualTo("r2");
    assertThat(failed.told()).isTrue();
    assertThat(failed.reasonZh()).isEqualTo("《西游记》只有3集，没有第9集");
    assertThat(closings()).hasSize(2);
  }

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

  private static boolean allWorkersAreIdle() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("fetch-"))
        .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING);
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

  private List<PlayService.Report> closings() {
    return events.since(0).stream()
        .filter(e -> e.data() instanceof PlayService.Report)
        .map(e -> (PlayService.Report) e.data())
        .toList();
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
  void play_missingSection_startsByItselfOnceASecondIsThere() {
    assertThat(wishes.play("西游记", 1, "r1").kind()).isEqualTo(Kind.FETCHING);
    FakeDownload download = download(journey, 1);
    assertThat(download.urgent()).isTrue();
    download.bring(0.5);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    download.bring(1);
    PlayService.Report report = report("play.started");
    assertThat(report.ok()).isTrue();
    assertThat(report.runId()).isEqualTo("r1");
    assertThat(report.albumId()).isEqualTo("demo:journey");
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(wishes.pending()).isEmpty();
  }

  @Test
  void play_wholeFileThatIsCutWithinTheProof_isHeardAsFarAsItGoes() {
    Section section = new Section(1, "S1", "1.cut", 0, 0, 0);
    Album cut = new Album("demo:cut", "Cut", List.of(), "", "", "en", "", "", 1, List.of(section));
    library.add(cut);
    wishes.play("Cut", 1, "r1");
    FakeDownload download = download(cut, 1);
    download.bring(0.5);
    download.finish();
    assertThat(report("play.started").runId()).isEqualTo("r1");
  }

  @Test
  void play_unknownTitle_isSearchedInTheBackground() {
    Album hidden = Albums.album("far:holmes", "Sherlock Holmes", 2);
    library.hide(hidden);
    PlayOutcome outcome = wishes.play("sherlock holmes", 2, "r1");
    assertThat(outcome.kind()).isEqualTo(Kind.FETCHING);
    assertThat(outcome.album()).isNull();
    download(hidden, 2).bring(2);
    assertThat(report("play.started").title()).isEqualTo("Sherlock Holmes");
  }

  @Test
  void play_unknownTitleThatNobodyHas_isReportedWithTheTitle() {
    wishes.play("红楼梦", 1, "r1");
    PlayService.Report report = report("play.failed");
    assertThat(report.ok()).isFalse();
    assertThat(report.reasonZh()).isEqualTo("没有找到《红楼梦》");
    assertThat(report.reasonEn()).contains("红楼梦").contains("found");
  }

  /** Catalogues answer with what is near; another book must not be played without a word. */
  @Test
  void play_anotherBookThanTheOneAskedFor_isOfferedAndNotPlayed() {
    library.hide(Albums.album("far:dune", "Dune", 2));
    wishes.play("children of dune", 1, "r1");
    PlayService.Report report = report("play.failed");
    assertThat(report.reasonZh()).isEqualTo("没有找到《children of dune》，最接近的是《Dune》");
    assertThat(report.reasonEn()).contains("the nearest is \"Dune\"");
  }

  @Test
  void play_catalogueThatFails_isNamed() {
    library.problem("far does not answer");
    wishes.play("红楼梦", 1, "r1");
    assertThat(report("play.failed").reasonEn()).contains("far does not answer");
  }

  @Test
  void play_searchThatThrows_saysWhy() {
    library.failWith(new FailureException(Failure.Kind.NETWORK, "no route"));
    wishes.play("红楼梦", 1, "r1");
    assertThat(report("play.failed").reasonZh()).isEqualTo("网络连不上");
  }

  @Test
  void play_foundAlbumWithoutThatSection_isReportedWithTheCount() {
    library.hide(Albums.album("far:holmes", "Sherlock Holmes", 2));
    wishes.play("sherlock holmes", 7, "r1");
    assertThat(report("play.failed").reasonZh()).isEqualTo("《Sherlock Holmes》只有2集，没有第7集");
  }

  @Test
  void play_downloadThatFails_isReportedWithItsReason_andTheBookGoesOn() {
    store.putCached(key(alice, 1), 60);
    wishes.play("Alice", 1, "r0");
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    download.bring(0.3);
    download.fail(new Failure(Failure.Kind.FORBIDDEN, "403"));
    PlayService.Report report = report("play.failed");
    assertThat(report.reasonZh()).isEqualTo("服务器不让下载");
    assertThat(report.reasonEn()).isEqualTo("the server refuses access");
    assertThat(player.snapshot().album()).isEqualTo(alice);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void play_fileWithoutSound_isReportedAsDamaged() {
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    download.fail(new Failure(Failure.Kind.UNDECODABLE, "no sound"));
    assertThat(report("play.failed").reasonEn()).contains("damaged");
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

  private void leftAt(Position place) {
    journal.save(new PositionJournal.Noted(/* order= */ 1, place));
  }

  @Test
  void play_sectionZero_goesOnWhereTheListenerLeftOff() { // P17
    store.putCached(key(journey, 2), 60);
    leftAt(new Position("demo:journey", "西游记", 2, 31, 60, 3, clock.now()));
    PlayOutcome outcome = wishes.play("西游记", 0, "r1");
    assertThat(outcome.section()).isEqualTo(2);
    assertThat(player.position().orElseThrow().seconds()).isEqualTo(31);
    wishes.play("西游记", 2, "r2");
    assertThat(player.position().orElseThrow().seconds()).isZero();
  }

  @Test
  void play_sectionZero_neverHeard_startsAtTheFirst() {
    store.putCached(key(journey, 1), 60);
    assertThat(wishes.play("西游记", 0, "r1").section()).isEqualTo(1);
  }

  @Test
  void playAlbum_unknownId_isAskedForInTheBackground() {
    library.hide(Albums.album("far:holmes", "Sherlock Holmes", 2));
    assertThat(wishes.playAlbum("far:holmes", 1, "").kind()).isEqualTo(Kind.FETCHING);
    download(Albums.album("far:holmes", "Sherlock Holmes", 2), 1).bring(2);
    assertThat(report("play.started").albumId()).isEqualTo("far:holmes");
  }

  /** It was said to be playing, and the reason was only in the status, with nobody's name on it. */
  @Test
  void play_ownFileWithoutSound_theFailureBelongsToTheWish(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("1.broken"), "no sound");
    library.add(Albums.album("local:x", "Own Book", 1));
    library.source("local:x", 1, new SectionSource(file.toUri(), Map.of(), "", 8));
    assertThat(wishes.play("own book", 1, "r1").kind()).isEqualTo(Kind.PLAYING);
    PlayService.Report report = report("play.failed");
    assertThat(report.runId()).isEqualTo("r1");
    assertThat(report.reasonZh()).isEqualTo("文件坏了，放不出来");
    assertThat(report.told()).as("it has to be said").isFalse();
    assertThat(closings()).hasSize(1);
    assertThat(events.since(0))
        .as("nor is it said twice")
        .noneMatch(e -> e.data() instanceof Problem);
  }

  @Test
  void play_cachedFileDamagedLater_isFetchedAnewAndPlays() {
    store.putDamaged(key(journey, 1));
    wishes.play("西游记", 1, "r1");
    download(journey, 1).bring(60);
    assertThat(report("play.started").runId()).isEqualTo("r1");
    assertThat(store.discarded()).containsExactly(key(journey, 1));
    assertThat(events.since(0)).noneMatch(e -> e.type().equals("play.failed"));
  }

  @Test
  void play_cachedFileDamagedLater_withoutNetwork_namesTheDamage() {
    store.putDamaged(key(journey, 3));
    wishes.play("西游记", 3, "r1");
    download(journey, 3).fail(new Failure(Failure.Kind.NETWORK, "no route"));
    assertThat(report("play.failed").reasonEn())
        .isEqualTo("the file is damaged and cannot be played");
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

  @Test
  void play_localAlbum_isAHit(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("1.mp3"), new byte[5_000]);
    Album local = Albums.album("local:x", "Own Book", 1);
    library.add(local);
    library.source("local:x", 1, new SectionSource(file.toUri(), Map.of(), "", 5_000));
    assertThat(wishes.play("own book", 1, "r1").kind()).isEqualTo(Kind.PLAYING);
    await().until(() -> player.pipe().level() == BookPipe.Level.FLOWING);
    assertThat(store.downloads()).isEmpty();
  }

  private static void awaitSet(CancelFlag cancel) {
    CountDownLatch set = new CountDownLatch(1);
    CancelFlag.Registration hook = cancel.onSet(set::countDown);
    awaitQuietly(set);
    hook.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String key(Album album, int section) {
    return SectionFiles.key(album, album.section(section).orElseThrow());
  }

  private FakeDownload download(Album album, int section) {
    return await()
        .until(() -> store.download(key(album, section)), Optional::isPresent)
        .orElseThrow();
  }

  private PlayService.Report report(String type) {
    List<PlayService.Report> all =
        await()
            .until(
                () ->
                    events.since(0).stream()
                        .filter(e -> e.type().equals(type))
                        .map(e -> (PlayService.Report) e.data())
                        .toList(),
                list -> !list.isEmpty());
    return all.get(0);
  }
}
