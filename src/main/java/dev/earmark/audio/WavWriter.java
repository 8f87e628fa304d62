package dev.earmark.audio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A WAV file being written, 16-bit PCM. The header is right after every block, so that a killed
 * process leaves a readable file.
 *
 * <p>Past 4 GiB the sizes stay at 0xFFFFFFFF, which readers take as "up to the end". Thread-safe.
 */
public final class WavWriter implements AutoCloseable {
  private static final int HEADER_BYTES = 44;
  private static final long OPEN_SIZE = 0xFFFF_FFFFL;

  private final AudioFormat format;
  private final FileChannel channel; // guarded by this
  private long dataBytes; // guarded by this

  /** Creates the file, replacing an older one. */
  public WavWriter(Path file, AudioFormat format) throws IOException {
    this.format = format;
    this.channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      writeFully(header(), 0);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Writes a whole sound as a file. */
  public static void write(Path file, PcmBlock block) throws IOException {
    try (WavWriter writer = new WavWriter(file, block.format())) {
      writer.write(block);
    }
  }

  /** Appends a block of the file's format. */
  public synchronized void write(PcmBlock block) throws IOException {
    if (!block.format().equals(format)) {
      throw new IllegalArgumentException(
          "a block of " + block.format() + " in a file of " + format);
    }
    byte[] bytes = Pcm.toBytes(block.samples());
    writeFully(ByteBuffer.wrap(bytes), HEADER_BYTES + dataBytes);
    dataBytes += bytes.length;
    writeFully(header(), 0);
  }

  /** Returns the frames written so far. */
  public synchronized long frames() {
    return dataBytes / format.bytesPerFrame();
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }

  private synchronized ByteBuffer header() {
    int rate = format.sampleRateHz();
    int frameBytes = format.bytesPerFrame();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(ascii("RIFF")).putInt(size(dataBytes + HEADER_BYTES - 8)).put(ascii("WAVE"));
    header.put(ascii("fmt ")).putInt(16).putShort((short) 1).putShort((short) format.channels());
    header.putInt(rate).putInt(rate * frameBytes).putShort((short) frameBytes).putShort((short) 16);
    header.put(ascii("data")).putInt(size(dataBytes));
    return header.flip();
  }

  private static int size(long bytes) {
    return (int) Math.min(bytes, OPEN_SIZE);
  }

  private synchronized void writeFully(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private static byte[] ascii(String tag) {
    return tag.getBytes(StandardCharsets.US_ASCII);
  }
}
