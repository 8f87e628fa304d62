package dev.earmark.app.cli;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The daemon's ears, as a button would command them. */
@Command(name = "ears")
final class EarCommands {
  @Command(
      name = "listen",
      description = "Take the next words as a command, without the wake phrase; wakes it up too.")
  static int listen(@Mixin Context context) {
    return ears(context, Json.object());
  }

  @Command(name = "mute", description = "Hear no wake phrase any more, also after a restart.")
  static int mute(@Mixin Context context) {
    return ears(context, Json.object().put("muted", true));
  }

  @Command(name = "unmute", description = "Hear the wake phrase again.")
  static int unmute(@Mixin Context context) {
    return ears(context, Json.object().put("muted", false));
  }

  private static int ears(Context context, ObjectNode body) {
    JsonNode answer = context.daemon().post("/api/listen", body);
    if (context.json()) {
      context.print(answer);
    } else {
      context.print(answer.path("message").asString(""));
    }
    return answer.path("ok").asBoolean(true) ? 0 : CliException.FAILED;
  }
}
