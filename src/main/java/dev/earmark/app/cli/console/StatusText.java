package dev.earmark.app.cli.console;

import dev.earmark.text.Lengths;
import java.util.ArrayList;
import java.util.List;
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
    lines.add(
        listening.path("muted").asBoolean(false)
            ? say.text("listening.muted")
            : say.text(
                "listening",
                say.text(listening.path("state").asString("")),
                String.join(", ", texts(listening.path("wake_phrases")))));
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

  /** Every download that goes on, and of the failed ones the last with their number. */
  private static void downloads(JsonNode downloads, Messages say, List<String> lines) {
    int failed = 0;
    String last = "";
    for (JsonNode download : downloads) {
      String line = download(download, say);
      if (download.path("state").asString("").equals("failed")) {
        failed++;
        last = line;
      } else {
        lines.add(line);
      }
    }
    if (failed > 0) {
      lines.add(
          failed == 1
              ? say.text("downloads.failed.one", last)
              : say.text("downloads.failed", failed, last));
    }
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

  private static String left(double seconds, Messages say) {
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
    boolean partly = soundS > 0 && soundS < wholeS;
    if (partly) {
      line += say.text("download.sound", Lengths.clock(soundS), Lengths.clock(wholeS));
    }
    return reason.isEmpty() ? line : line + say.language().pick("，", ", ") + reason;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asString("")));
    return texts;
  }
}
