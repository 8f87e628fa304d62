package dev.earmark.listen.vosk;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.SpeechModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.vosk.Model;

/**
 * All loaded Vosk models, each loaded once and counted. Thread-safe.
 *
 * <p>A native model is freed exactly once, when the last handle and the last recogniser on it are
 * closed; freeing it earlier, or twice, would crash the process.
 */
public final class VoskModels {
  private static final Logger log = LoggerFactory.getLogger(VoskModels.class);
  private static final Map<Language, List<String>> PROBES =
      Map.of(
          Language.ZH, List.of("的", "一", "我", "是", "不"),
          Language.EN, List.of("the", "and", "you", "is", "one"));

  private final Map<Path, Shared> loaded = new HashMap<>(); // guarded by this
  private @Nullable VoskLibrary library; // guarded by this
  private int openRecognisers; // guarded by this
  private long recognisersMade; // guarded by this

  /** Makes an empty set; nothing native is loaded before {@link #open}. */
  public VoskModels() {
    VoskLibrary.prepareEncoding();
  }

  /**
   * Opens a model, loading it when it is not loaded yet, which takes 0.1 to several seconds.
   *
   * @throws FailureException when the library or the model cannot be used, with the remedy
   */
  public SpeechModel open(Path folder) throws IOException {
    Path key = folder.toAbsolutePath().normalize();
    synchronized (this) {
      Shared shared = loaded.get(key);
      if (shared == null) {
        shared = load(key);
        loaded.put(key, shared);
      }
      shared.users++;
      return new VoskModel(this, shared);
    }
  }

  /** Loads a model, if it is not loaded, only to see which languages it knows. */
  public Set<Language> languages(Path folder) throws IOException {
    try (SpeechModel model = open(folder)) {
      return model.languages();
    }
  }

  /** Returns how many models are loaded. */
  public synchronized int loadedModels() {
    return loaded.size();
  }

  /** Returns how many recognisers are open. */
  public synchronized int openRecognisers() {
    return openRecognisers;
  }

  /** Returns how many recognisers have been made since the start. */
  public synchronized long recognisersMade() {
    return recognisersMade;
  }

  private Shared load(Path key) throws IOException {
    ModelFolder checked = ModelFolder.check(key);
    VoskLibrary lib = library == null ? VoskLibrary.load() : library;
    library = lib;
    Model model;
    try {
      model = new Model(key.toString());
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "the speech model "
                  + key.getFileName()
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
    log.info("loaded speech model {}: {}", key.getFileName(), languages);
    return new Shared(key, checked, model, lib, Set.copyOf(languages));
  }

  synchronized void recogniserOpened(Shared shared) {
    shared.users++;
    openRecognisers++;
    recognisersMade++;
  }

  synchronized void recogniserClosed(Shared shared) {
    openRecognisers--;
    release(shared);
  }

  synchronized void share(Shared shared) {
    shared.users++;
  }

  synchronized void release(Shared shared) {
    shared.users--;
    if (shared.users == 0) {
      loaded.remove(shared.key);
      shared.model.close();
      log.info("freed speech model {}", shared.key.getFileName());
    }
  }

  /** A loaded model and the number of its users. */
  static final class Shared {
    final Path key;
    final ModelFolder folder;
    final Model model;
    final VoskLibrary library;
    final Set<Language> languages;
    private int users; // guarded by the VoskModels

    Shared(
        Path key, ModelFolder folder, Model model, VoskLibrary library, Set<Language> languages) {
      this.key = key;
      this.folder = folder;
      this.model = model;
      this.library = library;
      this.languages = languages;
    }
  }
}
