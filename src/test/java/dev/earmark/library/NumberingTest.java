package dev.earmark.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NumberingTest {
  @Test
  void of_risingNumbers_keepsThemWithTheirGaps() {
    assertThat(Numbering.of(List.of(1, 2, 12))).containsExactly(1, 2, 12);
    assertThat(Numbering.of(List.of(51, 52, 53))).containsExactly(51, 52, 53);
  }

  @Test
  void of_noNumbers_orFewOfThem_countsByPlace() {
    assertThat(Numbering.of(List.of(0, 0, 0))).containsExactly(1, 2, 3);
    assertThat(Numbering.of(List.of(0, 0, 7))).containsExactly(1, 2, 3);
    assertThat(Numbering.of(List.of())).isEmpty();
  }

  @Test
  void of_numbersThatBeginAgain_orAreDates_countsThrough() {
    assertThat(Numbering.of(List.of(1, 2, 1, 2))).containsExactly(1, 2, 3, 4);
    assertThat(Numbering.of(List.of(20240101, 20240102))).containsExactly(1, 2);
  }

  @Test
  void of_oneCopyAmongMany_isNumberedBehindTheLast_andTheOthersKeepTheirs() {
    assertThat(Numbering.of(List.of(1, 2, 2, 3, 4, 5, 6, 7, 8, 12)))
        .containsExactly(1, 2, 13, 3, 4, 5, 6, 7, 8, 12);
    // Halves of chapters are no copies.
    assertThat(Numbering.of(List.of(1, 1, 2, 2, 3, 3, 4, 4, 5, 5)))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  /** Two chapters of a book file behind three numbered files were listed in reverse. */
  @Test
  void of_severalWithoutANumberInARow_keepTheirOrder() {
    assertThat(Numbering.of(List.of(1, 2, 3, 0, 0))).containsExactly(1, 2, 3, 4, 5);
    assertThat(Numbering.of(List.of(1, 2, 0, 0, 3, 4))).containsExactly(1, 2, 5, 6, 3, 4);
    assertThat(Numbering.of(List.of(1, 2, 0, 0, 5, 6, 0, 0)))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void of_sectionsWithoutANumber_takeFreeOnes() {
    assertThat(Numbering.of(List.of(0, 1, 2))).containsExactly(3, 1, 2);
    assertThat(Numbering.of(List.of(1, 0, 3))).containsExactly(1, 2, 3);
    assertThat(Numbering.of(List.of(1, 2, 0))).containsExactly(1, 2, 3);
    assertThat(Numbering.of(List.of(0, 0, 1, 2))).containsExactly(3, 4, 1, 2);
    assertThat(Numbering.of(List.of(1, 2, 0, 3))).doesNotHaveDuplicates();
  }
}
