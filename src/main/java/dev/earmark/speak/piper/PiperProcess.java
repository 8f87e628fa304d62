package dev.earmark.speak.piper;

import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavFile;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.speak.ProcessLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * One running piper with one voice. With {@code --json-input} it takes a JSON object a line, and
 * with {@code --output_dir} it writes a WAV file for each and then its path to stdout (the program
 * of the repository rhasspy/piper; its Python namesake has no {@code --json-input}). That path is
 * how the end of a sentence is known. Thread-safe; one sentence at a time.
 *
 * <p>A sentence that is called off, or takes too long, ends the process; the next one starts it
 * again.
 */
final class PiperProcess implements AutoCloseable {
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f]");
  private static final JsonMapper JSON = new JsonMapper();

  private final String program;
  private final Path model;
  private final double slower;

  // guarded by this
  private @Nullable Process process;
  private @Nullable BufferedReader out;
  private @Nullable Path folder;

  PiperProcess(String program, Path model, double slower) {
    this.program = program;
    this.model = model;
    this.slower = slower;
  }

  Path model() {
    return model;
  }

  /** Looks whether the program starts. */
  static void check(String program) throws IOException {
    Process process = start(List.of(program, "--help"));
    try (var limit = new ProcessLimit(process, LONGEST_CHECK);
        var output = process.getInputStream()) {
      process.getOutputStream().close();
      output.readAllBytes();
      int code = process.waitFor();
      if (limit.isOver() || code != 0) {
        String how = limit.isOver() ? "does not end" : "ends with " + code;
        throw unavailable("'" + program + " --help' " + how, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          new Failure(Failure.Kind.CANCELLED, "the check of piper was interrupted"), e);
    } finally {
      ProcessLimit.kill(process);
    }
  }

  @SuppressWarnings("try") // the hook is there to be closed
  synchronized PcmBlock speak(String sentence, Duration longest, CancelFlag cancel)
      throws IOException {
    Process running = running();
    ProcessLimit limit = new ProcessLimit(running, longest);
    try (CancelFlag.Registration hook = cancel.onSet(() -> ProcessLimit.kill(running))) {
      return speak(running, sentence);
    } catch (IOException e) {
      end();
      if (cancel.isSet()) {
        throw new FailureException(Failure.Kind.CANCELLED, "the speech was called off");
      }
      String why =
          limit.isOver()
              ? "piper did not answer within " + longest.toSeconds() + " s"
              : "piper broke off with " + model.getFileName() + ": " + e.getMessage();
      throw new FailureException(new Failure(Failure.Kind.UNAVAILABLE, why), e);
    } finally {
      limit.close();
    }
  }

  private PcmBlock speak(Process running, String sentence) throws IOException {
    OutputStream in = running.getOutputStream();
    String quoted = JSON.writeValueAsString(CONTROL.matcher(sentence).replaceAll(" "));
    in.write(("{\"text\": " + quoted + "}\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
    BufferedReader reader = out;
    String path = reader == null ? null : reader.readLine();
    if (path == null) {
      throw new IOException("it ended without a word; does it know --json-input and this voice?");
    }
    Path wav = own(path.strip());
    try {
      return WavFile.readAll(wav);
    } finally {
      Files.deleteIfExists(wav);
    }
  }

  /** Whatever else it writes there is no file to be read, and least of all to be deleted. */
  private Path own(String path) throws IOException {
    Path mine = folder;
    try {
      Path wav = Path.of(path).toAbsolutePath().normalize();
      if (mine != null && mine.toAbsolutePath().normalize().equals(wav.getParent())) {
        return wav;
      }
    } catch (InvalidPathException e) {
      throw new IOException("it wrote no path but '" + path + "'", e);
    }
    throw new IOException("it wrote '" + path + "' instead of a file in its folder");
  }

  private Process running() throws IOException {
    Process now = process;
    if (now != null && now.isAlive()) {
      return now;
    }
    end();
    Path made = Files.createTempDirectory("earmark-piper-");
    folder = made;
    now =
        start(
            List.of(
                program,
                "--model",
                model.toString(),
                "--config",
                model + ".json",
                "--output_dir",
                made.toString(),
                "--json-input",
                "--length_scale",
                String.format(Locale.ROOT, "%.3f", slower)));
    process = now;
    out = new BufferedReader(new InputStreamReader(now.getInputStream(), StandardCharsets.UTF_8));
    return now;
  }

  private void end() throws IOException {
    Process old = process;
    process = null;
    out = null;
    if (old != null) {
      ProcessLimit.kill(old);
    }
    Path left = folder;
    folder = null;
    if (left != null) {
      try (var files = Files.list(left)) {
        for (Path file : files.toList()) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(left);
    }
  }

  @Override
  public synchronized void close() {
    try {
      end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return builder.start();
    } catch (IOException e) {
      throw unavailable(command.get(0) + " cannot be started (" + e.getMessage() + ")", e);
    }
  }

  private static FailureException unavailable(String what, @Nullable IOException cause) {
    return new FailureException(
        new Failure(
            Failure.Kind.UNAVAILABLE,
            what + "; install piper (rhasspy/piper) and name its program in voice.piper.program"),
        cause);
  }
}
