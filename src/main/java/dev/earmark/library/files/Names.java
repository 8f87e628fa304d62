package dev.earmark.library.files;

import dev.earmark.base.file.StrictText;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What names of files and folders tell.
 *
 * <p>A name that is not in the machine's encoding reaches Java with U+FFFD in place of the lost
 * characters, but the {@link Path} keeps its bytes, and {@link Path#toUri()} shows them. Such a
 * name is read as UTF-8 if it is that, else as GB18030, the usual one in Chinese collections; files
 * are found again by the URI.
 */
final class Names {
  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final String RAW = "raw:";
  private static final char LOST = '\uFFFD';
  private static final Set<String> AUDIO =
      Set.of("mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "mka", "wma");
  private static final Set<String> IMAGES = Set.of("jpg", "jpeg", "png", "webp", "gif", "svg");
  private static final Set<String> IGNORED = Set.of("@eadir", "#recycle", "lost+found");
  private static final Pattern LEADING_NUMBER =
      Pattern.compile("^\\d{1,4}(?:\\s*[-–._、]\\s*|\\s+)(?=\\D)");
  private static final Pattern DISC =
      Pattern.compile(
          "(?:cd|disc|disk|碟|光盘|光碟)[\\s_.-]?\\d{1,3}(?:\\s?of\\s?\\d{1,3})?"
              + "|第[\\d一二三四五六七八九十]{1,3}[碟盘]");

  private static final Pattern DISC_WORD = Pattern.compile("^(?:cd|disc|disk|碟|光盘|光碟)[\\s_.-]?");

  private static final Pattern VOLUME =
      Pattern.compile(
          "第[\\d一二三四五六七八九十]{1,4}[部卷季册辑]|[上中下][部卷册集篇]?|[部卷册][\\d一二三四五六七八九十上中下]{1,3}"
              + "|(?:part|book|volume|vol\\.?|season)[\\s_.-]?(?:\\d{1,3}|[ivx]{1,5}|one|two|three|four|five)");

  private Names() {}

  /** Returns the last name of the path, its lost characters restored. */
  static String display(Path path) {
    Path last = path.getFileName();
    String name = last == null ? path.toString() : last.toString();
    if (name.indexOf(LOST) < 0) {
      return name;
    }
    String raw = path.toUri().getRawPath();
    String trimmed = raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw;
    return decode(bytes(trimmed.substring(trimmed.lastIndexOf('/') + 1)));
  }

  private static byte[] bytes(String percentEncoded) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < percentEncoded.length(); i++) {
      char c = percentEncoded.charAt(i);
      if (c == '%' && i + 2 < percentEncoded.length()) {
        out.write(Integer.parseInt(percentEncoded.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        out.write(c);
      }
    }
    return out.toByteArray();
  }

  /**
   * Reads the bytes as UTF-16 if they begin with its mark, as UTF-8 if they are that, else as
   * GB18030, else as Latin-1.
   */
  static String decode(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    if (mark == 0xfffe || mark == 0xfeff) {
      return new String(bytes, StandardCharsets.UTF_16);
    }
    String text = StrictText.decode(bytes, StandardCharsets.UTF_8);
    if (text == null) {
      text = StrictText.decode(bytes, GB18030);
    }
    return text == null ? new String(bytes, StandardCharsets.ISO_8859_1) : text;
  }

  /**
   * Returns text by which the file is found in the folder again: its relative path, or where that
   * does not hold all characters, {@code raw:} with the path's bytes percent-encoded.
   */
  static String fileId(Path folder, Path file) {
    String relative = folder.relativize(file).toString();
    if (relative.indexOf(LOST) < 0) {
      return relative;
    }
    return RAW + file.toUri().getRawPath().substring(folderUri(folder).length());
  }

  /** Returns the file with this id. */
  static Path file(Path folder, String fileId) {
    return fileId.startsWith(RAW)
        ? Path.of(URI.create("file://" + folderUri(folder) + fileId.substring(RAW.length())))
        : folder.resolve(fileId);
  }

  private static String folderUri(Path folder) {
    String raw = folder.toUri().getRawPath();
    return raw.endsWith("/") ? raw : raw + "/";
  }

  static boolean isIgnored(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith(".")
        || IGNORED.contains(lower)
        || lower.endsWith(".part")
        || lower.endsWith(".tmp")
        || lower.endsWith(".crdownload");
  }

  static boolean isAudio(String name) {
    return AUDIO.contains(extension(name));
  }

  /** Returns whether a file of this kind often has chapters inside. */
  static boolean mayHaveChapters(String name) {
    return Set.of("m4b", "m4a", "mka").contains(extension(name));
  }

  /** Returns whether a file of this kind holds a book, so that its chapters are the sections. */
  static boolean isBookFile(String name) {
    return extension(name).equals("m4b");
  }

  static boolean isImage(String name) {
    return IMAGES.contains(extension(name));
  }

  /** Returns whether a folder of this name is a part of the album above it. */
  static boolean isDisc(String folder) {
    return DISC.matcher(folder.toLowerCase(Locale.ROOT)).matches();
  }

  /** Returns what tells discs apart, whatever they are called. */
  static String discNumber(String folder) {
    return DISC_WORD.matcher(folder.toLowerCase(Locale.ROOT)).replaceFirst("");
  }

  /** Returns whether a folder of this name is a volume of what the folder above names. */
  static boolean isVolume(String folder) {
    return VOLUME.matcher(folder.toLowerCase(Locale.ROOT)).matches();
  }

  private static String extension(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  static String withoutExtension(String name) {
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name : name.substring(0, dot);
  }

  /** Returns the title of a section by its file's name: without extension and leading number. */
  static String sectionTitle(String fileName) {
    String base = withoutExtension(fileName).strip();
    String text = LEADING_NUMBER.matcher(base).replaceFirst("");
    return text.isBlank() ? base : text;
  }
}
