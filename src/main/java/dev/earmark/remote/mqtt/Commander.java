package dev.earmark.remote.mqtt;

import dev.earmark.assistant.ports.Assistant;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.Transport;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Does what a message commands. Thread-safe; a disk that hangs costs a quarter of a second. */
final class Commander {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LONGEST = 1_000;

  /** The longest sleep timer, in minutes. */
  static final int MOST_MINUTES = 24 * 60;

  /** The slowest speed. */
  static final double SLOWEST = 0.5;

  /** The fastest speed. */
  static final double FASTEST = 3;

  private final Player player;
  private final PlayService service;
  private final Transport transport;
  private final Assistant assistant;

  Commander(Player player, PlayService service, Assistant assistant) {
    this.player = player;
    this.service = service;
    this.transport = new Transport(player, service);
    this.assistant = assistant;
  }

  /**
   * Does it.
   *
   * @throws IllegalArgumentException with one sentence when the text is no such command
   */
  void accept(Command command, String text) {
    if (text.isBlank() || text.length() > LONGEST) {
      throw new IllegalArgumentException("expected a text of 1 to " + LONGEST + " characters");
    }
    switch (command) {
      case TRANSPORT -> transport(text.strip().toUpperCase(Locale.ROOT));
      case BOOK -> book(text.strip());
      case SAY -> assistant.begin(text.strip(), null, /* aloud= */ true);
      case VOLUME -> player.setVolume((int) Math.round(number(text, 0, 100)));
      case SPEED -> player.setSpeed(number(text, SLOWEST, FASTEST));
      case SEEK -> seek(number(text, 0, 1e6));
      case SLEEP -> player.sleepAfterMinutes(number(text, 0, MOST_MINUTES));
      case LISTENING -> assistant.setMuted(isOff(text.strip()));
    }
  }

  private void transport(String key) {
    switch (key) {
      case "PLAY", "RESUME" -> needed(transport.resume().isPresent(), "nothing was heard yet");
      case "PAUSE" -> transport.pause();
      case "STOP" -> transport.stop();
      case "NEXT" -> needed(transport.next().isPresent(), "there is no next section");
      case "PREVIOUS" -> needed(transport.back().isPresent(), "there is no previous section");
      default -> throw new IllegalArgumentException("expected PLAY, PAUSE, STOP, NEXT or PREVIOUS");
    }
  }

  private static void needed(boolean there, String otherwise) {
    if (!there) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private void book(String text) {
    if (!text.startsWith("{")) {
      service.play(text, /* section= */ 0, "");
      return;
    }
    JsonNode wish;
    try {
      wish = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "expected a title, or JSON such as {\"keyword\": \"Alice\", \"section\": 3}", e);
    }
    String keyword = wish.path("keyword").asString("").strip();
    JsonNode section = wish.path("section");
    boolean numbered = section.isMissingNode() || (section.isInt() && section.intValue() >= 0);
    if (keyword.isEmpty() || !numbered) {
      throw new IllegalArgumentException(
          "expected a keyword and perhaps a whole number as section");
    }
    service.play(keyword, section.asInt(0), "");
  }

  private void seek(double seconds) {
    needed(player.seekTo(seconds).isPresent(), "there is no book to seek in");
  }

  private static boolean isOff(String text) {
    return switch (text.toUpperCase(Locale.ROOT)) {
      case "ON" -> false;
      case "OFF" -> true;
      default -> throw new IllegalArgumentException("expected ON or OFF");
    };
  }

  private static double number(String text, double min, double max) {
    double value;
    try {
      value = Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(range(min, max), e);
    }
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(range(min, max));
    }
    return value;
  }

  private static String range(double min, double max) {
    return String.format(Locale.ROOT, "expected a number from %s to %s", plain(min), plain(max));
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
