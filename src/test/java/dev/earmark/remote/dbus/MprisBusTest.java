package dev.earmark.remote.dbus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.RoleRunner;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.playback.Problem;
import dev.earmark.remote.FakePlayService;
import dev.earmark.remote.FakePlayer;
import dev.earmark.remote.dbus.TestBus.Output;
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
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.Introspectable;
import org.freedesktop.dbus.interfaces.Properties;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The player on a real bus, commanded by the real playerctl and read by another connection. */
final class MprisBusTest {
  private static final String NAME = "org.mpris.MediaPlayer2.earmark";
  private static final Album BOOK = FakePlayer.book("demo:西游记-1", "西游记", 3);

  private final FakePlayer player = new FakePlayer();
  private final FakePlayService service = new FakePlayService();
  private final Health health = new Health();
  private final List<RoleRunner> runners = new CopyOnWriteArrayList<>();
  private TestBus bus;

  @BeforeEach
  void startBus() throws Exception {
    bus = TestBus.startOrSkip();
  }

  @AfterEach
  void endAll() throws Exception {
    runners.forEach(runner -> runner.close(Duration.ofSeconds(5)));
    if (bus != null) {
      bus.close();
    }
  }

  private void startPlayer() {
    start(MprisSettings.DEFAULT, bus.environment(), 1);
    await().atMost(20, SECONDS).until(() -> text().contains("on the session bus"));
  }

  private void start(MprisSettings settings, Map<String, String> environment, long pid) {
    MprisRole role =
        new MprisRole(
            settings, environment, player, service, Language.ZH, health, Clock.system(), pid);
    runners.add(new RoleRunner(role, Clock.system(), Duration.ofSeconds(1)).start());
  }

  private String text() {
    return health.parts().isEmpty() ? "" : health.parts().get(0).text();
  }

  private DBusConnection client() throws DBusException {
    return DBusConnectionBuilder.forAddress(bus.address()).withShared(false).build();
  }

  private static <T extends org.freedesktop.dbus.interfaces.DBusInterface> T remote(
      DBusConnection client, Class<T> type) throws DBusException {
    return client.getRemoteObject(NAME, MprisObject.PATH, type);
  }

  private static Variant<?> variant(Map<String, Variant<?>> all, String name) {
    return Objects.requireNonNull(all.get(name), name);
  }

  /** Asks the bus itself, since playerctl says 0 for whatever is stopped. */
  private long position() throws Exception {
    try (DBusConnection client = client()) {
      return remote(client, Properties.class).Get(MprisPlayer.NAME, "Position");
    }
  }

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

  private static DBusExecutionException error(Runnable call) {
    try {
      call.run();
    } catch (DBusExecutionException e) {
      return e;
    }
    throw new AssertionError("no error");
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
}
