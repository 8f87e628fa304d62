package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.Moments;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.base.Clock;
import dev.earmark.text.Columns;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Timers, alarms and reminders of the running daemon. */
@Command(name = "beside", subcommands = ClockCommands.TimersCommand.class)
final class ClockCommands {
  /** {@code earmark timers}: lists them, sets one or cancels some. */
  @Command(
      name = "timers",
      description = "List timers, alarms and reminders, set one, or cancel some.")
  static final class TimersCommand implements Callable<Integer> {
    private static final String LENGTH = "a length of time such as 300 (seconds), 5m or 1h30m";

    @Mixin Context context = new Context();

    @Option(
        names = "--cancel",
        paramLabel = "ID",
        arity = "0..*",
        description = "Cancel these; ids as the list shows them.")
    String @Nullable [] cancel;

    @Option(names = "--all", description = "With --cancel: every one.")
    boolean all;

    @Option(
        names = "--in",
        paramLabel = "LENGTH",
        description = "Set a timer that rings so long from now: 300 (seconds), 5m, 1h30m.")
    @Nullable String in;

    @Option(names = "--at", paramLabel = "HH:MM", description = "Set one for a time of day.")
    @Nullable String at;

    @Option(names = "--name", paramLabel = "NAME", description = "What the new one is called.")
    @Nullable String name;

    @Option(names = "--kind", paramLabel = "timer|alarm|reminder", description = "Its kind.")
    @Nullable String kind;

    @Option(
        names = "--repeat",
        paramLabel = "none|daily|weekdays|weekends|mon,fri",
        description = "With --at: on which days it rings again.")
    @Nullable String repeat;

    @Override
    public Integer call() {
      if (all && cancel == null) {
        throw new CliException(
            CliException.USAGE,
            "--all goes with --cancel: ./earmark timers --cancel --all cancels every timer");
      }
      if (cancel != null) {
        return cancel(List.of(cancel));
      }
      return in == null && at == null && name == null && kind == null && repeat == null
          ? list(context.daemon().get("/api/timers"))
          : set();
    }

    private int set() {
      ObjectNode body = Json.object();
      if (in != null) {
        body.put("seconds", seconds(in));
      }
      put(body, "at", at);
      put(body, "name", name);
      put(body, "kind", kind);
      put(body, "repeat", repeat);
      JsonNode made = context.daemon().post("/api/timers", body);
      if (context.json()) {
        context.print(made);
      } else {
        context.print(line(made, context.say(), Clock.system().now(), ZoneId.systemDefault()));
      }
      return 0;
    }

    private static double seconds(String length) {
      return Moments.seconds(length)
          .orElseThrow(
              () ->
                  new CliException(
                      CliException.USAGE, "--in takes " + LENGTH + ", but it is '" + length + "'"));
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
      if (value != null) {
        body.put(name, value);
      }
    }

    private int cancel(List<String> asked) {
      if (asked.isEmpty() && !all) {
        throw new CliException(
            CliException.USAGE,
            "cancel which? ./earmark timers lists them, --all cancels every one");
      }
      DaemonClient daemon = context.daemon();
      JsonNode left = daemon.get("/api/timers");
      List<String> ids = new ArrayList<>(asked);
      if (all) {
        ids.clear();
        left.path("timers").forEach(t -> ids.add(t.path("id").asString("")));
      }
      for (String id : ids) {
        left = daemon.delete("/api/timers/" + DaemonClient.encode(id));
        if (!context.json()) {
          context.print(context.say().text("timers.cancelled", id));
        }
      }
      return ids.isEmpty() || context.json() ? list(left) : 0;
    }

    private int list(JsonNode answer) {
      if (context.json()) {
        context.print(answer);
        return 0;
      }
      Messages say = context.say();
      lines(answer.path("timers"), say, Clock.system().now(), ZoneId.systemDefault())
          .forEach(context::print);
      if (answer.path("timers").isEmpty()) {
        context.print(say.text("timers.none"));
      }
      return 0;
    }
  }

  private static String days(String repeat, Messages say) {
    return Stream.of(repeat.split(",", -1))
        .map(day -> say.textOr("repeat." + day, day))
        .collect(Collectors.joining(say.language().pick("、", ",")));
  }

  /** Returns one line such as {@code t3 alarm tea at 07:30, in 4:30:00}. */
  static String line(JsonNode timer, Messages say, Instant now, ZoneId zone) {
    return Columns.table(List.of(cells(timer, say, now, zone))).get(0);
  }

  /** Returns one line for each, with what belongs together below each other. */
  static List<String> lines(JsonNode timers, Messages say, Instant now, ZoneId zone) {
    List<List<String>> rows = new ArrayList<>();
    timers.forEach(timer -> rows.add(cells(timer, say, now, zone)));
    return Columns.table(rows);
  }

  private static List<String> cells(JsonNode timer, Messages say, Instant now, ZoneId zone) {
    String id = timer.path("id").asString("");
    String kind = say.text(timer.path("kind").asString("timer"));
    String name = timer.path("name").asString("");
    if (timer.path("ringing").asBoolean(false)) {
      return List.of(id, kind, name, say.text("timer.rings"));
    }
    String at = Moments.text(timer.path("at").asString(""), now, zone);
    String left = StatusText.left(timer.path("ends_in_s").asDouble(0), say);
    String repeat = timer.path("repeat").asString("none");
    String again =
        repeat.isEmpty() || repeat.equals("none")
            ? ""
            : say.text("timer.repeats", days(repeat, say));
    return List.of(id, kind, name, say.text("timer.full", at, left) + again);
  }
}
