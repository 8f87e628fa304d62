package dev.earmark.speak.voices;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of piper's voices: one folder for each, with its {@code .onnx} and {@code .onnx.json}
 * files. Names that begin with a dot are work in progress. Thread-safe.
 */
public final class VoiceShelf {
  private static final String MODEL = ".onnx";
  private static final String CONFIG = ".onnx.json";

  private final Path folder;

  /** Makes a shelf of a folder, which need not exist. */
  public VoiceShelf(Path folder) {
    this.folder = folder;
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  /** Returns the voices in the order of their names; those without both files are none. */
  public synchronized List<InstalledVoice> list() throws IOException {
    restore();
    List<InstalledVoice> voices = new ArrayList<>();
    for (Path each : children(folder)) {
      List<Path> candidates = Files.isDirectory(each) ? children(each) : List.of(each);
      for (Path file : candidates) {
        String name = file.getFileName().toString();
        Path config = file.resolveSibling(name + ".json");
        if (name.endsWith(MODEL) && Files.isRegularFile(config)) {
          String plain = name.substring(0, name.length() - MODEL.length());
          long bytes = Files.size(file) + Files.size(config);
          voices.add(new InstalledVoice(plain, file, language(plain), bytes));
        }
      }
    }
    voices.sort(Comparator.comparing(InstalledVoice::name));
    return List.copyOf(voices);
  }

  /**
   * Returns the model of a language's voice.
   *
   * @param wanted its name, or empty for the first one of the language
   */
  public Optional<Path> model(Language language, String wanted) throws IOException {
    return list().stream()
        .filter(
            voice ->
                wanted.isEmpty()
                    ? voice.language().equals(Optional.of(language))
                    : voice.name().equals(wanted))
        .map(InstalledVoice::model)
        .findFirst();
  }

  /**
   * Deletes a voice.
   *
   * @throws FailureException when there is none of that name
   */
  public void remove(String name) throws IOException {
    InstalledVoice voice =
        list().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.NOT_FOUND,
                        "there is no voice " + name + "; see 'earmark voices list'"));
    Files.deleteIfExists(voice.model());
    Files.deleteIfExists(voice.model().resolveSibling(name + CONFIG));
    Path parent = voice.model().getParent();
    if (parent != null && !parent.equals(folder) && children(parent).isEmpty()) {
      Files.deleteIfExists(parent);
    }
  }

  /** Brings back a voice that was moved away, and whose successor did not come. */
  private void restore() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> moved;
    try (Stream<Path> all = Files.list(folder)) {
      moved = all.filter(each -> each.getFileName().toString().matches("\\..+\\.old")).toList();
    }
    for (Path old : moved) {
      String hidden = old.getFileName().toString();
      Path target = folder.resolve(hidden.substring(1, hidden.length() - ".old".length()));
      if (!Files.exists(target)) {
        Files.move(old, target);
      }
    }
  }

  /**
   * Puts a whole voice into its place, in two moves; the one of before comes back when the second
   * fails, or with the next list when the machine stopped in between.
   */
  synchronized void place(Path work, String name) throws IOException {
    Path target = folder.resolve(name);
    Path old = folder.resolve("." + name + ".old");
    delete(old);
    if (Files.exists(target)) {
      Files.move(target, old);
    }
    try {
      Files.move(work, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      restore();
      throw new FailureException(
          new Failure(Failure.Kind.UNAVAILABLE, "cannot put the voice to " + target), e);
    }
    delete(old);
  }

  static void delete(Path doomed) throws IOException {
    for (Path file : children(doomed)) {
      Files.delete(file);
    }
    Files.deleteIfExists(doomed);
  }

  private static Optional<Language> language(String name) {
    String family = name.toLowerCase(Locale.ROOT);
    if (family.startsWith("zh")) {
      return Optional.of(Language.ZH);
    }
    return family.startsWith("en") ? Optional.of(Language.EN) : Optional.empty();
  }

  private static List<Path> children(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> !each.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }
}
