package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.view.EventText;
import dev.earmark.app.cli.view.StatusText;
import tools.jackson.databind.JsonNode;

/** Shows events that are followed: JSON lines for programs, words and a progress bar for people. */
record ShownEvents(Context context) {
  void show(JsonNode event) {
    String type = event.path("type").asString("");
    JsonNode data = event.path("data");
    if (context.json()) {
      context.print(Json.write(event));
    } else if (type.equals("download.progress")) {
      context.progress(StatusText.download(data, context.say()));
    } else {
      context.progress("");
      context.print(EventText.line(type, data, context.say()));
    }
  }
}
