package dev.earmark.tools;

import dev.earmark.base.Language;
import dev.earmark.library.Album;

/** Turns sections and albums into the words of an observation. */
public final class Words {
  private Words() {}

  /** Returns a section of a book, as {@code 西游记 第3集} or {@code Alice section 3}. */
  public static String section(String title, int section, Language language) {
    return language.pick(title + " 第" + section + "集", title + " section " + section);
  }

  /** Returns one numbered line of a list of albums. */
  public static String line(int number, Album album, Language language) {
    StringBuilder text = new StringBuilder();
    text.append(number).append(". ").append(album.title());
    text.append(" (").append(album.id()).append(')');
    if (!album.author().isBlank()) {
      text.append(", ").append(album.author());
    }
    if (!album.narrator().isBlank()) {
      text.append(language.pick(", 播讲: ", ", read by ")).append(album.narrator());
    }
    int count = Math.max(album.sectionCount(), album.sections().size());
    if (count > 0) {
      text.append(", ").append(count);
      text.append(language.pick("集", count == 1 ? " section" : " sections"));
    }
    return text.toString();
  }
}
