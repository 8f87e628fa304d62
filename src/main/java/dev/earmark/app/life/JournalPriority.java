package dev.earmark.app.life;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** Begins a line with the priority that the journal reads off it, see sd-daemon(3). */
public final class JournalPriority extends ClassicConverter {
  private static final String ERROR = "<3>";
  private static final String WARNING = "<4>";
  private static final String INFORMATION = "<6>";
  private static final String DEBUG = "<7>";

  @Override
  public String convert(ILoggingEvent event) {
    return of(event.getLevel());
  }

  /** Returns the priority of a level as it stands in front of a line. */
  static String of(Level of) {
    int level = of.toInt();
    if (level >= Level.ERROR_INT) {
      return ERROR;
    } else if (level >= Level.WARN_INT) {
      return WARNING;
    }
    return level >= Level.INFO_INT ? INFORMATION : DEBUG;
  }
}
