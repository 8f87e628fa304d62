package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A program that writes raw s16le samples to its stdout, such as {@code parec}; taken no faster
 * than time passes.
 */
final class CommandMicrophone implements Microphone {
  private static final int BUFFERS_PER_SECOND = 50;
  private static final long BUFFER_NANOS = 1_000_000_000L / BUFFERS_PER_SECOND;

  private final SoundProcess process;
  private final String description;
  private final PcmConverter converter;
  private final DeliveryPace pace;
  private final BlockCutter cutter = new BlockCutter();
  private final byte[] buffer;

  private CommandMicrophone(
      SoundProcess process, String description, AudioFormat format, Clock clock) {
    this.process = process;
    this.description = description;
    this.converter = new PcmConverter(format, AudioFormat.SPEECH);
    this.pace = new DeliveryPace(clock);
    this.buffer = new byte[format.sampleRateHz() / BUFFERS_PER_SECOND * format.bytesPerFrame()];
  }

  static Microphone open(MicrophoneSettings settings, Clock clock) throws IOException {
    AudioFormat format;
    try {
      format = new AudioFormat(settings.commandRateHz(), settings.commandChannels());
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.BAD_REQUEST,
              "the rate or channels of microphone.command are wrong: " + e.getMessage()),
          e);
    }
    SoundProcess process = SoundProcess.start(settings.command(), "microphone");
    return new CommandMicrophone(process, String.join(" ", settings.command()), format, clock);
  }

  @Override
  public @Nullable PcmBlock read() throws IOException {
    while (true) {
      PcmBlock block = cutter.whole();
      if (block != null) {
        return process.isClosed() ? null : block;
      }
      int n;
      try {
        n = process.output().readNBytes(buffer, 0, buffer.length);
      } catch (IOException e) {
        if (process.isClosed()) {
          return null;
        }
        throw e;
      }
      if (process.isClosed()) {
        return null;
      }
      if (n < buffer.length) {
        throw process.ended();
      }
      pace.take(BUFFER_NANOS);
      cutter.add(converter.process(Pcm.fromBytes(buffer, n)));
    }
  }

  @Override
  public @Nullable String problem() {
    return pace.isTooFast()
        ? "it gives sound faster than time passes; set microphone.rate and microphone.channels to"
            + " what the program writes, or read a recording with microphone.file"
        : null;
  }

  @Override
  public String setting() {
    return "microphone.command";
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void close() {
    process.close();
  }
}
