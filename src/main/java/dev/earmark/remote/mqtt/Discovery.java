package dev.earmark.remote.mqtt;

import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The entities that Home Assistant makes of the player by its MQTT discovery: one retained document
 * each under {@code PREFIX/COMPONENT/NODE/OBJECT/config}, joined to one device. Home Assistant has
 * no media player for MQTT, so its parts are sensors, buttons, numbers, a switch and a text field.
 * Source: the pages of Home Assistant's MQTT integration and of its sensor, number, switch, button
 * and text platforms.
 */
final class Discovery {
  private static final int LONGEST_TEXT = 255;

  private final MqttSettings settings;
  private final Topics topics;
  private final String node;
  private final String version;
  private final Language language;
  private final Map<String, Object> documents = new LinkedHashMap<>();

  private Discovery(MqttSettings settings, String version, Language language) {
    this.settings = settings;
    this.topics = new Topics(settings.topic());
    this.node = settings.topic().replaceAll("[^A-Za-z0-9_-]", "_");
    this.version = version;
    this.language = language;
  }

  /** Returns the documents by their topics. */
  static Map<String, Object> documents(MqttSettings settings, String version, Language language) {
    Discovery discovery = new Discovery(settings, version, language);
    discovery.sensors();
    if (settings.commands()) {
      discovery.controls();
    }
    return discovery.documents;
  }

  private void sensors() {
    Map<String, Object> state = sensor("state", "状态", "State", "mdi:book-play");
    state.put("device_class", "enum");
    state.put("options", List.of("playing", "paused", "buffering", "stopped"));
    sensor("title", "书", "Book", "mdi:book-open-variant");
    sensor("section", "集", "Section", "mdi:format-list-numbered");
    sensor("section_title", "集名", "Section title", "mdi:format-title");
    seconds("position_s", "位置", "Position");
    seconds("duration_s", "长度", "Length");
    Map<String, Object> problem = sensor("problem", "问题", "Problem", "mdi:alert-circle-outline");
    problem.put("entity_category", "diagnostic");
  }

  private void seconds(String field, String zh, String en) {
    Map<String, Object> document = sensor(field, zh, en, "mdi:timeline-clock-outline");
    document.put("device_class", "duration");
    document.put("unit_of_measurement", "s");
  }

  private Map<String, Object> sensor(String field, String zh, String en, String icon) {
    Map<String, Object> document = entity("sensor", field, zh, en, icon);
    state(document, field);
    return document;
  }

  private void controls() {
    button("PLAY", "播放", "Play", "mdi:play");
    button("PAUSE", "暂停", "Pause", "mdi:pause");
    button("STOP", "停止", "Stop", "mdi:stop");
    button("NEXT", "下一集", "Next section", "mdi:skip-next");
    button("PREVIOUS", "上一集", "Previous section", "mdi:skip-previous");
    Map<String, Object> volume =
        number(Command.VOLUME, "volume", "音量", "Volume", "mdi:volume-high");
    range(volume, 0, 100, 1, "%");
    Map<String, Object> speed = number(Command.SPEED, "speed", "语速", "Speed", "mdi:speedometer");
    range(speed, Commander.SLOWEST, Commander.FASTEST, 0.05, "x");
    Map<String, Object> sleep =
        number(Command.SLEEP, "sleep_minutes", "睡眠定时", "Sleep timer", "mdi:sleep");
    range(sleep, 0, Commander.MOST_MINUTES, 1, "min");
    Map<String, Object> listening =
        entity("switch", "listening", "听唤醒词", "Listens for the wake phrase", "mdi:microphone");
    listening.put("command_topic", topics.command(Command.LISTENING));
    state(listening, "listening");
    Map<String, Object> say = entity("text", "say", "命令", "Command", "mdi:comment-text-outline");
    say.put("command_topic", topics.command(Command.SAY));
    say.put("max", LONGEST_TEXT);
  }

  private void button(String pressed, String zh, String en, String icon) {
    Map<String, Object> button = entity("button", pressed.toLowerCase(Locale.ROOT), zh, en, icon);
    button.put("command_topic", topics.command(Command.TRANSPORT));
    button.put("payload_press", pressed);
  }

  private Map<String, Object> number(
      Command command, String field, String zh, String en, String icon) {
    Map<String, Object> number = entity("number", field, zh, en, icon);
    number.put("command_topic", topics.command(command));
    state(number, field);
    return number;
  }

  private static void range(
      Map<String, Object> number, double min, double max, double step, String unit) {
    number.put("min", min);
    number.put("max", max);
    number.put("step", step);
    number.put("unit_of_measurement", unit);
  }

  private void state(Map<String, Object> document, String field) {
    document.put("state_topic", topics.state());
    document.put("value_template", "{{ value_json." + field + " }}");
  }

  private Map<String, Object> entity(
      String component, String object, String zh, String en, String icon) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", language.pick(zh, en));
    document.put("unique_id", node + "_" + object);
    document.put("icon", icon);
    document.put("availability_topic", topics.availability());
    document.put(
        "device",
        Map.of(
            "identifiers",
            List.of(node),
            "name",
            node.equals("earmark") ? "Earmark" : "Earmark " + node,
            "manufacturer",
            "Earmark",
            "model",
            "Earmark",
            "sw_version",
            version));
    document.put("origin", Map.of("name", "Earmark", "sw_version", version));
    documents.put(
        settings.discovery() + "/" + component + "/" + node + "/" + object + "/config", document);
    return document;
  }
}
