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
 * second. An entry that does more, puts silence first or leaves out a part of the track, needs it.
 */
final class Mp4Index {
  /** An index of this size holds about a million packets, some six to twelve hours. */
  static final long LONG_BYTES = 4L << 20;

  /** The longest delay of an encoder, in seconds; those of AAC are below 0.06 s. */
  private static final double MOST_DELAY_S = 0.2;

  /** Four packets of 2048 samples at 44.1 kHz are 0.19 s: so much may be cut at the ends. */
  private static final double MOST_CUT_S = 0.2;

  private static final int MOST_BOXES = 64;

  private Mp4Index() {}

  /** A box: where its content begins and where it ends. */
  private record Box(String type, long from, long to) {}

  /**
   * Returns whether a complete file has a long index, in which no track has more than the one edit
   * that leaves out the encoder's delay.
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
    Box movie = find(source, "mvhd", moov.from(), moov.to());
    Times whole = movie == null ? null : times(source, movie);
    long at = moov.from();
    for (int i = 0; i < MOST_BOXES && at < moov.to(); i++) {
      Box box = box(source, at, moov.to());
      if (box == null) {
        return false;
      }
      if (box.type().equals("trak") && !isPlain(source, box, whole)) {
        return false;
      }
      at = box.to();
    }
    return at >= moov.to();
  }

  /** What a header of the movie or of a track's media says; the length is in units of the scale. */
  private record Times(long scale, long length) {}

  /**
   * Returns whether a track is heard whole but for the encoder's delay (ISO/IEC 14496-12 §8.6.6: an
   * entry has the length in the movie's scale, the place in the media's, and the rate).
   */
  private static boolean isPlain(MediaSource source, Box track, @Nullable Times movie)
      throws IOException {
    Box edts = find(source, "edts", track.from(), track.to());
    Box elst = edts == null ? null : find(source, "elst", edts.from(), edts.to());
    if (elst == null) {
      return true;
    }
    ByteBuffer list = ByteBuffer.wrap(Head.read(source, elst.from(), 8 + 20));
    if (list.limit() < 8 + 12 || list.getInt(4) != 1) {
      return list.limit() >= 8 && list.getInt(4) == 0;
    }
    boolean wide = list.get(0) == 1;
    if (wide && list.limit() < 8 + 20) {
      return false;
    }
    long length = wide ? list.getLong(8) : list.getInt(8) & 0xffff_ffffL;
    long place = wide ? list.getLong(16) : list.getInt(12);
    int rate = list.getInt(wide ? 24 : 16);
    Box mdia = find(source, "mdia", track.from(), track.to());
    Box mdhd = mdia == null ? null : find(source, "mdhd", mdia.from(), mdia.to());
    Times media = mdhd == null ? null : times(source, mdhd);
    if (movie == null || media == null || place < 0 || rate != 1 << 16) {
      return false; // a place of -1 is silence before the sound
    }
    double placeS = (double) place / media.scale();
    double leftOutS = (double) media.length() / media.scale() - (double) length / movie.scale();
    return placeS <= MOST_DELAY_S && Math.abs(leftOutS - placeS) <= MOST_CUT_S;
  }

  /** Reads a box {@code mvhd} or {@code mdhd}, which begin alike; null where it makes no sense. */
  private static @Nullable Times times(MediaSource source, Box box) throws IOException {
    ByteBuffer head = ByteBuffer.wrap(Head.read(source, box.from(), 32));
    if (head.limit() < 32) {
      return null;
    }
    boolean wide = head.get(0) == 1;
    long scale = head.getInt(wide ? 20 : 12) & 0xffff_ffffL;
    long length = wide ? head.getLong(24) : head.getInt(16) & 0xffff_ffffL;
    return scale == 0 || length < 0 ? null : new Times(scale, length);
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
