package dev.earmark.audio.device;

import dev.earmark.audio.Microphone;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the settings into openers of microphones and speakers, and lists what there is.
 *
 * <p>An opener looks at the machine each time it is asked, so that a device that is plugged in
 * later is found. Unknown types and missing parts of the settings show as a failure of kind
 * BAD_REQUEST when it opens.
 */
public final class Devices {
  private Devices() {}

  /**
   * Something that can be opened.
   *
   * @param name what goes into {@code microphone.device} or {@code speaker.device}, or the program
   * @param kind {@code line} or {@code command}
   * @param direction {@code input} or {@code output}
   * @param formats what it offers, such as {@code 48000 Hz 2 ch}; empty when only opening it tells
   */
  public record Device(String name, String kind, String direction, List<String> formats) {
    /** Copies the formats. */
    public Device {
      formats = List.copyOf(formats);
    }
  }

  /** Returns the opener of the configured microphone. */
  public static Microphone.Opener microphone(MicrophoneSettings settings, Clock clock) {
    Microphone.Opener plain = plainMicrophone(settings, clock);
    return settings.gainDb() == 0
        ? plain
        : () -> new AmplifiedMicrophone(plain.open(), settings.gainDb());
  }

  private static Microphone.Opener plainMicrophone(MicrophoneSettings settings, Clock clock) {
    return switch (settings.type()) {
      case "auto", "line" -> () -> LineMicrophone.open(settings.device());
      case "command" -> () -> CommandMicrophone.open(settings, clock);
      case "file" ->
          () -> FileMicrophone.open(file(settings.file(), "microphone"), settings, clock);
      case "none" ->
          () -> {
            throw new FailureException(
                Failure.Kind.NOT_ALLOWED,
                "off (microphone.type is none); type commands or use the page");
          };
      default ->
          () -> {
            throw unknown("microphone", settings.type());
          };
    };
  }

  /** Returns the opener of the configured speaker. */
  public static Speaker.Opener speaker(SpeakerSettings settings, Clock clock) {
    return switch (settings.type()) {
      case "auto" ->
          () -> AutoSpeaker.open(() -> LineSpeaker.open(settings.device(), clock), clock);
      case "line" -> () -> LineSpeaker.open(settings.device(), clock);
      case "command" -> () -> CommandSpeaker.open(settings, clock);
      case "file" -> new FileSpeaker.Opener(settings.file(), clock);
      case "none" -> () -> new NullSpeaker("none (speaker.type is none)", clock);
      default ->
          () -> {
            throw unknown("speaker", settings.type());
          };
    };
  }

  /** Lists the sound lines of the JDK and the sound programs on the path. Never fails. */
  public static List<Device> list() {
    List<Device> devices = new ArrayList<>(SoundLines.list());
    for (Programs.Known program : Programs.installed()) {
      devices.add(
          new Device(program.name(), "command", program.direction(), List.of("any raw PCM")));
    }
    return List.copyOf(devices);
  }

  /** Returns why the JDK gives no sound lines, with the remedy; empty when it can. */
  public static String lineProblem() {
    return SoundLines.problem();
  }

  static Path file(String file, String part) throws FailureException {
    if (file.isBlank()) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, part + ".type is file, but " + part + ".file names no file");
    }
    return Path.of(file);
  }

  private static FailureException unknown(String part, String type) {
    return new FailureException(
        Failure.Kind.BAD_REQUEST,
        part + ".type is '" + type + "', expected auto, line, command, file or none");
  }
}
