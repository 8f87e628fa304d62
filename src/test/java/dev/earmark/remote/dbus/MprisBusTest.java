package dev.earmark.remote.dbus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.errors.NotSupported;
import org.freedesktop.dbus.errors.PropertyReadOnly;
import org.freedesktop.dbus.errors.UnknownInterface;
import org.freedesktop.dbus.errors.UnknownProperty;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.Introspectable;
import org.freedesktop.dbus.interfaces.Properties;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.Test;

/** The player on a real bus, commanded by the real playerctl and read by another connection. */
final class MprisBusTest extends MprisFixture {
  // ---- the interfaces

  @Test
  void introspection_names_areThoseOfTheSpecification() throws Exception {
    startPlayer();
    try (DBusConnection client = client()) {
      String xml = remote(client, Introspectable.class).Introspect();
      for (String member :
          List.of(
              "Raise",
              "Quit",
              "CanQuit",
              "CanRaise",
              "HasTrackList",
              "Identity",
              "SupportedUriSchemes",
              "SupportedMimeTypes",
              "Next",
              "Previous",
              "Pause",
              "PlayPause",
              "Stop",
              "Play",
              "Seek",
              "SetPosition",
              "OpenUri",
              "PlaybackStatus",
              "Rate",
              "Metadata",
              "Volume",
              "Position",
              "MinimumRate",
              "MaximumRate",
              "CanGoNext",
              "CanGoPrevious",
              "CanPlay",
              "CanPause",
              "CanSeek",
              "CanControl",
              "Seeked",
              "GetTracksMetadata",
              "AddTrack",
              "RemoveTrack",
              "GoTo",
              "Tracks",
              "CanEditTracks",
              "TrackListReplaced",
              "TrackMetadataChanged",
              "PropertiesChanged")) {
        assertThat(xml).contains("name=\"" + member + "\"");
      }
      for (String name : List.of(MprisRoot.NAME, MprisPlayer.NAME, MprisTrackList.NAME)) {
        for (String property : remote(client, Properties.class).GetAll(name).keySet()) {
          assertThat(xml).contains("property name=\"" + property + "\"");
        }
      }
    }
  }

  @Test
  void properties_everyOneOfTheSpecification_hasItsType() throws Exception {
    player.load(BOOK, 2, 1.5, State.PLAYING);
    startPlayer();
    try (DBusConnection client = client()) {
      Properties properties = remote(client, Properties.class);
      Map<String, Variant<?>> all = properties.GetAll(MprisPlayer.NAME);
      String types =
          all.entrySet().stream()
              .map(e -> e.getKey() + " " + e.getValue().getSig())
              .sorted()
              .reduce("", (a, b) -> a + b + ", ");
      assertThat(types)
          .isEqualTo(
              "CanControl b, CanGoNext b, CanGoPrevious b, CanPause b, CanPlay b, CanSeek b,"
                  + " MaximumRate d, Metadata a{sv}, MinimumRate d, PlaybackStatus s, Position x,"
                  + " Rate d, Volume d, ");
      assertThat(variant(all, "Position").getValue()).isEqualTo(1_500_000L);
      assertThat(variant(properties.GetAll(MprisTrackList.NAME), "Tracks").getSig())
          .isEqualTo("ao");
      assertThat(variant(properties.GetAll(MprisRoot.NAME), "SupportedMimeTypes").getSig())
          .isEqualTo("as");
    }
  }

  @Test
  void properties_wrongNamesAndValues_areErrors() throws Exception {
    startPlayer();
    try (DBusConnection client = client()) {
      Properties properties = remote(client, Properties.class);
      assertThat(error(() -> properties.Get(MprisPlayer.NAME, "Shuffle")))
          .isInstanceOf(UnknownProperty.class);
      assertThat(error(() -> properties.GetAll("org.example")))
          .isInstanceOf(UnknownInterface.class);
      assertThat(error(() -> properties.Set(MprisPlayer.NAME, "Position", new Variant<>(1L))))
          .isInstanceOf(PropertyReadOnly.class);
      MprisPlayer remote = remote(client, MprisPlayer.class);
      assertThat(error(() -> remote.OpenUri("file:///x"))).isInstanceOf(NotSupported.class);
      assertThat(error(remote::PlayPause)).hasMessageContaining("no book yet");
    }
  }

