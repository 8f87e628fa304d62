package dev.earmark.library;

import java.util.ArrayList;
import java.util.List;

/** Makes albums for tests. */
public final class Albums {
  private Albums() {}

  /** Returns an album with numbered sections of a minute, each a file {@code N.mp3}. */
  public static Album album(String id, String title, int sections, String... alternatives) {
    List<Section> list = new ArrayList<>();
    for (int number = 1; number <= sections; number++) {
      String file = number + ".mp3";
      list.add(new Section(number, "Section " + number, file, 0, 60, 480_000));
    }
    return new Album(
        id, title, List.of(alternatives), "", "", "", "", "", sections, List.copyOf(list));
  }

  /** Returns an album whose sections have these numbers. */
  public static Album numbered(String id, String title, int... numbers) {
    List<Section> list = new ArrayList<>();
    for (int number : numbers) {
      list.add(new Section(number, "Section " + number, number + ".mp3", 0, 60, 480_000));
    }
    return new Album(id, title, List.of(), "", "", "", "", "", list.size(), list);
  }

  /** Returns the album without its sections, as search results of many catalogues give it. */
  public static Album summary(Album album) {
    return new Album(
        album.id(),
        album.title(),
        album.alternatives(),
        album.author(),
        album.narrator(),
        album.language(),
        album.description(),
        album.cover(),
        album.sectionCount(),
        List.of());
  }

  /** Returns the album with another author and narrator. */
  public static Album by(Album album, String author, String narrator) {
    return new Album(
        album.id(),
        album.title(),
        album.alternatives(),
        author,
        narrator,
        album.language(),
        album.description(),
        album.cover(),
        album.sectionCount(),
        album.sections());
  }
}
