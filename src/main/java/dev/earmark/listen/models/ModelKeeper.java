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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the best models in use: the role {@code models}.
 *
 * <p>It starts with what is there, fetches the official small model of each language that has none
 * for free speech, notices what is dropped into the folder, and tells the user of the models
 * whenever the best ones are others than before. When a model cannot be had it says so once, stays
 * with what it has, and tries again after an hour.
 *
 * <p>The role's thread only looks at the clock. All that touches models (unpacking, loading,
 * checksums, downloads) runs on the worker, at most one look and one download at a time.
 */
public final class ModelKeeper implements Role {
  private static final Logger log = LoggerFactory.getLogger(ModelKeeper.class);
  private static final String RECOGNIZER = "recognizer";
  private static final String MODELS = "models";
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
  private final CancelFlag cancel = new CancelFlag();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final AtomicBoolean fetching = new AtomicBoolean();
  private final Map<Language, String> troubles = new ConcurrentSkipListMap<>();
  private volatile boolean arrived;
  private volatile String progress = "";
  private volatile String unusable = ""; // what lies there in vain, in words
  private volatile boolean looked;
  private long lookAgain = Long.MIN_VALUE; // role's thread only
  private long tryAgain = Long.MIN_VALUE; // role's thread only
  private List<Path> inUse = List.of(); // whoever holds looking
  private String lastProblem = ""; // whoever holds looking

  /** Uses models. */
  @FunctionalInterface
  public interface User {
    /**
     * Called on the worker's thread, never twice at a time, with the folders of the best models,
     * the best first; loading them may take seconds.
     *
     * @throws IOException when they cannot be used; the old ones stay in use then
     */
    void use(List<Path> models) throws IOException;
  }

  /**
   * Makes a keeper.
   *
   * @param worker runs what takes seconds or minutes; with a single thread, what is dropped waits
   *     until a running download has ended
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
    return MODELS;
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
    boolean due = lookAgain == Long.MIN_VALUE || now - lookAgain >= 0;
    if ((due || arrived) && post(looking, this::look)) {
      arrived = false;
      lookAgain = now + LOOK_EVERY.toNanos();
    }
    if (settings.autoInstall()
        && looked
        && (tryAgain == Long.MIN_VALUE || now - tryAgain >= 0)
        && post(fetching, this::fetchMissing)) {
      tryAgain = now + TRY_AGAIN.toNanos();
    }
    clock.sleep(TURN);
    return !cancel.isSet();
  }

  /** Gives work to the worker unless the same kind of work is under way; returns whether it did. */
  private boolean post(AtomicBoolean underWay, Runnable work) {
    if (!underWay.compareAndSet(false, true)) {
      return false;
    }
    try {
      worker.execute(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              log.error("keeping the speech models failed", e);
              health.problem(MODELS, "a fault in keeping the speech models: " + e);
            } finally {
              underWay.set(false);
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      underWay.set(false); // the worker is shut down: the daemon ends
      log.debug("no more work on speech models", e);
      return false;
    }
  }

  /**
   * Changes over to the best models, and once more when something dropped has become one: what is
   * there already does not wait for the unpacking. Runs on the worker.
   */
  private void look() {
    try {
      changeOver();
      if (shelf.takeDroppedZips(cancel) > 0) {
        changeOver();
      }
      reportUnusable();
    } catch (IOException e) {
      health.problem(RECOGNIZER, reason(e));
      if (!reason(e).equals(lastProblem)) {
        lastProblem = reason(e);
        log.warn("the speech models cannot be changed: {}", lastProblem);
      }
    } finally {
      looked = true;
    }
  }

  private void changeOver() throws IOException {
    List<ModelInfo> active = shelf.active(languages);
    List<Path> best = active.stream().map(ModelInfo::folder).toList();
    if (best.isEmpty()) {
      health.problem(
          RECOGNIZER, "no speech model in " + shelf.folder() + "; run 'earmark models install zh'");
    } else if (!best.equals(inUse) && !cancel.isSet()) {
      user.use(best);
      inUse = best;
      lastProblem = "";
      health.ok(RECOGNIZER, "uses " + names(best));
    }
    if (troubles.keySet().removeIf(language -> hasFreeSpeech(active, language))) {
      reportTroubles();
    }
  }

  /** Tells what lies on the shelf in vain, with the remedy; the log tells it once. */
  private void reportUnusable() throws IOException {
    String now =
        shelf.unusable().stream()
            .map(each -> each.name() + " cannot be used: " + each.problem())
            .collect(Collectors.joining(" | "));
    if (!now.equals(unusable)) {
      if (!now.isEmpty()) {
        log.warn("in {}: {}", shelf.folder(), now);
      }
      unusable = now;
      if (now.isEmpty() && troubles.isEmpty()) {
        health.ok(MODELS, "all that lies in " + shelf.folder() + " can be used");
      } else {
        reportTroubles();
      }
    }
  }

  private static boolean hasFreeSpeech(List<ModelInfo> models, Language language) {
    return models.stream().anyMatch(m -> m.freeDecoding() && m.languages().contains(language));
  }

  /** Fetches the models that are missing, one after the other. Runs on the worker. */
  private void fetchMissing() {
    try {
      List<ModelInfo> active = shelf.active(languages);
      for (Language language : languages) {
        if (!hasFreeSpeech(active, language) && !cancel.isSet()) {
          fetch(language);
        }
      }
    } catch (IOException e) {
      log.warn("the speech models cannot be listed: {}", reason(e));
    }
  }

  private void fetch(Language language) {
    try {
      Path model = installer.install(language, this::report, cancel);
      log.info("installed speech model {}", model.getFileName());
      if (troubles.remove(language) != null) {
        reportTroubles();
      }
    } catch (IOException e) {
      if (!cancel.isSet()) {
        if (troubles.put(language, reason(e)) == null) {
          log.warn(
              "a larger speech model for {} cannot be had now ({}); the present one stays in use",
              language.code(),
              reason(e));
        }
        reportTroubles();
      }
    } finally {
      progress = "";
      arrived = true;
    }
  }

  /** Tells which models are still missing; none is no fault, since the present ones stay in use. */
  private void reportTroubles() {
    if (!unusable.isEmpty()) {
      health.problem(MODELS, "in " + shelf.folder() + ": " + unusable);
      return;
    }
    if (troubles.isEmpty()) {
      health.ok(MODELS, "each language has a model for free speech");
      return;
    }
    StringBuilder text = new StringBuilder("a larger speech model cannot be had now: ");
    troubles.forEach(
        (language, reason) ->
            text.append(language.code()).append(": ").append(reason).append("; "));
    health.ok(MODELS, text.append("it tries again").toString());
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
