package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import dev.earmark.base.RunLog;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How lines of the log look: for people, for the journal, as JSON; with the id of their run. */
final class LoggingTest {
  private final LoggerContext context = new LoggerContext();
  private final Logger logger = context.getLogger("dev.earmark.test");

  private String line(
      Encoder<ch.qos.logback.classic.spi.ILoggingEvent> encoder, Level level, String run) {
    LoggingEvent event =
        new LoggingEvent("", logger, level, "fetched {} of \"{}\"", null, new Object[] {2, "x"});
    event.setMDCPropertyMap(run.isEmpty() ? Map.of() : Map.of(RunLog.KEY, run));
    event.setThreadName("agent-1");
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void lines_ofARun_haveItsId() {
    assertThat(line(Logging.lines(context, /* journal= */ false), Level.INFO, "run-7"))
        .endsWith("INFO  [agent-1] run-7 dev.earmark.test: fetched 2 of \"x\"\n");
    assertThat(line(Logging.lines(context, /* journal= */ false), Level.WARN, ""))
        .endsWith("WARN  [agent-1] dev.earmark.test: fetched 2 of \"x\"\n");
  }

  @Test
  void lines_forTheJournal_beginWithTheirPriority() {
    Encoder<ch.qos.logback.classic.spi.ILoggingEvent> journal = Logging.lines(context, true);
    assertThat(line(journal, Level.ERROR, "run-7")).startsWith("<3>[agent-1] run-7 dev.");
    assertThat(line(journal, Level.WARN, "")).startsWith("<4>[agent-1] dev.");
    assertThat(line(journal, Level.INFO, "")).startsWith("<6>");
    assertThat(line(journal, Level.DEBUG, "")).startsWith("<7>");
  }

  @Test
  void objects_areOneALine_withLevelThreadAndRun() {
    String line = line(Logging.objects(context), Level.WARN, "run-7");
    assertThat(line.strip().lines()).hasSize(1);
    JsonNode object = new JsonMapper().readTree(line);
    assertThat(object.path("level").asString("")).isEqualTo("WARN");
    assertThat(object.path("threadName").asString("")).isEqualTo("agent-1");
    assertThat(object.path("loggerName").asString("")).isEqualTo("dev.earmark.test");
    assertThat(object.path("formattedMessage").asString("")).isEqualTo("fetched 2 of \"x\"");
    assertThat(object.at("/mdc/run").asString("")).isEqualTo("run-7");
    assertThat(object.path("timestamp").isNumber()).isTrue();
  }

  @Test
  void run_marksItsThread_andOnlyWhileItWorks() {
    RunLog.during(
        "run-1",
        () -> {
          assertThat(RunLog.current()).isEqualTo("run-1");
          RunLog.during("", () -> assertThat(RunLog.current()).isNull());
          assertThat(RunLog.current()).isEqualTo("run-1");
        });
    assertThat(RunLog.current()).isNull();
  }
}
