package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.time.Duration;
import javax.sound.sampled.SourceDataLine;
import org.jspecify.annotations.Nullable;

/** A playback line of the JDK, opened in the device's own format. */
final class LineSpeaker implements Speaker {
  private static final int BUFFER_MS = 100;
  private static final int MOST_EMPTY_WRITES = 100;
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);

  private final SoundLines.Opened<SourceDataLine> opened;
  private final PcmConverter converter;
  private final Clock clock;
  private byte[] buffer = {}; // the writing thread
  private long framesWritten; // in the device's rate; the writing thread

  private LineSpeaker(SoundLines.Opened<SourceDataLine> opened, Clock clock) {
    this.opened = opened;
    this.converter = new PcmConverter(AudioFormat.OUTPUT, opened.format());
    this.clock = clock;
  }

  static Speaker open(String device, Clock clock) throws IOException {
    SoundLines.Opened<SourceDataLine> opened = SoundLines.openOutput(device, BUFFER_MS);
    opened.line().start();
    return new LineSpeaker(opened, clock);
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    byte[] bytes = Pcm.toBytes(converter.process(block.samples()), buffer);
    buffer = bytes;
    SourceDataLine line = opened.line();
    int at = 0;
    int empty = 0;
    while (at < bytes.length) {
      if (!line.isOpen()) {
        throw new IOException(opened.name() + " was closed");
      }
      int n = line.write(bytes, at, bytes.length - at);
      at += Math.max(0, n);
      empty = n > 0 ? 0 : empty + 1;
      // A line that takes nothing once has had an underrun and gets the same samples again.
      if (empty > MOST_EMPTY_WRITES) {
        throw new IOException(opened.name() + " takes no more sound");
      }
      if (n <= 0) {
        Pace.sleep(clock, Duration.ofMillis(10));
      }
    }
    framesWritten += bytes.length / opened.format().bytesPerFrame();
  }

  @Override
  public long pendingFrames() {
    long pending = Math.max(0, framesWritten - opened.line().getLongFramePosition());
    return pending * AudioFormat.OUTPUT.sampleRateHz() / opened.format().sampleRateHz();
  }

  @Override
  public String setting() {
    return "speaker.device";
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
  public void drain() {
    // Not the line's own drain(), which has no time limit.
    Pace.drain(clock, this::pendingFrames, LONGEST_DRAIN);
  }

  @Override
  public void close() {
    opened.line().stop();
    opened.line().close();
  }
}
