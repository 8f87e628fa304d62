package dev.earmark.audio.device;

import java.util.List;

/**
 * Which speaker, from {@code speaker.*}.
 *
 * @param type {@code auto} (a JDK sound line, else none), {@code line}, {@code command}, {@code
 *     file} or {@code none}
 * @param device part of the line's name; empty for the default one
 * @param command program and arguments that read raw s16le PCM, 48 kHz stereo, from stdin
 * @param commandLatencyMs what the command and its device buffer, in milliseconds
 * @param file the WAV file to write, for {@code file}
 */
public record SpeakerSettings(
    String type, String device, List<String> command, int commandLatencyMs, String file) {
  /** The defaults. */
  public static final SpeakerSettings DEFAULT = new SpeakerSettings("auto", "", List.of(), 100, "");

  /** Copies the command. */
  public SpeakerSettings {
    command = List.copyOf(command);
  }
}
