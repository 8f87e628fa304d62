package dev.earmark.remote.dbus;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.RoleRunner;
import dev.earmark.library.Album;
import dev.earmark.remote.FakePlayService;
import dev.earmark.remote.FakePlayer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The player on a real bus of its own. */
abstract class MprisFixture {
  static final String NAME = "org.mpris.MediaPlayer2.earmark";
  static final Album BOOK = FakePlayer.book("demo:西游记-1", "西游记", 3);
  final FakePlayer player = new FakePlayer();
  final FakePlayService service = new FakePlayService();
  final Health health = new Health();
  final List<RoleRunner> runners = new CopyOnWriteArrayList<>();
  TestBus bus;

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

  void startPlayer() {
    start(MprisSettings.DEFAULT, bus.environment(), 1);
    await().atMost(20, SECONDS).until(() -> text().contains("on the session bus"));
  }

  void start(MprisSettings settings, Map<String, String> environment, long pid) {
    MprisRole role =
        new MprisRole(
            settings, environment, player, service, Language.ZH, health, Clock.system(), pid);
    runners.add(new RoleRunner(role, Clock.system(), Duration.ofSeconds(1)).start());
  }

  String text() {
    return health.parts().isEmpty() ? "" : health.parts().get(0).text();
  }

  DBusConnection client() throws DBusException {
    return DBusConnectionBuilder.forAddress(bus.address()).withShared(false).build();
  }

  static <T extends org.freedesktop.dbus.interfaces.DBusInterface> T remote(
      DBusConnection client, Class<T> type) throws DBusException {
    return client.getRemoteObject(NAME, MprisObject.PATH, type);
  }

  /** Asks the bus itself, since playerctl says 0 for whatever is stopped. */
  long position() throws Exception {
    try (DBusConnection client = client()) {
      return remote(client, Properties.class).Get(MprisPlayer.NAME, "Position");
    }
  }
}
