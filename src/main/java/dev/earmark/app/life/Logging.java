package dev.earmark.app.life;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.earmark.base.RunLog;
import org.slf4j.LoggerFactory;

/**
 * Where the log goes: to stderr, so that stdout stays for answers, or, as a service, to the journal
 * with the priority of each line. {@code EARMARK_LOG} sets the level. Lines that belong to a run
 * have its id. With {@code log.format: json} each line is a JSON object.
 *
 * <p>Logback finds this class by itself. It is code and no XML file, since reading that would take
 * a tenth of every start. A file named by {@code -Dlogback.configurationFile} goes before it.
 */
public final class Logging extends ContextAwareBase implements Configurator {
  private static final String APPENDER = "STDERR";

  private static final String FOR_PEOPLE =
      "%d{HH:mm:ss.SSS} %-5level [%thread] %run%logger{20}: %msg%n";

  /** The journal knows the time of a line. */
  private static final String FOR_JOURNAL = "%priority[%thread] %run%logger{20}: %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    // systemd sets it for what it starts with its output going to the journal, see systemd.exec(5).
    boolean journal = System.getenv("JOURNAL_STREAM") != null;
    boolean json = "json".equals(System.getenv("EARMARK_LOG_FORMAT"));
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setName(APPENDER);
    stderr.setTarget("System.err");
    stderr.setEncoder(json ? objects(context) : lines(context, journal));
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

  /**
   * Writes lines from now on in the format.
   *
   * @param format {@code text} or {@code json}
   */
  public static void use(String format) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
            instanceof ConsoleAppender<ILoggingEvent> stderr
        && format.equals("json") != stderr.getEncoder() instanceof JsonEncoder) {
      boolean journal = System.getenv("JOURNAL_STREAM") != null;
      stderr.setEncoder(format.equals("json") ? objects(context) : lines(context, journal));
    }
  }

  /** Lines for people or the journal. */
  static Encoder<ILoggingEvent> lines(LoggerContext context, boolean journal) {
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.getInstanceConverterMap().put("priority", JournalPriority::new);
    layout.getInstanceConverterMap().put("run", RunMark::new);
    layout.setPattern(journal ? FOR_JOURNAL : FOR_PEOPLE);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    return encoder;
  }

  /** A JSON object a line: timestamp, level, threadName, loggerName, mdc.run, formattedMessage. */
  static Encoder<ILoggingEvent> objects(LoggerContext context) {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setContext(context);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithFormattedMessage(true);
    encoder.start();
    return encoder;
  }

  /** The id of the run that a line was written for, in front of it. */
  private static final class RunMark extends ClassicConverter {
    @Override
    public String convert(ILoggingEvent event) {
      String run = event.getMDCPropertyMap().get(RunLog.KEY);
      return run == null ? "" : run + " ";
    }
  }

  private static String wanted() {
    String property = System.getProperty("EARMARK_LOG");
    return property != null ? property : System.getenv().getOrDefault("EARMARK_LOG", "INFO");
  }
}
