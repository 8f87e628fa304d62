package dev.earmark.remote.dbus;

import dev.earmark.library.Album;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalInt;
import org.freedesktop.dbus.DBusPath;

/**
 * The object paths by which clients name the sections of a book. Elements of a path may hold only
 * {@code [A-Za-z0-9_]}, so every other byte of the album's id, and the underscore itself, is
 * written as an underscore and two hexadecimal digits, which keeps different ids apart.
 */
final class TrackId {
  /** The specification's id for "no track". */
  static final String NONE = "/org/mpris/MediaPlayer2/TrackList/NoTrack";

  private static final String ROOT = "/dev/earmark/track/";

  private TrackId() {}

  /** Returns the id of a section. */
  static DBusPath of(Album album, int section) {
    return new DBusPath(ofAlbum(album) + section);
  }

  /** Returns the section of the album that is meant; empty for another album or no id of ours. */
  static OptionalInt section(Album album, String path) {
    String prefix = ofAlbum(album);
    String rest = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
    boolean known = rest.matches("[1-9]\\d{0,8}") && album.section(number(rest)).isPresent();
    return known ? OptionalInt.of(number(rest)) : OptionalInt.empty();
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static String ofAlbum(Album album) {
    return ROOT + escaped(album.id()) + "/";
  }

  /** Returns a text as an element of a path, never empty. */
  static String escaped(String text) {
    if (text.isEmpty()) {
      return "_";
    }
    StringBuilder element = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
      element.append(plain ? String.valueOf((char) b) : String.format(Locale.ROOT, "_%02x", b));
    }
    return element.toString();
  }
}
