package dev.earmark.remote.dbus;

import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.Variant;

/** Where changes are announced. */
interface Signals {
  /** Properties of the player have new values. */
  void playerChanged(Map<String, Variant<?>> changed);

  /** The list of tracks is another one. */
  void tracksReplaced(List<DBusPath> tracks, DBusPath current);

  /** More is known of a track. */
  void trackChanged(DBusPath track, Map<String, Variant<?>> metadata);

  /** The position has jumped to a place. */
  void seeked(long positionUs);
}
