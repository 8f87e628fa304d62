package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PrintedTest {
  private static List<Integer> numbers(String... names) {
    return Printed.of(List.of(names));
  }

  @Test
  void of_numbersInFront_areRead() {
    assertThat(numbers("001", "002", "012")).containsExactly(1, 2, 12);
    assertThat(numbers("01 - 1984", "02 - 1984", "05 - x")).containsExactly(1, 2, 5);
    assertThat(numbers("[03] a", "[04] b")).containsExactly(3, 4);
    assertThat(numbers("００３ 甲", "００７ 乙")).containsExactly(3, 7);
  }

  @Test
  void of_chineseNumbers_winOverThoseInFront() {
    assertThat(numbers("第一集", "第二集", "第十二集")).containsExactly(1, 2, 12);
    assertThat(numbers("01 序", "02 第一回", "03 第二回")).containsExactly(0, 1, 2);
    assertThat(numbers("三体2 第3集", "三体2 第4集")).containsExactly(3, 4);
    assertThat(numbers("第十二集")).containsExactly(12);
  }

  @Test
  void of_numbersAtTheEnd_andAfterWords_areRead() {
    assertThat(numbers("西游记1", "西游记2", "西游记12")).containsExactly(1, 2, 12);
    assertThat(numbers("2012 Tale Chapter 3", "2012 Tale Chapter 9")).containsExactly(3, 9);
    assertThat(numbers("1984 - 02", "1984 - 07")).containsExactly(2, 7);
  }

  @Test
  void of_noNumbers_gives0() {
    assertThat(numbers("preface", "the end")).containsExactly(0, 0);
    assertThat(numbers("上", "下")).containsExactly(0, 0);
    assertThat(numbers("第1集上", "第1集下", "第2集上", "第2集下")).containsOnly(0);
    assertThat(numbers("012")).containsExactly(0);
    assertThat(numbers("20240101", "20240108")).containsExactly(0, 0);
  }
}
