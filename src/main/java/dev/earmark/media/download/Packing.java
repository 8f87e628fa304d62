package dev.earmark.media.download;

import dev.earmark.base.Failure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * How a server has packed a body, by its Content-Encoding (RFC 9110, 8.4). Nothing is asked for but
 * {@code identity}; some servers pack all the same.
 */
enum Packing {
  NONE,
  GZIP,
  DEFLATE;

  /** The lower half of zlib's first byte: "deflate" follows (RFC 1950, 2.2). */
  private static final int ZLIB_METHOD = 8;

  /**
   * Returns how the body is packed.
   *
   * @param encoding the header's value, null without one
   * @throws HttpFailure BAD_ANSWER when it is packed in a way that cannot be undone here
   */
  static Packing of(@Nullable String encoding, String host) throws HttpFailure {
    String name = encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "", "identity" -> NONE;
      case "gzip", "x-gzip" -> GZIP;
      case "deflate" -> DEFLATE;
      default ->
          throw HttpFailure.of(
              Failure.Kind.BAD_ANSWER,
              "the server "
                  + host
                  + " packs the file as '"
                  + name
                  + "', though it was asked not to; the server's compression has to be turned off"
                  + " for audio");
    };
  }

  /** Returns what is in the body; closing the body ends it. */
  InputStream unpack(InputStream body) throws IOException {
    return switch (this) {
      case NONE -> body;
      case GZIP -> new GZIPInputStream(body);
      case DEFLATE -> inflated(body);
    };
  }

  /** "deflate" means zlib, and some servers send the bare stream (RFC 9110, 8.4.1.2). */
  private static InputStream inflated(InputStream body) throws IOException {
    BufferedInputStream in = new BufferedInputStream(body);
    in.mark(2);
    int first = in.read();
    int second = in.read();
    in.reset();
    boolean zlib = (first & 0xf) == ZLIB_METHOD && (first << 8 | second) % 31 == 0;
    return new InflaterInputStream(in, new Inflater(/* nowrap= */ !zlib));
  }
}
