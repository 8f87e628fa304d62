package dev.earmark.media;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Moves the index of an MP4 behind its sound, as a recorder leaves it (ISO/IEC 14496-12). */
final class IndexLast {
  private static final Set<String> PARENTS = Set.of("moov", "trak", "mdia", "minf", "stbl");

  private IndexLast() {}

  static byte[] of(byte[] file) {
    ByteArrayOutputStream front = new ByteArrayOutputStream();
    byte[] index = new byte[0];
    int soundWas = 0;
    int soundIs = 0;
    for (int at = 0; at < file.length; ) {
      int length = ByteBuffer.wrap(file).getInt(at);
      byte[] box = Arrays.copyOfRange(file, at, at + length);
      switch (type(ByteBuffer.wrap(file), at)) {
        case "moov" -> index = box;
        case "free" -> {}
        default -> {
          if (type(ByteBuffer.wrap(file), at).equals("mdat")) {
            soundWas = at;
            soundIs = front.size();
          }
          front.writeBytes(box);
        }
      }
      at += length;
    }
    shift(ByteBuffer.wrap(index), 0, index.length, soundIs - soundWas);
    front.writeBytes(index);
    return front.toByteArray();
  }

  private static void shift(ByteBuffer bytes, int from, int to, int by) {
    for (int at = from; at < to; at += bytes.getInt(at)) {
      String type = type(bytes, at);
      if (PARENTS.contains(type)) {
        shift(bytes, at + 8, at + bytes.getInt(at), by);
      } else if (type.equals("stco")) {
        for (int i = 0; i < bytes.getInt(at + 12); i++) {
          int entry = at + 16 + 4 * i;
          bytes.putInt(entry, bytes.getInt(entry) + by);
        }
      }
    }
  }

  private static String type(ByteBuffer bytes, int at) {
    byte[] name = new byte[4];
    bytes.get(at + 4, name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
