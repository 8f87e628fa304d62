package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.Terminal;
import dev.earmark.app.cli.view.Moments;
import dev.earmark.base.Clock;
import dev.earmark.text.Lengths;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a listener does beyond the keys of a player, asked of the running daemon. */
@Command(name = "habits")
final class HabitCommands {
  @Command(
      name = "skip",
      description =
          "Leave out seconds at the ends of every section of the book that plays; without an option"
              + " show them.")
  static int skip(
      @Mixin Context context,
      @Option(names = "--intro", paramLabel = "SECONDS", description = "At the beginning; 0: none.")
          @Nullable Double intro,
      @Option(names = "--outro", paramLabel = "SECONDS", description = "At the end; 0: none.")
          @Nullable Double outro) {
    ObjectNode body = Json.object();
    if (intro != null) {
      body.put("intro_s", intro);
    }
    if (outro != null) {
      body.put("outro_s", outro);
    }
    return PlayerCommands.post(context, "skips", body);
  }

  @Command(
      name = "sound",
      description = "Change what is done to the sound; without an option show it.")
  static int sound(
      @Mixin Context context,
      @Option(names = "--level", negatable = true, description = "One loudness for all sections.")
          @Nullable Boolean level,
      @Option(names = "--boost", negatable = true, description = "A clearer voice.")
          @Nullable Boolean boost,
      @Option(names = "--shorten-silence", negatable = true, description = "Shorter silences.")
          @Nullable Boolean shorten) {
    ObjectNode body = Json.object();
    put(body, "level", level);
    put(body, "boost", boost);
    put(body, "shorten_silence", shorten);
    return PlayerCommands.post(context, "sound", body);
  }

