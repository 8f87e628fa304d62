package dev.earmark.media.cache;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;

/**
 * What is known of a file or a part of one, kept beside it so that the index can be rebuilt.
 *
 * @param key what it was asked for by
 * @param extension of the file on the server, without a dot, or empty
 * @param etag a strong validator, or empty
 * @param lastModified the other validator, or empty
 * @param total the size of the whole file in bytes, or -1 when unknown
 * @param synced the bytes that are surely on the disk
 * @param boot the machine's boot in which the file was written
 * @param sha256 of a complete file, or empty
 * @param decodedS of a complete file, or 0
 */
public record Sidecar(
    String key,
    String extension,
    String etag,
    String lastModified,
    long total,
    long synced,
    String boot,
    String sha256,
    double decodedS) {
  /** Returns what is known of a file before the first answer of a server. */
  public static Sidecar of(String key, String extension) {
    return new Sidecar(key, extension, "", "", -1, 0, "", "", 0);
  }

  /** Returns this with what a server says of the file. */
  public Sidecar withServer(String newEtag, String newLastModified, long newTotal) {
    return new Sidecar(
        key, extension, newEtag, newLastModified, newTotal, synced, boot, sha256, decodedS);
  }

  /** Returns this with the extension. */
  public Sidecar withExtension(String newExtension) {
    return new Sidecar(
        key, newExtension, etag, lastModified, total, synced, boot, sha256, decodedS);
  }

  Sidecar withSynced(long bytes, String thisBoot) {
    return new Sidecar(
        key, extension, etag, lastModified, total, bytes, thisBoot, sha256, decodedS);
  }

  Sidecar completed(long bytes, String newSha256, double newDecodedS) {
    return new Sidecar(
        key, extension, etag, lastModified, bytes, bytes, boot, newSha256, newDecodedS);
  }

  /** Reads a sidecar; empty when it is missing or makes no sense. */
  static Optional<Sidecar> read(Path file) {
    try {
      Properties p = new Properties();
      p.load(new StringReader(Files.readString(file)));
      String key = p.getProperty("key", "");
      if (key.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new Sidecar(
              key,
              p.getProperty("extension", ""),
              p.getProperty("etag", ""),
              p.getProperty("last-modified", ""),
              Long.parseLong(p.getProperty("total", "-1")),
              Long.parseLong(p.getProperty("synced", "0")),
              p.getProperty("boot", ""),
              p.getProperty("sha256", ""),
              Double.parseDouble(p.getProperty("decoded-s", "0"))));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Writes it so that a crash leaves the old or the new one. */
  void write(Path file, Changes changes) throws IOException {
    Properties p = new Properties();
    p.setProperty("key", key);
    p.setProperty("extension", extension);
    p.setProperty("etag", etag);
    p.setProperty("last-modified", lastModified);
    p.setProperty("total", Long.toString(total));
    p.setProperty("synced", Long.toString(synced));
    p.setProperty("boot", boot);
    p.setProperty("sha256", sha256);
    p.setProperty("decoded-s", Double.toString(decodedS));
    StringWriter text = new StringWriter();
    p.store(text, null);
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      changes.write(channel, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)), 0);
      changes.sync(channel);
    } catch (IOException e) {
      changes.delete(temporary);
      throw e;
    }
    changes.rename(temporary, file);
  }
}
