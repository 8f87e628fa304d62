package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Lists in Chinese were shifted, since they were padded by characters. */
final class ColumnsTest {
  @Test
  void width_ofChinese_isTwoAColumn() {
    assertThat(Columns.width("a西b")).isEqualTo(4);
    assertThat(Columns.width("é")).isEqualTo(1);
    assertThat(Columns.width("e\u0301")).isEqualTo(1);
    assertThat(Columns.width("（𠀀）")).isEqualTo(6);
  }

  @Test
  void table_setsCellsBelowEachOther_andLeavesAnEmptyColumnOut() {
    assertThat(
            Columns.table(
                List.of(
                    List.of("1", "提醒", "", "收衣服", "at 7"), List.of("12", "alarm", "", "", "at 8"))))
        .containsExactly("1   提醒   收衣服  at 7", "12  alarm          at 8");
  }

  @Test
  void cut_keepsWholeCharacters() {
    assertThat(Columns.cut("西游记", 6)).isEqualTo("西游记");
    assertThat(Columns.cut("西游记", 5)).isEqualTo("西游…");
    assertThat(Columns.cut("西游记", 4)).isEqualTo("西…");
  }

  @Property
  void cutAndPadded_takesExactlyTheColumns(
      @ForAll String text, @ForAll @IntRange(min = 1, max = 40) int columns) {
    assertThat(Columns.width(Columns.pad(Columns.cut(text, columns), columns))).isEqualTo(columns);
  }
}
