package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.Tone;
import dev.earmark.base.Clock;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays a tone on the default sound line and records from it, in a process of its own, because a
 * JVM's sound system takes its servers from its environment.
 */
final class LineProbe {
  private LineProbe() {}

  /** Argument: {@code play NAME}, {@code record NAME} or {@code list}. */
  public static void main(String... args) throws Exception {
    switch (args[0]) {
      case "play" -> play(args[1]);
      case "record" -> record(args[1]);
      default -> System.out.println(Devices.list() + " " + Devices.lineProblem());
    }
  }

  private static void play(String device) throws Exception {
    PcmBlock tone = Tone.of(AudioFormat.OUTPUT, 440, 0.5, 1.0);
    Speaker.Opener opener =
        Devices.speaker(new SpeakerSettings("line", device, List.of(), 0, ""), Clock.system());
    try (Speaker speaker = opener.open()) {
      long most = 0;
      for (int i = 0; i < 50; i++) {
        short[] part = Arrays.copyOfRange(tone.samples(), i * 1_920, (i + 1) * 1_920);
        speaker.write(new PcmBlock(AudioFormat.OUTPUT, part));
        most = Math.max(most, speaker.pendingFrames());
      }
      speaker.drain();
      System.out.println("pending " + most + " warning " + speaker.warning());
    }
  }

  private static void record(String device) throws Exception {
    Microphone.Opener opener =
        Devices.microphone(
            new MicrophoneSettings("line", device, List.of(), 16_000, 1, "", true), Clock.system());
    try (Microphone microphone = opener.open()) {
      long frames = 0;
      for (int i = 0; i < 50; i++) {
        @Nullable PcmBlock block = microphone.read();
        frames += block == null ? 0 : block.frames();
      }
      System.out.println("frames " + frames + " warning " + microphone.warning());
    }
  }
}
