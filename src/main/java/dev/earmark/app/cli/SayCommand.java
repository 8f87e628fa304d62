package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.tools.books.SearchAndPlay;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark say}: a typed command for the running daemon. */
@Command(name = "say", description = "Give the daemon a command as if it had been spoken.")
final class SayCommand implements Callable<Integer> {
  /** What becomes of a wish in the background; each wish ends in one of them. */
  private static final Set<String> ENDS = Set.of("play.started", "play.failed", "play.dropped");

  private static final int LOOK_BACK = 1_000;

  @Mixin Context context = new Context();

  @Parameters(paramLabel = "TEXT", arity = "1..*", description = "The command.")
  String[] words = {};

  @Option(names = "--language", paramLabel = "zh|en", description = "Language of the reply.")
  @Nullable String language;

  @Option(
      names = "--follow",
      description = "Show later events of this run too, until the book plays or fails.")
  boolean follow;

  @Option(names = "--aloud", description = "Speak the answer too.")
  boolean aloud;

  @Override
  public Integer call() {
    if (String.join("", words).isBlank()) {
      throw new CliException(CliException.USAGE, "say what? ./earmark say 播放西游记第一集");
    }
    DaemonClient daemon = context.daemon();
    ObjectNode body = Json.object().put("text", String.join(" ", words)).put("aloud", aloud);
    if (language != null) {
      body.put("language", language);
    }
    JsonNode run = daemon.post("/api/say", body);
    if (context.json()) {
      context.print(run);
    } else {
      context.print(run.path("answer").asString(""));
    }
    if (follow && plays(run)) {
      return follow(daemon, run.path("id").asString(""), /* after= */ 0);
    }
    return run.path("ended").asString("").equals("answered") ? 0 : CliException.FAILED;
  }

  /** Every call of the tool that plays ends in one event, now or later. */
  private static boolean plays(JsonNode run) {
    for (JsonNode step : run.path("steps")) {
      if (step.path("action").asString("").equals(SearchAndPlay.SPEC.name())) {
        return true;
      }
    }
    return false;
  }

  /** Shows what becomes of the run's wish, and returns the exit code. */
  private int follow(DaemonClient daemon, String runId, long after) {
    AtomicReference<String> ended = new AtomicReference<>("");
    AtomicLong newest = new AtomicLong();
    daemon.events(
        after,
        event -> {
          String type = event.path("type").asString("");
          JsonNode data = event.path("data");
          if (type.equals("stream.reset")) {
            newest.set(data.path("newest_id").asLong(0));
            return false;
          }
          if (!data.path("run_id").asString("").equals(runId)) {
            return true;
          }
          context.print(context.json() ? Json.write(event) : type + " " + Json.write(data));
          ended.set(type);
          return !ENDS.contains(type);
        });
    if (newest.get() > LOOK_BACK) {
      // The daemon keeps only its newest events: those of this run are among the last of them.
      return follow(daemon, runId, newest.get() - LOOK_BACK);
    }
    return "play.started".equals(ended.get()) ? 0 : CliException.FAILED;
  }
}
