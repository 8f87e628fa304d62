package dev.earmark.playback;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import java.util.List;

/** Says that a book has no section with the number that was asked for, and what it has. */
public final class MissingSection {
  private MissingSection() {}

  /** Returns the sentence, which names the nearest numbers where some are missing. */
  public static String words(Album album, int number, Language language) {
    String title = album.title();
    int count = album.sections().size();
    if (album.isCounted()) {
      return language.pick(
          "《" + title + "》只有" + count + "集，没有第" + number + "集",
          title + " has only " + count + " sections, there is no section " + number);
    }
    List<Integer> numbers = album.sections().stream().map(Section::number).sorted().toList();
    int before = numbers.stream().filter(n -> n < number).mapToInt(n -> n).max().orElse(0);
    int after = numbers.stream().filter(n -> n > number).mapToInt(n -> n).min().orElse(0);
    String zh =
        before > 0 && after > 0
            ? "前面是第" + before + "集，后面是第" + after + "集"
            : before > 0 ? "最后是第" + before + "集" : "从第" + after + "集开始";
    String en =
        before > 0 && after > 0
            ? before + " and then " + after + " are there"
            : before > 0 ? "the last one is " + before : "it begins with " + after;
    return language.pick(
        "《" + title + "》缺第" + number + "集，" + zh + "，一共" + count + "集",
        title + " lacks section " + number + "; " + en + ", " + count + " sections in all");
  }
}
