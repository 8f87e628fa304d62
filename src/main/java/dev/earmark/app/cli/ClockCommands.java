package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.Moments;
import dev.earmark.base.Clock;
import dev.earmark.text.Lengths;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Timers, alarms and reminders of the running daemon. */
@Command(name = "beside")
final class ClockCommands {
  @Command(
      name = "timers",
      description = "List timers, alarms and reminders, set one, or cancel some.")
  static int timers(
      @Mixin Context context,
      @Option(
              names = "--cancel",
              paramLabel = "ID",
              arity = "0..*",
              description = "Cancel these; ids as the list shows them.")
          String @Nullable [] cancel,
      @Option(names = "--all", description = "With --cancel: every one.") boolean all,
      @Option(
              names = "--in",
              paramLabel = "SECONDS",
              description = "Set a timer that rings so long from now.")
          @Nullable Double seconds,
      @Option(names = "--at", paramLabel = "HH:MM", description = "Set one for a time of day.")
          @Nullable String at,
      @Option(names = "--name", description = "What the new one is called.") @Nullable String name,
      @Option(names = "--kind", paramLabel = "timer|alarm|reminder", description = "Its kind.")
          @Nullable String kind,
      @Option(
              names = "--repeat",
              paramLabel = "none|daily|weekdays|weekends|mon,fri",
              description = "With --at: on which days it rings again.")
          @Nullable String repeat) {
    DaemonClient daemon = context.daemon();
    if (cancel != null || all) {
      return cancel(context, daemon, cancel == null ? List.of() : List.of(cancel), all);
    }
    if (seconds != null || at != null || name != null || kind != null || repeat != null) {
      ObjectNode body = Json.object();
      if (seconds != null) {
        body.put("seconds", seconds);
      }
      put(body, "at", at);
      put(body, "name", name);
      put(body, "kind", kind);
      put(body, "repeat", repeat);
      JsonNode made = daemon.post("/api/timers", body);
      if (context.json()) {
        context.print(made);
      } else {
        context.print(line(made, context.say(), Clock.system().now(), ZoneId.systemDefault()));
      }
      return 0;
    }
    return list(context, daemon.get("/api/timers"));
  }

  private static void put(ObjectNode body, String name, @Nullable String value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  private static int cancel(Context context, DaemonClient daemon, List<String> asked, boolean all) {
    List<String> ids = new ArrayList<>(asked);
    if (all) {
      ids.clear();
      daemon.get("/api/timers").path("timers").forEach(t -> ids.add(t.path("id").asString("")));
    } else if (ids.isEmpty()) {
      throw new CliException(
          CliException.USAGE, "cancel which? ./earmark timers lists them, --all cancels every one");
    }
    JsonNode left = null;
    for (String id : ids) {
      left = daemon.delete("/api/timers/" + DaemonClient.encode(id));
      if (!context.json()) {
        context.print(context.say().text("timers.cancelled", id));
      }
    }
    return left == null || context.json()
        ? list(context, left == null ? daemon.get("/api/timers") : left)
        : 0;
  }

  private static int list(Context context, JsonNode answer) {
    if (context.json()) {
      context.print(answer);
      return 0;
    }
    Messages say = context.say();
    for (JsonNode timer : answer.path("timers")) {
      context.print(line(timer, say, Clock.system().now(), ZoneId.systemDefault()));
    }
    if (answer.path("timers").isEmpty()) {
      context.print(say.text("timers.none"));
    }
    return 0;
  }

  /** Returns one line such as {@code t3 alarm tea at 07:30, in 4:30:00}. */
  static String line(JsonNode timer, Messages say, Instant now, ZoneId zone) {
    String id = timer.path("id").asString("");
    String kind = say.text(timer.path("kind").asString("timer"));
    String name = timer.path("name").asString("");
    if (timer.path("ringing").asBoolean(false)) {
      return say.text("timer.rings", id, kind, name);
    }
    String at = Moments.text(timer.path("at").asString(""), now, zone);
    String left = Lengths.clock(timer.path("ends_in_s").asDouble(0));
    String repeat = timer.path("repeat").asString("none");
    String again =
        repeat.isEmpty() || repeat.equals("none") ? "" : say.text("timer.repeats", repeat);
    return say.text("timer.full", id, kind, name, at, left) + again;
  }
}
