package dev.earmark.media;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decoder that makes one second of sound of every {@value #BYTES_PER_SECOND} bytes of its source,
 * and blocks where the source blocks. The samples tell where in the file they come from: see {@link
 * #sampleAt}.
 */
public final class FakeDecoder implements Decoder {
  /** The bytes of the source that make a second. */
  public static final int BYTES_PER_SECOND = 1_000;

  private static final int BLOCK_BYTES = 50;

  /** What a block holds that was kept too long. */
  private static final short OLD = -31_111;

  private static final int FRAMES_PER_BYTE = AudioFormat.OUTPUT.sampleRateHz() / BYTES_PER_SECOND;

  private final MediaSource source;
  private final MediaInfo info;
  private final boolean cut;
  private PcmBlock last = new PcmBlock(AudioFormat.OUTPUT, new short[0]);
  private long position;
  private double rate = 1;
  private boolean closed;

  /** Opens a source with the given chapters. */
  public FakeDecoder(MediaSource source, List<MediaInfo.Chapter> chapters) {
    this(source, chapters, /* cut= */ false);
  }

  /** Opens a source; one that is cut fails at its end, as a file does that declares more sound. */
  public FakeDecoder(MediaSource source, List<MediaInfo.Chapter> chapters, boolean cut) {
    this.cut = cut;
    this.source = source;
    double declared = source.size() < 0 ? 0 : (double) source.size() / BYTES_PER_SECOND;
    this.info = new MediaInfo("fake", "fake", 48_000, 2, declared, Map.of(), chapters, null);
  }

  /**
   * Opens decoders without chapters; a source named {@code *.broken} cannot be decoded, and one
   * named {@code *.cut} is cut.
   */
  public static Decoder.Factory factory() {
    return source -> {
      if (source.name().endsWith(".broken")) {
        throw new FailureException(Failure.Kind.UNDECODABLE, source.name() + " is no audio");
      }
      source.read(0, new byte[1], 0, 1);
      return new FakeDecoder(source, List.of(), source.name().endsWith(".cut"));
    };
  }

  /** Returns the sample of both channels at a time in the file: counts up every 10 ms. */
  public static short sampleAt(double seconds) {
    return (short) (1 + Math.round(seconds * 1_000) / 10 % 20_000);
  }

  @Override
  public MediaInfo info() {
    return info;
  }

  @Override
  public boolean isLengthCounted() {
    return false;
  }

  @Override
  public @Nullable PcmBlock next() throws IOException {
    if (closed) {
      throw new IllegalStateException("the decoder is closed");
    }
    Arrays.fill(last.samples(), OLD); // the block before holds until now
    int n = source.read(position, new byte[BLOCK_BYTES], 0, BLOCK_BYTES);
    if (n < 0 && cut) {
      throw new FailureException(Failure.Kind.TRUNCATED, source.name() + " is cut");
    }
    if (n < 0) {
      return null;
    }
    int frames = (int) Math.round(n * FRAMES_PER_BYTE / rate);
    short[] samples = new short[frames * 2];
    for (int i = 0; i < frames; i++) {
      long millis = position + (long) (i * rate / FRAMES_PER_BYTE);
      short sample = (short) (1 + millis / 10 % 20_000);
      samples[2 * i] = sample;
      samples[2 * i + 1] = sample;
    }
    position += n;
    last = new PcmBlock(AudioFormat.OUTPUT, samples);
    return last;
  }

  @Override
  public void seek(double seconds) {
    position = Math.max(0, Math.round(seconds * BYTES_PER_SECOND));
  }

  @Override
  public void setSpeed(double newRate) {
    rate = newRate;
  }

  @Override
  public double position() {
    return (double) position / BYTES_PER_SECOND;
  }

  @Override
  public int corruptFrames() {
    return 0;
  }

  /** Returns whether it was closed. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
