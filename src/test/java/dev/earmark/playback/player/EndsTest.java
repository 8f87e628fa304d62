package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Section;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.Tunings;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.playback.habits.VolumeLimitSettings;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens where a section, a book or the sleep timer ends, and right after it. */
class EndsTest {
  private final PlayerSim sim = new PlayerSim();
  private final List<String> asked = new ArrayList<>();
  private final NextBook next = next(sim);

  private NextBook next(PlayerSim of) {
    NextBook made =
        new NextBook(of.player.habits().upNext(), new Asked(), of.player, of.player, Runnable::run);
    of.events.subscribe(made::onEvent);
    return made;
  }

  /** A service that remembers what was asked for. */
  private final class Asked implements PlayService {
    @Override
    public PlayOutcome play(String keyword, int section, String runId) {
      asked.add(keyword);
      return new PlayOutcome(PlayOutcome.Kind.FETCHING, null, keyword, section);
    }

    @Override
    public PlayOutcome playAlbum(String albumId, int section, String runId) {
      return play(albumId, section, runId);
    }

    @Override
    public void forgetPending() {
      // nothing is on its way in these tests
    }
  }

  private List<PlayerHabits.Ended> ended() {
    return sim.events.since(0).stream()
        .filter(e -> e.type().equals("player.ended"))
        .map(e -> (PlayerHabits.Ended) e.data())
        .toList();
  }

  // ---- the end of a book

