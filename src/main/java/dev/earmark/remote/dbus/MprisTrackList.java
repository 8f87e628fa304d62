package dev.earmark.remote.dbus;

import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.TypeRef;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusProperty;
import org.freedesktop.dbus.annotations.PropertiesEmitsChangedSignal.EmitChangeSignal;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.Variant;

/**
 * The interface {@code org.mpris.MediaPlayer2.TrackList}: some sections around the current one. A
 * book cannot be edited, so tracks are neither added nor removed one by one. Public because the
 * D-Bus library calls it by reflection.
 */
@DBusInterfaceName(MprisTrackList.NAME)
@DBusProperty(
    name = "Tracks",
    type = MprisTrackList.Paths.class,
    access = DBusProperty.Access.READ,
    emitChangeSignal = EmitChangeSignal.INVALIDATES)
@DBusProperty(name = "CanEditTracks", type = Boolean.class, access = DBusProperty.Access.READ)
public interface MprisTrackList extends DBusInterface {
  /** The interface's name. */
  String NAME = "org.mpris.MediaPlayer2.TrackList";

  /** The type {@code ao}. */
  interface Paths extends TypeRef<List<DBusPath>> {}

  /** Returns what is known of the sections; unknown ids are left out. */
  List<Map<String, Variant<?>>> GetTracksMetadata(List<DBusPath> trackIds);

  /** Does nothing, since CanEditTracks is false. */
  void AddTrack(String uri, DBusPath afterTrack, boolean setAsCurrent);

  /** Does nothing, since CanEditTracks is false. */
  void RemoveTrack(DBusPath trackId);

  /** Plays a section of the current book; nothing happens on an unknown id. */
  void GoTo(DBusPath trackId);

  /** Tells that the whole list is another one. */
  final class TrackListReplaced extends DBusSignal {
    private final List<DBusPath> tracks;

    /** Makes the signal. */
    public TrackListReplaced(String path, List<DBusPath> tracks, DBusPath currentTrack)
        throws DBusException {
      super(path, tracks, currentTrack);
      this.tracks = List.copyOf(tracks);
    }

    /** Returns the new list. */
    public List<DBusPath> tracks() {
      return tracks;
    }
  }

  /** Tells that more is known of a track. */
  final class TrackMetadataChanged extends DBusSignal {
    private final DBusPath trackId;

    /** Makes the signal. */
    public TrackMetadataChanged(String path, DBusPath trackId, Map<String, Variant<?>> metadata)
        throws DBusException {
      super(path, trackId, metadata);
      this.trackId = trackId;
    }

    /** Returns the track. */
    public DBusPath trackId() {
      return trackId;
    }
  }
}
