package dev.earmark.remote.dbus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.playback.Problem;
import dev.earmark.remote.dbus.TestBus.Output;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What {@code playerctl} sees and does. */
final class PlayerctlTest extends MprisFixture {
  // ---- playerctl

  @Test
  void playerctl_bookPlays_readsStatusMetadataAndPosition() throws Exception {
    player.load(BOOK, 2, 12.5, State.PLAYING);
    startPlayer();
    assertThat(bus.run("playerctl", "-l").text()).isEqualTo("earmark");
    assertThat(bus.playerctl("status").text()).isEqualTo("Playing");
    assertThat(bus.playerctl("position").text()).startsWith("12.5");
    assertThat(
            bus.playerctl("metadata", "--format", "{{artist}}|{{album}}|{{title}}|{{mpris:length}}")
                .text())
        .isEqualTo("甲, 乙|西游记|第2回|100000000");
    assertThat(bus.playerctl("metadata", "mpris:trackid").text())
        .isEqualTo("'" + TrackId.of(BOOK, 2).getPath() + "'");
  }

  @Test
  void playerctl_noBook_isStoppedAndHasNothingToPlay() throws Exception {
    startPlayer();
    assertThat(bus.playerctl("status").text()).isEqualTo("Stopped");
    Output play = bus.playerctl("play");
    assertThat(play.code()).isEqualTo(1);
    assertThat(play.text()).contains("No player could handle this command");
    assertThat(bus.playerctl("metadata").code()).isEqualTo(1);
    assertThat(player.calls()).isEmpty();
  }

  @Test
  void playerctl_positions_areRelativeOrAbsolute() throws Exception {
    player.load(BOOK, 2, 3, State.PLAYING);
    startPlayer();
    bus.playerctl("position", "10-");
    assertThat(player.snapshot().positionS()).isEqualTo(0);
    bus.playerctl("position", "30");
    assertThat(player.snapshot().positionS()).isEqualTo(30);
    bus.playerctl("position", "10+");
    assertThat(player.snapshot().positionS()).isEqualTo(40);
    bus.playerctl("position", "80+"); // past the end of the section
    assertThat(player.snapshot().section()).isEqualTo(3);
    assertThat(player.snapshot().positionS()).isEqualTo(0);
    bus.playerctl("position", "200+"); // past the end of the book
    assertThat(player.snapshot().positionS()).isEqualTo(100);
  }

  @Test
  void playerctl_transport_followsTheSpecification() throws Exception {
    player.load(BOOK, 2, 50, State.PLAYING);
    startPlayer();
    bus.playerctl("play-pause");
    assertThat(bus.playerctl("status").text()).isEqualTo("Paused");
    bus.playerctl("next");
    assertThat(player.snapshot().section()).isEqualTo(3);
    assertThat(bus.playerctl("status").text()).isEqualTo("Paused");
    assertThat(bus.playerctl("next").code()).isEqualTo(1); // CanGoNext is false
    assertThat(player.snapshot().section()).isEqualTo(3);
    bus.playerctl("play-pause");
    assertThat(bus.playerctl("status").text()).isEqualTo("Playing");
    bus.playerctl("previous");
    assertThat(bus.playerctl("status").text()).isEqualTo("Playing");
    player.moveTo(50);
    bus.playerctl("stop");
    assertThat(bus.playerctl("status").text()).isEqualTo("Stopped");
    assertThat(position()).isZero();
    assertThat(player.snapshot().positionS()).isEqualTo(50); // the place in the book is kept
    bus.playerctl("next");
    assertThat(bus.playerctl("status").text()).isEqualTo("Stopped");
    // Nothing plays for a moment in between, so nothing is heard of a silent player.
    assertThat(player.calls())
        .containsExactly("pause", "move 1", "resume", "move -1", "stop", "move 1");
  }

  /** The book would start by itself, perhaps hours later. */
  @Test
  void playerctl_playPause_whileItWaitsForItsSpeaker_callsTheWaitOff() throws Exception {
    player.load(BOOK, 2, 50, State.PAUSED);
    player.fails(Problem.noSpeaker(BOOK.id(), BOOK.title(), 2));
    startPlayer();
    bus.playerctl("play-pause");
    assertThat(player.calls()).containsExactly("pause");
  }

