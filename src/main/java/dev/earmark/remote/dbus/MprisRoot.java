package dev.earmark.remote.dbus;

import java.util.List;
import org.freedesktop.dbus.TypeRef;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusProperty;
import org.freedesktop.dbus.interfaces.DBusInterface;

/**
 * The interface {@code org.mpris.MediaPlayer2}. Public because the D-Bus library calls it by
 * reflection.
 */
@DBusInterfaceName(MprisRoot.NAME)
@DBusProperty(name = "CanQuit", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "CanRaise", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "HasTrackList", type = Boolean.class, access = DBusProperty.Access.READ)
@DBusProperty(name = "Identity", type = String.class, access = DBusProperty.Access.READ)
@DBusProperty(
    name = "SupportedUriSchemes",
    type = MprisRoot.Texts.class,
    access = DBusProperty.Access.READ)
@DBusProperty(
    name = "SupportedMimeTypes",
    type = MprisRoot.Texts.class,
    access = DBusProperty.Access.READ)
@SuppressWarnings("checkstyle:MethodName")
public interface MprisRoot extends DBusInterface {
  /** The interface's name. */
  String NAME = "org.mpris.MediaPlayer2";

  /** The type {@code as}. */
  interface Texts extends TypeRef<List<String>> {}

  /** Does nothing: there is no window. */
  void Raise();

  /** Does nothing: the daemon belongs to the system. */
  void Quit();
}
