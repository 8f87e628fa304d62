package dev.earmark.library.audiobookshelf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.library.Album;
import dev.earmark.library.Section;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Chapters and files of a book need not end at the same places. */
final class TimelineTest {
  /** A book of files and of chapters with these lengths in seconds. */
  private static JsonNode media(List<Integer> files, List<Integer> chapters) {
    StringBuilder text = new StringBuilder("{\"tracks\":[");
    int at = 0;
    for (int i = 0; i < files.size(); i++) {
      text.append(i == 0 ? "" : ",")
          .append("{\"ino\":\"f%d\",\"title\":\"File %d\",".formatted(i + 1, i + 1))
          .append("\"startOffset\":%d,\"duration\":%d}".formatted(at, files.get(i)));
      at += files.get(i);
    }
    text.append("],\"chapters\":[");
    at = 0;
    for (int i = 0; i < chapters.size(); i++) {
      int end = at + chapters.get(i);
      text.append(i == 0 ? "" : ",")
          .append("{\"start\":%d,\"end\":%d,\"title\":\"C%d\"}".formatted(at, end, i + 1));
      at = end;
    }
    return JsonMapper.builder().build().readTree(text.append("]}").toString());
  }

  private static Album album(List<Section> sections) {
    return new Album("abs:1", "Book", List.of(), "", "", "", "", "", sections.size(), sections);
  }

  @Test
  void chapterThatGoesOnInTheNextFiles_isASectionInEachOfThem() {
    // The second chapter begins in the first file, fills the second and ends in the third.
    List<Section> sections =
        Timeline.sections(media(List.of(100, 50, 80), List.of(60, 110, 20, 40)));

    assertThat(sections)
        .containsExactly(
            new Section(1, "C1", "f1", 0, 60, 0),
            new Section(2, "C2", "f1", 60, 40, 0),
            new Section(3, "C2", "f2", 0, 50, 0),
            new Section(4, "C2", "f3", 0, 20, 0),
            new Section(5, "C3", "f3", 20, 20, 0),
            new Section(6, "C4", "f3", 40, 40, 0));
    Album album = album(sections);
    assertThat(Timeline.length(album)).isEqualTo(230);
    assertThat(Timeline.second(album, 5, 3)).isEqualTo(173);
    assertThat(Timeline.place(album, 173)).isEqualTo(new Timeline.Place(sections.get(4), 3));
  }

  @Test
  void chapterThatEndsAHairBehindItsFile_isOneSection() {
    JsonNode media =
        JsonMapper.builder()
            .build()
            .readTree(
                "{\"tracks\":[{\"ino\":\"f1\",\"startOffset\":0,\"duration\":60.01},"
                    + "{\"ino\":\"f2\",\"startOffset\":60.01,\"duration\":40}],\"chapters\":["
                    + "{\"start\":0,\"end\":30},{\"start\":30,\"end\":60.04},"
                    + "{\"start\":60.04,\"end\":100.01}]}");

    assertThat(Timeline.sections(media))
        .extracting(Section::fileId)
        .containsExactly("f1", "f1", "f2");
  }

  @Property(tries = 300)
  void everySecondOfEveryFile_isInExactlyOneSection(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 90) Integer> files,
      @ForAll @Size(min = 7, max = 12) List<@IntRange(min = 1, max = 90) Integer> weights) {
    int whole = files.stream().mapToInt(Integer::intValue).sum() * 100;
    int all = weights.stream().mapToInt(Integer::intValue).sum();
    List<Integer> chapters = new ArrayList<>();
    int used = 0;
    for (int i = 0; i < weights.size(); i++) {
      boolean isLast = i == weights.size() - 1;
      int length = isLast ? whole - used : Math.max(1, whole * weights.get(i) / all);
      chapters.add(length);
      used += length;
    }
    List<Section> sections =
        Timeline.sections(media(files.stream().map(file -> file * 100).toList(), chapters));

    double at = 0;
    Album album = album(sections);
    for (Section section : sections) {
      assertThat(Timeline.second(album, section.number(), 0)).isEqualTo(at);
      at += section.durationS();
    }
    assertThat(at).isEqualTo(whole);
  }
}
