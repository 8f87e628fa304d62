package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.runs.PlayFollower;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.text.Lengths;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Direct control of the daemon's player; no model is involved. Each method is a command, which
 * {@link EarmarkCommand} takes over as one of its own; they are static since picocli would look for
 * the object in the command above.
 */
@Command(name = "player")
final class PlayerCommands {
  private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,3}):)?(\\d{1,3}):(\\d{1,2})");

  /** As people write numbers: {@code Double.parseDouble} would take {@code 1e3} and {@code 5f}. */
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,9}(?:\\.\\d{1,6})?");

  private static final Pattern SECTIONS = Pattern.compile("(\\d{1,4})([sc])");
  private static final Pattern TIME_OF_DAY = Pattern.compile("(?:[01]?\\d|2[0-3]):[0-5]\\d");

  private static final String SLEEP =
      "minutes (30 or 30m, up to 1440), a time of day (22:30), chapters (1c), sections (1s: this"
          + " one), +10 for ten minutes more, or 0 for no sleep timer";
  private static final String PLACE = "a time such as +30, -15, 90, 12:41 or 1:02:41";

  @Command(name = "play", description = "Play a section of the book that is meant by the words.")
  static int play(
      @Mixin Context context,
      @Parameters(paramLabel = "KEYWORD", description = "The book's title, or part of it.")
          String keyword,
      @Parameters(
              paramLabel = "SECTION",
              arity = "0..1",
              description = "1-based; without it, where you left off.")
          @Nullable Integer section,
      @Option(
              names = "--follow",
              description = "Wait until it sounds (exit 0) or has failed (exit 1), and say why.")
          boolean follow) {
    if (section != null && section < 1) {
      throw new CliException(
          CliException.USAGE,
          "sections count from 1, but it is '"
              + section
              + "'; without a number it goes on where you left off");
    }
    if (keyword.isBlank()) {
      throw new CliException(CliException.USAGE, context.say().text("play.what"));
    }
    ObjectNode body = Json.object().put("keyword", keyword);
    if (section != null) {
      body.put("section", section);
    }
    if (!follow) {
      return post(context, "play", body);
    }
    PlayFollower follower = new PlayFollower(context, context.daemon());
    follower.mark(body);
    int answered = post(context, "play", body);
    return answered == 0 && follower.sounds() ? 0 : CliException.FAILED;
  }

  @Command(name = "pause", description = "Pause.")
  static int pause(@Mixin Context context) {
    return post(context, "pause", Json.object());
  }

  @Command(name = "resume", description = "Go on where it was.")
  static int resume(@Mixin Context context) {
    return post(context, "resume", Json.object());
  }

  @Command(name = "stop", description = "Stop and keep the place.")
  static int stop(@Mixin Context context) {
    return post(context, "stop", Json.object());
  }

  @Command(name = "next", description = "Go to the next section.")
  static int next(@Mixin Context context) {
    return post(context, "next", Json.object());
  }

  @Command(
      name = "previous",
      description = "Go to the start of the section; within its first 5 s to the one before.")
  static int previous(@Mixin Context context) {
    return post(context, "previous", Json.object());
  }

  @Command(name = "seek", description = "Move: +30 or -15 seconds, or to 12:41 or 90.")
  static int seek(
      @Mixin Context context,
      @Parameters(paramLabel = "[+|-]SECONDS|M:SS", description = "How far, or where to.")
          String where) {
    ObjectNode body = Json.object();
    Matcher clock = CLOCK.matcher(where);
    if (clock.matches()) {
      body.put("position", place(clock, where));
    } else {
      boolean relative = where.startsWith("+") || where.startsWith("-");
      body.put(relative ? "seconds" : "position", number(where, PLACE));
    }
    return post(context, "seek", body);
  }

  /** Minutes without an hour may be more than 59, as in {@code 75:00}; seconds never. */
  private static double place(Matcher clock, String where) {
    double hours = clock.group(1) == null ? 0 : Integer.parseInt(clock.group(1));
    double mostMinutes = clock.group(1) == null ? 999 : 59;
    double minutes = within(0, Integer.parseInt(clock.group(2)), mostMinutes, PLACE, where);
    return 3_600 * hours
        + 60 * minutes
        + within(0, Integer.parseInt(clock.group(3)), 59, PLACE, where);
  }

  @Command(
      name = "volume",
      description = "Set the volume: 40, or +10, or -10; without it show the volume.")
  static int volume(
      @Mixin Context context,
      @Parameters(
              paramLabel = "[+|-]PERCENT",
              arity = "0..1",
              description = "0 to 100, or a change.")
          @Nullable String level) {
    if (level == null) {
      return show(context, now -> context.say().text("volume.is", now.path("volume").asInt(0)));
    }
    boolean relative = level.startsWith("+") || level.startsWith("-");
    String wanted = "a volume from 0 to 100 such as 40, or a change such as +10 or -10";
    double value = within(-100, number(level, wanted), 100, wanted, level);
    return post(
        context,
        "volume",
        Json.object().put(relative ? "delta" : "level", (int) Math.round(value)));
  }

  @Command(name = "speed", description = "Set the speed: 0.5 to 3; without it show the speed.")
  static int speed(
      @Mixin Context context,
      @Parameters(paramLabel = "RATE", arity = "0..1", description = "1 is normal.")
          @Nullable String rate) {
    if (rate == null) {
      return show(
          context,
          now -> context.say().text("speed.is", Lengths.number(now.path("speed").asDouble(1))));
    }
    String wanted = "a speed from 0.5 to 3 such as 1.25; 1 is normal";
    double value = within(0.5, number(rate, wanted), 3, wanted, rate);
    return post(context, "speed", Json.object().put("rate", value));
  }

  @Command(
      name = "sleep",
      description =
          "Stop after some minutes (30, 30m), sections (2s) or chapters (1c), or at a time of day"
              + " (23:30); +10 extends it; 0 calls it off; without it show the timer.")
  static int sleep(
      @Mixin Context context,
      @Parameters(
              paramLabel = "[+]MINUTES|Ns|Nc|HH:MM",
              arity = "0..1",
              description = "30 or 30m: minutes; 1s: the end of this section, 2s: of the next.")
          @Nullable String when) {
    if (when == null) {
      return show(context, now -> sleeps(now, context.say()));
    }
    Matcher sections = SECTIONS.matcher(when);
    ObjectNode body = Json.object();
    if (sections.matches()) {
      body.put(
          sections.group(2).equals("s") ? "sections" : "chapters",
          Integer.parseInt(sections.group(1)));
    } else if (TIME_OF_DAY.matcher(when).matches()) {
      body.put("at", when);
    } else if (when.startsWith("+")) {
      body.put("extend", within(0.1, number(when, SLEEP), 1_440, SLEEP, when));
    } else {
      String minutes = when.replaceFirst("(?<=\\d)\\s?(?:m|min)$", "");
      body.put("minutes", within(0, number(minutes, SLEEP, when), 1_440, SLEEP, when));
    }
    return post(context, "sleep", body);
  }

  private static String sleeps(JsonNode status, Messages say) {
    String sleep = StatusText.sleep(status.path("sleep"), say);
    return sleep.isEmpty() ? say.text("sleep.none") : sleep;
  }

  /** Prints what the status says of one thing; with {@code --json} the whole status. */
  private static int show(Context context, Function<JsonNode, String> text) {
    JsonNode status = context.daemon().get("/api/status");
    if (context.json()) {
      context.print(status);
    } else {
      context.print(text.apply(status));
    }
    return 0;
  }

  private static double within(
      double least, double value, double most, String expected, String text) {
    if (value >= least && value <= most) {
      return value;
    }
    throw new CliException(
        CliException.USAGE, "expected " + expected + ", but it is '" + text + "'");
  }

  private static double number(String text, String expected) {
    return number(text, expected, text);
  }

  private static double number(String text, String expected, String typed) {
    if (NUMBER.matcher(text).matches()) {
      return Double.parseDouble(text);
    }
    throw new CliException(
        CliException.USAGE, "expected " + expected + ", but it is '" + typed + "'");
  }

  static int post(Context context, String command, ObjectNode body) {
    JsonNode answer = context.daemon().post("/api/player/" + command, body);
    if (context.json()) {
      context.print(answer);
    } else {
      String message = answer.path("message").asString("");
      context.print(
          message.isEmpty() ? StatusText.playing(answer.path("status"), context.say()) : message);
    }
    return answer.path("ok").asBoolean(true) ? 0 : CliException.FAILED;
  }
}
