package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import java.io.IOException;
import javax.sound.sampled.TargetDataLine;
import org.jspecify.annotations.Nullable;

/** A capture line of the JDK, opened in the device's own format. */
final class LineMicrophone implements Microphone {
  private static final int BUFFER_MS = 200;

  private final SoundLines.Opened<TargetDataLine> opened;
  private final PcmConverter converter;
  private final BlockCutter cutter = new BlockCutter();
  private final byte[] buffer;
  private volatile boolean closed;

  private LineMicrophone(SoundLines.Opened<TargetDataLine> opened) {
    this.opened = opened;
    AudioFormat format = opened.format();
    this.converter = new PcmConverter(format, AudioFormat.SPEECH);
    this.buffer = new byte[format.sampleRateHz() / 50 * format.bytesPerFrame()];
  }

  static Microphone open(String device) throws IOException {
    SoundLines.Opened<TargetDataLine> opened = SoundLines.openInput(device, BUFFER_MS);
    opened.line().start();
    return new LineMicrophone(opened);
  }

  @Override
  public @Nullable PcmBlock read() throws IOException {
    while (true) {
      PcmBlock block = cutter.whole();
      if (block != null) {
        return closed ? null : block;
      }
      // An overrun inside the device shows as missing time, not as an error; the line goes on.
      int n = opened.line().read(buffer, 0, buffer.length);
      if (closed) {
        return null;
      }
      if (n <= 0 && !opened.line().isOpen()) {
        throw new IOException(opened.name() + " was closed by the sound system");
      }
      if (n <= 0) {
        throw new IOException(opened.name() + " stopped giving sound");
      }
      cutter.add(converter.process(Pcm.fromBytes(buffer, n)));
    }
  }

  @Override
  public String setting() {
    return "microphone.device";
  }

  @Override
  public String description() {
    return opened.name() + " (" + opened.format().sampleRateHz() + " Hz)";
  }

  @Override
  public @Nullable String warning() {
    return opened.warning();
  }

  @Override
  public void close() {
    closed = true;
    opened.line().stop();
    opened.line().close();
  }
}
