package dev.earmark.app;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaSource;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import java.io.IOException;

/** Decodes a whole cached section, for comparing what was played with what the file holds. */
final class WholeSection {
  private WholeSection() {}

  static PcmBlock decode(PlayerSnapshot playing, Books books) throws IOException {
    Album album = playing.album();
    if (album == null) {
      throw new FailureException(Failure.Kind.NOT_FOUND, "no book plays");
    }
    Section section =
        album
            .section(playing.section())
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.NOT_FOUND, "the section that plays is not in its book"));
    MediaSource source =
        books
            .downloads()
            .openCached(SectionFiles.key(album, section))
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.NOT_FOUND, section.title() + " is not in the cache"));
    Samples samples = new Samples(AudioFormat.OUTPUT);
    try (source;
        Decoder decoder = books.decoders().open(source)) {
      decoder.seek(section.startS());
      double end = section.startS() + section.durationS();
      for (PcmBlock block = decoder.next();
          block != null && (section.durationS() <= 0 || decoder.position() < end);
          block = decoder.next()) {
        samples.add(block.samples().clone());
      }
    }
    if (samples.seconds() == 0) {
      throw new FailureException(Failure.Kind.UNDECODABLE, section.title() + " holds no sound");
    }
    return samples.whole();
  }
}
