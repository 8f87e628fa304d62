package dev.earmark.agent.rules.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A book that was asked for became the one that had been heard, since their titles sound alike: the
 * catalogue that has both was never asked.
 */
final class KnownTitlesTest {
  private static Situation heard(String title) {
    return new Situation("stopped", "", 0, 0, 0, 50, 1.0, List.of(), List.of(title), "");
  }

  @ParameterizedTest
  @CsvSource({
    "famous five 2, Famous Five 1",
    "harry potter three, Harry Potter 1",
    "harry potter, Harry Potter 1",
    "henry the sixth, Henry the Fifth",
    "henry iv, Henry V",
    "apollo 13, Apollo 11",
    "盗墓笔记二, 盗墓笔记一",
    "明朝那些事儿5, 明朝那些事儿1",
    "福尔摩斯探案集二, 福尔摩斯探案集一",
    "哈利波特下, 哈利波特上",
    "三体, 三体2",
    "little men, Little Women",
    "around the moon in eighty days, Around the World in Eighty Days",
    "the sign of the cross, The Sign of the Four",
    "四游记, 西游记",
    "book of the eagle, Book of the Apple",
    "the tailor, The Tiger",
  })
  void known_anotherBook_isNotTheOneThatWasHeard(String asked, String heard) {
    assertThat(Titles.known(asked, heard(heard))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "洗油记, 西游记",
    "聊在志异, 聊斋志异",
    "treasure eyeland, Treasure Island",
    "hook finn, Huckleberry Finn",
    "alice in wonderland, Alice's Adventures in Wonderland",
  })
  void known_misheardTitle_isTheOneThatWasHeard(String asked, String heard) {
    assertThat(Titles.known(asked, heard(heard))).contains(heard);
  }
}
