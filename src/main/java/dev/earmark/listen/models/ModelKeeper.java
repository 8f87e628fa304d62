package dev.earmark.listen.models;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the best models in use: the role {@code models}.
 *
 * <p>It starts with what is there, fetches the official small model of each language that has none
 * for free speech, notices what is dropped into the folder, and tells the user of the models
 * whenever the best ones are others than before. When a model cannot be had it says so once, stays
 * with what it has, and tries again after an hour.
 */
public final class ModelKeeper implements Role {
  private static final Logger log = LoggerFactory.getLogger(ModelKeeper.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration TRY_AGAIN = Duration.ofHours(1);
  private static final Duration TURN = Duration.ofMillis(400);

  private final ModelShelf shelf;
  private final ModelInstaller installer;
  private final ModelSettings settings;
  private final List<Language> languages;
  private final User user;
  private final Health health;
  private final Clock clock;
  private final Executor worker;
  private final AtomicBoolean fetching = new AtomicBoolean();
  private volatile boolean arrived;
  private final CancelFlag cancel = new CancelFlag();
  private final ArrayDeque<Language> wanted = new ArrayDeque<>(); // role's thread only
  private List<Path> inUse = List.of(); // role's thread only
  private long lookAgain = Long.MIN_VALUE; // role's thread only
  private long tryAgain = Long.MIN_VALUE; // role's thread only
  private volatile boolean said;
  private volatile String progress = "";

  /** Uses models. */
  @FunctionalInterface
  public interface User {
    /**
     * Called on the role's thread with the folders of the best models, the best first; loading them
     * may take seconds.
     *
     * @throws IOException when they cannot be used; the old ones stay in use then
     */
    void use(List<Path> models) throws IOException;
  }

  /**
   * Makes a keeper.
   *
   * @param worker runs the downloads, which take minutes, one after the other
   */
  public ModelKeeper(
      ModelShelf shelf,
      ModelInstaller installer,
      ModelSettings settings,
      List<Language> languages,
      User user,
      Health health,
      Clock clock,
      Executor worker) {
    this.shelf = shelf;
    this.installer = installer;
    this.settings = settings;
    this.languages = List.copyOf(languages);
    this.user = user;
    this.health = health;
    this.clock = clock;
    this.worker = worker;
  }

  @Override
  public String name() {
    return "models";
  }

  /** Returns what is being fetched, such as {@code vosk-model-small-cn-0.22 37 %}, or empty. */
  public String progress() {
    return progress;
  }

  @Override
  public boolean doWork() throws InterruptedException {
    if (cancel.isSet()) {
      return false;
    }
    long now = clock.nanoTime();
    if (lookAgain == Long.MIN_VALUE || now - lookAgain >= 0) {
      lookAgain = now + LOOK_EVERY.toNanos();
      look();
      if (settings.autoInstall() && (tryAgain == Long.MIN_VALUE || now - tryAgain >= 0)) {
        tryAgain = now + TRY_AGAIN.toNanos();
        wantMissing();
      }
    }
    if (arrived) {
      arrived = false;
      look();
    }
    if (!wanted.isEmpty() && fetching.compareAndSet(false, true)) {
      Language next = wanted.remove();
      worker.execute(() -> fetch(next));
    }
    clock.sleep(TURN);
    return !cancel.isSet();
  }

  /** Looks at the shelf and changes over when the best models are others than before. */
  private void look() {
    try {
      shelf.takeDroppedZips();
      List<Path> best = shelf.active(languages).stream().map(ModelInfo::folder).toList();
      if (best.isEmpty()) {
        health.problem(
            "recognizer",
            "no speech model in " + shelf.folder() + "; run 'earmark models install zh'");
      } else if (!best.equals(inUse)) {
        user.use(best);
        inUse = best;
        health.ok("recognizer", "uses " + names(best));
      }
    } catch (IOException e) {
      health.problem("recognizer", reason(e));
      log.warn("the speech models cannot be changed: {}", reason(e));
    }
  }

  private void wantMissing() {
    try {
      List<ModelInfo> best = shelf.active(languages);
      for (Language language : languages) {
        boolean there =
            best.stream().anyMatch(m -> m.freeDecoding() && m.languages().contains(language));
        if (!there && !wanted.contains(language)) {
          wanted.add(language);
        }
      }
    } catch (IOException e) {
      log.warn("the speech models cannot be listed: {}", reason(e));
    }
  }

  /** Runs on the worker. */
  private void fetch(Language language) {
    try {
      Path model = installer.install(language, this::report, cancel);
      log.info("installed speech model {}", model.getFileName());
    } catch (IOException e) {
      if (!said && !cancel.isSet()) {
        said = true;
        log.warn(
            "a larger speech model for {} cannot be had now ({}); the present one stays in use",
            language.code(),
            reason(e));
        health.ok(
            "models", "a larger speech model cannot be had now: " + reason(e) + "; it tries again");
      }
    } finally {
      progress = "";
      arrived = true;
      fetching.set(false);
    }
  }

  private void report(String name, long bytes, long total) {
    progress =
        total > 0
            ? String.format(Locale.ROOT, "%s %d %%", name, 100 * bytes / total)
            : String.format(Locale.ROOT, "%s %d kB", name, bytes / 1000);
  }

  private static String reason(IOException e) {
    return e instanceof FailureException failure
        ? failure.failure().detail()
        : String.valueOf(e.getMessage());
  }

  private static List<String> names(List<Path> models) {
    return models.stream().map(model -> String.valueOf(model.getFileName())).toList();
  }

  @Override
  public void wakeUp() {
    cancel.set();
  }
}
