package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows the status again and again, once a second: a line that stays in its place on a terminal,
 * one object a line for programs, and elsewhere a line whenever something other than the position
 * has changed.
 */
final class StatusWatch {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Supplier<JsonNode> status;
  private final Screen screen;
  private final Messages say;
  private final Clock clock;

  /** Where it is shown. */
  interface Screen {
    /** Shows a line for good. */
    void line(String text);

    /** Shows a line in the place of the one before. */
    void live(String text);

    /** Leaves the live line standing. */
    void endLive();

    /** Returns whether nobody reads it any more, such as behind {@code head}. */
    boolean isClosed();
  }

  /** How it is shown. */
  enum Form {
    LIVE,
    LINES,
    JSON
  }

  StatusWatch(Supplier<JsonNode> status, Screen screen, Messages say, Clock clock) {
    this.say = say;
    this.status = status;
    this.screen = screen;
    this.clock = clock;
  }

  /**
   * Goes on until the daemon ends, or nobody reads any more, which shows with the next line.
   *
   * @param width columns of the terminal
   * @throws CliException when the daemon has ended, with exit code 3
   */
  void run(Form form, int width) throws InterruptedException {
    String shown = "";
    boolean seen = false;
    while (!screen.isClosed()) {
      JsonNode now;
      try {
        now = status.get();
      } catch (CliException e) {
        if (seen && e.exitCode() == CliException.UNREACHABLE) {
          screen.endLive();
          throw new CliException(
              CliException.UNREACHABLE, "the daemon has ended; start it again with: ./earmark run");
        }
        throw e;
      }
      seen = true;
      String text = form == Form.JSON ? Json.write(now) : line(now);
      if (form == Form.LIVE) {
        screen.live(cut(text, width));
      } else {
        String key = form == Form.JSON ? text : line(withoutPosition(now));
        if (!key.equals(shown)) {
          screen.line(text);
          shown = key;
        }
      }
      clock.sleep(EVERY);
    }
  }

  private String line(JsonNode status) {
    return StatusText.playing(status, say) + rest(status);
  }

  /** What moves all the time is no reason for another line, in whatever language it is written. */
  private static JsonNode withoutPosition(JsonNode status) {
    JsonNode copy = status.deepCopy();
    if (copy instanceof ObjectNode fields) {
      fields.remove("position_s");
    }
    return copy;
  }

  /**
   * Returns what else goes on: listening, sleep timer, timers, downloads, problems. Without the
   * seconds that are left, since a line is shown again when one changes.
   */
  private String rest(JsonNode status) {
    StringBuilder rest = new StringBuilder();
    String ears = status.path("listening").path("state").asString("");
    if (!ears.isEmpty()) {
      rest.append(" | ").append(ears.equals("off") ? say.text("ears.off") : say.text(ears));
    }
    if (!StatusText.sleep(status.path("sleep"), say).isEmpty()) {
      rest.append(" | ").append(say.text("sleep"));
    }
    for (JsonNode timer : status.path("timers")) {
      rest.append(" | ").append(say.text(timer.path("kind").asString("timer")));
      String name = timer.path("name").asString("");
      rest.append(name.isEmpty() ? "" : " " + name);
    }
    for (JsonNode download : status.path("downloads")) {
      if (download.path("state").asString("").equals("running")) {
        rest.append(" | ").append(say.text("fetching", download.path("album").asString("")));
        long total = download.path("total_bytes").asLong(-1);
        if (total > 0) {
          rest.append(' ').append(100 * download.path("bytes").asLong(0) / total).append('%');
        }
      }
    }
    String problem = status.path("problem").asString("");
    return problem.isEmpty() ? rest.toString() : rest + " | ! " + problem;
  }

  /** Cuts a line to the columns of a terminal; characters of East Asia take two. */
  static String cut(String text, int width) {
    int columns = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      columns += text.codePointAt(i) >= 0x1100 ? 2 : 1;
      if (columns > width - 1) {
        return text.substring(0, i);
      }
    }
    return text;
  }
}
