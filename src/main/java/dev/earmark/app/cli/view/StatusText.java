package dev.earmark.app.cli.view;

import dev.earmark.app.cli.console.Messages;
import dev.earmark.text.Lengths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A status as people read it. */
public final class StatusText {
  private static final long DAY_S = 86_400;

  private StatusText() {}

  /** Returns everything that the status says, one line for each thing. */
  public static List<String> lines(JsonNode status, Messages say) {
    List<String> lines = new ArrayList<>();
    lines.add(playing(status, say));
    String problem = status.path("problem").asString("");
    if (!problem.isEmpty()) {
      lines.add("! " + problem);
    }
    String sleep = sleep(status.path("sleep"), say);
    if (!sleep.isEmpty()) {
      lines.add(sleep);
    }
    downloads(status.path("downloads"), say, lines);
    status.path("timers").forEach(timer -> lines.add(timer(timer, say)));
    JsonNode listening = status.path("listening");
    lines.add(listening(listening, say));
    lines.add(
        say.text(
            "devices",
            status.path("microphone").asString(""),
            status.path("speaker").asString("")));
    for (JsonNode part : status.path("health")) {
      if (!part.path("ok").asBoolean(true)) {
        String name = part.path("part").asString("");
        lines.add(say.text("problem", say.part(name), part.path("text").asString("")));
      }
    }
    return lines;
  }

  /** Every download that goes on; of those that are done or failed the last, with their number. */
  private static void downloads(JsonNode downloads, Messages say, List<String> lines) {
    int failed = 0;
    String last = "";
    for (JsonNode download : downloads) {
      String line = download(download, say);
      switch (download.path("state").asString("")) {
        case "failed" -> {
          failed++;
          last = line;
        }
        case "done", "cancelled" -> {} // over; their number is told below
        default -> lines.add(line);
      }
    }
    over(downloads, say).ifPresent(lines::add);
    if (failed > 0) {
      lines.add(
          failed == 1
              ? say.text("downloads.failed.one", last)
              : say.text("downloads.failed", failed, last));
    }
  }

  /** Returns one line about the downloads that are done: how many, and which was the last. */
  private static Optional<String> over(JsonNode downloads, Messages say) {
    int done = 0;
    String last = "";
    for (JsonNode download : downloads) {
      if (download.path("state").asString("").equals("done")) {
        done++;
        String album = download.path("album").asString("");
        last = say.text("event.book", album, download.path("section").asInt(0));
      }
    }
    return done == 0
        ? Optional.empty()
        : Optional.of(
            done == 1
                ? say.text("downloads.done.one", last)
                : say.text("downloads.done", done, last));
  }

  /** Returns the lines of the list of downloads: all that go on or failed, one for the others. */
  public static List<String> downloads(JsonNode downloads, Messages say) {
    List<String> lines = new ArrayList<>();
    for (JsonNode download : downloads) {
      String state = download.path("state").asString("");
      if (!state.equals("done") && !state.equals("cancelled")) {
        lines.add(download(download, say));
      }
    }
    over(downloads, say).ifPresent(lines::add);
    if (lines.isEmpty()) {
      lines.add(say.text("downloads.none"));
    }
    return lines;
  }

  /** Returns one line such as {@code playing: 西游记, section 3 of 8, 0:12 of 0:50}. */
  public static String playing(JsonNode status, Messages say) {
    JsonNode album = status.path("album");
    String state = say.text(status.path("state").asString("stopped"));
    if (album.isMissingNode() || album.isNull()) {
      return state;
    }
    return say.text(
        "book",
        state,
        album.path("title").asString(""),
        status.path("section").path("number").asInt(0),
        status.path("section").path("count").asInt(0),
        Lengths.clock(status.path("position_s").asDouble(0)),
        length(status.path("duration_s").asDouble(0)),
        status.path("volume").asInt(0),
        status.path("speed").asDouble(1));
  }

  /** Returns when the sleep timer ends, or nothing without one. */
  public static String sleep(JsonNode sleep, Messages say) {
    if (sleep.path("ends_in_s").isNumber()) {
      return say.text("sleep.in", Lengths.clock(sleep.path("ends_in_s").asDouble(0)));
    }
    int sections = sleep.path("ends_after").asInt(0);
    if (sections < 1) {
      return "";
    }
    return sections == 1 ? say.text("sleep.section") : say.text("sleep.sections", sections - 1);
  }

  /** Returns one line such as {@code timer t3: tea, rings in 4:30}. */
  public static String timer(JsonNode timer, Messages say) {
    String name = timer.path("name").asString("");
    String kind = say.text(timer.path("kind").asString("timer"));
    String id = timer.path("id").asString("");
    String left = left(timer.path("ends_in_s").asDouble(0), say);
    return name.isEmpty()
        ? say.text("timer.plain", kind, id, left)
        : say.text("timer.named", kind, id, name, left);
  }

  /** Returns the time that is left, with its days. */
  public static String left(double seconds, Messages say) {
    long days = (long) seconds / DAY_S;
    String rest = Lengths.clock(seconds - days * DAY_S);
    if (days == 0) {
      return rest;
    }
    return days == 1 ? say.text("timer.day", rest) : say.text("timer.days", days, rest);
  }

  /** Returns the length of something, a dash when it is not known. */
  public static String length(double seconds) {
    return seconds > 0 ? Lengths.clock(seconds) : "–";
  }

  /** Returns one line about a download. */
  public static String download(JsonNode download, Messages say) {
    long total = download.path("total_bytes").asLong(-1);
    String reason = download.path("reason").asString("");
    String line =
        say.text(
            total > 0 ? "download.of" : "download",
            download.path("id").asString(""),
            download.path("album").asString(""),
            download.path("section").asInt(0),
            say.text(download.path("state").asString("")),
            Sizes.text(download.path("bytes").asLong(0)),
            Sizes.text(total));
    double soundS = download.path("seconds").asDouble(0);
    double wholeS = download.path("total_seconds").asDouble(0);
    if (soundS > 0 && soundS < wholeS) {
      line += say.text("download.sound", Lengths.clock(soundS), Lengths.clock(wholeS));
    } else if (wholeS > 0) {
      line += say.text("download.whole", Lengths.clock(wholeS));
    }
    return reason.isEmpty() ? line : line + say.language().pick("，", ", ") + reason;
  }

  /** Who does not listen is told no wake phrase. */
  private static String listening(JsonNode listening, Messages say) {
    if (listening.path("muted").asBoolean(false)) {
      return say.text("listening.muted");
    }
    String state = listening.path("state").asString("");
    String phrases =
        String.join(say.language().pick("、", ", "), texts(listening.path("wake_phrases")));
    return state.equals("off")
        ? say.text("listening.off")
        : say.text("listening", say.text(state), phrases);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asString("")));
    return texts;
  }
}
