package dev.earmark.app.cli;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Terminal;
import dev.earmark.base.Clock;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code earmark status}: what is playing, downloads, listening, health. */
@Command(
    name = "status",
    description = "Show what is playing, downloads, listening state and health.")
final class StatusCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Option(
      names = "--watch",
      description = "Go on showing it, once a second, until the daemon ends.")
  boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    DaemonClient daemon = context.daemon();
    if (!watch) {
      show(daemon.get("/api/status"));
      return 0;
    }
    boolean live = !context.json() && Terminal.isOutputATerminal();
    StatusWatch.Form form =
        context.json()
            ? StatusWatch.Form.JSON
            : live ? StatusWatch.Form.LIVE : StatusWatch.Form.LINES;
    new StatusWatch(() -> daemon.get("/api/status"), screen(live), Clock.system())
        .run(form, columns());
    return 0;
  }

  private int columns() {
    try {
      return Integer.parseInt(context.environment().getOrDefault("COLUMNS", "80"));
    } catch (NumberFormatException e) {
      return 80;
    }
  }

  private StatusWatch.Screen screen(boolean live) {
    return new StatusWatch.Screen() {
      @Override
      public void line(String text) {
        context.print(text);
      }

      @Override
      public void live(String text) {
        context.live(text);
      }

      @Override
      public void endLive() {
        if (live) {
          context.print("");
        }
      }
    };
  }

  private void show(JsonNode status) {
    if (context.json()) {
      context.print(status);
      return;
    }
    context.print(playing(status));
    for (JsonNode download : status.path("downloads")) {
      context.print(download(download));
    }
    JsonNode listening = status.path("listening");
    context.print(
        "listening: "
            + listening.path("state").asString("")
            + ", say one of "
            + String.join(", ", texts(listening.path("wake_phrases"))));
    context.print(
        "microphone: "
            + status.path("microphone").asString("")
            + "; speaker: "
            + status.path("speaker").asString(""));
    for (JsonNode part : status.path("health")) {
      if (!part.path("ok").asBoolean(true)) {
        context.print(
            "! " + part.path("part").asString("") + ": " + part.path("text").asString(""));
      }
    }
  }

  /** Returns one line such as {@code playing: 西游记, section 3 of 8, 0:12 of 0:50}. */
  static String playing(JsonNode status) {
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
        time(status.path("duration_s").asDouble(0)),
        status.path("volume").asInt(0),
        status.path("speed").asDouble(1));
  }

  static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole >= 3_600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }

  private static String download(JsonNode download) {
    long bytes = download.path("bytes").asLong(0);
    long total = download.path("total_bytes").asLong(-1);
    String reason = download.path("reason").asString("");
    return String.format(
        Locale.ROOT,
        "download %s: %s, section %d, %s, %d KiB%s%s",
        download.path("id").asString(""),
        download.path("album").asString(""),
        download.path("section").asInt(0),
        download.path("state").asString(""),
        bytes >> 10,
        total > 0 ? " of " + (total >> 10) + " KiB" : "",
        reason.isEmpty() ? "" : ", " + reason);
  }

  private static java.util.List<String> texts(JsonNode array) {
    java.util.List<String> texts = new java.util.ArrayList<>();
    array.forEach(node -> texts.add(node.asString("")));
    return texts;
  }
}
