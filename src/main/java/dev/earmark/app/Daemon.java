package dev.earmark.app;

import dev.earmark.app.home.Home;
import dev.earmark.app.home.HomeFolders;
import dev.earmark.app.home.Privacy;
import dev.earmark.app.life.GoodEnd;
import dev.earmark.app.life.Logging;
import dev.earmark.app.life.SystemdNotifier;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.file.WholeFile;
import dev.earmark.config.EarmarkConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Runs the daemon in the foreground until a signal ends it. */
public final class Daemon {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);

  private static final JsonMapper JSON = new JsonMapper();

  private Daemon() {}

  /**
   * Starts the daemon, tells that it is ready, and blocks. SIGTERM and SIGINT save the position,
   * close everything and end the process with status 0.
   *
   * @param ready told once, on this thread, when it can be talked to: how long after the start of
   *     the process, and at which address
   * @throws IOException when it cannot start, with one sentence and the remedy
   */
  public static void run(
      Home home,
      EarmarkConfig config,
      Map<String, String> environment,
      BiConsumer<Duration, String> ready)
      throws IOException, InterruptedException {
    Clock clock = Clock.system();
    Privacy.ofNewFiles();
    Logging.use(config.logFormat());
    SystemdNotifier systemd = SystemdNotifier.of(environment);
    Path note = note(home);
    AtomicBoolean failed = new AtomicBoolean();
    AtomicReference<@Nullable Assembly> started = new AtomicReference<>();
    // Before the start: a signal in the middle of it is no failure either.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> shutDown(systemd, started.get(), note, failed.get()), "shutdown"));
    GoodEnd.settled();
    try {
      Assembly assembly = Assembly.start(home, config, Assembly.DeviceOverrides.NONE, clock);
      started.set(assembly);
      tellCommands(home, config, assembly);
      systemd.ready("ready, " + assembly.url());
      assembly.startWatchdog(systemd);
      ready.accept(sinceStart(clock, environment), assembly.url());
      assembly.startMpris(environment);
      assembly.startSharing();
      assembly.warmUp();
    } catch (IOException | RuntimeException e) {
      failed.set(true);
      throw e;
    }
    new CountDownLatch(1).await();
  }

  private static void shutDown(
      SystemdNotifier systemd, @Nullable Assembly assembly, Path note, boolean failed) {
    if (failed && assembly == null) {
      return; // the start has closed what it had opened
    }
    log.info("stopping");
    systemd.stopping();
    if (assembly != null) {
      assembly.close();
      removeNote(note);
    }
    // Whatever happened above, no sound program outlives the daemon.
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    log.info("stopped");
    // The JVM's own status for a signal would be 143, which reads as a failure. After a failed
    // start the status of that failure stands.
    if (!failed) {
      Runtime.getRuntime().halt(0);
    }
  }

  /** A full disk does not keep the daemon from playing what is there. */
  private static void tellCommands(Home home, EarmarkConfig config, Assembly assembly)
      throws IOException {
    try {
      leaveNote(home, config, assembly.port());
    } catch (IOException e) {
      FailureException trouble = HomeFolders.trouble(home.state(), e);
      if (trouble.failure().kind() != Failure.Kind.DISK_FULL) {
        throw trouble;
      }
      log.error("commands cannot find the daemon yet: {}", trouble.failure().detail());
      assembly.tellCommandsLater(
          trouble.failure().detail(), () -> leaveNote(home, config, assembly.port()));
    }
  }

  private static void removeNote(Path note) {
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      log.warn("{} could not be removed: {}", note, e.getMessage());
    }
  }

  /**
   * Leaves word where the daemon listens and where its token lies, for the commands that talk to
   * it: of a systemd credential they have no environment that tells.
   */
  public static void leaveNote(Home home, EarmarkConfig config, int port) throws IOException {
    String content =
        JSON.writeValueAsString(
            JSON.createObjectNode()
                .put("bind", config.server().bind())
                .put("port", port)
                .put("token_file", HomeFolders.server(home, config.server()).tokenFile())
                .put("pid", ProcessHandle.current().pid()));
    WholeFile.replace(note(home), (content + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static Path note(Home home) {
    return home.state().resolve("daemon.json");
  }

  /**
   * Returns the time since the process began; the launcher says in {@code EARMARK_BEGAN}, in
   * microseconds of the epoch, when it was done with a build before it.
   */
  private static Duration sinceStart(Clock clock, Map<String, String> environment) {
    Instant now = clock.now();
    Instant began = ProcessHandle.current().info().startInstant().orElse(now);
    String launched = environment.getOrDefault("EARMARK_BEGAN", "");
    if (launched.matches("\\d{1,18}")) {
      Instant built = Instant.EPOCH.plus(Long.parseLong(launched), ChronoUnit.MICROS);
      began = built.isAfter(began) && built.isBefore(now) ? built : began;
    }
    return Duration.between(began, now);
  }
}
