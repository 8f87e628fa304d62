package dev.earmark.library;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An audiobook (有声书专辑).
 *
 * @param id {@code catalogue:key}, stable over restarts
 * @param title as printed
 * @param alternatives other names: traditional characters, pinyin, short forms
 * @param author may be empty
 * @param narrator may be empty
 * @param language ISO 639-1 code, or empty when unknown
 * @param description plain text, may be empty
 * @param cover URL or path of a picture, may be empty
 * @param sectionCount how many sections there are, 0 when unknown
 * @param sections in order; empty in search results of catalogues that give them only with the
 *     detail
 */
public record Album(
    String id,
    String title,
    List<String> alternatives,
    String author,
    String narrator,
    String language,
    String description,
    String cover,
    int sectionCount,
    List<Section> sections) {
  /** Copies the lists. */
  public Album {
    alternatives = List.copyOf(alternatives);
    sections = List.copyOf(sections);
  }

  /** Returns the title and the other names. */
  public List<String> names() {
    return Stream.concat(Stream.of(title), alternatives.stream()).toList();
  }

  /** Returns the section with this 1-based number. */
  public Optional<Section> section(int number) {
    return sections.stream().filter(section -> section.number() == number).findFirst();
  }

  /** Returns the catalogue's name, the part of the id before the colon. */
  public String catalogue() {
    int colon = id.indexOf(':');
    return colon < 0 ? "" : id.substring(0, colon);
  }
}
