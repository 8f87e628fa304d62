package dev.earmark.library;

import java.io.IOException;
import java.util.Optional;

/** Brings the pictures of albums. Thread-safe; may block for the network. */
@FunctionalInterface
public interface CoverSource {
  /** Returns the cover of a known album; empty when it has none. */
  Optional<Cover> cover(Album album) throws IOException;

  /** A picture. Immutable. */
  final class Cover {
    private final String type;
    private final byte[] bytes;

    /**
     * Makes a picture.
     *
     * @param type its media type, which is one of images
     */
    public Cover(String type, byte[] bytes) {
      this.type = type;
      this.bytes = bytes.clone();
    }

    /** Returns the media type. */
    public String type() {
      return type;
    }

    /** Returns the file's bytes. */
    public byte[] bytes() {
      return bytes.clone();
    }
  }
}
