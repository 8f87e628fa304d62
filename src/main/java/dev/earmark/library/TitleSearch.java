package dev.earmark.library;

import dev.earmark.text.Normalizer;
import dev.earmark.text.ReadBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds albums by spoken titles, authors and narrators. Immutable and thread-safe; {@link #with}
 * makes the next one and keeps what was worked out for albums that stay.
 *
 * <p>A score from 0 to 1 says how surely an album is meant: 1 for the title itself, a little less
 * for a form of it or another name, about 0.9 for equal sounds or a beginning, 0.8 for words from
 * the middle or near sounds, less for an author, a narrator, or a longer text that only holds the
 * title. Sounds are compared only when nothing is written alike. Chinese sounds take part once they
 * have been worked out by {@link #prepareSounds()}, which takes a third of a millisecond a title.
 */
public final class TitleSearch {
  /** From this score on an album may be taken without asking back. */
  public static final double CLEAR = 0.8;

  /** Of words this near in sound it is not likely that another book has just that name. */
  private static final double SURE_SOUND = 0.88;

  /** Two scores nearer than this are equally good. */
  private static final double MARGIN = 0.03;

  private static final TitleSearch EMPTY = new TitleSearch(Map.of());
  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed();

  private final Map<String, TitleEntry> entries;
  private final List<TitleEntry> list;
  private final Map<String, List<TitleEntry>> byKey = new HashMap<>();

  private TitleSearch(Map<String, TitleEntry> entries) {
    this.entries = entries;
    this.list = List.copyOf(entries.values());
    for (TitleEntry entry : list) {
      for (TitleEntry.Name name : entry.names) {
        byKey.computeIfAbsent(name.key, key -> new ArrayList<>(1)).add(entry);
      }
    }
  }

  /**
   * An album that was found.
   *
   * @param score from 0 to 1, how surely it is meant
   */
  public record Hit(Album album, double score) {}

  /** What spoken words mean. */
  public sealed interface Answer permits Clear, Ambiguous, Unknown {}

  /** One album is clearly meant. */
  public record Clear(Hit hit) implements Answer {}

  /** Several books may be meant, best first. */
  public record Ambiguous(List<Hit> hits) implements Answer {
    /** Copies the list. */
    public Ambiguous {
      hits = List.copyOf(hits);
    }
  }

  /** No album is surely meant. */
  public record Unknown() implements Answer {}

  /** Returns a search over no albums. */
  public static TitleSearch empty() {
    return EMPTY;
  }

  /** Returns a search over these albums, with their sounds; of equal ids the first one counts. */
  public static TitleSearch of(Collection<Album> albums) {
    TitleSearch search = EMPTY.with(albums);
    search.prepareSounds();
    return search;
  }

  /** Returns a search over exactly these albums, which reuses what this one knows of them. */
  public TitleSearch with(Collection<Album> albums) {
    Map<String, TitleEntry> next = new LinkedHashMap<>(albums.size() * 2);
    for (Album album : albums) {
      TitleEntry known = entries.get(album.id());
      next.computeIfAbsent(
          album.id(),
          id ->
              known != null && known.fits(album) ? known.withAlbum(album) : new TitleEntry(album));
    }
    return new TitleSearch(next);
  }

  /** Works out the sounds of Chinese titles; takes long for many, and may run on any thread. */
  public void prepareSounds() {
    for (TitleEntry entry : list) {
      for (TitleEntry.Name name : entry.names) {
        name.prepare();
      }
    }
  }

  /** Returns the albums in their order. */
  public List<Album> albums() {
    return list.stream().map(entry -> entry.album).toList();
  }

  /** Returns the hits for a spoken or typed text, best first; equally good ones in their order. */
  public List<Hit> search(String spoken, int limit) {
    List<Hit> hits = new ArrayList<>(titled(spoken));
    if (hits.isEmpty() || hits.get(0).score() < CLEAR) {
      ReaderSearch.add(spoken, this::titled, hits);
      hits.sort(BEST_FIRST);
    }
    return List.copyOf(hits.subList(0, Math.min(limit, hits.size())));
  }

  /** Returns the hits for a title, an author or a narrator, best first. */
  private List<Hit> titled(String spoken) {
    Spoken query = Spoken.of(spoken);
    if (query.isEmpty()) {
      return List.of();
    }
    List<Hit> hits = new ArrayList<>();
    double best = 0;
    for (TitleEntry entry : list) {
      double score = TitleScore.written(query, entry);
      if (score > 0) {
        hits.add(new Hit(entry.album, score));
        best = Math.max(best, score);
      }
    }
    if (best < CLEAR) {
      addSounds(query, hits);
    }
    hits.sort(BEST_FIRST);
    return hits;
  }

  private void addSounds(Spoken query, List<Hit> hits) {
    Map<String, Double> sounds = TitleScore.sounding(query, list);
    for (int i = 0; i < hits.size(); i++) {
      Hit hit = hits.get(i);
      Double score = sounds.remove(hit.album().id());
      if (score != null && score > hit.score()) {
        hits.set(i, new Hit(hit.album(), score));
      }
    }
    sounds.forEach(
        (id, score) -> {
          TitleEntry entry = entries.get(id);
          if (entry != null) {
            hits.add(new Hit(entry.album, score));
          }
        });
  }

  /**
   * Decides which album is meant. Editions of one book and copies in several catalogues count as
   * one: of those, the one heard last is taken, else the first in order. Of different books that
   * fit equally well the one heard before is taken, if only one was.
   *
   * @param heard ids of albums that were listened to, the newest first
   */
  public Answer decide(String spoken, Set<String> heard) {
    List<Hit> exact = exact(spoken);
    List<Hit> hits = exact.isEmpty() ? search(spoken, /* limit= */ 50) : exact;
    if (hits.isEmpty() || hits.get(0).score() < CLEAR) {
      return new Unknown();
    }
    double top = hits.get(0).score();
    List<Hit> close = hits.stream().filter(hit -> hit.score() > top - MARGIN).toList();
    Set<String> books = new LinkedHashSet<>();
    close.forEach(hit -> books.add(bookKey(hit)));
    List<Hit> familiar = close.stream().filter(hit -> heard.contains(hit.album().id())).toList();
    boolean oneFamiliarBook = familiar.stream().map(this::bookKey).distinct().count() == 1;
    if (oneFamiliarBook) {
      return new Clear(heardLast(familiar, heard));
    }
    return books.size() == 1 ? new Clear(close.get(0)) : new Ambiguous(close);
  }

  private static Hit heardLast(List<Hit> familiar, Set<String> heard) {
    for (String id : heard) {
      for (Hit hit : familiar) {
        if (hit.album().id().equals(id)) {
          return hit;
        }
      }
    }
    return familiar.get(0);
  }

  /**
   * Returns whether the album is found for these words by nothing but a sound that is rather near:
   * neither is anything written alike, nor do they sound nearly the same.
   */
  public boolean isGuess(String spoken, Album album) {
    TitleEntry entry = entries.get(album.id());
    return entry != null
        && Stream.concat(Stream.of(spoken), ReadBy.of(spoken).stream().map(ReadBy::title))
            .noneMatch(title -> isNamed(entry, Spoken.of(title)));
  }

  private static boolean isNamed(TitleEntry entry, Spoken query) {
    return !query.isEmpty()
        && (TitleScore.written(query, entry) >= CLEAR
            || TitleScore.sounding(query, List.of(entry)).getOrDefault(entry.album.id(), 0.0)
                >= SURE_SOUND);
  }

  /**
   * Returns who reads a book that was asked for with another reader: of 李野墨讲的三体 the narrators of
   * the recordings of 三体 that are there, each once. Empty when no reader was named, when there is
   * no such book, or when it tells no narrator.
   */
  public List<String> otherReaders(String spoken) {
    return ReaderSearch.others(spoken, this::titled);
  }

  /** Looks the text up without looking at all albums. */
  private List<Hit> exact(String spoken) {
    List<TitleEntry> entriesOfKey = byKey.getOrDefault(Normalizer.key(spoken), List.of());
    Spoken query = Spoken.of(spoken);
    return entriesOfKey.stream()
        .map(entry -> new Hit(entry.album, TitleScore.written(query, entry)))
        .sorted(BEST_FIRST)
        .toList();
  }

  private String bookKey(Hit hit) {
    TitleEntry entry = entries.get(hit.album().id());
    return entry == null ? hit.album().id() : entry.bookKey;
  }
}
