package dev.earmark.remote.dbus;

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
 * The interface {@code org.mpris.MediaPlayer2.Player}; times are microseconds. LoopStatus and
 * Shuffle are optional and left out: a book has an order. Public because the D-Bus library calls it
 * by reflection.
 */
@DBusInterfaceName(MprisPlayer.NAME)
@DBusProperty(name = "PlaybackStatus", type = String.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "Rate", type = Double.class, access = DBusProperty.Access.READ_WRITE)
@DBusProperty(
    name = "Metadata",
    type = MprisPlayer.Metadata.class,
    access = DBusProperty.Access.READ)
@DBusProperty(name = "Volume", type = Double.class, access = DBusProperty.Access.READ_WRITE)
@DBusProperty(
    name = "Position",
    type = Long.class,
    access = DBusProperty.Access.READ,
    emitChangeSignal = EmitChangeSignal.FALSE)
@DBusProperty(name = "MinimumRate", type = Double.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "MaximumRate", type = Double.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanGoNext", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanGoPrevious", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanPlay", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanPause", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanSeek", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(
    name = "CanControl",
    type = Boolean.class,
    access = DBusProperty.Access.READ,
    emitChangeSignal = EmitChangeSignal.FALSE)
public interface MprisPlayer extends DBusInterface {
  /** The interface's name. */
  String NAME = "org.mpris.MediaPlayer2.Player";

  /** The type {@code a{sv}}. */
  interface Metadata extends TypeRef<Map<String, Variant<?>>> {}

  /** Goes to the next section; a silent player stays silent. */
  void Next();

  /** Goes to the section before; a silent player stays silent. */
  void Previous();

  /** Pauses. */
  void Pause();

  /** Pauses what plays, else plays. */
  void PlayPause();

  /** Stops; {@link #Play} begins the section anew. */
  void Stop();

  /** Plays, or goes on. */
  void Play();

  /** Moves by so much; past the end of the section it is {@link #Next}. */
  void Seek(long offset);

  /** Moves to a place of the section, unless the id is not the current one. */
  void SetPosition(DBusPath trackId, long position);

  /** Plays what an address names, see {@link PlayUri}. */
  void OpenUri(String uri);

  /** Tells that the position has jumped. */
  final class Seeked extends DBusSignal {
    private final long position;

    /** Makes the signal with the new position. */
    public Seeked(String path, long position) throws DBusException {
      super(path, position);
      this.position = position;
    }

    /** Returns the new position in microseconds. */
    public long position() {
      return position;
    }
  }
}
