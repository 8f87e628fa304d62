package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What the first bytes of a file tell before FFmpeg looks at it. */
final class Head {
  private static final int MAX_BOXES = 32;

  /** Formats in which FFmpeg finds a time by halving the file. */
  private static final List<String> HALVED = List.of("ogg", "flac", "mpegts", "mpeg");

  private Head() {}

  /**
   * Returns whether the file is an MP4 whose sound comes before its index. Blocks until the first
   * boxes are there.
   */
  static boolean needsJumps(MediaSource source) throws IOException {
    long at = 0;
    for (int i = 0; i < MAX_BOXES; i++) {
      byte[] box = read(source, at, 16);
      if (box.length < 8) {
        return false;
      }
      String type = new String(box, 4, 4, StandardCharsets.ISO_8859_1);
      if (i == 0 && !type.equals("ftyp")) {
        return false;
      }
      if (type.equals("moov") || type.equals("moof")) {
        return false;
      }
      if (type.equals("mdat")) {
        return true;
      }
      long length = ByteBuffer.wrap(box).getInt() & 0xffff_ffffL;
      if (length == 1 && box.length == 16) {
        length = ByteBuffer.wrap(box).getLong(8);
      }
      if (length < 8) {
        return false;
      }
      at += length;
    }
    return false;
  }

  /** Returns how many bytes an ID3v2 tag takes at the start of the file, 0 when there is none. */
  static long tagBytes(MediaSource source) throws IOException {
    byte[] head = read(source, 0, 10);
    if (head.length < 10 || head[0] != 'I' || head[1] != 'D' || head[2] != '3') {
      return 0;
    }
    long size = 0;
    for (int i = 6; i < 10; i++) {
      size = (size << 7) | (head[i] & 0x7f);
    }
    boolean footer = (head[5] & 0x10) != 0;
    return 10 + size + (footer ? 10 : 0);
  }

  /** Returns "an HTML page", "a JSON text", "a playlist", or nothing. */
  static String describeText(MediaSource source) throws IOException {
    String head = new String(read(source, 0, 512), StandardCharsets.ISO_8859_1).strip();
    String lower = head.toLowerCase(Locale.ROOT);
    if (lower.startsWith("<!doctype html") || lower.startsWith("<html")) {
      return "an HTML page";
    }
    if (lower.startsWith("<?xml")) {
      return "an XML text";
    }
    if (lower.startsWith("{") && lower.contains("\"")) {
      return "a JSON text";
    }
    return lower.startsWith("#extm3u") || lower.startsWith("[playlist]") ? "a playlist" : "";
  }

  /**
   * Returns a file name that tells FFmpeg the extension, which weighs when the bytes leave it in
   * doubt, and nothing else of the name.
   */
  static String hint(MediaSource source) {
    String name = source.name();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return extension.matches("[a-z0-9]{1,5}") ? "sound." + extension : "sound";
  }

  /** Returns whether FFmpeg's search in the given demuxer looks at the end of the file. */
  static boolean searchedByHalves(String demuxer) {
    return HALVED.contains(demuxer);
  }

  /** Reads up to so many bytes, fewer only at the end of the file. */
  static byte[] read(MediaSource source, long at, int length) throws IOException {
    byte[] bytes = new byte[length];
    int have = 0;
    while (have < length) {
      int n = source.read(at + have, bytes, have, length - have);
      if (n < 0) {
        break;
      }
      have += n;
    }
    return java.util.Arrays.copyOf(bytes, have);
  }
}
