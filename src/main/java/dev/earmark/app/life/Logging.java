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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Where the log goes: to stderr, so that stdout stays for answers, or, as a service, to the journal
 * with the priority of each line. {@code EARMARK_LOG} sets the level. Lines that belong to a run
 * have its id. With {@code log.format: json} each line is a JSON object, in the journal too with
 * its priority.
 *
 * <p>Logback finds this class by itself. It is code and no XML file, since reading that would take
 * a tenth of every start. A file named by {@code -Dlogback.configurationFile} goes before it.
 */
public final class Logging extends ContextAwareBase implements Configurator {
  private static final String APPENDER = "STDERR";
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  private static final String FOR_PEOPLE =
      "%d{HH:mm:ss.SSS} %-5level [%thread] %run%logger{20}: %msg%n";

  /** The journal knows the time of a line. */
  private static final String FOR_JOURNAL = "%priority[%thread] %run%logger{20}: %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    boolean journal = goesToJournal(System.getenv("JOURNAL_STREAM"), STDERR);
    boolean json = "json".equals(System.getenv("EARMARK_LOG_FORMAT"));
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setName(APPENDER);
    stderr.setTarget("System.err");
    stderr.setEncoder(json ? objects(context, journal) : lines(context, journal));
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
      boolean journal = goesToJournal(System.getenv("JOURNAL_STREAM"), STDERR);
      Encoder<ILoggingEvent> before = stderr.getEncoder();
      stderr.setEncoder(
          format.equals("json") ? objects(context, journal) : lines(context, journal));
      before.stop();
    }
  }

  /**
   * Returns whether stderr goes to the journal. The variable alone does not tell: it is inherited
   * by what a service starts with its output going elsewhere, see systemd.exec(5).
   *
   * @param stream {@code $JOURNAL_STREAM}: device and inode of the journal's socket, or null
   * @param stderr the link that says what stderr is
   */
  static boolean goesToJournal(@Nullable String stream, Path stderr) {
    if (stream == null) {
      return false;
    }
    try {
      String inode = stream.substring(stream.indexOf(':') + 1);
      return Files.readSymbolicLink(stderr).toString().equals("socket:[" + inode + "]");
    } catch (IOException | UnsupportedOperationException e) {
      return true; // no /proc here: as the variable says
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

  /**
   * A JSON object a line: timestamp, level, threadName, loggerName, mdc.run, formattedMessage; for
   * the journal behind the priority, which it takes off.
   */
  static Encoder<ILoggingEvent> objects(LoggerContext context, boolean journal) {
    JsonEncoder encoder = journal ? new JournalObjects() : new JsonEncoder();
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

  /** Objects behind the priority of their line. */
  private static final class JournalObjects extends JsonEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      byte[] priority = JournalPriority.of(event.getLevel()).getBytes(StandardCharsets.US_ASCII);
      byte[] object = super.encode(event);
      byte[] line = Arrays.copyOf(priority, priority.length + object.length);
      System.arraycopy(object, 0, line, priority.length, object.length);
      return line;
    }
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
