package dev.earmark.media.download;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells pages and error messages from audio. Servers call audio by many names, so no name is
 * required; only those of texts are refused, and bodies that begin like one.
 */
final class ContentCheck {
  /** How many bytes of a body are looked at. */
  static final int HEAD_BYTES = 512;

  private static final Map<String, String> EXTENSIONS =
      Map.of(
          "audio/mpeg", "mp3",
          "audio/mp3", "mp3",
          "audio/mp4", "m4a",
          "audio/x-m4a", "m4a",
          "audio/aac", "aac",
          "audio/ogg", "ogg",
          "audio/opus", "opus",
          "audio/flac", "flac",
          "audio/wav", "wav",
          "audio/x-wav", "wav");

  private ContentCheck() {}

  /** Checks the Content-Type of an answer. */
  static void checkType(@Nullable String type, String host) throws FailureException {
    String plain = plain(type);
    boolean text =
        plain.startsWith("text/")
            || plain.equals("application/json")
            || plain.equals("application/xml")
            || plain.equals("application/xhtml+xml")
            || plain.equals("application/problem+json");
    // text/plain is what some servers say of any file they do not know
    if (text && !plain.equals("text/plain")) {
      throw refused(host, plain);
    }
  }

  /** Checks the first bytes of a body. */
  static void checkHead(byte[] head, int length, String host) throws FailureException {
    String text = new String(head, 0, length, StandardCharsets.ISO_8859_1);
    String bare = text.replaceFirst("^(\u00ef\u00bb\u00bf)?\\s+", "");
    if (bare.startsWith("\u00ef\u00bb\u00bf")) {
      bare = bare.substring(3);
    }
    if (bare.startsWith("<") || bare.startsWith("{")) {
      throw refused(host, bare.startsWith("<") ? "a page" : "a JSON text");
    }
  }

  private static FailureException refused(String host, String what) {
    return new FailureException(
        Failure.Kind.WRONG_CONTENT, "the server " + host + " sent " + what + " instead of audio");
  }

  /** Returns a file name extension for the answer, or an empty text. */
  static String extension(@Nullable String type, String path) {
    String last = path.substring(path.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    if (dot >= 0 && last.substring(dot + 1).matches("[A-Za-z0-9]{2,5}")) {
      return last.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
    return EXTENSIONS.getOrDefault(plain(type), "");
  }

  private static String plain(@Nullable String type) {
    return type == null ? "" : type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
  }
}
