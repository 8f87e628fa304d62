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

  /** Returns the section with this number. */
  public Optional<Section> section(int number) {
    return sections.stream().filter(section -> section.number() == number).findFirst();
  }

  /** Returns the section that stands {@code step} places behind the one with this number. */
  public Optional<Section> stepped(int number, int step) {
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).number() == number) {
        int to = i + step;
        return to < 0 || to >= sections.size() ? Optional.empty() : Optional.of(sections.get(to));
      }
    }
    return Optional.empty();
  }

  /** Returns the section that follows the one with this number. */
  public Optional<Section> after(int number) {
    return stepped(number, 1);
  }

  /** Returns the number of the first section; 1 while the sections are not known. */
  public int firstNumber() {
    return sections.isEmpty() ? 1 : sections.get(0).number();
  }

  /**
   * Returns whether the sections are simply counted from 1, so that their number is their place.
   */
  public boolean isCounted() {
    for (int i = 0; i < sections.size(); i++) {
      if (sections.get(i).number() != i + 1) {
        return false;
      }
    }
    return true;
  }

  /** Returns the catalogue's name, the part of the id before the colon. */
  public String catalogue() {
    int colon = id.indexOf(':');
    return colon < 0 ? "" : id.substring(0, colon);
  }
}
