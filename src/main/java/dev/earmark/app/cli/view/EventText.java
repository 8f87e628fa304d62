package dev.earmark.app.cli.view;

import dev.earmark.app.cli.console.Messages;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An event of a run as people read it, in the manner of the status. */
public final class EventText {
  private EventText() {}

  /**
   * Returns one line such as {@code playing: 西游记, section 2}.
   *
   * @param type the event's type, as {@code docs/http.md} lists them
   */
  public static String line(String type, JsonNode data, Messages say) {
    return switch (type) {
      case "play.started" -> say.text("event.playing", book(data, say));
      case "play.failed" -> say.text("event.failed", book(data, say), reason(data, say));
      case "play.dropped" -> say.text("event.dropped", book(data, say));
      case "download.progress", "download.ended" -> StatusText.download(data, say);
      case "run.started" -> say.text("event.asked", text(data, "task"));
      case "run.step" -> step(data, say);
      case "run.state" -> state(data, say);
      case "run.ended" ->
          say.text("event.ended", say.text(text(data, "ended")), text(data, "answer"));
      case "say.started" -> say.text("event.says", text(data, "text"));
      case "say.ended" -> said(text(data, "outcome"), say);
      case "notice" -> say.text("event.notice", text(data, "text"));
      default -> other(type, data);
    };
  }

  private static String said(String outcome, Messages say) {
    return switch (outcome) {
      case "heard", "cut_off", "no_voice" -> say.text("event." + outcome);
      default -> say.text("event.over");
    };
  }

  /** A run that asks, waits or goes on again. */
  private static String state(JsonNode data, Messages say) {
    String question = text(data, "question");
    return switch (text(data, "state")) {
      case "asking" -> say.text("event.asks", question);
      case "paused" -> say.text("event.waits", text(data, "run_id"));
      default -> say.text("event.goes");
    };
  }

  private static String step(JsonNode data, Messages say) {
    String action = text(data, "action");
    return say.text(
        "event.step",
        data.path("number").asInt(0),
        action.isEmpty() ? "" : action + " " + fields(data.path("action_input")) + "→ ",
        text(data, "observation"));
  }

  private static String book(JsonNode data, Messages say) {
    int section = data.path("section").asInt(0);
    String title = text(data, "title");
    return section > 0 ? say.text("event.book", title, section) : title;
  }

  private static String reason(JsonNode data, Messages say) {
    String english = text(data, "reason_en");
    String chinese = text(data, "reason_zh");
    String reason = say.language().pick(chinese, english);
    return reason.isEmpty() ? english + chinese : reason;
  }

  private static String other(String type, JsonNode data) {
    return (type.replace('.', ' ').replace('_', ' ') + ": " + fields(data)).strip();
  }

  /** Returns the fields that have something in them, without the signs of JSON. */
  private static String fields(JsonNode data) {
    StringBuilder fields = new StringBuilder();
    for (Map.Entry<String, JsonNode> field : data.properties()) {
      String value = field.getValue().isContainer() ? "" : field.getValue().asString("");
      if (!value.isEmpty() && !field.getKey().equals("run_id")) {
        fields.append(field.getKey().replace('_', ' ')).append(' ').append(value).append(' ');
      }
    }
    return fields.toString();
  }

  private static String text(JsonNode data, String field) {
    return data.path(field).asString("");
  }
}
