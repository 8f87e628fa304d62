package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.EventText;
import dev.earmark.base.Clock;
import dev.earmark.tools.books.SearchAndPlay;
import java.util.ArrayList;
import java.util.List;
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
public final class SayCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(paramLabel = "TEXT", arity = "1..*", description = "The command.")
  String[] words = {};

  @Option(names = "--language", paramLabel = "zh|en", description = "Language of the reply.")
  @Nullable String language;

  @Option(
      names = "--follow",
      description =
          "Show later events of this run too, until the book plays and is fetched, or fails.")
  boolean follow;

  @Option(names = "--aloud", description = "Speak the answer too.")
  boolean aloud;

  @Override
  public Integer call() throws InterruptedException {
    if (String.join("", words).isBlank()) {
      throw new CliException(CliException.USAGE, context.say().text("say.what"));
    }
    DaemonClient daemon = context.daemon();
    ObjectNode body = Json.object().put("text", String.join(" ", words)).put("aloud", aloud);
    if (language != null) {
      body.put("language", language);
    }
    RunFollower follower = new RunFollower(daemon, Clock.system());
    JsonNode run = follower.ended(daemon.post("/api/say?until=asks", body), context::note);
    if (context.json()) {
      context.print(run);
    } else {
      (follow ? followed(run, context.say()) : List.of(run.path("answer").asString("")))
          .forEach(context::print);
    }
    if (follow && plays(run)) {
      return follower.follow(run.path("id").asString(""), this::showLater)
          ? 0
          : CliException.FAILED;
    }
    return run.path("ended").asString("").equals("answered") ? 0 : CliException.FAILED;
  }

  /** The events of the run itself were told when it had ended. */
  private void showLater(JsonNode event) {
    boolean told = event.path("type").asString("").startsWith("run.");
    if (context.json() || !told) {
      new ShownEvents(context).show(event);
    }
  }

  /** Returns a run with all its steps, as its events are told, and its answer once. */
  static List<String> followed(JsonNode run, Messages say) {
    List<String> lines = new ArrayList<>();
    lines.add(EventText.line("run.started", run, say));
    int number = 0;
    for (JsonNode step : run.path("steps")) {
      ObjectNode numbered = (ObjectNode) step.deepCopy();
      lines.add(EventText.line("run.step", numbered.put("number", ++number), say));
    }
    lines.add(EventText.line("run.ended", run, say));
    return lines;
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
}
