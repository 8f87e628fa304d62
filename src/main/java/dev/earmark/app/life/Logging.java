package dev.earmark.app.life;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Where the log goes: to stderr, so that stdout stays for answers, or, as a service, to the journal
 * with the priority of each line. {@code EARMARK_LOG} sets the level.
 *
 * <p>Logback finds this class by itself. It is code and no XML file, since reading that would take
 * a tenth of every start. A file named by {@code -Dlogback.configurationFile} goes before it.
 */
public final class Logging extends ContextAwareBase implements Configurator {
  private static final String FOR_PEOPLE =
      "%d{HH:mm:ss.SSS} %-5level [%thread] %logger{20}: %msg%n";

  /** The journal knows the time of a line. */
  private static final String FOR_JOURNAL = "%priority[%thread] %logger{20}: %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    // systemd sets it for what it starts with its output going to the journal, see systemd.exec(5).
    boolean journal = System.getenv("JOURNAL_STREAM") != null;
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.getInstanceConverterMap().put("priority", JournalPriority::new);
    layout.setPattern(journal ? FOR_JOURNAL : FOR_PEOPLE);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setName("STDERR");
    stderr.setTarget("System.err");
    stderr.setEncoder(encoder);
    stderr.start();
    context.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
    context.getLogger("io.javalin").setLevel(Level.WARN);
    // What clients do wrong is answered to them.
    context.getLogger("io.modelcontextprotocol").setLevel(Level.ERROR);
    // A bus that is missing or goes away is told once, in our own words.
    context.getLogger("org.freedesktop.dbus").setLevel(Level.OFF);
    var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(wanted(), Level.INFO));
    root.addAppender(stderr);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static String wanted() {
    String property = System.getProperty("EARMARK_LOG");
    return property != null ? property : System.getenv().getOrDefault("EARMARK_LOG", "INFO");
  }
}
