package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A WAV file as a microphone, at the pace of a real one or as fast as it is read.
 *
 * <p>In real time a block is given when its last sample would have been recorded.
 */
final class FileMicrophone implements Microphone {
  private static final int CHUNK_FRAMES = 4_096;

  private final WavFile wav;
  private final boolean realTime;
  private final Clock clock;
  private final PcmConverter converter;
  private final BlockCutter cutter = new BlockCutter();
  private final float[] chunk;
  private boolean drained;
  private long startNanos;
  private long framesGiven;
  private volatile boolean closed;

  private FileMicrophone(WavFile wav, boolean realTime, Clock clock) {
    this.wav = wav;
    this.realTime = realTime;
    this.clock = clock;
    this.converter = new PcmConverter(wav.format(), AudioFormat.SPEECH);
    this.chunk = new float[CHUNK_FRAMES * wav.format().channels()];
  }

  static Microphone open(Path file, MicrophoneSettings settings, Clock clock) throws IOException {
    return new FileMicrophone(WavFile.open(file), settings.realTime(), clock);
  }

  @Override
  public @Nullable PcmBlock read() throws IOException {
    PcmBlock block = nextBlock();
    if (block == null || closed) {
      wav.close();
      return null;
    }
    if (framesGiven == 0) {
      startNanos = clock.nanoTime();
    }
    framesGiven += block.frames();
    if (realTime) {
      awaitEndOfBlock();
    }
    return closed ? null : block;
  }

  private @Nullable PcmBlock nextBlock() throws IOException {
    while (!closed) {
      PcmBlock block = cutter.whole();
      if (block != null) {
        return block;
      }
      if (drained) {
        return cutter.rest();
      }
      int n = wav.read(chunk, CHUNK_FRAMES);
      if (n == 0) {
        drained = true;
        cutter.add(converter.end());
      } else {
        cutter.add(converter.process(chunk, n));
      }
    }
    return null;
  }

  private void awaitEndOfBlock() throws IOException {
    long due = startNanos + framesGiven * 1_000_000_000L / AudioFormat.SPEECH.sampleRateHz();
    long left = due - clock.nanoTime();
    if (left > 0) {
      Pace.sleep(clock, Duration.ofNanos(left));
    }
  }

  @Override
  public boolean live() {
    return false;
  }

  @Override
  public String description() {
    return "file " + wav.name();
  }

  @Override
  public void close() {
    closed = true;
  }
}
