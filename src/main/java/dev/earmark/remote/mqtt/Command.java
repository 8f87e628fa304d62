package dev.earmark.remote.mqtt;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What may be commanded; each has a topic of its own. */
enum Command {
  /** {@code PLAY}, {@code PAUSE}, {@code STOP}, {@code NEXT} or {@code PREVIOUS}. */
  TRANSPORT,
  /** A title, or JSON {@code {"keyword": "…", "section": 3}}. */
  BOOK,
  /** Anything that could be spoken. */
  SAY,
  /** 0 to 100. */
  VOLUME,
  /** 0.5 to 3.0. */
  SPEED,
  /** Seconds of the section. */
  SEEK,
  /** Minutes; 0 calls the sleep timer off. */
  SLEEP,
  /** {@code ON} when the wake phrase is heard, {@code OFF} when not. */
  LISTENING;

  /** Returns its level in the topic. */
  String level() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Finds the command of a level. */
  static Optional<Command> of(String level) {
    return Arrays.stream(values()).filter(command -> command.level().equals(level)).findFirst();
  }
}
