package dev.earmark.app.cli;

import java.util.Set;
import java.util.concurrent.Callable;
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
  /** What ends a wish to play. */
  private static final Set<String> ENDS = Set.of("play.started", "play.failed", "play.dropped");

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
    DaemonClient daemon = context.daemon();
    ObjectNode body = Json.object().put("text", String.join(" ", words)).put("aloud", aloud);
    if (language != null) {
      body.put("language", language);
    }
    JsonNode run = daemon.post("/api/say", body);
    if (context.json) {
      context.print(run);
    } else {
      context.print(run.path("answer").asString(""));
    }
    if (follow && fetches(run)) {
      return follow(daemon, run.path("id").asString(""));
    }
    return run.path("ended").asString("").equals("answered") ? 0 : CliException.FAILED;
  }

  /** A run whose call was answered with "fetching" ends in a later event. */
  private static boolean fetches(JsonNode run) {
    for (JsonNode step : run.path("steps")) {
      if (step.path("action").asString("").equals("search_and_play")) {
        return true;
      }
    }
    return false;
  }

  /** Shows what becomes of the run's wish; returns the exit code. */
  private int follow(DaemonClient daemon, String runId) {
    boolean[] failed = {false};
    daemon.events(
        /* after= */ 0,
        event -> {
          String type = event.path("type").asString("");
          JsonNode data = event.path("data");
          boolean ours = data.path("run_id").asString("").equals(runId);
          boolean last = ours && ENDS.contains(type);
          if (ours) {
            context.print(context.json ? Json.write(event) : type + " " + Json.write(data));
          }
          failed[0] |= last && !type.equals("play.started");
          return !last;
        });
    return failed[0] ? CliException.FAILED : 0;
  }
}
