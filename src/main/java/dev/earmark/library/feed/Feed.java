package dev.earmark.library.feed;

import dev.earmark.library.Section.Chapter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A podcast as its feed tells it.
 *
 * @param language as the feed writes it
 * @param episodes the oldest first, so that numbers stay when new ones come
 * @param isSerial whether the feed says that its seasons and numbers are its order
 * @param next the address of the page with older episodes (RFC 5005 §3 and §4), or empty
 */
record Feed(
    String title,
    String author,
    String language,
    String description,
    String image,
    List<Episode> episodes,
    boolean isSerial,
    String next) {
  Feed {
    episodes = List.copyOf(episodes);
  }

  /** Returns this feed with the episodes of its further pages; of equal ids the newest counts. */
  Feed with(List<Feed> pages) {
    Map<String, Episode> all = new LinkedHashMap<>(); // the newest first, as feeds are written
    newestFirst().forEach(episode -> all.putIfAbsent(episode.id(), episode));
    pages.forEach(page -> page.newestFirst().forEach(one -> all.putIfAbsent(one.id(), one)));
    return new Feed(
        title,
        author,
        language,
        description,
        image,
        ordered(List.copyOf(all.values()), isSerial),
        isSerial,
        /* next= */ "");
  }

  private List<Episode> newestFirst() {
    List<Episode> reversed = new ArrayList<>(episodes);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * An episode.
   *
   * @param id the guid, or the address of the audio without its query, which changes daily for some
   * @param seconds 0 when unknown
   * @param bytes 0 when unknown; often wrong
   * @param season 0 when there is none
   * @param number 0 when there is none
   * @param chapters those that stand in the feed
   * @param chapterFile the address of a file with chapters, or empty
   */
  record Episode(
      String id,
      String title,
      String url,
      double seconds,
      long bytes,
      @Nullable Instant published,
      long season,
      long number,
      List<Chapter> chapters,
      String chapterFile) {
    Episode {
      chapters = List.copyOf(chapters);
    }

    /** Makes an episode of which no chapters are told. */
    Episode(
        String id,
        String title,
        String url,
        double seconds,
        long bytes,
        @Nullable Instant published,
        long season,
        long number) {
      this(
          id,
          title,
          url,
          seconds,
          bytes,
          published,
          season,
          number,
          List.of(),
          /* chapterFile= */ "");
    }
  }

  /**
   * Puts episodes in order: by season and number when it is a series with numbers, else by date
   * when all have one, else against the order of the feed, which begins with the newest.
   */
  static List<Episode> ordered(List<Episode> asWritten, boolean isSerial) {
    List<Episode> episodes = new ArrayList<>();
    for (Episode episode : asWritten) {
      episodes.add(0, episode);
    }
    if (isSerial && episodes.stream().allMatch(episode -> episode.number() > 0)) {
      episodes.sort(Comparator.comparingLong(Episode::season).thenComparingLong(Episode::number));
      return episodes;
    }
    if (episodes.stream().allMatch(episode -> episode.published() != null)) {
      episodes.sort(Comparator.comparing(Feed::date));
    }
    return episodes;
  }

  private static Instant date(Episode episode) {
    Instant published = episode.published();
    return published == null ? Instant.EPOCH : published;
  }
}
