package dev.earmark.remote.dbus;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.connections.IDisconnectCallback;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.DBus;
import org.freedesktop.dbus.interfaces.Properties.PropertiesChanged;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/** One connection to a bus, with the object exported. Opening and closing may block. */
final class BusLink implements Signals, AutoCloseable {
  private static final String PREFIX = MprisRoot.NAME + ".";
  private static final UInt32 DO_NOT_QUEUE = new UInt32(4);
  private static final int OWNER = 1;
  private static final int ALREADY_OWNER = 4;

  private final DBusConnection connection;
  private final AtomicBoolean lost;

  private BusLink(DBusConnection connection, AtomicBoolean lost) {
    this.connection = connection;
    this.lost = lost;
  }

  /**
   * Connects and exports the object; nobody finds it before {@link #own}.
   *
   * @param onLost called from the library's thread when the bus goes away
   */
  static BusLink open(String address, MprisObject object, Runnable onLost) throws IOException {
    AtomicBoolean lost = new AtomicBoolean();
    Runnable gone =
        () -> {
          lost.set(true);
          onLost.run();
        };
    try {
      // One thread for calls, so that commands are carried out in the order in which they came.
      DBusConnection connection =
          DBusConnectionBuilder.forAddress(address)
              .withShared(false)
              .receivingThreadConfig()
              .withMethodCallThreadCount(1)
              .withSignalThreadCount(1)
              .withErrorHandlerThreadCount(1)
              .withMethodReturnThreadCount(1)
              .connectionConfig()
              .withDisconnectCallback(callback(gone))
              .build();
      BusLink link = new BusLink(connection, lost);
      connection.exportObject(MprisObject.PATH, object);
      return link;
    } catch (DBusException | DBusExecutionException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static IDisconnectCallback callback(Runnable gone) {
    return new IDisconnectCallback() {
      @Override
      public void disconnectOnError(IOException e) {
        gone.run();
      }

      @Override
      public void exceptionOnTerminate(IOException e) {
        gone.run();
      }
    };
  }

  /**
   * Takes the name, or one with the process's number behind it when another program has it; a name
   * is never taken from its owner.
   *
   * @return the name without its common prefix
   */
  String own(String name, long pid) throws IOException {
    try {
      DBus bus =
          connection.getRemoteObject("org.freedesktop.DBus", "/org/freedesktop/DBus", DBus.class);
      for (String wanted : List.of(name, name + ".instance" + pid)) {
        int answer = bus.RequestName(PREFIX + wanted, DO_NOT_QUEUE).intValue();
        if (answer == OWNER || answer == ALREADY_OWNER) {
          return wanted;
        }
      }
    } catch (DBusException | DBusExecutionException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    throw new IOException("the names " + PREFIX + name + " and ….instance" + pid + " are taken");
  }

  boolean isLost() {
    return lost.get() || !connection.isConnected();
  }

  @Override
  public void playerChanged(Map<String, Variant<?>> changed) {
    send(() -> new PropertiesChanged(MprisObject.PATH, MprisPlayer.NAME, changed, List.of()));
  }

  @Override
  public void tracksReplaced(List<DBusPath> tracks, DBusPath current) {
    send(
        () ->
            new PropertiesChanged(
                MprisObject.PATH, MprisTrackList.NAME, Map.of(), List.of("Tracks")));
    send(() -> new MprisTrackList.TrackListReplaced(MprisObject.PATH, tracks, current));
  }

  @Override
  public void trackChanged(DBusPath track, Map<String, Variant<?>> metadata) {
    send(() -> new MprisTrackList.TrackMetadataChanged(MprisObject.PATH, track, metadata));
  }

  @Override
  public void seeked(long positionUs) {
    send(() -> new MprisPlayer.Seeked(MprisObject.PATH, positionUs));
  }

  private interface Made {
    DBusSignal signal() throws DBusException;
  }

  private void send(Made made) {
    try {
      connection.sendMessage(made.signal());
    } catch (DBusException e) {
      throw new IllegalStateException("a signal of ours cannot be written", e);
    }
  }

  @Override
  public void close() {
    connection.disconnect();
  }
}
