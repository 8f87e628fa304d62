package dev.earmark.speak.espeak;

import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavFile;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.speak.ProcessLimit;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * espeak-ng as a process for each sentence: the text goes in through stdin as UTF-8 whatever the
 * locale is, a WAV comes out of stdout.
 *
 * <p>Thread-safe. Cancelling kills the process; so does the time limit of 15 s.
 */
public final class EspeakVoice implements Voice {
  /** Within this time a sentence is synthesised, or given up. */
  public static final Duration LONGEST = Duration.ofSeconds(15);

  private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

  private final String program;
  private final VoiceSettings settings;
  private final Duration longest;

  /** Makes a voice; nothing runs before it speaks. */
  public EspeakVoice(VoiceSettings settings) {
    this("espeak-ng", settings, LONGEST);
  }

  EspeakVoice(String program, VoiceSettings settings, Duration longest) {
    this.program = program;
    this.settings = settings;
    this.longest = longest;
  }

  /**
   * Returns the voice for {@code voice.engine}: {@code auto} and {@code espeak} speak with
   * espeak-ng, also when it is installed only later; {@code none} gives none.
   *
   * @throws FailureException kind BAD_REQUEST for another engine
   */
  public static Optional<Voice> choose(VoiceSettings settings) throws FailureException {
    return switch (settings.engine()) {
      case "auto", "espeak" -> Optional.of(new EspeakVoice(settings));
      case "none" -> Optional.empty();
      default ->
          throw new FailureException(
              Failure.Kind.BAD_REQUEST,
              "voice.engine is '" + settings.engine() + "', expected auto, espeak or none");
    };
  }

  /** Returns whether espeak-ng is installed and starts. */
  public boolean available() {
    try {
      check();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  @SuppressWarnings("try") // the limit is there to be closed
  public void check() throws IOException {
    Process process = start(List.of(program, "--version"));
    process.getOutputStream().close();
    try (ProcessLimit limit = new ProcessLimit(process, LONGEST_CHECK);
        InputStream out = process.getInputStream()) {
      out.readAllBytes();
      if (process.waitFor() != 0) {
        throw unavailable("espeak-ng does not start (code " + process.exitValue() + ")", null);
      }
    } catch (InterruptedException e) {
      ProcessLimit.kill(process);
      throw interrupted(e);
    }
  }

  @Override
  public String name() {
    return "espeak-ng "
        + settings.zhVoice()
        + "/"
        + settings.enVoice()
        + " "
        + settings.wordsPerMinute();
  }

  @Override
  public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
      throws IOException {
    String voice = language.pick(settings.zhVoice(), settings.enVoice());
    Process process =
        start(
            List.of(
                program,
                "--stdin",
                "--stdout",
                "-b",
                "1",
                "-v",
                voice,
                "-s",
                Integer.toString(settings.wordsPerMinute())));
    ProcessLimit limit = new ProcessLimit(process, longest);
    CancelFlag.Registration hook = cancel.onSet(() -> ProcessLimit.kill(process));
    try {
      return run(process, sentence, voice, cancel, limit);
    } finally {
      hook.close();
      limit.close();
      ProcessLimit.kill(process);
    }
  }

  private PcmBlock run(
      Process process, String sentence, String voice, CancelFlag cancel, ProcessLimit limit)
      throws IOException {
    byte[] wav;
    IOException broken = null;
    try (OutputStream in = process.getOutputStream()) {
      in.write((sentence + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      broken = e; // it ended early; its exit code says more
    }
    try {
      wav = process.getInputStream().readAllBytes();
    } catch (IOException e) {
      wav = new byte[0]; // killing the process closes its pipes; the reason follows below
      broken = e;
    }
    int code;
    try {
      code = process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    if (cancel.isSet()) {
      throw new FailureException(Failure.Kind.CANCELLED, "the speech was called off");
    }
    if (limit.isOver()) {
      throw unavailable("espeak-ng did not answer within " + longest.toSeconds() + " s", null);
    }
    if (code != 0 || wav.length == 0) {
      throw unavailable(
          "espeak-ng ended with code "
              + code
              + "; is there a voice '"
              + voice
              + "' (espeak-ng"
              + " --voices)?",
          broken);
    }
    try (WavFile file = WavFile.open(new ByteArrayInputStream(wav), "espeak-ng's output")) {
      return file.readRest();
    }
  }

  private Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(Map.of("LC_ALL", "C.UTF-8", "LANG", "C.UTF-8"));
    try {
      return builder.start();
    } catch (IOException e) {
      throw unavailable("espeak-ng is not installed; apt-get install espeak-ng", e);
    }
  }

  private static FailureException unavailable(String detail, @Nullable Throwable cause) {
    return new FailureException(new Failure(Failure.Kind.UNAVAILABLE, detail), cause);
  }

  private static FailureException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new FailureException(
        new Failure(Failure.Kind.CANCELLED, "interrupted while espeak-ng spoke"), cause);
  }
}