  @Test
  void playerctl_previous_lateInASection_goesToItsStart() throws Exception {
    player.load(BOOK, 2, 50, State.PLAYING);
    startPlayer();
    bus.playerctl("previous");
    assertThat(player.snapshot().section()).isEqualTo(2);
    assertThat(player.snapshot().positionS()).isZero();
    bus.playerctl("previous");
    assertThat(player.snapshot().section()).isEqualTo(1);
    assertThat(player.calls()).containsExactly("move 0", "move -1");
  }

  @Test
  void playerctl_stopThenPlay_beginsTheSectionAnew() throws Exception {
    player.load(BOOK, 2, 50, State.PLAYING);
    startPlayer();
    bus.playerctl("stop");
    bus.playerctl("play");
    assertThat(player.calls()).endsWith("stop", "play 2 from 0.0");
  }

  @Test
  void playerctl_playAfterARestart_goesOnWhereItWas() throws Exception {
    player.load(BOOK, 2, 50, State.STOPPED);
    startPlayer();
    assertThat(position()).isEqualTo(50_000_000);
    bus.playerctl("play");
    assertThat(player.calls()).containsExactly("resume");
  }

  @Test
  void playerctl_volume_isClipped() throws Exception {
    player.load(BOOK, 1, 0, State.PLAYING);
    startPlayer();
    bus.playerctl("volume", "0.4");
    assertThat(player.snapshot().volume()).isEqualTo(40);
    assertThat(bus.playerctl("volume").text()).startsWith("0.40");
    bus.playerctl("volume", "1.5");
    assertThat(player.snapshot().volume()).isEqualTo(100);
    bus.playerctl("volume", "2-");
    assertThat(player.snapshot().volume()).isEqualTo(0);
  }

  @Test
  void playerctl_open_takesBooksAlone() throws Exception {
    startPlayer();
    assertThat(bus.playerctl("open", "earmark:play?keyword=alice&section=3").code()).isZero();
    assertThat(bus.playerctl("open", PlayUri.of("demo:x", 2)).code()).isZero();
    assertThat(service.calls()).containsExactly("play alice 3", "playAlbum demo:x 2");
    Output refused = bus.playerctl("open", "http://user:secret@host/a.mp3");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.text()).contains("NotSupported").doesNotContain("secret");
  }

  @Test
  void playerctl_shuffleAndLoop_areNotThere() throws Exception {
    player.load(BOOK, 1, 0, State.PLAYING);
    startPlayer();
    assertThat(bus.playerctl("shuffle", "On").code()).isEqualTo(1);
    assertThat(bus.playerctl("loop", "Track").code()).isEqualTo(1);
  }

  @Test
  void playerctl_follow_seesEachChangeOnce() throws Exception {
    player.load(BOOK, 1, 0, State.PLAYING);
    startPlayer();
    ProcessBuilder builder =
        new ProcessBuilder(
            "timeout",
            "60",
            "playerctl",
            "-p",
            "earmark",
            "--follow",
            "metadata",
            "--format",
            "{{status}} {{title}}");
    builder.environment().putAll(bus.environment());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process follow = builder.start();
    List<String> lines = new CopyOnWriteArrayList<>();
    Thread reader =
        new Thread(() -> follow.inputReader().lines().forEach(lines::add), "follow-reader");
    reader.start();
    try {
      await().atMost(20, SECONDS).until(() -> lines.contains("Playing 第1回"));
      player.pause();
      await().atMost(20, SECONDS).until(() -> lines.contains("Paused 第1回"));
      player.load(BOOK, 2, 0, State.PLAYING);
      await().atMost(20, SECONDS).until(() -> lines.contains("Playing 第2回"));
    } finally {
      follow.destroy();
      reader.join();
    }
    assertThat(lines).startsWith("Playing 第1回", "Paused 第1回").endsWith("Playing 第2回");
  }
}