  @Test
  void rate_zeroPausesOthersAreClipped() throws Exception {
    player.load(BOOK, 2, 1, State.PLAYING);
    startPlayer();
    try (DBusConnection client = client()) {
      Properties properties = remote(client, Properties.class);
      properties.Set(MprisPlayer.NAME, "Rate", new Variant<>(99.0));
      assertThat(player.snapshot().speed()).isEqualTo(3);
      properties.Set(MprisPlayer.NAME, "Rate", new Variant<>(-1.0));
      assertThat(player.snapshot().speed()).isEqualTo(3);
      properties.Set(MprisPlayer.NAME, "Rate", new Variant<>(0.0));
      assertThat(player.snapshot().state()).isEqualTo(State.PAUSED);
      assertThat(player.snapshot().speed()).isEqualTo(3);
      properties.Set(MprisPlayer.NAME, "Volume", new Variant<>(-0.5));
      assertThat(player.snapshot().volume()).isEqualTo(0);
    }
  }

  @Test
  void setPosition_staleIdOrOutside_isIgnored() throws Exception {
    player.load(BOOK, 2, 40, State.PLAYING);
    startPlayer();
    try (DBusConnection client = client()) {
      MprisPlayer remote = remote(client, MprisPlayer.class);
      DBusPath current = TrackId.of(BOOK, 2);
      remote.SetPosition(TrackId.of(BOOK, 1), 5_000_000);
      remote.SetPosition(current, -1);
      remote.SetPosition(current, 100_000_001);
      assertThat(player.snapshot().positionS()).isEqualTo(40);
      remote.SetPosition(current, 100_000_000);
      assertThat(player.snapshot().positionS()).isEqualTo(100);
      remote.Seek(Long.MIN_VALUE);
      assertThat(player.snapshot().positionS()).isEqualTo(0);
    }
  }

  @Test
  void trackList_goTo_playsKnownSectionsAlone() throws Exception {
    player.load(BOOK, 1, 40, State.PLAYING);
    startPlayer();
    try (DBusConnection client = client()) {
      MprisTrackList remote = remote(client, MprisTrackList.class);
      List<Map<String, Variant<?>>> known =
          remote.GetTracksMetadata(
              List.of(
                  TrackId.of(BOOK, 1),
                  new DBusPath(TrackId.NONE),
                  TrackId.of(BOOK, 9),
                  TrackId.of(BOOK, 3)));
      assertThat(known.stream().map(m -> String.valueOf(variant(m, "xesam:title").getValue())))
          .containsExactly("第1回", "第3回");
      remote.GoTo(TrackId.of(BOOK, 9));
      assertThat(player.calls()).isEmpty();
      remote.GoTo(TrackId.of(BOOK, 3));
      assertThat(player.snapshot().section()).isEqualTo(3);
      assertThat(error(() -> remote.RemoveTrack(TrackId.of(BOOK, 3))))
          .isInstanceOf(NotSupported.class);
    }
  }

