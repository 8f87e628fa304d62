package dev.earmark.media.decode;

import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the first bytes of a file tell before FFmpeg looks at it. */
final class Head {
  private static final int MAX_BOXES = 32;

  /** How long the head of an ID3v2 tag is. */
  static final int TAG_HEAD_BYTES = 10;

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
    byte[] head = read(source, 0, TAG_HEAD_BYTES);
    if (head.length < TAG_HEAD_BYTES || head[0] != 'I' || head[1] != 'D' || head[2] != '3') {
      return 0;
    }
    long size = 0;
    for (int i = 6; i < 10; i++) {
      size = (size << 7) | (head[i] & 0x7f);
    }
    boolean footer = (head[5] & 0x10) != 0;
    return TAG_HEAD_BYTES + size + (footer ? TAG_HEAD_BYTES : 0);
  }

  /**
   * Beginnings of what is no sound, in small letters and without spaces before them, with its name;
   * 1f, with which gzip begins, is such a space.
   */
  private static final Map<String, String> KNOWN =
      Map.ofEntries(
          Map.entry("<!doctype html", "an HTML page"),
          Map.entry("<!--", "an HTML page"),
          Map.entry("<html", "an HTML page"),
          Map.entry("<head", "an HTML page"),
          Map.entry("<body", "an HTML page"),
          Map.entry("<?xml", "an XML text"),
          Map.entry("#extm3u", "a playlist"),
          Map.entry("[playlist]", "a playlist"),
          Map.entry("\u008b\u0008", "a packed file (gzip)"),
          Map.entry("pk\u0003\u0004", "a ZIP archive"),
          Map.entry("%pdf-", "a PDF document"),
          Map.entry("\u00ff\u00f8\u00ff", "a picture (JPEG)"),
          Map.entry("\u0089png", "a picture (PNG)"));

  /** Returns "an HTML page", "a JSON text", "a playlist" and the like, or nothing. */
  static String describeText(MediaSource source) throws IOException {
    String head = new String(read(source, 0, 512), StandardCharsets.ISO_8859_1);
    String lower = head.replaceFirst("^\u00ef\u00bb\u00bf", "").strip().toLowerCase(Locale.ROOT);
    for (Map.Entry<String, String> known : KNOWN.entrySet()) {
      if (lower.startsWith(known.getKey())) {
        return known.getValue();
      }
    }
    return lower.matches("(?s)(\\[\\s*)?\\{.*\".*") ? "a JSON text" : "";
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
    return have == length ? bytes : java.util.Arrays.copyOf(bytes, have);
  }
}
