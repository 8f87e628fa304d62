package dev.earmark.remote.dbus;

import java.util.Set;

/**
 * The player on a D-Bus, from {@code mpris.*}.
 *
 * @param bus {@code auto} (the session bus whenever there is one), {@code session}, {@code system}
 *     or {@code none}
 * @param name the last part of the bus name {@code org.mpris.MediaPlayer2.NAME}, also what {@code
 *     playerctl -p NAME} wants
 */
public record MprisSettings(String bus, String name) {
  private static final Set<String> BUSES = Set.of("auto", "session", "system", "none");

  /** The defaults. */
  public static final MprisSettings DEFAULT = new MprisSettings("auto", "earmark");

  /** Checks both. */
  public MprisSettings {
    if (!BUSES.contains(bus)) {
      throw new IllegalArgumentException("mpris.bus must be one of " + BUSES + ", not " + bus);
    }
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "mpris.name must be letters, digits, _ or -, no digit first, not '" + name + "'");
    }
  }

  /** Returns whether the text may be an element of a bus name (D-Bus specification, "Names"). */
  public static boolean isName(String name) {
    return name.matches("[A-Za-z_-][A-Za-z0-9_-]{0,99}");
  }
}
