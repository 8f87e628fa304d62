package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.base.Events;
import dev.earmark.library.Album;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.Transport;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.playback.habits.VolumeLimitSettings;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.sleep.SleepTimer;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener can do beyond the keys: the whole player on a fake clock. */
class HabitsTest {
  private final PlayerSim sim = new PlayerSim();

  @Test
  void speed_ofEachBook_isRememberedOverBooksAndRestarts() {
    Album first = sim.cached("a:1", 60);
    Album second = sim.cached("a:2", 60);
    sim.player.play(first, 1, 0);
    sim.player.setSpeed(1.75);
    sim.run(1);
    sim.player.play(second, 1, 0);
    sim.run(1);
    assertThat(sim.now().speed()).isEqualTo(1.0);
    sim.player.play(first, 1, 0);
    sim.run(1);
    assertThat(sim.now().speed()).isEqualTo(1.75);
    sim.killAndRestart();
    assertThat(sim.now().speed()).isEqualTo(1.75);
  }

  @Test
  void speed_setWithoutABook_isTheUsualOne() {
    sim.player.setSpeed(1.5);
    sim.player.play(sim.cached("a:1", 60), 1, 0);
    sim.run(1);
    assertThat(sim.now().speed()).isEqualTo(1.5);
  }

  @Test
  void skips_everySection_beginsBehindTheIntro_andEndsBeforeTheOutro() {
    Album album = sim.cached("a:1", 40, 40, 40);
    sim.player.play(album, 1, 0);
    sim.run(1);
    sim.player.tune(t -> t.withSkips(10, 5));
    sim.run(0.5);
    assertThat(sim.at()).isBetween(10.0, 11.0); // out of the intro at once
    sim.run(23.5);
    assertThat(sim.now().section()).isEqualTo(1);
    sim.run(2);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isBetween(10.0, 12.5);
    sim.player.next();
    sim.run(0.5);
    assertThat(sim.at()).isCloseTo(10.4, within(0.3));
    sim.run(26);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(sim.player.habits().finished().finishedAt("a:1")).isPresent();
  }

  @Test
  void skips_sectionThatIsTooShort_isPlayedWhole() {
    Album album = sim.cached("a:1", 12, 40);
    sim.player.play(album, 1, 0);
    sim.player.tune(t -> t.withSkips(10, 5));
    sim.run(11);
    assertThat(sim.now().section()).isEqualTo(1);
    assertThat(sim.at()).isGreaterThan(9.5);
  }

  @Test
  void skips_whoSeeksIntoTheOutro_hearsIt() {
    Album album = sim.cached("a:1", 40, 40);
    sim.player.play(album, 1, 0);
    sim.player.tune(t -> t.withSkips(0, 15));
    sim.run(1);
    sim.player.seekTo(30);
    sim.run(8);
    assertThat(sim.now().section()).isEqualTo(1);
    assertThat(sim.at()).isCloseTo(37.8, within(0.5));
  }

