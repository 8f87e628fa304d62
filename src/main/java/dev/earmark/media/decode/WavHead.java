package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Tells how long a WAV file says it is. FFmpeg takes the length from the bytes that are there, so
 * that a file that was cut would look whole.
 */
final class WavHead {
  private static final int READ = 65_536;

  /**
   * Kinds of samples whose number follows from their bytes: PCM, float, A-law, µ-law, extensible.
   */
  private static final Set<Integer> PLAIN = Set.of(1, 3, 6, 7, 0xfffe);

  /** Programs that write into a pipe do not know the length, and write the most there is. */
  private static final long UNKNOWN = 0x7f00_0000;

  private static final double LONGEST_S = 100 * 3_600;

  private WavHead() {}

  /** Returns the length in seconds that a WAV declares and has not; 0 for any other file. */
  static double cutSeconds(MediaSource source) throws IOException {
    byte[] head = new byte[READ];
    int n = 0;
    int more;
    while (n < READ && (more = source.read(n, head, n, READ - n)) > 0) {
      n += more;
    }
    ByteBuffer bytes = ByteBuffer.wrap(head, 0, n).order(ByteOrder.LITTLE_ENDIAN);
    if (n < 44 || !name(head, 0).equals("RIFF") || !name(head, 8).equals("WAVE")) {
      return 0;
    }
    long perSecond = 0;
    for (long at = 12; at + 24 <= n; ) {
      long size = bytes.getInt((int) at + 4) & 0xffff_ffffL;
      String chunk = name(head, (int) at);
      if (chunk.equals("fmt ") && PLAIN.contains(bytes.getShort((int) at + 8) & 0xffff)) {
        perSecond = bytes.getInt((int) at + 16) & 0xffff_ffffL;
      } else if (chunk.equals("data")) {
        boolean cut = size < UNKNOWN && at + 8 + size > source.size();
        double seconds = perSecond > 0 ? (double) size / perSecond : 0;
        return cut && seconds < LONGEST_S ? seconds : 0;
      }
      at += 8 + size + (size & 1);
    }
    return 0;
  }

  private static String name(byte[] head, int at) {
    return new String(head, at, 4, StandardCharsets.US_ASCII);
  }
}
