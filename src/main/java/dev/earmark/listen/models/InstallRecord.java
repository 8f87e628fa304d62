package dev.earmark.listen.models;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/**
 * The paper that an installation leaves in a model's folder.
 *
 * @param source where the model came from
 * @param version the version that the list gave, or empty
 * @param sha256 checksum of each file, by its path in the folder
 */
record InstallRecord(String source, String version, Map<String, String> sha256) {
  static final String FILE = ".earmark-install.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the record of a folder; empty when there is none or it cannot be read. */
  static Optional<InstallRecord> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(file), InstallRecord.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Computes all checksums of a folder and writes the record. */
  static void write(Path folder, String source, String version) throws IOException {
    InstallRecord record = new InstallRecord(source, version, checksums(folder));
    Files.write(
        folder.resolve(FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
  }

  /** Returns the first file that is missing or differs, or empty. */
  Optional<String> firstDifference(Path folder) throws IOException {
    Map<String, String> now = checksums(folder);
    return sha256.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(now.get(entry.getKey())))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst();
  }

  private static Map<String, String> checksums(Path folder) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (!name.equals(FILE)) {
          sums.put(name, digest(file, "SHA-256"));
        }
      }
    }
    return sums;
  }

  /** Returns a file's digest in hexadecimal. */
  static String digest(Path file, String algorithm) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
