package dev.earmark.playback.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.media.MediaInfo.Chapter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The marks of a file that holds several sections. */
final class OpenSectionTest {
  private static final List<Chapter> BOOK =
      List.of(
          new Chapter("One", 0, 53.94),
          new Chapter("Two", 53.94, 110.76),
          new Chapter("Three", 110.76, 168.9));

  /** The second section listed three chapters, at 0:00, 0:00 and 0:56. */
  @Test
  void marks_ofOtherSectionsOfTheFile_areNotOfThisOne() {
    assertThat(OpenSection.within(BOOK, 53.94, 56.82))
        .singleElement()
        .satisfies(
            two -> {
              assertThat(two.title()).isEqualTo("Two");
              assertThat(two.startS()).isZero();
              assertThat(two.endS()).isEqualTo(56.82);
            });
  }

  @Test
  void marks_ofASectionThatIsTheWholeFile_areAllThere() {
    assertThat(OpenSection.within(BOOK, 0, Double.POSITIVE_INFINITY)).isEqualTo(BOOK);
  }
}
