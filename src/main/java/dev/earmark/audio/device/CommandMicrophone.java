package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A program that writes raw s16le samples to its stdout, such as {@code parec}. */
final class CommandMicrophone implements Microphone {
  private final SoundProcess process;
  private final String description;
  private final PcmConverter converter;
  private final BlockCutter cutter = new BlockCutter();
  private final byte[] buffer;

  private CommandMicrophone(SoundProcess process, String description, AudioFormat format) {
    this.process = process;
    this.description = description;
    this.converter = new PcmConverter(format, AudioFormat.SPEECH);
    this.buffer = new byte[format.sampleRateHz() / 50 * format.bytesPerFrame()];
  }

  static Microphone open(MicrophoneSettings settings) throws IOException {
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
    return new CommandMicrophone(process, String.join(" ", settings.command()), format);
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
      cutter.add(converter.process(Pcm.fromBytes(buffer, n)));
    }
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
