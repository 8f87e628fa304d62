package dev.earmark.app.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** A status as people read it. */
public final class StatusText {
  private StatusText() {}

  /** Returns everything that the status says, one line for each thing. */
  public static List<String> lines(JsonNode status) {
    List<String> lines = new ArrayList<>();
    lines.add(playing(status));
    boolean chinese = status.path("listening").path("language").asString("").equals("zh");
    String problem = status.path("problem").asString("");
    if (!problem.isEmpty()) {
      lines.add("! " + problem);
    }
    String sleep = sleep(status.path("sleep"));
    if (!sleep.isEmpty()) {
      lines.add(sleep);
    }
    status.path("downloads").forEach(download -> lines.add(download(download)));
    status.path("timers").forEach(timer -> lines.add(timer(timer)));
    JsonNode listening = status.path("listening");
    lines.add(
        "listening: "
            + listening.path("state").asString("")
            + ", say one of "
            + String.join(", ", texts(listening.path("wake_phrases"))));
    lines.add(
        "microphone: "
            + status.path("microphone").asString("")
            + "; speaker: "
            + status.path("speaker").asString(""));
    for (JsonNode part : status.path("health")) {
      if (!part.path("ok").asBoolean(true)) {
        lines.add(
            "! "
                + name(part.path("part").asString(""), chinese)
                + ": "
                + part.path("text").asString(""));
      }
    }
    return lines;
  }

  /** What became of a wish is a sentence for the listener, in whose language its name is too. */
  private static String name(String part, boolean chinese) {
    return chinese && part.equals("last wish") ? "上次想听的" : part;
  }

  /** Returns one line such as {@code playing: 西游记, section 3 of 8, 0:12 of 0:50}. */
  public static String playing(JsonNode status) {
    JsonNode album = status.path("album");
    String state = status.path("state").asString("stopped");
    if (album.isMissingNode() || album.isNull()) {
      return state;
    }
    return String.format(
        Locale.ROOT,
        "%s: %s, section %d of %d, %s of %s, volume %d, speed %s",
        state,
        album.path("title").asString(""),
        status.path("section").path("number").asInt(0),
        status.path("section").path("count").asInt(0),
        time(status.path("position_s").asDouble(0)),
        length(status.path("duration_s").asDouble(0)),
        status.path("volume").asInt(0),
        status.path("speed").asDouble(1));
  }

  /** Returns when the sleep timer ends, or nothing without one. */
  public static String sleep(JsonNode sleep) {
    if (sleep.path("ends_in_s").isNumber()) {
      return "sleep timer: stops in " + time(sleep.path("ends_in_s").asDouble(0));
    }
    int sections = sleep.path("ends_after").asInt(0);
    return sections < 1
        ? ""
        : "sleep timer: stops after "
            + (sections == 1 ? "this section" : "this and " + (sections - 1) + " more");
  }

  /** Returns one line such as {@code timer t3: tea, rings in 4:30}. */
  public static String timer(JsonNode timer) {
    String name = timer.path("name").asString("");
    return timer.path("kind").asString("timer")
        + " "
        + timer.path("id").asString("")
        + ": "
        + (name.isEmpty() ? "" : name + ", ")
        + "rings in "
        + time(timer.path("ends_in_s").asDouble(0));
  }

  /** Returns the length of something, a dash when it is not known. */
  public static String length(double seconds) {
    return seconds > 0 ? time(seconds) : "–";
  }

  /** Returns seconds as {@code 0:12} or {@code 1:02:03}. */
  public static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole >= 3_600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }

  /** Returns one line about a download. */
  public static String download(JsonNode download) {
    long bytes = download.path("bytes").asLong(0);
    long total = download.path("total_bytes").asLong(-1);
    String reason = download.path("reason").asString("");
    return String.format(
        Locale.ROOT,
        "download %s: %s, section %d, %s, %s%s%s",
        download.path("id").asString(""),
        download.path("album").asString(""),
        download.path("section").asInt(0),
        download.path("state").asString(""),
        Sizes.text(bytes),
        total > 0 ? " of " + Sizes.text(total) : "",
        reason.isEmpty() ? "" : ", " + reason);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asString("")));
    return texts;
  }
}
