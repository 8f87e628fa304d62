package dev.earmark.library.feed;

import dev.earmark.base.PlainText;
import dev.earmark.library.Section.Chapter;
import dev.earmark.library.http.Lenient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The chapters of an episode: those that stand in the feed (Podlove Simple Chapters 1.2) and those
 * of a file beside it (JSON chapters of Podcasting 2.0). Both may be unsorted, without titles and
 * without ends.
 */
final class Marks {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 1_000;
  private static final int TITLE = 300;

  private final List<Chapter> found = new ArrayList<>();

  /** Takes one, as it is written; what has no beginning is no chapter. */
  void add(String start, String end, String title) {
    boolean isTime = start.matches("[\\d:.]*\\d[\\d:.]*");
    if (isTime && found.size() < MOST) {
      double startS = Lenient.seconds(start);
      double endS = Lenient.seconds(end);
      found.add(
          new Chapter(
              PlainText.of(title, TITLE).strip(),
              startS,
              endS > startS ? endS : Double.POSITIVE_INFINITY));
    }
  }

  /** Returns them in order, each up to the next one at the latest; those without title numbered. */
  List<Chapter> inOrder() {
    List<Chapter> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparingDouble(Chapter::startS));
    List<Chapter> chapters = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Chapter one = sorted.get(i);
      double next = i + 1 < sorted.size() ? sorted.get(i + 1).startS() : Double.POSITIVE_INFINITY;
      String title = one.title().isEmpty() ? String.valueOf(i + 1) : one.title();
      if (next > one.startS()) {
        chapters.add(new Chapter(title, one.startS(), Math.min(one.endS(), next)));
      }
    }
    return List.copyOf(chapters);
  }

  /**
   * Reads a file of JSON chapters; those that are not for a table of contents are left out.
   *
   * @throws JacksonException when it is no JSON
   */
  static List<Chapter> json(byte[] document) {
    Marks marks = new Marks();
    for (JsonNode node : Lenient.list(JSON.readTree(document).path("chapters"))) {
      if (node.path("toc").asBoolean(/* defaultValue= */ true)) {
        marks.add(
            Lenient.text(node.path("startTime")),
            Lenient.text(node.path("endTime")),
            Lenient.text(node.path("title")));
      }
    }
    return marks.inOrder();
  }
}
