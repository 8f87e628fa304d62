package dev.earmark.media.decode;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A complete Ogg file that is several files in a row (a chain): recordings of web radio, and books
 * whose parts somebody has joined. FFmpeg's demuxer knows the length of one link only, finds no
 * time behind it, and refuses to go on where rate, channels or codec change; so each link is opened
 * as a file of its own. Confined to one thread.
 */
final class OggChain {
  private static final Logger log = LoggerFactory.getLogger(OggChain.class);

  private final MediaSource source;
  private final List<Link> links;
  private final MediaInfo info;
  private final int damaged;

  /** A link: its bytes, and when it begins, in seconds of the whole. */
  private record Link(long from, long to, double startS) {}

  private OggChain(MediaSource source, List<Link> links, MediaInfo info, int damaged) {
    this.source = source;
    this.links = links;
    this.info = info;
    this.damaged = damaged;
  }

  /**
   * Looks whether a complete file is a chain, by its first and last pages; one that is a chain is
   * read through, and each link is opened for its length; a damaged one is left out.
   *
   * @return null when it is none
   */
  static @Nullable OggChain of(MediaSource source) throws IOException {
    List<Long> starts = OggPages.links(source);
    if (starts.isEmpty()) {
      return null;
    }
    List<Link> links = new ArrayList<>();
    List<Chapter> chapters = new ArrayList<>();
    MediaInfo first = null;
    double startS = 0;
    for (int i = 0; i < starts.size(); i++) {
      long to = i + 1 < starts.size() ? starts.get(i + 1) : source.size();
      Link link = new Link(starts.get(i), to, startS);
      try (Container container = open(source, link)) {
        MediaInfo part = container.info();
        first = first == null ? part : first;
        for (Chapter mark : part.chapters()) {
          chapters.add(new Chapter(mark.title(), mark.startS() + startS, mark.endS() + startS));
        }
        startS += part.declaredS();
        links.add(link);
      } catch (FailureException e) {
        if (e.failure().kind() != Failure.Kind.UNDECODABLE) {
          throw e;
        }
        log.debug("{} has a link that is left out: {}", source.name(), e.failure().detail());
      }
    }
    if (first == null) {
      return null; // nothing in it can be played: it is told as any other file
    }
    MediaInfo whole = first.withChapters(InfoReader.tidy(chapters, startS)).withDeclared(startS);
    return new OggChain(source, List.copyOf(links), whole, starts.size() - links.size());
  }

  /** Returns what the first link says of itself, with the length and the chapters of all. */
  MediaInfo info() {
    return info;
  }

  /** Returns how many links were left out because nothing in them can be played. */
  int damaged() {
    return damaged;
  }

  /** Returns how many links there are. */
  int size() {
    return links.size();
  }

  /** Returns when a link begins, in seconds of the whole. */
  double startS(int link) {
    return links.get(link).startS();
  }

  /** Returns the link that sounds at a time, in seconds of the whole. */
  int at(double seconds) {
    int found = 0;
    for (int i = 1; i < links.size(); i++) {
      found = links.get(i).startS() <= seconds ? i : found;
    }
    return found;
  }

  /** Opens a link. */
  Container open(int link) throws IOException {
    return open(source, links.get(link));
  }

  private static Container open(MediaSource source, Link link) throws IOException {
    return Container.open(new OffsetSource(source, link.from(), link.to()));
  }
}
