package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.Sought;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a listener can ask of the player, and public bug reports of other players as stories. */
final class BookPlayerTest {
  private static final Offset<Double> HALF = within(0.5);
  private final PlayerSim sim = new PlayerSim();

  @Test
  void play_cachedSection_soundsWithinTwoBlocks() {
    Album album = sim.cached("a:1", 60, 60);
    sim.record();
    sim.player.play(album, 1, 0);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.run(0.04);
    assertThat(sim.soundWithoutSilence().length).isGreaterThan(PlayerSim.BLOCK);
  }

  @Test
  void position_whilePlaying_isWhatWasHeardAndNotWhatWasDecoded() {
    sim.player.play(sim.cached("a:1", 60), 1, 0);
    sim.run(10);
    assertThat(sim.at()).isCloseTo(10 - PlayerSim.LATENCY_S, within(0.05));
  }

  @Test
  void position_atOtherSpeeds_countsSecondsOfTheBook() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    assertThat(sim.player.setSpeed(2)).isEqualTo(2);
    sim.run(10);
    assertThat(sim.at()).isCloseTo(20, HALF);
    sim.player.setSpeed(0.5);
    sim.run(10);
    assertThat(sim.at()).isCloseTo(25, HALF);
    assertThat(sim.player.setSpeed(9)).isEqualTo(3);
    assertThat(sim.player.setSpeed(0.1)).isEqualTo(0.5);
  }

  @Test
  void pause_whenNothingPlays_saysSo() {
    assertThat(sim.player.pause()).isFalse();
    assertThat(sim.player.stop()).isFalse();
    assertThat(sim.player.resume()).isEmpty();
    assertThat(sim.player.next()).isEmpty();
    assertThat(sim.player.seekBy(5)).isEmpty();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
  }

  @Test
  void pause_thenResume_twentyTimes_staysWhereItWas() { // P7, P28
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(5);
    for (int i = 0; i < 20; i++) {
      double before = sim.at();
      assertThat(sim.player.pause()).isTrue();
      sim.run(2);
      assertThat(sim.at()).isCloseTo(before, within(0.2));
      sim.player.resume();
      sim.run(0.1);
    }
    assertThat(sim.at()).isCloseTo(107, HALF);
  }

  @Test
  void resume_afterLongerPauses_goesBackByTheRule() {
    sim.player.play(sim.cached("a:1", 6000), 1, 100);
    sim.run(5);
    int[][] rule = {{5, 0}, {30, 3}, {200, 10}, {900, 20}, {7200, 30}};
    for (int[] step : rule) {
      sim.run(40);
      double before = sim.at();
      sim.player.pause();
      sim.run(1);
      sim.clock.advance(Duration.ofSeconds(step[0]));
      sim.player.resume();
      sim.run(0.2);
      assertThat(sim.at()).as("after %d s", step[0]).isCloseTo(before - step[1], within(0.4));
    }
  }

  @Test
  void resume_afterManyMiddlingPauses_doesNotWalkBackwards() { // P28
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(5);
    for (int i = 0; i < 20; i++) {
      sim.player.pause();
      sim.run(0.5);
      sim.clock.advance(Duration.ofSeconds(30));
      sim.player.resume();
      sim.run(1);
    }
    assertThat(sim.at()).isGreaterThan(101.5);
  }

  @Test
  void resume_nearTheStart_neverGoesIntoTheSectionBefore() {
    sim.player.play(sim.cached("a:1", 60, 60), 2, 0);
    sim.run(1);
    sim.player.pause();
    sim.run(1);
    sim.clock.advance(Duration.ofHours(2));
    assertThat(sim.player.resume().orElseThrow().seconds()).isZero();
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void sectionEnd_nextOneStartsAtZero_evenIfItWasLeftInTheMiddle() { // P1
    Album album = sim.cached("a:1", 20, 600, 20);
    sim.player.play(album, 2, 300);
    sim.run(3);
    sim.player.play(album, 1, 15);
    sim.run(6);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isLessThan(1.5);
  }

  @Test
  void sectionEnd_afterGoingBack_followsTheOneThatPlays() { // P2
    Album album = sim.cached("a:1", 5, 5, 5, 5, 5, 5);
    sim.player.play(album, 6, 0);
    sim.run(2);
    sim.player.play(album, 3, 0);
    sim.run(6);
    assertThat(sim.now().section()).isEqualTo(4);
  }

  @Test
  void sectionEnd_soundsWithoutGapOrLoss() { // P68
    Album album = sim.cached("a:1", 3, 3, 3);
    sim.record();
    sim.player.play(album, 1, 0);
    sim.run(12);
    short[] heard = sim.soundWithoutSilence();
    assertThat(PlayerSim.seconds(heard.length)).isCloseTo(9, within(0.03));
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(sim.now().section()).isEqualTo(3);
  }

  @Test
  void sectionsOfOneFile_endAtTheirEnds_withoutSeekingOrGap() {
    Album album = sim.oneFile("a:1", 3.33, 2.02, 4);
    sim.record();
    sim.player.play(album, 1, 0);
    sim.run(5);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isCloseTo(5 - 3.33 - PlayerSim.LATENCY_S, within(0.05));
    sim.run(7);
    short[] heard = sim.soundWithoutSilence();
    assertThat(PlayerSim.seconds(heard.length)).isCloseTo(9.35, within(0.03));
    for (int i = 2_000; i < heard.length - 2_000; i++) {
      assertThat(heard[i] - heard[i - 1]).isBetween(-1, 1);
    }
    assertThat(sim.opened()).isEqualTo(1);
  }

  @Test
  void playMiddleOfOneFile_startsThereInTheFile() { // P35
    Album album = sim.oneFile("a:1", 30, 30, 30);
    sim.record();
    sim.player.play(album, 2, 10);
    sim.run(1);
    short[] heard = sim.soundWithoutSilence();
    assertThat(heard[heard.length - 1]).isCloseTo(FakeDecoder.sampleAt(41), within((short) 3));
    sim.player.seekTo(20);
    sim.run(1);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isCloseTo(21, HALF);
    assertThat(sim.opened()).isEqualTo(1);
  }

  @Test
  void next_thenStatus_isPlayingTheNewSection() { // V43
    sim.player.play(sim.cached("a:1", 60, 60, 60), 1, 30);
    sim.run(1);
    sim.player.pause();
    assertThat(sim.player.next()).contains(2);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.at()).isZero();
  }

  @Test
  void next_threeInARow_movesThree() { // P33
    sim.player.play(sim.cached("a:1", 60, 60, 60, 60), 1, 0);
    sim.run(1);
    assertThat(sim.player.next()).contains(2);
    assertThat(sim.player.next()).contains(3);
    assertThat(sim.player.next()).contains(4);
    assertThat(sim.player.next()).isEmpty();
    sim.run(1);
    assertThat(sim.now().section()).isEqualTo(4);
    assertThat(sim.opened()).isEqualTo(2);
    assertThat(sim.player.previous()).contains(3);
  }

  @Test
  void seek_clipsToTheSection() { // P80
    sim.player.play(sim.cached("a:1", 600, 60), 1, 100);
    sim.run(1);
    double here = sim.at();
    assertThat(sim.player.seekBy(300).orElseThrow()).isCloseTo(here + 300, within(0.01));
    assertThat(sim.player.seekBy(-30).orElseThrow()).isCloseTo(here + 270, within(0.01));
    assertThat(sim.player.seekBy(-5000)).contains(0.0);
    assertThat(sim.player.seekTo(5000)).contains(597.0);
    sim.run(1);
    assertThat(sim.now().section()).isEqualTo(1);
    assertThat(sim.player.seekBy(30).orElseThrow())
        .as("forward never goes back")
        .isCloseTo(598, HALF);
    sim.run(4);
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void seek_behindTheEnd_isToldWithTheEnd() {
    sim.player.play(sim.cached("a:1", 600, 60), 1, 100);
    sim.run(1);
    Sought beyond = Sought.to(sim.player, 761).orElseThrow();
    assertThat(beyond.behindTheEnd()).isTrue();
    assertThat(beyond.words(Language.EN)).isEqualTo("The section is only 10:00 long; now at 9:57");
    assertThat(beyond.words(Language.ZH)).isEqualTo("这一集只有 10:00，已跳到 9:57");
    Sought inside = Sought.to(sim.player, 61).orElseThrow();
    assertThat(inside.words(Language.EN)).isEqualTo("Now at 1:01");
    assertThat(Sought.by(sim.player, -500).orElseThrow().words(Language.EN))
        .isEqualTo("Now at 0:00");
    assertThat(Sought.by(sim.player, 3_600).orElseThrow().behindTheEnd()).isTrue();
    assertThat(sim.now().section()).isEqualTo(1);
  }

  @Test
  void seek_whilePaused_staysPaused() {
    sim.player.play(sim.cached("a:1", 600), 1, 100);
    sim.run(1);
    sim.player.pause();
    sim.player.seekTo(200);
    sim.run(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.at()).isEqualTo(200);
    sim.player.resume();
    sim.run(1);
    assertThat(sim.at()).isCloseTo(201, HALF);
  }

  @Test
  void suppress_holdsTheSound_andPauseStaysPaused() { // P74, P75, P76
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.run(2);
    sim.player.suppress(true);
    sim.run(0.2);
    sim.record();
    sim.run(2);
    assertThat(sim.soundWithoutSilence()).isEmpty();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.player.pause()).isTrue();
    sim.player.suppress(false);
    sim.run(2);
    assertThat(sim.soundWithoutSilence()).isEmpty();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void stop_whileASectionChanges_isStopped() { // P77
    Album album = sim.cached("a:1", 3, 60);
    sim.player.play(album, 1, 0);
    for (int i = 0; i < 40; i++) {
      sim.player.play(album, 1, 1.5);
      sim.run(1.2 + i * 0.02);
      assertThat(sim.player.stop()).isTrue();
      sim.run(0.2);
      sim.record();
      sim.run(0.5);
      assertThat(sim.soundWithoutSilence()).isEmpty();
      assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    }
  }

  @Test
  void resume_afterRestart_goesOnWhereItWas() { // P3, P12, P35, P79
    Album album = sim.oneFile("a:1", 600, 600);
    sim.player.setVolume(33);
    sim.player.setSpeed(1.25);
    sim.player.play(album, 2, 100);
    sim.run(20);
    double before = sim.at();
    sim.killAndRestart();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().volume()).isEqualTo(33);
    assertThat(sim.now().speed()).isEqualTo(1.25);
    Position position = sim.player.resume().orElseThrow();
    assertThat(position.section()).isEqualTo(2);
    assertThat(before - position.seconds()).isBetween(0.0, 2.0 * 1.25);
    sim.run(2);
    assertThat(sim.at()).isGreaterThan(position.seconds() + 1.5);
  }

  @Test
  void move_whatIsSilent_staysSilent_andNoSoundSlipsOut() {
    Album album = sim.cached("a:1", 60, 60, 60);
    sim.player.play(album, 1, 10);
    sim.run(2);
    sim.player.pause();
    sim.run(1);
    sim.record();
    assertThat(sim.player.move(1)).contains(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    sim.run(1);
    sim.player.stop();
    assertThat(sim.player.move(1)).contains(3);
    assertThat(sim.player.move(1)).isEmpty();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    sim.run(1);
    assertThat(sim.soundWithoutSilence()).isEmpty();
    sim.player.resume();
    sim.run(2);
    assertThat(sim.now().section()).isEqualTo(3);
    assertThat(sim.at()).isCloseTo(2, HALF);
    assertThat(sim.player.move(-1)).contains(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void changeVolume_byManyAtOnce_losesNoneOfThem() throws Exception {
    sim.player.setVolume(10);
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> hands = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread hand =
          new Thread(
              () -> {
                awaitQuietly(begin);
                for (int n = 0; n < 20; n++) {
                  sim.player.changeVolume(1);
                }
              });
      hand.start();
      hands.add(hand);
    }
    begin.countDown();
    for (Thread hand : hands) {
      hand.join();
    }
    assertThat(sim.now().volume()).isEqualTo(90);
    assertThat(sim.player.changeVolume(Integer.MAX_VALUE)).isEqualTo(100);
    assertThat(sim.player.changeVolume(Integer.MIN_VALUE)).isZero();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void snapshot_marksOfTheCatalogue_countWhereTheFileHasNone() {
    Album album = sim.cached("a", 30, 30);
    sim.library.putChapters(
        album.id(),
        List.of(
            new Section.Chapter("told one", 0, 10),
            new Section.Chapter("told two", 10, Double.POSITIVE_INFINITY)));
    sim.marks.put(
        SectionFiles.key(album, album.sections().get(1)), List.of(new Chapter("own", 0, 30)));
    sim.player.play(album, 1, 5);
    sim.run(2);
    assertThat(sim.now().chapter()).isEqualTo("told one");
    assertThat(sim.player.chapters()).extracting(Chapter::endS).containsExactly(10.0, 30.0);
    sim.player.play(album, 1, 12);
    sim.run(2);
    assertThat(sim.now().chapter()).isEqualTo("told two");
    sim.player.play(album, 2, 5);
    sim.run(2);
    assertThat(sim.now().chapter()).isEqualTo("own");
  }

  @Test
  void snapshot_fileWithMarks_namesTheChapterThatIsHeard() {
    Album album = sim.oneFile("a:1", 10, 20);
    sim.marks.put(
        SectionFiles.key(album, album.sections().get(0)),
        List.of(
            new Chapter("one", 0, 10), new Chapter("two", 10, 15), new Chapter("three", 15, 30)));
    assertThat(sim.now().chapter()).isEmpty();
    sim.player.play(album, 1, 8);
    sim.run(1);
    assertThat(sim.now().chapter()).isEqualTo("one");
    sim.run(3);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().chapter()).isEqualTo("two");
    sim.run(5);
    assertThat(sim.now().chapter()).isEqualTo("three");
    sim.player.play(sim.cached("b:1", 10), 1, 0);
    sim.run(1);
    assertThat(sim.now().chapter()).isEmpty();
  }

  @Test
  void fullDisk_neverStopsTheSound_andIsMadeUpForLater() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.run(3);
    sim.progress.failWith(new IOException("No space left on device"));
    sim.run(10);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.health.parts()).anyMatch(p -> p.part().equals("journal") && !p.ok());
    sim.progress.failWith(null);
    sim.run(7);
    assertThat(sim.health.parts()).anyMatch(p -> p.part().equals("journal") && p.ok());
    sim.killAndRestart();
    assertThat(sim.at()).isGreaterThan(17);
  }

  @Test
  void prefetch_fetchesTheNextSectionOnce_andNotUrgently() {
    Album album = sim.cached("a:1", 60, 60, 60);
    String next = SectionFiles.key(album, album.sections().get(1));
    sim.store.removeCached(next);
    sim.player.play(album, 1, 0);
    sim.run(3);
    assertThat(sim.store.download(next).orElseThrow().urgent()).isFalse();
    assertThat(sim.store.downloads()).hasSize(1);
    assertThat(sim.store.pinned()).contains(next);
    sim.player.stop();
    sim.run(0.1);
    assertThat(sim.store.pinned()).isEmpty();
  }

  @Test
  void volume_isClippedAndReachesTheMixer() {
    assertThat(sim.player.setVolume(140)).isEqualTo(100);
    sim.run(0.02);
    assertThat(sim.mixer.volume()).isEqualTo(100);
    assertThat(sim.player.setVolume(-3)).isZero();
    sim.run(0.02);
    assertThat(sim.mixer.volume()).isZero();
  }

  @Test
  void onChange_isCalledForStateSectionAndSettings_notForThePosition() { // P86
    List<PlayerSnapshot> seen = new java.util.ArrayList<>();
    sim.player.onChange(seen::add);
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.run(30);
    int afterStart = seen.size();
    assertThat(afterStart).isLessThan(5);
    sim.player.pause();
    sim.run(0.1);
    assertThat(seen.get(seen.size() - 1).state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }
}
