package dev.earmark.config.value;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the texts of config.yml into values; every refusal says what would be right. */
public final class Parsers {
  private static final int LAST_PORT = 65_535;
  private static final Pattern WITH_UNIT =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([A-Za-z]+)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);
  private static final Map<String, Long> BYTES =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

  private static final Pattern TOKEN =
      Pattern.compile("(?i)([?&](?:token|key|secret|password|access_token)=)[^&,'\\s\u001f]+");

  private static final Pattern WEB_SOCKET =
      Pattern.compile("(wss?://[^?,\\s\u001f]*\\?)[^,'\\s\u001f]*");

  private Parsers() {}

  /**
   * Returns a text as it may be shown: tokens in the queries of addresses are masked, and whole
   * queries of WebSocket addresses, where a token may have any name.
   */
  public static String masked(String written) {
    String queries = WEB_SOCKET.matcher(written).replaceAll("$1***");
    return TOKEN.matcher(queries).replaceAll("$1***");
  }

  /** Returns the text as it is. */
  public static String text(String written) {
    return written;
  }

  /** Reads a yes or no. */
  public static boolean flag(String written) {
    return switch (written.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }

  /** Reads a whole number of a range, both ends included. */
  public static Function<String, Integer> integer(int min, int max) {
    return written -> {
      try {
        int value = Integer.parseInt(written.strip());
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // falls through to the sentence that names the range
      }
      throw new IllegalArgumentException("expected a whole number from " + min + " to " + max);
    };
  }

  /** Reads a number of a range, both ends included. */
  public static Function<String, Double> number(double min, double max) {
    return written -> {
      try {
        double value = Double.parseDouble(written.strip());
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // falls through to the sentence that names the range
      }
      throw new IllegalArgumentException(
          "expected a number from " + trim(min) + " to " + trim(max));
    };
  }

  /** Reads a time with its unit, such as {@code 700ms}, of a range, both ends included. */
  public static Function<String, Duration> duration(Duration min, Duration max) {
    return written -> {
      BigDecimal millis = withUnit(written, MILLIS);
      if (millis == null
          || millis.compareTo(BigDecimal.valueOf(min.toMillis())) < 0
          || millis.compareTo(BigDecimal.valueOf(max.toMillis())) > 0) {
        throw new IllegalArgumentException(
            "expected a time such as 700ms, 30s or 15m, from " + write(min) + " to " + write(max));
      }
      return Duration.ofMillis(millis.longValue());
    };
  }

  /** The presets' names, or a time of one's own. */
  public static Duration endSilence(String written) {
    return switch (written.strip()) {
      case "fast" -> Duration.ofMillis(250);
      case "normal" -> Duration.ofMillis(700);
      case "patient" -> Duration.ofMillis(1_250);
      default -> {
        try {
          yield duration(Duration.ofMillis(100), Duration.ofSeconds(5)).apply(written);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "expected fast, normal, patient, or a time such as 700ms, from 100ms to 5s", e);
        }
      }
    };
  }

  /** Reads a size with its unit, such as {@code 512MiB}; returns bytes. */
  public static long size(String written) {
    if (written.strip().equals("0")) {
      return 0;
    }
    BigDecimal bytes = withUnit(written, BYTES);
    if (bytes == null || bytes.compareTo(BigDecimal.valueOf(1L << 50)) > 0) {
      throw new IllegalArgumentException("expected a size such as 512MiB or 20GiB");
    }
    return bytes.longValue();
  }

  /** Reads a size of one byte or more, up to so many bytes. */
  public static Function<String, Long> sizeUpTo(long most) {
    return written -> {
      long bytes = size(written);
      if (bytes < 1 || bytes > most) {
        throw new IllegalArgumentException(
            "expected a size such as 512KiB, up to " + (most >> 20) + "MiB");
      }
      return bytes;
    };
  }

  /** Reads one of the words. */
  public static Function<String, String> oneOf(String... choices) {
    return written -> {
      if (List.of(choices).contains(written)) {
        return written;
      }
      throw new IllegalArgumentException(
          (choices.length == 1 ? "expected " : "expected one of ") + String.join(", ", choices));
    };
  }

  /** Returns the items of a list that was joined by {@link Key#SEPARATOR}. */
  public static List<String> list(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined.split(Key.SEPARATOR, -1));
  }

  /** Reads an address of a web server; a slash at its end is left out. */
  public static String httpAddress(String written) {
    try {
      URI uri = URI.create(written.strip());
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        String text = uri.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the sentence that shows an address
    }
    throw new IllegalArgumentException("expected an address such as http://127.0.0.1:11434/v1");
  }

  /** Reads the address of a WebSocket. */
  public static String socketAddress(String written) {
    try {
      URI uri = URI.create(written.strip());
      if (("ws".equals(uri.getScheme()) || "wss".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return uri.toString();
      }
    } catch (IllegalArgumentException e) {
      // falls through to the sentence that shows an address
    }
    throw new IllegalArgumentException("expected an address such as ws://127.0.0.1:2700");
  }

  /** Returns whether an address names a host, and perhaps a real port, and no user or password. */
  public static boolean hasPlainHost(URI address) {
    return address.getHost() != null
        && address.getUserInfo() == null
        && address.getPort() <= LAST_PORT;
  }

  /** Reads a pointer of RFC 6901. */
  public static String jsonPointer(String written) {
    if (written.isEmpty() || (written.startsWith("/") && !written.matches(".*~(?![01]).*"))) {
      return written;
    }
    throw new IllegalArgumentException("expected a JSON pointer such as /results or /data/0/hits");
  }

  /** Returns a time as it is written in config.yml. */
  public static String write(Duration time) {
    long millis = time.toMillis();
    if (millis % 3_600_000 == 0 && millis > 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0 && millis > 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }

  private static String trim(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static @Nullable BigDecimal withUnit(String written, Map<String, Long> units) {
    Matcher matcher = WITH_UNIT.matcher(written.strip());
    if (!matcher.matches()) {
      return null;
    }
    Long unit = units.get(matcher.group(2));
    return unit == null
        ? null
        : new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
  }
}
