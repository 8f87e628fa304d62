package dev.earmark.remote.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AnnouncerTest {
  private static final Album BOOK = FakePlayer.book("demo:x", "西游记", 1_000);

  private final FakeClock clock = new FakeClock();
  private final FakePlayer player = new FakePlayer();
  private final List<String> told = new ArrayList<>();
  private final Announcer announcer = new Announcer(clock, new Log());

  private final class Log implements Signals {
    @Override
    public void playerChanged(Map<String, Variant<?>> changed) {
      told.add("changed " + new TreeSet<>(changed.keySet()));
    }

    @Override
    public void tracksReplaced(List<DBusPath> tracks, DBusPath current) {
      told.add("replaced " + tracks.size());
    }

    @Override
    public void trackChanged(DBusPath track, Map<String, Variant<?>> metadata) {
      told.add("track " + track.getPath().replaceFirst(".*/", ""));
    }

    @Override
    public void seeked(long positionUs) {
      told.add("seeked " + positionUs);
    }
  }

  @BeforeEach
  void begin() {
    player.load(BOOK, 3, 10, State.PLAYING);
    look();
    assertThat(told).isEmpty();
  }

  private void look() {
    look(/* jumpAsked= */ false);
  }

  private void look(boolean jumpAsked) {
    PlayerSnapshot now = player.snapshot();
    announcer.look(MprisState.of(now, announcer.told(), Language.ZH), now.positionS(), jumpAsked);
  }

  /** Lets time pass in looks of 250 ms while the position goes on at the rate. */
  private void hear(double seconds, double rate) {
    for (int i = 0; i < seconds * 4; i++) {
      clock.advance(Duration.ofMillis(250));
      player.moveTo(player.snapshot().positionS() + rate / 4);
      look();
    }
  }

  @Test
  void look_bookPlaysOn_tellsNothing() {
    hear(80, 1);
    assertThat(told).isEmpty();
  }

  @Test
  void look_fasterSpeed_isTakenIntoAccount() {
    player.setSpeed(2);
    look();
    hear(20, 2);
    assertThat(told).containsExactly("changed [Rate]");
  }

  @Test
  void look_seekByVoice_isTold() {
    player.moveTo(60);
    look();
    hear(10, 1);
    player.moveTo(55);
    look();
    assertThat(told).containsExactly("seeked 60000000", "seeked 55000000");
  }

  @Test
  void look_smallJumpOfAClient_isTold() {
    player.moveTo(10.3);
    look(/* jumpAsked= */ true);
    assertThat(told).containsExactly("seeked 10300000");
  }

  @Test
  void look_pauseAndResume_tellNoJump() {
    hear(3, 1);
    player.pause();
    look();
    clock.advance(Duration.ofMinutes(20));
    look();
    player.resume();
    look();
    hear(3, 1);
    assertThat(told).containsExactly("changed [PlaybackStatus]", "changed [PlaybackStatus]");
  }

  @Test
  void look_resumeGoesBackALittle_isTold() {
    player.pause();
    look();
    clock.advance(Duration.ofHours(1));
    player.moveTo(5);
    player.resume();
    look();
    assertThat(told)
        .containsExactly("changed [PlaybackStatus]", "changed [PlaybackStatus]", "seeked 5000000");
  }

  @Test
  void look_seekWhilePaused_isTold() {
    player.pause();
    look();
    player.moveTo(90);
    look();
    assertThat(told).containsExactly("changed [PlaybackStatus]", "seeked 90000000");
  }

  @Test
  void look_stall_isToldWhenSoundIsBack() {
    player.load(BOOK, 3, 10, State.BUFFERING);
    look();
    for (int i = 0; i < 40; i++) {
      clock.advance(Duration.ofMillis(250));
      look();
    }
    assertThat(told).isEmpty();
    player.load(BOOK, 3, 10, State.PLAYING);
    look();
    assertThat(told).containsExactly("seeked 10000000");
  }

  @Test
  void look_seekWhileBuffering_isToldAtOnce() {
    player.load(BOOK, 3, 70, State.BUFFERING);
    look();
    assertThat(told).containsExactly("seeked 70000000");
  }

  @Test
  void look_nextSectionByItself_isOneChangeAndNoJump() {
    player.load(BOOK, 4, 0.1, State.PLAYING);
    clock.advance(Duration.ofMillis(250));
    look();
    assertThat(told).containsExactly("changed [Metadata]");
  }

  @Test
  void look_anotherBookAtASavedPlace_tellsMetadataThenListThenJump() {
    player.load(FakePlayer.book("demo:y", "Y", 2), 2, 33, State.PLAYING);
    look();
    assertThat(told)
        .containsExactly("changed [CanGoNext, Metadata]", "replaced 2", "seeked 33000000");
  }

  @Test
  void look_lengthAndChapterKnownLater_areTold() {
    player.load(FakePlayer.book("demo:z", "Z", 2, 0, ""), 1, 0, State.PLAYING);
    look();
    told.clear();
    player.learn(50);
    look();
    player.enterChapter("开头");
    look();
    assertThat(told)
        .containsExactly("changed [Metadata]", "track 1", "changed [Metadata]", "track 1");
  }

  @Test
  void look_thousandSections_replacesTheListEachTenthSection() {
    for (int section = 4; section <= 103; section++) {
      player.load(BOOK, section, 0, State.PLAYING);
      look();
    }
    assertThat(told.stream().filter(line -> line.startsWith("replaced"))).hasSize(10);
    assertThat(told.stream().filter(line -> line.startsWith("changed"))).hasSize(100);
    assertThat(told.stream().filter(line -> line.startsWith("seeked"))).isEmpty();
  }
}
