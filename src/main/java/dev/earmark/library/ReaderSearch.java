package dev.earmark.library;

import dev.earmark.text.Normalizer;
import dev.earmark.text.ReadBy;
import dev.earmark.text.Sounds;
import dev.earmark.text.TitleForms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds albums that are named together with who reads them. Another reader's recording is listed,
 * but never so surely that it would be played: somebody who names a reader wants that voice.
 */
final class ReaderSearch {
  /** Title and reader fit: as sure as the title, but a title that says all of it is surer. */
  private static final double FITTING = 0.98;

  /** The title fits and the reader does not; well below {@link TitleSearch#CLEAR}. */
  private static final double ANOTHER = 0.6;

  /** Names are shorter than titles, and one syllable of three is another name. */
  private static final double SAME_SOUND = 0.9;

  private static final double SAME_LETTERS = 0.85;
  private static final int SHORTEST_SOUND = 3;

  private ReaderSearch() {}

  /**
   * Adds what is found so to the hits for the text as a whole, or raises their scores.
   *
   * @param titled returns the hits for a title alone
   */
  static void add(
      String spoken, Function<String, List<TitleSearch.Hit>> titled, List<TitleSearch.Hit> hits) {
    for (ReadBy wish : ReadBy.of(spoken)) {
      for (TitleSearch.Hit hit : titled.apply(wish.title())) {
        double score =
            isReadBy(hit.album(), wish.reader())
                ? hit.score() * FITTING
                : Math.min(hit.score(), ANOTHER);
        raise(hits, new TitleSearch.Hit(hit.album(), score));
      }
    }
  }

  private static void raise(List<TitleSearch.Hit> hits, TitleSearch.Hit found) {
    for (int i = 0; i < hits.size(); i++) {
      if (hits.get(i).album().id().equals(found.album().id())) {
        if (hits.get(i).score() < found.score()) {
          hits.set(i, found);
        }
        return;
      }
    }
    hits.add(found);
  }

  /** See {@link TitleSearch#otherReaders}. */
  static List<String> others(String spoken, Function<String, List<TitleSearch.Hit>> titled) {
    List<ReadBy> wishes = new ArrayList<>(ReadBy.of(spoken));
    ReadBy.ofSomebody(spoken)
        .ifPresent(
            title -> wishes.add(new ReadBy(title, spoken.substring(0, spoken.indexOf('的')))));
    for (ReadBy wish : wishes) {
      List<String> readers =
          titled.apply(wish.title()).stream()
              .filter(hit -> hit.score() >= TitleSearch.CLEAR)
              .filter(hit -> !isReadBy(hit.album(), wish.reader()))
              .map(hit -> hit.album().narrator())
              .filter(narrator -> !narrator.isBlank())
              .distinct()
              .toList();
      if (!readers.isEmpty()) {
        return readers;
      }
    }
    return List.of();
  }

  /** Returns whether the narrator, or the author who may read as well, is called so. */
  private static boolean isReadBy(Album album, String reader) {
    String key = TitleForms.folded(Normalizer.key(reader));
    if (key.isEmpty()) {
      return false;
    }
    return Stream.of(album.narrator(), album.author())
            .flatMap(names -> Stream.of(names.split("[,，、;；/&]|\\band\\b|和", -1)))
            .map(name -> TitleForms.folded(Normalizer.key(name)))
            .anyMatch(name -> isCalled(name, key))
        || isInTitle(album.title(), key);
  }

  private static boolean isCalled(String name, String said) {
    if (name.isEmpty()) {
      return false;
    }
    if (Normalizer.hasHan(name)) {
      return name.equals(said)
          || (Math.min(said.length(), name.length()) >= SHORTEST_SOUND
              && Sounds.isLoaded()
              && Sounds.similarity(name, said) >= SAME_SOUND);
    }
    boolean oneOfItsNames = (" " + name + " ").contains(" " + said + " ");
    return oneOfItsNames || Sounds.similarity(name, said) >= SAME_LETTERS;
  }

  /** 三体（播音：王明军）: catalogues print the reader behind the title, as a part of it. */
  private static boolean isInTitle(String title, String reader) {
    String whole = Normalizer.key(title);
    List<TitleForms.Form> forms = TitleForms.printed(title);
    String shortest = whole;
    for (TitleForms.Form form : forms) {
      shortest = form.key().length() < shortest.length() ? form.key() : shortest;
    }
    return Normalizer.hasHan(reader)
        ? whole.contains(reader) && !shortest.contains(reader)
        : (" " + whole + " ").contains(" " + reader + " ")
            && !(" " + shortest + " ").contains(" " + reader + " ");
  }
}
