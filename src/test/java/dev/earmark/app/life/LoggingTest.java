package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import dev.earmark.base.RunLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    String line = line(Logging.objects(context, /* journal= */ false), Level.WARN, "run-7");
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
  void objects_forTheJournal_standBehindTheirPriority() {
    String line = line(Logging.objects(context, /* journal= */ true), Level.ERROR, "run-7");
    assertThat(line).startsWith("<3>{").endsWith("}\n");
    assertThat(new JsonMapper().readTree(line.substring(3)).at("/mdc/run").asString(""))
        .isEqualTo("run-7");
    assertThat(line(Logging.objects(context, /* journal= */ true), Level.DEBUG, ""))
        .startsWith("<7>{");
  }

  /** systemd.exec(5): the variable is inherited, so a program compares it with what it has. */
  @Test
  void stderr_goesToTheJournal_onlyWhenItIsThatSocket(@TempDir Path folder) throws Exception {
    Path socket = Files.createSymbolicLink(folder.resolve("2"), Path.of("socket:[31337]"));
    Path file = Files.createSymbolicLink(folder.resolve("3"), Path.of("/tmp/earmark.log"));
    assertThat(Logging.goesToJournal("8:31337", socket)).isTrue();
    assertThat(Logging.goesToJournal("8:1337", socket)).isFalse();
    assertThat(Logging.goesToJournal("8:31337", file)).isFalse();
    assertThat(Logging.goesToJournal(null, socket)).isFalse();
    assertThat(Logging.goesToJournal("8:31337", folder.resolve("none"))).isTrue();
  }

  @Test
  void work_thatIsCarried_isDoneForTheRunThatStartedIt() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>("");
    Runnable work = () -> seen.set(String.valueOf(RunLog.current()));
    RunLog.during(
        "run-1",
        () -> {
          Runnable carried = RunLog.carried(work);
          RunLog.during("run-2", carried);
        });
    assertThat(seen).hasValue("run-1");

    ExecutorService pool = Threads.pool("test", 1);
    try {
      RunLog.during("run-3", () -> pool.execute(work));
      pool.submit(() -> {}).get();
      assertThat(seen).hasValue("run-3");
      pool.execute(work);
      pool.submit(() -> {}).get();
      assertThat(seen).hasValue("null");
    } finally {
      pool.shutdownNow();
    }
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
