package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NaturalOrderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.mp3<10.mp3",
        "第二集<第十集",
        "第九集<第十集<第十一集<第二十集<第一百零一集",
        "西游记第2回<西游记第10回",
        "上集<中集<下集",
        "西遊記第三回<西游记第四回",
        "Chapter One<Chapter Two<Chapter Ten<Chapter Twenty-One",
        "01 - b<02 - a",
        "CD1<CD2<CD10",
        "１<２<１０",
        "序<西游记",
        "1 a<1 b<2",
        "Track 9<track 10",
        "1.mp3<2.mp3<第三集.mp3<10.mp3<上.mp3<中.mp3<下.mp3",
        "第一集.mp3<2.mp3<第三回.mp3<4.mp3",
        "卷上<卷中<卷下",
        "第1回上<第1回下<第2回上<第2回下",
        "序章.mp3<第一章.mp3<第二章.mp3<尾声.mp3",
        "楔子.mp3<第一章.mp3<第十章.mp3<大结局.mp3<番外.mp3",
        "西游记 前言.mp3<西游记 第1回.mp3<西游记 第2回.mp3<西游记 后记.mp3",
        "Prologue.mp3<Chapter 1.mp3<Chapter 2.mp3<Epilogue.mp3",
      })
  void sort_names_asPeopleCount(String wanted) {
    List<String> names = List.of(wanted.split("<", -1));
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    shuffled.sort(Comparator.comparing(NaturalOrder::key));
    assertThat(shuffled).isEqualTo(names);
  }

  /** Names of consecutive sections are in order, however the number is written. */
  @Property
  void sort_consecutiveNumbers_ascend(@ForAll @IntRange(min = 1, max = 99_998) int number) {
    for (Language language : Language.values()) {
      String first = "第" + NumberWords.toWords(number, language) + "集";
      String second = "第" + NumberWords.toWords(number + 1L, language) + "集";
      if (language == Language.EN) {
        first = "Chapter " + NumberWords.toEn(number);
        second = "Chapter " + NumberWords.toEn(number + 1L);
      }
      assertThat(NaturalOrder.key(first)).isLessThan(NaturalOrder.key(second));
    }
    assertThat(NaturalOrder.key("x" + number)).isLessThan(NaturalOrder.key("x" + (number + 1)));
  }

  /** It is an order: antisymmetric and transitive, whatever the names. */
  @Property
  void compare_anyNames_isAnOrder(@ForAll String a, @ForAll String b, @ForAll String c) {
    NaturalOrder.Key x = NaturalOrder.key(a);
    NaturalOrder.Key y = NaturalOrder.key(b);
    NaturalOrder.Key z = NaturalOrder.key(c);
    assertThat(Integer.signum(x.compareTo(y))).isEqualTo(-Integer.signum(y.compareTo(x)));
    if (x.compareTo(y) <= 0 && y.compareTo(z) <= 0) {
      assertThat(x).isLessThanOrEqualTo(z);
    }
  }
}
