package dev.earmark.audio.device;

import java.util.List;

/**
 * Which microphone, from {@code microphone.*}.
 *
 * @param type {@code auto} (a JDK sound line, else none), {@code line}, {@code command}, {@code
 *     file} or {@code none}
 * @param device part of the line's name; empty for the default one
 * @param command program and arguments that write raw s16le PCM to stdout
 * @param commandRateHz sample rate of what the command writes
 * @param commandChannels channels of what the command writes
 * @param file a WAV file, for {@code file}
 * @param realTime whether a file is read at the pace of a real microphone
 * @param gainDb what is added to its loudness, −30 to 30 dB; 0 leaves the samples alone
 */
public record MicrophoneSettings(
    String type,
    String device,
    List<String> command,
    int commandRateHz,
    int commandChannels,
    String file,
    boolean realTime,
    double gainDb) {
  /** The defaults. */
  public static final MicrophoneSettings DEFAULT =
      new MicrophoneSettings("auto", "", List.of(), 16_000, 1, "", /* realTime= */ true, 0);

  /** Takes the samples as they are. */
  public MicrophoneSettings(
      String type,
      String device,
      List<String> command,
      int commandRateHz,
      int commandChannels,
      String file,
      boolean realTime) {
    this(type, device, command, commandRateHz, commandChannels, file, realTime, 0);
  }

  /** Copies the command. */
  public MicrophoneSettings {
    command = List.copyOf(command);
  }
}
