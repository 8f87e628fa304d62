package dev.earmark.playback.wish;

import dev.earmark.base.Language;
import dev.earmark.library.LibraryService;
import java.util.List;
import java.util.stream.Collectors;

/** What is told when no book is meant by the words: the nearest one, and who did not answer. */
final class Unfound {
  private Unfound() {}

  /**
   * Returns the sentence without its full stop.
   *
   * @param readers who reads the book where another reader was asked for
   */
  static String said(
      String keyword, LibraryService.Found found, List<String> readers, Language language) {
    StringBuilder words =
        new StringBuilder(
            language.pick("没有找到《" + keyword + "》", "nothing called \"" + keyword + "\" was found"));
    if (!readers.isEmpty()) {
      words.append(
          language.pick(
              "，有" + String.join("、", readers) + "讲的",
              "; it is there read by " + String.join(", ", readers)));
    } else if (!found.albums().isEmpty()) {
      String other = found.albums().get(0).title();
      words.append(language.pick("，最接近的是《" + other + "》", "; the nearest is \"" + other + "\""));
    }
    if (!found.problems().isEmpty()) {
      String why =
          found.troubles().stream()
              .map(trouble -> trouble.said(language))
              .collect(Collectors.joining(language.pick("；", "; ")));
      words.append(
          language.pick(
              "，有的书库没答上来（" + why + "）", ", and not every catalogue could tell (" + why + ")"));
    }
    return words.toString();
  }
}
