package dev.earmark.listen.vosk;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.SpeechModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.vosk.Model;

/**
 * All loaded Vosk models, each loaded once and counted. Thread-safe.
 *
 * <p>Loading and freeing happen outside of the lock, so that recognisers on other models go on
 * meanwhile; who wants a model that is being loaded waits for it. A model that nobody uses any more
 * stays loaded for a short time, because who has looked into a model mostly opens it next. It is
 * then freed exactly once; freeing it earlier, or twice, would crash the process.
 */
public final class VoskModels {
  private static final Logger log = LoggerFactory.getLogger(VoskModels.class);
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final Map<Language, List<String>> PROBES =
      Map.of(
          Language.ZH, List.of("的", "一", "我", "是", "不"),
          Language.EN, List.of("the", "and", "you", "is", "one"));

  /** The native step of loading, for tests. */
  interface Loader {
    Model load(String folder) throws IOException;
  }

  private final Duration kept;
  private final Loader loader;
  private final ScheduledThreadPoolExecutor timer;
  private final Map<Key, CompletableFuture<Shared>> loaded = new HashMap<>(); // guarded by this
  private int openRecognisers; // guarded by this
  private long recognisersMade; // guarded by this
  private long loads; // guarded by this

  /** Makes an empty set; nothing native is loaded before {@link #open}. */
  public VoskModels() {
    this(KEPT);
  }

  /** Makes an empty set that keeps a model without users for the given time. */
  VoskModels(Duration kept) {
    this(kept, Model::new);
  }

  VoskModels(Duration kept, Loader loader) {
    this.kept = kept;
    this.loader = loader;
    this.timer = new ScheduledThreadPoolExecutor(1, VoskModels::daemon);
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    VoskLibrary.prepareEncoding();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "vosk-free");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens a model, loading it when it is not loaded yet, which takes 0.1 to several seconds.
   *
   * @throws FailureException when the library or the model cannot be used, with the remedy
   */
  public SpeechModel open(Path folder) throws IOException {
    Key key = Key.of(folder);
    while (true) {
      CompletableFuture<Shared> future;
      boolean mine;
      synchronized (this) {
        CompletableFuture<Shared> present = loaded.get(key);
        mine = present == null;
        future = present == null ? new CompletableFuture<>() : present;
        loaded.putIfAbsent(key, future);
      }
      if (mine) {
        load(key, future);
      }
      Shared shared = await(future, key);
      synchronized (this) {
        if (!shared.freed) {
          shared.users++;
          return new VoskModel(this, shared);
        }
      }
    }
  }

  /** Loads a model, if it is not loaded, only to see which languages it knows. */
  public Set<Language> languages(Path folder) throws IOException {
    try (SpeechModel model = open(folder)) {
      return model.languages();
    }
  }

  /** Returns how many models are loaded or being loaded. */
  public synchronized int loadedModels() {
    return loaded.size();
  }

  /** Returns how often a model has been loaded since the start. */
  public synchronized long loads() {
    return loads;
  }

  /** Returns how many recognisers are open. */
  public synchronized int openRecognisers() {
    return openRecognisers;
  }

  /** Returns how many recognisers have been made since the start. */
  public synchronized long recognisersMade() {
    return recognisersMade;
  }

  /** Completes the future, or takes it back and fails it, so that the next one tries again. */
  private void load(Key key, CompletableFuture<Shared> future) {
    try {
      Shared shared = load(key);
      synchronized (this) {
        loads++;
      }
      future.complete(shared);
    } catch (IOException | RuntimeException | Error e) {
      synchronized (this) {
        loaded.remove(key, future);
      }
      future.completeExceptionally(e);
    }
  }

  private static Shared await(CompletableFuture<Shared> future, Key key) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          new Failure(
              Failure.Kind.CANCELLED, "interrupted while " + key.name() + " was being loaded"),
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FailureException known) {
        throw new FailureException(known.failure(), e);
      }
      throw new IOException("cannot load " + key.name(), e);
    }
  }

  private Shared load(Key key) throws IOException {
    ModelFolder checked = ModelFolder.check(key.folder());
    VoskLibrary lib = VoskLibrary.load();
    Model model;
    try {
      model = loader.load(key.folder().toString());
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "the speech model "
                  + key.name()
                  + " cannot be loaded; remove it and install it again with"
                  + " 'earmark models install'"),
          e);
    }
    Set<Language> languages = EnumSet.noneOf(Language.class);
    PROBES.forEach(
        (language, words) -> {
          if (words.stream().allMatch(word -> lib.knows(model.getPointer(), word))) {
            languages.add(language);
          }
        });
    log.info("loaded speech model {}: {}", key.name(), languages);
    return new Shared(key, checked, model, lib, Set.copyOf(languages));
  }

  synchronized void recogniserOpened(Shared shared) {
    shared.users++;
    openRecognisers++;
    recognisersMade++;
  }

  void recogniserClosed(Shared shared) {
    synchronized (this) {
      openRecognisers--;
    }
    release(shared);
  }

  synchronized void share(Shared shared) {
    shared.users++;
  }

  void release(Shared shared) {
    long left;
    synchronized (this) {
      left = ++shared.lastReleased;
      shared.users--;
      if (shared.users > 0) {
        return;
      }
    }
    if (kept.isZero()) {
      free(shared, left);
    } else {
      ScheduledFuture<?> unused =
          timer.schedule(() -> free(shared, left), kept.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Frees a model unless somebody has used it since the given release. */
  private void free(Shared shared, long release) {
    synchronized (this) {
      if (shared.users > 0 || shared.lastReleased != release || shared.freed) {
        return;
      }
      shared.freed = true;
      loaded.remove(shared.key);
    }
    shared.model.close();
    log.info("freed speech model {}", shared.key.name());
  }

  /**
   * What a loaded model is known by: a folder whose files have been replaced is another model.
   *
   * @param stamp of the files' sizes and times
   */
  record Key(Path folder, long stamp) {
    static Key of(Path folder) throws IOException {
      Path plain = folder.toAbsolutePath().normalize();
      long stamp = 0;
      if (Files.isDirectory(plain)) {
        try (Stream<Path> files = Files.walk(plain)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            stamp = 31 * stamp + Files.size(file);
            stamp = 31 * stamp + Files.getLastModifiedTime(file).toMillis();
          }
        }
      }
      return new Key(plain, stamp);
    }

    String name() {
      return String.valueOf(folder.getFileName());
    }
  }

  /** A loaded model and the number of its users. */
  static final class Shared {
    final Key key;
    final ModelFolder folder;
    final Model model;
    final VoskLibrary library;
    final Set<Language> languages;
    private int users; // guarded by the VoskModels
    private long lastReleased; // counts releases; guarded by the VoskModels
    private boolean freed; // guarded by the VoskModels

    Shared(Key key, ModelFolder folder, Model model, VoskLibrary library, Set<Language> languages) {
      this.key = key;
      this.folder = folder;
      this.model = model;
      this.library = library;
      this.languages = languages;
    }
  }
}
