package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands with which a person changes a run that goes on. */
abstract class RunSteering {
  @Command(name = "pause", description = "Hold a run before its next step.")
  int pause(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String id) {
    return post(asked, id, "pause", Json.object());
  }

  @Command(name = "resume", description = "Let a paused run go on.")
  int resume(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String id) {
    return post(asked, id, "resume", Json.object());
  }

  @Command(
      name = "input",
      description = "Change the input of the call that a paused run would make next.")
  int input(
      @Mixin Context asked,
      @Parameters(index = "0", paramLabel = "ID", description = "The run; last is the newest.")
          String id,
      @Parameters(
              index = "1",
              paramLabel = "JSON",
              description = "All of it, such as '{\"keyword\": \"Alice\"}'.")
          String json) {
    JsonNode input;
    try {
      input = Json.parse(json);
    } catch (JacksonException e) {
      throw new CliException(CliException.USAGE, "the input is no JSON: " + e.getOriginalMessage());
    }
    ObjectNode body = Json.object();
    body.set("input", input);
    return post(asked, id, "input", body);
  }

  @Command(
      name = "observe",
      description = "Give a run an observation of yours, or replace one of a step.")
  int observe(
      @Mixin Context asked,
      @Parameters(index = "0", paramLabel = "ID", description = "The run; last is the newest.")
          String id,
      @Parameters(index = "1..*", arity = "1..*", paramLabel = "TEXT", description = "Your words.")
          String[] words,
      @Option(names = "--step", description = "Which step's observation is replaced; 0 adds one.")
          @Nullable Integer step) {
    ObjectNode body = Json.object();
    body.put("text", String.join(" ", words));
    body.put("step", step == null ? 0 : step);
    return post(asked, id, "observation", body);
  }

  @Command(name = "allow", description = "Allow what a run asks for.")
  int allow(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String id) {
    return post(asked, id, "consent", Json.object().put("allow", true));
  }

  @Command(name = "deny", description = "Forbid what a run asks for.")
  int deny(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String id) {
    return post(asked, id, "consent", Json.object().put("allow", false));
  }

  @Command(name = "cancel", description = "Cancel a run; a model call that hangs ends at once.")
  int cancel(
      @Mixin Context asked,
      @Parameters(paramLabel = "ID", description = "The run; last is the newest.") String id) {
    return post(asked, id, "cancel", Json.object());
  }

  /** Returns the id of a run; {@code last} is the newest. */
  static String whole(DaemonClient daemon, String id) {
    if (!id.equals("last")) {
      return id;
    }
    JsonNode newest = daemon.get("/api/runs?limit=1").path("runs").path(0);
    if (newest.isMissingNode()) {
      throw new CliException(
          CliException.FAILED, "there is no run yet; ask something with ./earmark say");
    }
    return newest.path("id").asString("");
  }

  private static int post(Context asked, String id, String what, JsonNode body) {
    DaemonClient daemon = asked.daemon();
    String run = whole(daemon, id);
    JsonNode done = daemon.post("/api/runs/" + DaemonClient.encode(run) + "/" + what, body);
    if (asked.json()) {
      asked.print(done);
    } else {
      asked.print(done.path("message").asString(""));
    }
    return 0;
  }
}
