package dev.earmark.library.demo;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file with validators and byte ranges by RFC 9110, sections 13 and 14: a single range
 * gives 206, one beyond the end 416, {@code If-Range} with another validator the whole file, {@code
 * If-None-Match} with the same one 304. Several ranges in one request give the whole file, which
 * the RFC allows.
 */
final class FileResponse {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");
  private static final int BUFFER = 64 * 1024;

  /** What the JDK's server calls the length of an answer without a body. */
  private static final long NO_BODY = -1;

  private static final Map<String, String> TYPES =
      Map.of(
          "opus", "audio/ogg",
          "ogg", "audio/ogg",
          "mp3", "audio/mpeg",
          "m4b", "audio/mp4",
          "m4a", "audio/mp4",
          "svg", "image/svg+xml",
          "jpg", "image/jpeg",
          "png", "image/png");

  private FileResponse() {}

  /**
   * Bytes from {@code first} to {@code last}, both inclusive.
   *
   * @param first at or behind the end of the file when the range cannot be satisfied
   */
  private record Range(long first, long last) {
    long length() {
      return last - first + 1;
    }
  }

  static void send(HttpExchange exchange, Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      Instant modified = Files.getLastModifiedTime(file).toInstant();
      String etag = String.format(Locale.ROOT, "\"%x-%x\"", size, modified.toEpochMilli());
      Headers answer = exchange.getResponseHeaders();
      answer.set("ETag", etag);
      answer.set("Last-Modified", httpDate(modified));
      answer.set("Accept-Ranges", "bytes");
      Headers asked = exchange.getRequestHeaders();
      if (matches(asked.getFirst("If-None-Match"), etag)) {
        exchange.sendResponseHeaders(304, NO_BODY);
        return;
      }
      answer.set("Content-Type", type(file));
      Range range = range(asked.getFirst("Range"), size);
      if (range == null || !isStillWanted(asked.getFirst("If-Range"), etag, modified)) {
        sendBytes(exchange, 200, channel, new Range(0, size - 1));
      } else if (range.first() >= size) {
        answer.set("Content-Range", "bytes */" + size);
        exchange.sendResponseHeaders(416, NO_BODY);
      } else {
        answer.set("Content-Range", "bytes " + range.first() + "-" + range.last() + "/" + size);
        sendBytes(exchange, 206, channel, range);
      }
    }
  }

  /** Returns the one range that is asked for; null when none, several, or nonsense is. */
  private static @Nullable Range range(@Nullable String header, long size) {
    Matcher matcher = header == null ? null : RANGE.matcher(header.strip());
    if (matcher == null || !matcher.matches()) {
      return null;
    }
    String first = matcher.group(1);
    String last = matcher.group(2);
    if (first.isEmpty()) {
      if (last.isEmpty()) {
        return null;
      }
      long tail = Long.parseLong(last);
      return tail == 0 ? new Range(size, size) : new Range(Math.max(0, size - tail), size - 1);
    }
    long from = Long.parseLong(first);
    long to = last.isEmpty() ? size - 1 : Math.min(Long.parseLong(last), size - 1);
    if (!last.isEmpty() && Long.parseLong(last) < from) {
      return null;
    }
    return new Range(from, to);
  }

  /** Returns whether the file is still the one that the condition of the range names. */
  private static boolean isStillWanted(@Nullable String ifRange, String etag, Instant modified) {
    return ifRange == null || ifRange.equals(etag) || ifRange.equals(httpDate(modified));
  }

  private static boolean matches(@Nullable String ifNoneMatch, String etag) {
    if (ifNoneMatch == null) {
      return false;
    }
    for (String one : ifNoneMatch.split(",", -1)) {
      String tag = one.strip();
      if (tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag)) {
        return true;
      }
    }
    return false;
  }

  private static void sendBytes(HttpExchange exchange, int status, FileChannel channel, Range range)
      throws IOException {
    if (exchange.getRequestMethod().equals("HEAD") || range.length() == 0) {
      exchange.getResponseHeaders().set("Content-Length", Long.toString(range.length()));
      exchange.sendResponseHeaders(status, NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(status, range.length());
    OutputStream out = exchange.getResponseBody();
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    long at = range.first();
    while (at <= range.last()) {
      buffer.clear();
      buffer.limit((int) Math.min(BUFFER, range.last() - at + 1));
      int read = channel.read(buffer, at);
      if (read < 0) {
        throw new IOException("the file became shorter while it was sent");
      }
      out.write(buffer.array(), 0, read);
      at += read;
    }
  }

  private static String httpDate(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        time.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneOffset.UTC));
  }

  private static String type(Path file) {
    String name = file.toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(extension, "application/octet-stream");
  }
}
