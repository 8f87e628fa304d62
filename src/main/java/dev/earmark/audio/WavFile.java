package dev.earmark.audio;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A WAV file or stream being read: RIFF or RF64, integers of 8, 16, 24 or 32 bits or floats of 32
 * or 64, plain or WAVE_FORMAT_EXTENSIBLE, any rate and channel count that {@link AudioFormat}
 * allows.
 *
 * <p>A data size that a streaming writer left open (0, 0xFFFFFFFF, or more than there is) means: up
 * to the end of the stream. Anything malformed gives a {@link FailureException} of kind UNDECODABLE
 * with one sentence. Confined to one thread.
 *
 * <p>Source of the layout: "Multimedia Programming Interface and Data Specifications 1.0", and EBU
 * Tech 3306 for RF64.
 */
public final class WavFile implements AutoCloseable {
  private static final int FORMAT_PCM = 1;
  private static final int FORMAT_FLOAT = 3;
  private static final int FORMAT_EXTENSIBLE = 0xFFFE;
  private static final long OPEN_SIZE = 0xFFFF_FFFFL;
  private static final int LONGEST_FMT = 1_024;

  private final InputStream in;
  private final String name;
  private final AudioFormat format;
  private final boolean isFloat;
  private final int bytesPerSample;
  private long left; // bytes of sound not read yet; Long.MAX_VALUE up to the end of the stream
  private byte[] buffer = new byte[0];

  private WavFile(InputStream in, String name, Header header) {
    this.in = in;
    this.name = name;
    this.format = header.format();
    this.isFloat = header.isFloat();
    this.bytesPerSample = header.bytesPerSample();
    this.left = header.dataBytes();
  }

  private record Header(AudioFormat format, boolean isFloat, int bytesPerSample, long dataBytes) {}

  /**
   * Opens a file and reads its header.
   *
   * @throws FailureException kind NOT_FOUND without such a file, UNDECODABLE when it is no WAV file
   */
  public static WavFile open(Path file) throws IOException {
    InputStream in;
    try {
      in = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new FailureException(
          new Failure(Failure.Kind.NOT_FOUND, "there is no file " + file), e);
    }
    try {
      return open(in, file.toString());
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Reads the header of a stream, which the returned object then owns.
   *
   * @param name what the stream is called in messages
   * @throws FailureException kind UNDECODABLE when it is no WAV stream
   */
  public static WavFile open(InputStream in, String name) throws IOException {
    InputStream buffered = new BufferedInputStream(in, 1 << 16);
    try {
      return new WavFile(buffered, name, readHeader(buffered, name));
    } catch (EOFException e) {
      throw new FailureException(
          new Failure(Failure.Kind.UNDECODABLE, name + " ends within its WAV header"), e);
    }
  }

  /** Reads a whole file as 16-bit samples in its own rate and channels. */
  public static PcmBlock readAll(Path file) throws IOException {
    try (WavFile wav = open(file)) {
      return wav.readRest();
    }
  }

  /** Returns the rate and channels of the file. */
  public AudioFormat format() {
    return format;
  }

  /** Returns the name for messages. */
  public String name() {
    return name;
  }

  /**
   * Reads the next frames, full scale 1.0, interleaved.
   *
   * @return the frames read; 0 at the end
   */
  public int read(float[] target, int frames) throws IOException {
    int frameBytes = bytesPerSample * format.channels();
    int wanted = (int) Math.min((long) frames * frameBytes, left);
    if (buffer.length < wanted) {
      buffer = new byte[wanted];
    }
    int got = in.readNBytes(buffer, 0, wanted);
    left = got < wanted ? 0 : left == Long.MAX_VALUE ? left : left - got;
    int whole = got / frameBytes;
    ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, got).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < whole * format.channels(); i++) {
      target[i] = sample(bytes, i * bytesPerSample);
    }
    return whole;
  }

