package dev.earmark.media.decode;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes whole files to see what is in them: the media stage alone. */
public final class DecodeProbe {
  private static final double SHORTEST = 0.98;
  private static final double LONGEST = 1.05;

  /** Encoder delay and padding: what a short file's length may be off by. */
  private static final double PADDING_S = 0.12;

  private DecodeProbe() {}

  /** Takes decoded blocks, in order. */
  @FunctionalInterface
  public interface Sink {
    /** Takes the next block. */
    void accept(PcmBlock block) throws IOException;
  }

  /** How to decode: from where, in seconds, and how fast, 0.5 to 3.0. */
  public record Options(double startS, double speed) {
    /** From the start, at normal speed. */
    public static final Options WHOLE = new Options(0, 1);
  }

  /**
   * Decodes a file and closes its source. Whatever is wrong with the file is in the report.
   *
   * @param file the name for the report
   * @param cancel ends it early; the report then says so
   * @throws IOException only when the sink fails
   */
  public static DecodeReport run(
      String file, MediaSource source, Options options, Sink sink, CancelFlag cancel)
      throws IOException {
    try (source) {
      try (FfmpegDecoder decoder = FfmpegDecoder.open(source)) {
        return decode(file, decoder, options, sink, cancel);
      } catch (FailureException e) {
        MediaInfo nothing = new MediaInfo("", "", 0, 0, 0, Map.of(), List.of(), null);
        return report(file, nothing, new Outcome(0, e.failure().detail(), false, List.of()));
      }
    }
  }

  private static DecodeReport decode(
      String file, FfmpegDecoder decoder, Options options, Sink sink, CancelFlag cancel)
      throws IOException {
    double bookS = 0;
    String reason = "";
    boolean cut = false;
    try {
      decoder.setSpeed(options.speed());
      if (options.startS() > 0) {
        decoder.seek(options.startS());
      }
      PcmBlock block;
      while (!cancel.isSet() && (block = decoder.next()) != null) {
        bookS += block.seconds() * options.speed();
        accept(sink, block);
      }
      reason = cancel.isSet() ? "it was cancelled" : "";
    } catch (FailureException e) {
      // a file that is cut plays to the cut; the lengths below tell that it is not complete
      cut = e.failure().kind() == Failure.Kind.TRUNCATED && bookS > 0;
      reason = cut ? "" : e.failure().detail();
    }
    MediaInfo info = decoder.info();
    List<String> warnings = new ArrayList<>();
    boolean fits = fits(info.declaredS(), bookS + options.startS());
    boolean counted = decoder.isLengthCounted();
    if (bookS > 0 && info.declaredS() > 0 && !fits) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%.2f s are declared%s, but there are %.2f s of sound",
              info.declaredS(),
              counted ? "" : " (an estimate from the bit rate)",
              bookS + options.startS()));
    }
    warnOfChapters(info.chapters(), bookS + options.startS(), warnings);
    if (decoder.corruptFrames() > 0) {
      warnings.add(decoder.corruptFrames() + " damaged frames were left out");
    }
    boolean complete =
        bookS > 0 && !cut && reason.isEmpty() && (fits || !counted || info.declaredS() == 0);
    return report(file, info, new Outcome(bookS, reason, complete, warnings));
  }

  /** Passes a block on; a failing sink is no failure of the file. */
  private static void accept(Sink sink, PcmBlock block) throws IOException {
    try {
      sink.accept(block);
    } catch (FailureException e) {
      throw new IOException(e.failure().detail(), e);
    }
  }

  private static boolean fits(double declaredS, double heardS) {
    return Math.abs(declaredS - heardS) <= PADDING_S
        || (heardS >= SHORTEST * declaredS && heardS <= LONGEST * declaredS);
  }

  private static void warnOfChapters(List<Chapter> chapters, double soundS, List<String> warnings) {
    if (!chapters.isEmpty() && chapters.get(chapters.size() - 1).startS() > soundS + PADDING_S) {
      warnings.add("the chapter list goes past the end of the sound");
    }
  }

  private record Outcome(double bookS, String reason, boolean complete, List<String> warnings) {}

  private static DecodeReport report(String file, MediaInfo info, Outcome outcome) {
    Map<String, String> tags = info.tags();
    boolean playable = outcome.bookS() > 0;
    String reason = outcome.reason();
    if (!playable && reason.isEmpty()) {
      reason = "no sound came out";
    }
    return new DecodeReport(
        file,
        playable,
        reason,
        info.codec(),
        info.sampleRateHz(),
        info.channels(),
        round(info.declaredS()),
        round(outcome.bookS()),
        outcome.complete(),
        tags.getOrDefault("title", ""),
        tags.getOrDefault("artist", ""),
        tags.getOrDefault("album", ""),
        tags.getOrDefault("track", ""),
        info.chapters(),
        cover(info.picture()),
        outcome.warnings());
  }

  private static DecodeReport.@Nullable Cover cover(MediaInfo.@Nullable Picture picture) {
    return picture == null
        ? null
        : new DecodeReport.Cover(
            "", picture.format(), picture.width(), picture.height(), picture.bytes());
  }

  private static double round(double seconds) {
    return Math.round(seconds * 1_000) / 1_000.0;
  }
}
