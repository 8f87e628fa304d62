package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Decodes what was downloaded before it counts as complete: all bytes may be there and yet not be
 * the book.
 */
final class Verifier {
  private static final double SHORTEST = 0.98;
  private static final double LONGEST = 1.05;

  /** Encoder delay and padding, which short files may be off by. */
  private static final double PADDING_S = 0.15;

  /** How much is decoded of a file of which nobody knows the length. */
  private static final double SAMPLE_S = 10;

  private final Decoder.Factory decoders;

  Verifier(Decoder.Factory decoders) {
    this.decoders = decoders;
  }

  /**
   * Decodes the file, all of it when its length is known beforehand.
   *
   * @param expectedS the catalogue's length in seconds, 0 when unknown
   * @return the decoded length, 0 when the file was not decoded to its end
   * @throws FailureException TRUNCATED when sound is missing, UNDECODABLE when there is none or far
   *     too much
   */
  double check(Path file, String name, double expectedS, CancelFlag cancel) throws IOException {
    double decodedS = 0;
    try (MediaSource source = MediaSources.file(file, name);
        Decoder decoder = decoders.open(source)) {
      while (next(decoder, decodedS, expectedS)) {
        decodedS = decoder.position();
        if (cancel.isSet()) {
          throw new FailureException(Failure.Kind.CANCELLED, "the download was cancelled");
        }
        if (expectedS <= 0 && decodedS >= SAMPLE_S) {
          return 0;
        }
        if (expectedS > 0 && decodedS > LONGEST * expectedS + PADDING_S) {
          throw wrong(Failure.Kind.UNDECODABLE, name, "more than ", decodedS, expectedS);
        }
      }
    }
    if (decodedS <= 0) {
      throw new FailureException(Failure.Kind.UNDECODABLE, "there is no sound in " + name);
    }
    if (expectedS > 0 && decodedS < SHORTEST * expectedS - PADDING_S) {
      throw wrong(Failure.Kind.TRUNCATED, name, "only ", decodedS, expectedS);
    }
    return decodedS;
  }

  /** Decodes a block; where the catalogue knows a length, it counts and not that of the header. */
  private static boolean next(Decoder decoder, double decodedS, double expectedS)
      throws IOException {
    try {
      return decoder.next() != null;
    } catch (FailureException e) {
      if (e.failure().kind() == Failure.Kind.TRUNCATED && decodedS > 0 && expectedS > 0) {
        return false;
      }
      throw e;
    }
  }

  private static FailureException wrong(
      Failure.Kind kind, String name, String how, double decodedS, double expectedS) {
    return new FailureException(
        kind,
        String.format(
            Locale.ROOT,
            "%s holds %s%.1f s of sound where the catalogue says %.1f s",
            name,
            how,
            decodedS,
            expectedS));
  }
}
