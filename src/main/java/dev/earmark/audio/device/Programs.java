package dev.earmark.audio.device;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sound programs that people put into the commands, and the Debian packages they are in. */
final class Programs {
  /** A program, its package, and the direction of its sound: {@code input} or {@code output}. */
  record Known(String name, String debianPackage, String direction) {}

  private static final List<Known> KNOWN =
      List.of(
          new Known("parec", "pulseaudio-utils", "input"),
          new Known("parecord", "pulseaudio-utils", "input"),
          new Known("pacat", "pulseaudio-utils", "output"),
          new Known("paplay", "pulseaudio-utils", "output"),
          new Known("pw-record", "pipewire-bin", "input"),
          new Known("pw-play", "pipewire-bin", "output"),
          new Known("pw-cat", "pipewire-bin", "output"),
          new Known("arecord", "alsa-utils", "input"),
          new Known("aplay", "alsa-utils", "output"),
          new Known("rec", "sox", "input"),
          new Known("play", "sox", "output"),
          new Known("sox", "sox", "output"),
          new Known("ffmpeg", "ffmpeg", "input"));

  private Programs() {}

  /** Returns the known programs that are on the path. */
  static List<Known> installed() {
    String path = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    return KNOWN.stream()
        .filter(
            known ->
                Stream.of(path.split(":"))
                    .filter(folder -> !folder.isEmpty())
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, known.name()))))
        .toList();
  }

  /**
   * Starts a command.
   *
   * @param part {@code microphone} or {@code speaker}, for the message
   * @throws FailureException kind UNAVAILABLE when there is no such program, naming its package
   */
  static Process start(List<String> command, String part) throws IOException {
    if (command.isEmpty()) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          part + ".type is command, but " + part + ".command names no program");
    }
    try {
      return new ProcessBuilder(command).start();
    } catch (IOException e) {
      String program = command.get(0);
      boolean missing = String.valueOf(e.getMessage()).contains("error=2,");
      String detail =
          missing
              ? program + " is not installed; " + remedy(program, part)
              : program + " cannot be started (" + e.getMessage() + "); check " + part + ".command";
      throw new FailureException(new Failure(Failure.Kind.UNAVAILABLE, detail), e);
    }
  }

  private static String remedy(String program, String part) {
    String name = Path.of(program).getFileName().toString();
    return KNOWN.stream()
        .filter(known -> known.name().equals(name))
        .map(known -> "apt-get install " + known.debianPackage())
        .findFirst()
        .orElse("install it or change " + part + ".command");
  }
}