  @Test
  void signals_commandsOfAClient_areToldInOrder() throws Exception {
    player.load(BOOK, 1, 40, State.PLAYING);
    startPlayer();
    List<String> heard = new CopyOnWriteArrayList<>();
    try (DBusConnection client =
        DBusConnectionBuilder.forAddress(bus.address())
            .withShared(false)
            .receivingThreadConfig()
            .withSignalThreadCount(1)
            .connectionConfig()
            .build()) {
      client.addSigHandler(
          Properties.PropertiesChanged.class,
          s -> heard.add(s.getPropertiesChanged().keySet() + "-" + s.getPropertiesRemoved()));
      client.addSigHandler(MprisPlayer.Seeked.class, s -> heard.add("seeked " + s.position()));
      client.addSigHandler(
          MprisTrackList.TrackListReplaced.class, s -> heard.add("replaced " + s.tracks().size()));
      MprisPlayer remote = remote(client, MprisPlayer.class);
      remote.Seek(10_000_000);
      await().atMost(20, SECONDS).until(() -> heard.contains("seeked 50000000"));
      remote.Pause();
      remote.Pause();
      await().atMost(20, SECONDS).until(() -> heard.contains("[PlaybackStatus]-[]"));
      player.load(FakePlayer.book("demo:y", "Y", 1), 1, 0, State.PAUSED);
      await().atMost(20, SECONDS).until(() -> heard.contains("replaced 1"));
      assertThat(heard)
          .filteredOn(line -> !line.startsWith("[Metadata"))
          .filteredOn(line -> !line.startsWith("[CanGoNext"))
          .containsExactly("seeked 50000000", "[PlaybackStatus]-[]", "[]-[Tracks]", "replaced 1");
      assertThat(heard).noneMatch(line -> line.contains("Position"));
    }
  }

  @Test
  void get_thousandTimes_answersWithoutCommands() throws Exception {
    player.load(FakePlayer.book("demo:long", "x", 1_000), 500, 40, State.PLAYING);
    startPlayer();
    try (DBusConnection client = client()) {
      Properties properties = remote(client, Properties.class);
      for (int i = 0; i < 1_000; i++) {
        assertThat(properties.<Long>Get(MprisPlayer.NAME, "Position")).isEqualTo(40_000_000L);
      }
    }
    assertThat(player.calls()).isEmpty();
  }

  // ---- names and buses

  @Test
  void name_taken_secondInstanceGetsItsNumber() throws Exception {
    startPlayer();
    start(MprisSettings.DEFAULT, bus.environment(), 4_711);
    await().atMost(20, SECONDS).until(() -> text().startsWith("earmark.instance4711"));
    assertThat(bus.run("playerctl", "-l").text().lines())
        .containsExactlyInAnyOrder("earmark", "earmark.instance4711");
  }

  @Test
  void bus_goesAndComesBack_playerIsThereAgain() throws Exception {
    player.load(BOOK, 1, 40, State.PLAYING);
    startPlayer();
    bus.stop();
    await().atMost(20, SECONDS).until(() -> text().startsWith("off: "));
    player.pause(); // nobody hears it, and nothing is hindered by that
    bus.startAgain();
    await().atMost(40, SECONDS).until(() -> text().contains("on the session bus"));
    assertThat(bus.playerctl("status").text()).isEqualTo("Paused");
    assertThat(runners.get(0).lastFailure()).isNull();
  }

  @Test
  void bus_missing_isNoProblemUnlessItIsDemanded() {
    start(MprisSettings.DEFAULT, Map.of(), 1);
    await().atMost(20, SECONDS).until(() -> text().equals("off: there is no session bus"));
    assertThat(health.parts().get(0).ok()).isTrue();
    start(new MprisSettings("session", "earmark"), Map.of(), 1);
    await().atMost(20, SECONDS).until(() -> !health.parts().get(0).ok());
    assertThat(text()).contains("set mpris.bus");
  }

  @Test
  void close_player_leavesTheBus() throws Exception {
    startPlayer();
    assertThat(runners.get(0).close(Duration.ofSeconds(5))).isTrue();
    await()
        .atMost(20, SECONDS)
        .until(() -> bus.run("playerctl", "-l").text().contains("No players found"));
  }

  private static Variant<?> variant(Map<String, Variant<?>> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  private static DBusExecutionException error(Runnable call) {
    try {
      call.run();
    } catch (DBusExecutionException e) {
      return e;
    }
    throw new AssertionError("no error");
  }
}
