package dev.earmark.playback.decode;

import dev.earmark.base.CancelFlag;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.MediaSource;
import dev.earmark.playback.SectionFiles;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open file with its decoder, at one of the sections in it. Confined to the decode thread, but
 * for {@link #abort} and {@link #serves}.
 */
final class OpenSection implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OpenSection.class);

  /** Less of a chapter is only where the marks of the file and of its catalogue differ. */
  private static final double LEAST_CHAPTER_S = 0.5;

  private final SectionFiles files;
  private final Album album;
  private final MediaSource source;
  private final Decoder decoder;
  private final AutoCloseable pin;
  private volatile boolean aborted;
  private volatile Section section;
  private double endS;

  private OpenSection(
      SectionFiles files,
      Album album,
      Section section,
      MediaSource source,
      Decoder decoder,
      AutoCloseable pin) {
    this.files = files;
    this.album = album;
    this.section = section;
    this.source = source;
    this.decoder = decoder;
    this.pin = pin;
  }

  /**
   * Opens a section's file; blocks until enough of it is there, or the flag is set.
   *
   * @param onWait called while this, or later the decoder, waits for bytes
   */
  static OpenSection open(
      SectionFiles files,
      Decoder.Factory decoders,
      Album album,
      Section section,
      CancelFlag cancel,
      Runnable onWait)
      throws IOException {
    AutoCloseable pin = files.pin(album, section);
    MediaSource source = null;
    try {
      source = files.open(album, section, cancel);
      source.onWait(onWait);
      CancelFlag.Registration hook = cancel.onSet(source::close);
      try {
        return new OpenSection(files, album, section, source, decoders.open(source), pin);
      } finally {
        hook.close();
      }
    } catch (IOException | RuntimeException e) {
      if (source != null) {
        source.close();
      }
      release(pin);
      throw e;
    }
  }

  /** Goes to a second of a section in this file. */
  void go(Section to, double atS, double speed) throws IOException {
    enter(to);
    decoder.setSpeed(speed);
    double inFile = to.startS() + atS;
    if (Math.abs(decoder.position() - inFile) > 0.001) {
      decoder.seek(inFile);
    }
  }

  /** Says that the next block belongs to another section of the file. */
  void enter(Section to) {
    section = to;
    endS = SectionFiles.endInFile(album, to) - to.startS();
  }

  /** Makes a decoder that waits for bytes give up. From any thread. */
  void abort() {
    aborted = true;
    source.close();
  }

  /**
   * Returns whether the job can go on with this open file without a chance of waiting for bytes.
   * From any thread.
   */
  boolean serves(DecodeLoop.Job job) {
    return !aborted
        && source.isComplete()
        && job.album().id().equals(album.id())
        && job.album()
            .section(job.section())
            .map(s -> s.fileId().equals(section.fileId()))
            .orElse(false);
  }

  Decoder decoder() {
    return decoder;
  }

  Section section() {
    return section;
  }

  /** Returns where the section ends, in its own seconds; infinite at the end of the file. */
  double endS() {
    return endS;
  }

  /** Returns the second of the section at which the next block begins. */
  double secondsOfSection() {
    return decoder.position() - section.startS();
  }

  /** Returns whether all bytes are there. */
  boolean isWhole() {
    return source.isComplete();
  }

  /**
   * Returns the section's length in seconds, 0 when unknown: what its file has counted, where the
   * file is its own, else what the catalogue says, else what the file has estimated.
   */
  double durationS() {
    boolean ownFile = endS == Double.POSITIVE_INFINITY && section.startS() == 0;
    boolean counted = ownFile && source.isComplete() && decoder.isLengthCounted();
    if (section.durationS() > 0 && !counted) {
      return section.durationS();
    }
    double end =
        endS < Double.POSITIVE_INFINITY ? endS : decoder.info().declaredS() - section.startS();
    return Math.max(0, end);
  }

  /** Returns the marks of the file, else those that its catalogue tells, in its own seconds. */
  List<Chapter> chapters() {
    if (decoder.info().chapters().isEmpty()) {
      return told();
    }
    return within(decoder.info().chapters(), section.startS(), endS);
  }

  /** Returns the parts of a file's marks that lie in a section, in its own seconds. */
  static List<Chapter> within(List<Chapter> marks, double startS, double endS) {
    return marks.stream()
        .map(
            c ->
                new Chapter(
                    c.title(), Math.max(0, c.startS() - startS), Math.min(c.endS() - startS, endS)))
        .filter(c -> c.endS() - c.startS() > LEAST_CHAPTER_S)
        .toList();
  }

  private List<Chapter> told() {
    double lengthS = durationS() > 0 ? durationS() : Double.MAX_VALUE;
    return files.chapters(album, section).stream()
        .map(c -> new Chapter(c.title(), c.startS(), Math.min(c.endS(), lengthS)))
        .filter(c -> c.endS() > c.startS())
        .toList();
  }

  @Override
  public void close() {
    decoder.close();
    source.close();
    release(pin);
  }

  private static void release(AutoCloseable pin) {
    try {
      pin.close();
    } catch (Exception e) {
      log.warn("a cache pin could not be released", e);
    }
  }
}