  @Test
  void endOfBook_asleepAfterThisSection_leavesTheQueueAlone() {
    next.add(new UpNext.Entry("alice", 0, false));
    sim.player.play(sim.cached("a:1", 5), 1, 0);
    sim.player.sleepAfterSections(1);
    sim.run(8);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(asked).isEmpty();
    assertThat(next.entries()).hasSize(1);
    assertThat(ended()).hasSize(1).allMatch(PlayerHabits.Ended::asleep);
    assertThat(sim.now().sleepSections()).isNull();
    sim.player.extendSleep(10);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED); // not from its start
  }

  @Test
  void endOfBook_timerByMinutes_runsOnIntoTheNextOne() {
    next.add(new UpNext.Entry("alice", 0, false));
    sim.player.play(sim.cached("a:1", 5), 1, 0);
    sim.player.sleepAfterMinutes(1);
    sim.run(8);
    assertThat(asked).containsExactly("alice");
    assertThat(sim.now().sleepEndsInS()).isCloseTo(52, within(0.5));
    sim.player.play(sim.cached("a:2", 600), 1, 0);
    sim.run(53);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void endOfBook_timerByMoreSections_countsOnOnlyWhenSomethingComes() {
    next.add(new UpNext.Entry("alice", 0, false));
    sim.player.play(sim.cached("a:1", 5), 1, 0);
    sim.player.sleepAfterSections(2);
    sim.run(8);
    assertThat(asked).containsExactly("alice");
    assertThat(sim.now().sleepSections()).isEqualTo(1);
    sim.player.play(sim.cached("a:2", 5), 1, 0);
    sim.player.sleepAfterSections(3);
    sim.run(8);
    assertThat(sim.now().sleepSections()).isNull();
  }

  @Test
  void nextBook_isLookedUpByTheWorker_notByWhoTellsTheEvent() {
    ArrayDeque<Runnable> work = new ArrayDeque<>();
    UpNext upNext = new UpNext(new FakeKeptSettings());
    NextBook queued = new NextBook(upNext, new Asked(), sim.player, sim.player, work::add);
    sim.events.subscribe(queued::onEvent);
    queued.add(new UpNext.Entry("pan", 0, false));
    sim.player.play(sim.cached("a:1", 5), 1, 0);
    sim.run(8);
    assertThat(asked).isEmpty();
    work.remove().run();
    assertThat(asked).containsExactly("pan");
  }

  // ---- files that are cut

  @Test
  void cutSection_sleepTimer_stopsAtItsEnd() {
    Album album = sim.cached("a:1", 20, 20);
    sim.cutSection(album, 1, 6);
    sim.player.play(album, 1, 0);
    sim.player.sleepAfterSections(1);
    sim.run(10);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isZero();
    assertThat(sim.now().sleepSections()).isNull();
    assertThat(sim.player.habits().finished().sections("a:1").toString()).isEqualTo("{1}");
  }

  @Test
  void cutSection_isOneOfTheSectionsThatTheTimerCounts() {
    Album album = sim.cached("a:1", 20, 5, 20);
    sim.cutSection(album, 1, 6);
    sim.player.play(album, 1, 0);
    sim.player.sleepAfterSections(2);
    sim.run(8);
    assertThat(sim.now().sleepSections()).isEqualTo(1);
    sim.run(8);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(3);
  }

  @Test
  void cutSection_whatIsQueuedBehindIt_comes() {
    Album album = sim.cached("a:1", 20, 20);
    sim.cutSection(album, 1, 6);
    sim.player.play(album, 1, 0);
    next.add(new UpNext.Entry("pan", 0, true));
    sim.run(10);
    assertThat(asked).containsExactly("pan");
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void cutSection_theLastOne_finishesTheBook_andTheQueueGoesOn() {
    Album album = sim.cached("a:1", 20);
    sim.cutSection(album, 1, 6);
    next.add(new UpNext.Entry("alice", 0, false));
    sim.player.play(album, 1, 0);
    sim.run(10);
    assertThat(asked).containsExactly("alice");
    assertThat(sim.player.habits().finished().finishedAt("a:1")).isPresent();
  }

  // ---- the sleep timer by chapters

  private Album marked(String id) {
    Album album = sim.cached(id, 60, 60);
    sim.marks.put(
        SectionFiles.key(album, album.sections().get(0)),
        List.of(new Chapter("one", 0, 20), new Chapter("two", 20, 60)));
    return album;
  }

  @Test
  void sleepByChapter_jumpPastTheMark_meansTheEndOfTheSection() {
    sim.player.play(marked("a:1"), 1, 5);
    sim.run(1);
    sim.player.sleepAfterChapters(1);
    sim.player.seekBy(30);
    sim.run(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.at()).isGreaterThan(36);
    assertThat(sim.now().sleepSections()).isEqualTo(1);
    sim.run(25);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void sleepByChapter_anotherBook_isNotEndedByTheOldMark() {
    sim.player.play(marked("a:1"), 1, 5);
    sim.run(1);
    sim.player.sleepAfterChapters(1);
    sim.player.play(sim.cached("a:2", 60, 60), 1, 10);
    sim.run(15);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().sleepSections()).isEqualTo(1);
  }

  @Test
  void sleepByChapter_whatWasSetIsReturned() {
    assertThat(sim.player.sleepAfterChapters(3)).isEqualTo(SleepTimer.OFF); // no book
    sim.player.play(marked("a:1"), 1, 5);
    sim.run(1);
    assertThat(sim.player.sleepAfterChapters(3)).isEqualTo(SleepTimer.sections(1));
    sim.player.play(sim.cached("a:2", 60, 60), 1, 0);
    sim.run(1);
    assertThat(sim.player.sleepAfterChapters(3)).isEqualTo(SleepTimer.sections(3));
  }

  // ---- what comes between

  @Test
  void extend_afterAPauseOnPurpose_doesNotGoOn() {
    sim.player.play(sim.cached("a:1", 600, 600), 1, 0);
    sim.player.sleepAfterMinutes(0.5);
    sim.run(32);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    sim.player.next();
    sim.run(5);
    sim.player.pause();
    sim.player.extendSleep(10);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  /** A clock that lets something happen between what is seen and what is decided. */
  private record Between(Clock clock, Runnable action) implements Clock {
    @Override
    public Instant now() {
      return clock.now();
    }

    @Override
    public long nanoTime() {
      action.run();
      return clock.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      clock.sleep(duration);
    }
  }

  private Desk desk(Tunings tunings) {
    return new Desk(
        new DeskState.Rules(sim.clock, true, 1, tunings, () -> 100, () -> new Place(0, 1, 0)), 50);
  }

  @Test
  void sleepTimer_extendedInTheLastMoment_isNotOver() {
    Desk desk = desk(new Tunings(new FakeKeptSettings()));
    desk.play(sim.cached("a:1", 600), 1, 0);
    desk.sleep(SleepTimer.minutes(1, sim.clock.nanoTime()));
    sim.clock.advance(Duration.ofSeconds(61));
    SleepWatch watch =
        new SleepWatch(
            desk,
            new BookPipe(48_000, 480, 48_000, () -> {}),
            new Between(sim.clock, () -> desk.sleep(desk.orders().sleep().extended(5, 0))),
            () -> {});
    watch.look();
    assertThat(desk.orders().intent()).isEqualTo(DeskState.Intent.PLAY);
    assertThat(desk.orders().sleep().isOn()).isTrue();
  }

  @Test
  void speed_isKeptWithTheBookInTheSameStep() {
    Tunings tunings = new Tunings(new FakeKeptSettings());
    Desk desk = desk(tunings);
    desk.play(sim.cached("a:1", 600), 1, 0);
    desk.setSpeed(1.5);
    assertThat(tunings.of("a:1").speed()).isEqualTo(1.5);
  }

  @Test
  void louder_inQuietHours_neverLowersTheOwnVolume() {
    LocalTime now = LocalTime.ofInstant(sim.clock.now(), ZoneId.systemDefault());
    VolumeLimitSettings limits =
        new VolumeLimitSettings(
            List.of(new VolumeLimitSettings.Window(now.minusMinutes(1), now.plusMinutes(2), 40)));
    PlayerSim limited = new PlayerSim(PlayerSim.settings(limits), new FakeProgressStore());
    limited.player.setVolume(80);
    assertThat(limited.player.changeVolume(10)).isEqualTo(40);
    limited.run(180);
    assertThat(limited.now().volume()).isEqualTo(80);
    assertThat(limited.player.changeVolume(-10)).isEqualTo(70);
  }

  @Test
  void shownQueue_goesByOrder_notByNumber() {
    List<Section> sections = new ArrayList<>();
    for (int number : new int[] {3, 1, 7}) {
      sections.add(new Section(number, "S" + number, number + ".mp3", 0, 60, 0));
    }
    Album album =
        new Album("a:1", "Book", List.of(), "", "", "en", "", "", sections.size(), sections);
    sections.forEach(s -> sim.store.putCached(SectionFiles.key(album, s), 60));
    sim.player.play(album, 3, 0);
    sim.run(1);
    assertThat(sim.now().queue()).containsExactly("S1", "S7");
  }

  @Test
  void prefetched_afterStopAndResume_isPinnedAgain() {
    Album album = sim.cached("a:1", 60, 60);
    String following = SectionFiles.key(album, album.sections().get(1));
    sim.player.play(album, 1, 0);
    sim.run(3);
    sim.player.stop();
    sim.run(1);
    assertThat(sim.store.pinned()).isEmpty();
    sim.player.resume();
    sim.run(3);
    assertThat(sim.store.pinned()).contains(following);
  }
}