  /** Reads everything that is left as 16-bit samples. */
  public PcmBlock readRest() throws IOException {
    List<short[]> parts = new ArrayList<>();
    float[] chunk = new float[8_192 * format.channels()];
    int total = 0;
    for (int n = read(chunk, 8_192); n > 0; n = read(chunk, 8_192)) {
      short[] part = Pcm.toShorts(chunk, n * format.channels());
      parts.add(part);
      total += part.length;
    }
    short[] all = new short[total];
    int at = 0;
    for (short[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return new PcmBlock(format, all);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private float sample(ByteBuffer bytes, int at) {
    if (isFloat) {
      double value = bytesPerSample == 4 ? bytes.getFloat(at) : bytes.getDouble(at);
      return Double.isFinite(value) ? (float) value : 0;
    }
    return switch (bytesPerSample) {
      case 1 -> ((bytes.get(at) & 0xff) - 128) / 128f;
      case 2 -> bytes.getShort(at) / 32_768f;
      case 3 -> ((bytes.get(at) & 0xff) | (bytes.getShort(at + 1) << 8)) / 8_388_608f;
      default -> bytes.getInt(at) / (float) (1L << 31);
    };
  }

  private static Header readHeader(InputStream in, String name) throws IOException {
    String riff = tag(in);
    boolean rf64 = riff.equals("RF64") || riff.equals("BW64");
    if (!rf64 && !riff.equals("RIFF")) {
      throw broken(name, "is no WAV file: it begins with " + printable(riff));
    }
    int32(in);
    String wave = tag(in);
    if (!wave.equals("WAVE")) {
      throw broken(name, "is a RIFF file of kind " + printable(wave) + ", not WAVE");
    }
    long longDataSize = 0;
    byte[] fmt = new byte[0];
    while (true) {
      String chunk = tag(in);
      long size = int32(in);
      if (chunk.equals("data")) {
        if (fmt.length == 0) {
          throw broken(name, "has no format before its sound");
        }
        long bytes = rf64 && size == OPEN_SIZE ? longDataSize : size;
        return header(fmt, bytes == 0 || bytes == OPEN_SIZE ? Long.MAX_VALUE : bytes, name);
      }
      if (chunk.equals("fmt ")) {
        fmt = chunkBytes(in, size, name);
      } else if (chunk.equals("ds64") && size >= 16) {
        byte[] ds64 = chunkBytes(in, size, name);
        longDataSize = ByteBuffer.wrap(ds64).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
        longDataSize = Math.max(0, longDataSize);
      } else {
        in.skipNBytes(size + (size & 1));
      }
    }
  }

  private static byte[] chunkBytes(InputStream in, long size, String name) throws IOException {
    if (size > LONGEST_FMT) {
      throw broken(name, "has a header chunk of " + size + " bytes");
    }
    byte[] bytes = in.readNBytes((int) (size + (size & 1)));
    if (bytes.length < size) {
      throw new EOFException();
    }
    return bytes;
  }

  private static Header header(byte[] fmt, long dataBytes, String name) throws FailureException {
    if (fmt.length < 16) {
      throw broken(name, "has a format chunk of only " + fmt.length + " bytes");
    }
    ByteBuffer f = ByteBuffer.wrap(fmt).order(ByteOrder.LITTLE_ENDIAN);
    int code = f.getShort(0) & 0xffff;
    if (code == FORMAT_EXTENSIBLE && fmt.length >= 26) {
      code = f.getShort(24) & 0xffff; // the sub-format's first two bytes
    }
    int channels = f.getShort(2) & 0xffff;
    long rate = f.getInt(4) & 0xffff_ffffL;
    int bits = f.getShort(14) & 0xffff;
    int bytes = (bits + 7) / 8;
    boolean isFloat = code == FORMAT_FLOAT;
    if (code != FORMAT_PCM && !isFloat) {
      throw broken(
          name,
          String.format(
              Locale.ROOT, "is compressed (WAV format code 0x%04x); convert it to PCM", code));
    }
    if (isFloat ? bytes != 4 && bytes != 8 : bytes < 1 || bytes > 4) {
      throw broken(name, "has samples of " + bits + " bits, which no recorder writes");
    }
    try {
      AudioFormat format = new AudioFormat((int) Math.min(rate, Integer.MAX_VALUE), channels);
      return new Header(format, isFloat, bytes, dataBytes);
    } catch (IllegalArgumentException e) {
      throw broken(name, "has an impossible format, " + e.getMessage());
    }
  }

  private static String tag(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(4);
    if (bytes.length < 4) {
      throw new EOFException();
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static long int32(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(4);
    if (bytes.length < 4) {
      throw new EOFException();
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xffff_ffffL;
  }

  private static String printable(String tag) {
    return "'" + tag.replaceAll("[^ -~]", "?") + "'";
  }

  private static FailureException broken(String name, String what) {
    return new FailureException(Failure.Kind.UNDECODABLE, name + " " + what);
  }
}
