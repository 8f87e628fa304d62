package dev.earmark.media.download;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Decodes what was downloaded before it counts as complete: all bytes may be there and yet not be
 * the book.
 */
final class Verifier {
  private static final double SHORTEST = 0.98;

  /** What is enough when the server has been asked again and says that this is all. */
  private static final double SHORTEST_ASKED = 0.75;

  /**
   * Containers whose head counts the sound, so that a file that is cut betrays itself. Others tell
   * the length by where their bytes end.
   */
  private static final Set<String> COUNTING =
      Set.of("mov", "mp3", "flac", "ape", "asf", "matroska");

  /** Encoder delay and padding, which short files may be off by. */
  private static final double PADDING_S = 0.15;

  /** How much is decoded of a file of which nobody knows the length. */
  private static final double SAMPLE_S = 10;

  /** -60 dBFS: what never gets louder is no recording. */
  private static final int SILENT_PEAK = 32;

  /** A silent file up to this length may be a pause between two others. */
  private static final double PAUSE_S = 5;

  private final Decoder.Factory decoders;

  Verifier(Decoder.Factory decoders) {
    this.decoders = decoders;
  }

  /**
   * Decodes the file, all of it when its length is known beforehand: by the catalogue, or because
   * the file has counted it.
   *
   * <p>Sound that goes on behind the catalogue's length is no fault. Catalogues are often wrong (a
   * feed's length is that without the advertisements), and a file that goes on for ever is found by
   * the decoder.
   *
   * <p>Less sound than the catalogue says is missing sound, unless the file has counted its own
   * length in its head and keeps it.
   *
   * @param expectedS the catalogue's length in seconds, 0 when unknown
   * @param asked whether the server was asked for more behind the last byte and has none: a
   *     catalogue that is somewhat wrong is then no reason to refuse the file
   * @return the decoded length, 0 when the file was not decoded to its end
   * @throws FailureException TRUNCATED when sound is missing, UNDECODABLE when there is none, or
   *     nothing but silence
   */
  double check(Path file, String name, double expectedS, boolean asked, CancelFlag cancel)
      throws IOException {
    Heard heard = new Heard();
    try (MediaSource source = MediaSources.file(file, name);
        Decoder decoder = decoders.open(source)) {
      boolean whole = expectedS > 0 || decoder.isLengthCounted();
      while (heard.next(decoder, expectedS)) {
        if (cancel.isSet()) {
          throw new FailureException(Failure.Kind.CANCELLED, "the download was cancelled");
        }
        if (!whole && heard.decodedS >= SAMPLE_S && !heard.isSilent()) {
          return 0;
        }
      }
      MediaInfo info = decoder.info();
      boolean counts = COUNTING.contains(info.container().split(",", 2)[0]);
      heard.ownS = counts && decoder.isLengthCounted() ? info.declaredS() : 0;
    }
    if (heard.decodedS <= 0) {
      throw new FailureException(Failure.Kind.UNDECODABLE, "there is no sound in " + name);
    }
    if (heard.isSilent() && heard.decodedS > PAUSE_S) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          String.format(
              Locale.ROOT, "%s is silent from end to end (%.1f s)", name, heard.decodedS));
    }
    if (expectedS > 0 && heard.decodedS < heard.leastS(expectedS, asked) - PADDING_S) {
      throw missing(name, heard.decodedS, expectedS);
    }
    return heard.decodedS;
  }

  /** What came of decoding so far. */
  private static final class Heard {
    private double decodedS;
    private double ownS; // the length that the file has counted, 0 when it has not
    private boolean cut;
    private int peak;

    /**
     * Decodes a block; where the catalogue knows a length, it counts and not that of the header.
     */
    boolean next(Decoder decoder, double expectedS) throws IOException {
      try {
        PcmBlock block = decoder.next();
        if (block == null) {
          return false;
        }
        if (isSilent()) {
          for (short sample : block.samples()) {
            peak = Math.max(peak, Math.abs((int) sample));
          }
        }
        decodedS = decoder.position();
        return true;
      } catch (FailureException e) {
        cut = e.failure().kind() == Failure.Kind.TRUNCATED && decodedS > 0 && expectedS > 0;
        if (cut) {
          return false;
        }
        throw e;
      }
    }

    boolean isSilent() {
      return peak <= SILENT_PEAK;
    }

    /** Returns how many seconds there must be, of those that the catalogue says. */
    double leastS(double expectedS, boolean asked) {
      if (cut) {
        return SHORTEST * expectedS;
      }
      boolean keepsItsOwn = ownS > 0 && decodedS >= SHORTEST * ownS;
      return keepsItsOwn ? 0 : (asked ? SHORTEST_ASKED : SHORTEST) * expectedS;
    }
  }

  private static FailureException missing(String name, double decodedS, double expectedS) {
    return new FailureException(
        Failure.Kind.TRUNCATED,
        String.format(
            Locale.ROOT,
            "%s holds only %.1f s of sound where the catalogue says %.1f s",
            name,
            decodedS,
            expectedS));
  }
}
