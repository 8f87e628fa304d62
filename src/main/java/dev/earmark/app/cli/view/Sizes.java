package dev.earmark.app.cli.view;

import java.util.Locale;

/** Sizes as people read them. */
public final class Sizes {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Sizes() {}

  /** Returns a number of bytes in the unit that suits it, such as {@code 181 KiB} or 20.5 GiB. */
  public static String text(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1_024 && unit < UNITS.length - 1) {
      value /= 1_024;
      unit++;
    }
    String format = unit > 1 && value < 100 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, format, value, UNITS[unit]);
  }

  /**
   * Returns how far something is that is being fetched, such as {@code model 3.0 MiB of 41.2 MiB}.
   *
   * @param total bytes in all, 0 or less when nobody said
   */
  public static String progress(String name, long bytes, long total) {
    return name + "  " + text(bytes) + (total > 0 ? " of " + text(total) : "");
  }
}