  private static void put(ObjectNode body, String name, @Nullable Boolean value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  @Command(
      name = "queue",
      description = "Show what is played behind the current book, or put one there.")
  static int queue(
      @Mixin Context context,
      @Parameters(paramLabel = "KEYWORD", arity = "0..1", description = "The book to put there.")
          @Nullable String keyword,
      @Option(names = "--after-section", description = "Play it after this section, not the book.")
          boolean afterSection,
      @Option(names = "--remove", paramLabel = "PLACE", description = "Take one out; 0: all.")
          @Nullable Integer remove) {
    if (keyword != null && !keyword.isBlank()) {
      ObjectNode body = Json.object().put("keyword", keyword);
      return PlayerCommands.post(
          context, "queue", body.put("after", afterSection ? "section" : "book"));
    }
    JsonNode queue =
        remove == null
            ? context.daemon().get("/api/queue")
            : context.daemon().delete("/api/queue/" + remove);
    if (context.json()) {
      context.print(queue);
      return 0;
    }
    int place = 1;
    for (JsonNode entry : queue.path("queue")) {
      context.print(
          place++
              + "  "
              + entry.path("keyword").asString("")
              + (entry.path("after_section").asBoolean(false)
                  ? "  " + context.say().text("queue.after")
                  : ""));
    }
    if (place == 1) {
      context.print(context.say().text("queue.none"));
    }
    return 0;
  }

  @Command(name = "history", description = "Show how long was listened on which day.")
  static int history(
      @Mixin Context context,
      @Option(
              names = "--days",
              paramLabel = "N",
              defaultValue = "30",
              description = "How many days.")
          int days) {
    JsonNode history = context.daemon().get("/api/history?days=" + Math.max(1, days));
    if (context.json()) {
      context.print(history);
      return 0;
    }
    for (JsonNode day : history.path("days")) {
      context.print(day.path("day").asString("") + "  " + minutes(day, context.say()));
      for (JsonNode book : day.path("books")) {
        context.print("    " + minutes(book, context.say()) + "  " + name(book));
      }
    }
    for (JsonNode book : history.path("finished")) {
      context.print(
          context.say().text("history.finished", name(book), moment(book.path("at").asString(""))));
    }
    if (history.path("days").isEmpty()) {
      context.print(context.say().text("history.none"));
    }
    return 0;
  }

  private static String minutes(JsonNode node, Messages say) {
    return say.text("history.minutes", Math.round(node.path("seconds").asDouble(0) / 60));
  }

  private static String moment(String iso) {
    return Moments.text(iso, Clock.system().now(), ZoneId.systemDefault());
  }

  private static String name(JsonNode book) {
    String title = book.path("title").asString("");
    return title.isEmpty() ? book.path("album_id").asString("") : title;
  }

  @Command(name = "keep", description = "Fetch the whole book that plays and keep it; list those.")
  static int keep(
      @Mixin Context context,
      @Parameters(paramLabel = "ALBUM_ID|TITLE", arity = "0..*", description = "Else what plays.")
          String @Nullable [] words,
      @Option(names = "--list", description = "Only list what is kept.") boolean list,
      @Option(names = "--release", description = "Keep it no longer.") boolean release) {
    DaemonClient daemon = context.daemon();
    String asked = words == null ? "" : String.join(" ", words).strip();
    if (release && asked.isEmpty()) {
      throw new CliException(CliException.USAGE, "release which? ./earmark keep --list shows them");
    }
    JsonNode kept;
    if (list) {
      kept = daemon.get("/api/kept");
    } else if (release) {
      kept = daemon.delete("/api/kept/" + DaemonClient.encode(keptId(daemon, asked)));
    } else if (asked.isEmpty()) {
      kept = daemon.post("/api/kept", Json.object());
    } else {
      JsonNode album = AskedAlbum.whole(daemon, asked).path("album");
      ObjectNode body = Json.object().put("album_id", album.path("id").asString(""));
      kept = daemon.post("/api/kept", body);
    }
    if (context.json()) {
      context.print(kept);
      return 0;
    }
    for (JsonNode book : kept.path("kept")) {
      context.print(
          context
              .say()
              .text(
                  "kept.line",
                  book.path("album_id").asString(""),
                  book.path("title").asString(""),
                  book.path("here").asInt(0),
                  book.path("sections").asInt(0)));
    }
    if (kept.path("kept").isEmpty()) {
      context.print(context.say().text("kept.none"));
    }
    return 0;
  }

  /** A book that is kept is found even when no catalogue has it any more. */
  private static String keptId(DaemonClient daemon, String asked) {
    for (JsonNode book : daemon.get("/api/kept").path("kept")) {
      if (book.path("title").asString("").equalsIgnoreCase(asked)) {
        return book.path("album_id").asString("");
      }
    }
    return asked;
  }

  @Command(name = "bookmarks", description = "List bookmarks, set one, play from or remove one.")
  static int bookmarks(
      @Mixin Context context,
      @Option(
              names = "--add",
              paramLabel = "NAME",
              arity = "0..1",
              fallbackValue = "",
              description = "Set one here.")
          @Nullable String add,
      @Option(names = "--play", paramLabel = "ID", description = "Play from it.")
          @Nullable Integer play,
      @Option(names = "--remove", paramLabel = "ID", description = "Remove it.")
          @Nullable Integer remove) {
    String path = "/api/library/bookmarks";
    JsonNode answer;
    if (add != null) {
      answer = context.daemon().post(path, Json.object().put("name", add));
    } else if (play != null) {
      answer = context.daemon().post(path + "/" + play + "/play", Json.object());
    } else if (remove != null) {
      answer = context.daemon().delete(path + "/" + remove);
    } else {
      answer = context.daemon().get(path);
    }
    if (context.json()) {
      context.print(answer);
      return 0;
    }
    Messages say = context.say();
    if (play != null) {
      context.print(say.text("bookmark.playing", play));
    } else if (add != null || remove != null) {
      context.print(say.text(add != null ? "bookmark.set" : "bookmark.removed", line(answer, say)));
    } else {
      answer.path("bookmarks").forEach(mark -> context.print(line(mark, say)));
      if (answer.path("bookmarks").isEmpty()) {
        context.print(say.text("bookmark.none"));
      }
    }
    return 0;
  }

  private static String line(JsonNode mark, Messages say) {
    JsonNode place = mark.path("place");
    return say.text(
        "bookmark.line",
        mark.path("id").asLong(0),
        mark.path("name").asString(""),
        place.path("album").asString(""),
        place.path("section").asInt(0),
        Lengths.clock(place.path("position_s").asDouble(0)));
  }

  @Command(
      name = "limits",
      description = "Show how long may be listened; set a limit, or lift it with the PIN.")
  static int limits(
      @Mixin Context context,
      @Option(
              names = "--minutes",
              paramLabel = "N",
              description = "The most, 0 to take back what was set; or how long to lift.")
          @Nullable Double minutes,
      @Option(names = "--every-day", description = "Not only today; needs --minutes.")
          boolean everyDay,
      @Option(names = "--pin", description = "For more time; the PIN is read from stdin.")
          boolean more,
      @Option(names = "--lift", description = "Lift the limits; the PIN is read from stdin.")
          boolean lift)
      throws IOException {
    if (everyDay && (minutes == null || lift)) {
      throw new CliException(
          CliException.USAGE, "--every-day needs --minutes N and no --lift; 0 takes it back");
    }
    ObjectNode body = Json.object();
    if (minutes != null) {
      body.put("minutes", minutes);
    }
    if (lift || (more && minutes != null)) {
      body.put("pin", pin());
    }
    JsonNode now;
    if (lift) {
      now = context.daemon().post("/api/limits/lift", body);
    } else if (minutes != null) {
      now = context.daemon().post("/api/limits", body.put("every_day", everyDay));
    } else {
      now = context.daemon().get("/api/limits");
    }
    if (context.json()) {
      context.print(now);
    } else {
      limitLines(now, context.say(), Clock.system().now(), ZoneId.systemDefault())
          .forEach(context::print);
    }
    return 0;
  }

  static List<String> limitLines(JsonNode now, Messages say, Instant moment, ZoneId zone) {
    long quota = Math.round(now.path("quota_s").asDouble(0) / 60);
    long used = Math.round(now.path("used_s").asDouble(0) / 60);
    boolean hours = now.path("quiet_hours").asBoolean(false);
    List<String> lines = new ArrayList<>();
    lines.add(
        quota > 0
            ? say.text("limits.of", used, quota)
            : say.text(hours ? "limits.hours" : "limits.free", used));
    if (now.path("quiet").asBoolean(false)) {
      lines.add(say.text("limits.quiet"));
    }
    String until = now.path("lifted_until").asString("");
    if (!until.isEmpty()) {
      lines.add(say.text("limits.lifted", Moments.text(until, moment, zone)));
    }
    return lines;
  }

  /** Asks on a terminal without showing it, else reads a line; never an argument. */
  @SuppressWarnings("SystemConsoleNull") // asked for on a terminal only, whatever the JDK
  private static String pin() throws IOException {
    Console console = Terminal.isInputATerminal() ? System.console() : null;
    if (console != null) {
      char[] typed = console.readPassword("PIN: ");
      return typed == null ? "" : new String(typed).strip();
    }
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    return line == null ? "" : line.strip();
  }
}
