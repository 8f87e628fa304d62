package dev.earmark.media.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checksums in lower-case hex. */
final class Sha256 {
  private static final int BUFFER_BYTES = 64 * 1024;

  private Sha256() {}

  /** Returns the checksum of a text in UTF-8. */
  static String of(String text) {
    return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the checksum of a file, which is read from its start to its end. */
  static String of(Path file) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (var in = Files.newInputStream(file)) {
      int n;
      while ((n = in.read(buffer)) >= 0) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
