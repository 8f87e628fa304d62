package dev.earmark.speak.piper;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.speak.Voice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Piper with one voice for each language. Its processes stay, since loading a voice takes a second;
 * each is started with its first sentence. Thread-safe.
 */
public final class PiperVoice implements Voice {
  /** Within this time a sentence is synthesised, the loading of the voice included. */
  public static final Duration LONGEST = Duration.ofSeconds(15);

  private final String program;
  private final double slower;
  private final Models models;
  private final Duration longest;
  private final Map<Language, PiperProcess> processes = new EnumMap<>(Language.class); // by this

  /** Finds the {@code .onnx} file of a language's voice. */
  @FunctionalInterface
  public interface Models {
    /** Returns it, or empty when there is none. */
    Optional<Path> of(Language language) throws IOException;
  }

  /**
   * Makes a voice; nothing runs before it speaks.
   *
   * @param program the name or path of piper
   * @param slower 1 for the voice's own speed, 2 for half of it
   * @param models finds the {@code .onnx} file of a language's voice, asked for every sentence
   */
  public PiperVoice(String program, double slower, Models models, Duration longest) {
    this.program = program;
    this.slower = slower;
    this.models = models;
    this.longest = longest;
  }

  @Override
  public String name() {
    return "piper " + label(Language.ZH) + "/" + label(Language.EN) + " " + slower;
  }

  private String label(Language language) {
    try {
      return models
          .of(language)
          .map(path -> path.getFileName().toString().replace(".onnx", ""))
          .orElse("none");
    } catch (IOException e) {
      return "unreadable"; // whoever lets it speak is told why
    }
  }

  @Override
  public void check() throws IOException {
    if (models.of(Language.ZH).isEmpty() && models.of(Language.EN).isEmpty()) {
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "there is no piper voice; ./earmark voices install zh, or en, or correct voice.piper.zh"
              + " and voice.piper.en");
    }
    PiperProcess.check(program);
  }

  @Override
  public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
      throws IOException {
    Path model = models.of(language).orElseThrow(() -> missing(language));
    return process(language, model).speak(sentence, longest, cancel);
  }

  private synchronized PiperProcess process(Language language, Path model) {
    PiperProcess process = processes.get(language);
    if (process == null || !process.model().equals(model)) {
      if (process != null) {
        process.close();
      }
      process = new PiperProcess(program, model, slower);
      processes.put(language, process);
    }
    return process;
  }

  private static FailureException missing(Language language) {
    return new FailureException(
        Failure.Kind.NOT_FOUND,
        "there is no piper voice for "
            + language.code()
            + "; ./earmark voices install "
            + language.code()
            + ", or correct voice.piper."
            + language.code());
  }

  @Override
  public synchronized void close() {
    processes.values().forEach(PiperProcess::close);
    processes.clear();
  }
}
