package dev.earmark.remote.mqtt;

/** The names of the topics; documented in {@code docs/automation.md}. */
final class Topics {
  /** What the last level of a topic for commands is. */
  static final String SET = "/set";

  private final String base;

  Topics(String base) {
    this.base = base;
  }

  /** {@code online} or {@code offline}, retained; the broker says the latter when we are gone. */
  String availability() {
    return base + "/availability";
  }

  /** The player as JSON, retained. */
  String state() {
    return base + "/state";
  }

  /** What happens, not retained. */
  String event(String type) {
    return base + "/event/" + type;
  }

  /** What was wrong with a command, not retained. */
  String error() {
    return base + "/error";
  }

  /** Where a command is taken. */
  String command(Command command) {
    return base + "/" + command.level() + SET;
  }

  /** All commands. */
  String commands() {
    return base + "/+" + SET;
  }

  /** Returns the level of a command's topic, such as {@code volume}. */
  String level(String topic) {
    return topic.substring(base.length() + 1, topic.length() - SET.length());
  }
}