  @Test
  void sleepByChapter_atDoubleSpeed_stopsAtItsEnd() {
    Album album = sim.cached("a:1", 60, 60);
    String key = SectionFiles.key(album, album.section(1).orElseThrow());
    sim.marks.put(
        key,
        List.of(new Chapter("one", 0, 20), new Chapter("two", 20, 41), new Chapter("x", 41, 60)));
    sim.player.play(album, 1, 5);
    sim.player.setSpeed(2);
    sim.run(1);
    assertThat(sim.player.sleepAfterChapters(2).until()).isNotNull();
    assertThat(sim.now().sleepEndsInS()).isCloseTo((41 - sim.at()) / 2, within(0.3));
    sim.run(25);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.at()).isCloseTo(41, within(0.01));
    assertThat(sim.now().sleepEndsInS()).isNull();
  }

  @Test
  void sleepByChapter_withoutMarks_isTheEndOfTheSection() {
    Album album = sim.cached("a:1", 10, 60);
    sim.player.play(album, 1, 0);
    sim.run(1);
    assertThat(sim.player.sleepAfterChapters(1)).isEqualTo(SleepTimer.sections(1));
    sim.run(12);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(2);
  }

  @Test
  void extend_inTheFade_bringsTheFullSoundBack_andEndsSoMuchLater() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.player.sleepAfterMinutes(1);
    sim.run(55);
    sim.player.extendSleep(1);
    sim.run(1);
    sim.record();
    sim.run(0.5);
    int loudest = 0;
    for (short s : sim.sound()) {
      loudest = Math.max(loudest, s);
    }
    assertThat(loudest).isCloseTo(FakeDecoder.sampleAt(sim.at()), within(60));
    sim.run(60);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    sim.run(5);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void extend_justAfterItFellSilent_goesOn() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.player.sleepAfterMinutes(0.5);
    sim.run(40);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    sim.player.extendSleep(10);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().sleepEndsInS()).isCloseTo(599, within(2.0));
  }

  @Test
  void extend_longAfterwards_onlySetsATimer() {
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.player.sleepAfterMinutes(0.5);
    sim.run(40);
    sim.clock.advance(Duration.ofMinutes(5));
    sim.player.extendSleep(10);
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void sleepTimer_tellsOnceThatItIsNear() {
    List<Events.Event> soon = new ArrayList<>();
    sim.events.subscribe(
        e -> {
          if (e.type().equals("player.sleep_soon")) {
            soon.add(e);
          }
        });
    sim.player.play(sim.cached("a:1", 600), 1, 0);
    sim.player.sleepAfterMinutes(1);
    sim.run(29);
    assertThat(soon).isEmpty();
    sim.run(3);
    assertThat(soon).hasSize(1);
    sim.run(40);
    assertThat(soon).hasSize(1);
  }

  @Test
  void queue_bookIsHeardToItsEnd_nextOneIsAskedFor() {
    RecordingService service = new RecordingService();
    NextBook next =
        new NextBook(sim.player.habits().upNext(), service, sim.player, sim.player, Runnable::run);
    sim.events.subscribe(next::onEvent);
    next.add(new UpNext.Entry("alice", 0, false));
    sim.player.play(sim.cached("a:1", 5, 5), 1, 0);
    sim.run(8);
    assertThat(service.asked).isEmpty();
    sim.run(5);
    assertThat(service.asked).containsExactly("alice#0");
    assertThat(next.entries()).isEmpty();
  }

  @Test
  void queue_afterThisSection_breaksTheBookThere() {
    RecordingService service = new RecordingService();
    NextBook next =
        new NextBook(sim.player.habits().upNext(), service, sim.player, sim.player, Runnable::run);
    sim.events.subscribe(next::onEvent);
    sim.player.play(sim.cached("a:1", 10, 10), 1, 0);
    sim.run(1);
    next.add(new UpNext.Entry("pan", 2, true));
    sim.run(12);
    assertThat(service.asked).containsExactly("pan#2");
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isZero();
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
  }

  @Test
  void queue_takenBack_bookGoesOn() {
    RecordingService service = new RecordingService();
    NextBook next =
        new NextBook(sim.player.habits().upNext(), service, sim.player, sim.player, Runnable::run);
    sim.events.subscribe(next::onEvent);
    sim.player.play(sim.cached("a:1", 10, 10), 1, 0);
    next.add(new UpNext.Entry("pan", 2, true));
    next.remove(1);
    sim.run(14);
    assertThat(service.asked).isEmpty();
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void history_countsWhatSounded_notPauses_andFinishedSections() {
    Album album = sim.cached("a:1", 30, 60);
    sim.player.play(album, 1, 0);
    sim.run(40);
    sim.player.pause();
    sim.run(60);
    sim.player.resume();
    sim.run(10);
    sim.player.stop();
    sim.run(1);
    assertThat(sim.player.habits().history().secondsSince(sim.player.habits().history().today()))
        .isCloseTo(50, within(1.0));
    assertThat(sim.player.habits().finished().sections("a:1").toString()).isEqualTo("{1}");
    assertThat(sim.player.habits().finished().finishedAt("a:1")).isEmpty();
  }

  @Test
  void volumeLimit_holdsByTimeOfDay_andTheUsersVolumeComesBack() {
    LocalTime now = LocalTime.ofInstant(sim.clock.now(), java.time.ZoneId.systemDefault());
    VolumeLimitSettings limits =
        new VolumeLimitSettings(
            List.of(new VolumeLimitSettings.Window(now.plusMinutes(1), now.plusMinutes(3), 30)));
    PlayerSim limited = new PlayerSim(PlayerSim.settings(limits), new FakeProgressStore());
    limited.player.play(limited.cached("a:1", 600), 1, 0);
    limited.player.setVolume(80);
    limited.run(30);
    assertThat(limited.mixer.volume()).isEqualTo(80);
    limited.run(60);
    assertThat(limited.mixer.volume()).isEqualTo(30);
    assertThat(limited.now().volume()).isEqualTo(30);
    limited.run(120);
    assertThat(limited.mixer.volume()).isEqualTo(80);
  }

  @Test
  void back_lateInASection_goesToItsStart_soonInIt_toTheOneBefore() {
    Transport transport = new Transport(sim.player, new RecordingService());
    sim.player.play(sim.cached("a:1", 60, 60), 2, 20);
    sim.run(2);
    assertThat(transport.back()).contains(2);
    sim.run(2);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isCloseTo(1.9, within(0.4));
    assertThat(transport.back()).contains(1);
    sim.run(1);
    assertThat(sim.now().section()).isEqualTo(1);
  }

  /** A service that remembers what was asked for. */
  private static final class RecordingService implements PlayService {
    final List<String> asked = new ArrayList<>();

    @Override
    public PlayOutcome play(String keyword, int section, String runId) {
      asked.add(keyword + "#" + section);
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
}
