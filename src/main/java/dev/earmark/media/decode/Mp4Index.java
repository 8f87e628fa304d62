package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the index of an MP4 (ISO/IEC 14496-12: boxes of a length, a type and content) before
 * FFmpeg reads it.
 *
 * <p>Of each packet FFmpeg makes an entry in memory, and by the edit list it makes them all a
 * second time: a book of 60 hours has five million. An edit list with one entry, which says where
 * the sound begins behind the encoder's delay, needs no second index: FFmpeg then drops the delay
 * by its older rule. What is lost is the cut of the padding at the very end, some hundredths of a
 * second.
 */
final class Mp4Index {
  /** An index of this size holds about a million packets, some six to twelve hours. */
  static final long LONG_BYTES = 4L << 20;

  private static final int MOST_BOXES = 64;

  private Mp4Index() {}

  /** A box: where its content begins and where it ends. */
  private record Box(String type, long from, long to) {}

  /**
   * Returns whether a complete file has a long index, in which no track has more than one edit.
   *
   * @param longBytes from which size on an index is long
   */
  static boolean isLongAndPlain(MediaSource source, long longBytes) throws IOException {
    Box first = box(source, 0, source.size());
    if (first == null || !first.type().equals("ftyp")) {
      return false;
    }
    Box moov = find(source, "moov", 0, source.size());
    if (moov == null || moov.to() - moov.from() < longBytes) {
      return false;
    }
    long at = moov.from();
    for (int i = 0; i < MOST_BOXES && at < moov.to(); i++) {
      Box box = box(source, at, moov.to());
      if (box == null) {
        return false;
      }
      if (box.type().equals("trak") && edits(source, box) > 1) {
        return false;
      }
      at = box.to();
    }
    return at >= moov.to();
  }

  private static long edits(MediaSource source, Box track) throws IOException {
    Box edts = find(source, "edts", track.from(), track.to());
    Box elst = edts == null ? null : find(source, "elst", edts.from(), edts.to());
    if (elst == null) {
      return 0;
    }
    byte[] head = Head.read(source, elst.from(), 8); // version, flags, count
    return head.length < 8 ? Long.MAX_VALUE : ByteBuffer.wrap(head).getInt(4) & 0xffff_ffffL;
  }

  /** Returns the first box of a type in a stretch, null where there is none. */
  private static @Nullable Box find(MediaSource source, String type, long from, long to)
      throws IOException {
    long at = from;
    for (int i = 0; i < MOST_BOXES && at < to; i++) {
      Box box = box(source, at, to);
      if (box == null || box.type().equals(type)) {
        return box;
      }
      at = box.to();
    }
    return null;
  }

  /** Returns the box at a place, null where its length makes no sense. */
  private static @Nullable Box box(MediaSource source, long at, long end) throws IOException {
    byte[] head = Head.read(source, at, 16);
    if (head.length < 8) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(head);
    long length = bytes.getInt(0) & 0xffff_ffffL;
    long content = at + 8;
    if (length == 1 && head.length == 16) {
      length = bytes.getLong(8);
      content = at + 16;
    } else if (length == 0) {
      length = end - at;
    }
    if (length < content - at || length > end - at) {
      return null;
    }
    return new Box(new String(head, 4, 4, StandardCharsets.ISO_8859_1), content, at + length);
  }
}
