package dev.earmark.library;

import static dev.earmark.library.Albums.album;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.text.Sounds;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that are asked for with their reader or as a volume of their series. */
final class ReaderSearchTest {
  private static final TitleSearch SHELF =
      TitleSearch.of(
          List.of(
              Albums.by(album("wang", "三体", 40), "刘慈欣", "王明军"),
              Albums.by(album("feng", "三体", 40), "刘慈欣", "冯雪松"),
              Albums.by(album("second", "三体Ⅱ黑暗森林", 40), "刘慈欣", "冯雪松"),
              Albums.by(album("shan", "三国演义", 120), "罗贯中", "单田芳"),
              Albums.by(album("yuan", "三国演义", 120), "罗贯中", "袁阔成"),
              album("printed", "白鹿原（播音：李野墨）", 30),
              album("behind", "红楼梦 张筠英播讲", 30),
              Albums.by(
                  album("kara", "Alice's Adventures in Wonderland", 12), "", "Kara Shallenberg"),
              Albums.by(album("mary", "Alice's Adventures in Wonderland", 12), "", "Mary Ann"),
              album("one", "The Three-Body Problem, Book 1", 30),
              album("two", "The Three-Body Problem, Book 2 The Dark Forest", 30),
              album("peace1", "War and Peace, Volume 1", 30),
              album("peace2", "War and Peace, Volume 2", 30),
              album("empire", "Foundation and Empire", 9, "Foundation Saga 2"),
              album("tombs2", "盗墓笔记第二部：秦岭神树", 30)));

  @BeforeAll
  static void dictionary() {
    Sounds.warmUp();
  }

  private static String meant(String spoken) {
    return SHELF.decide(spoken, Set.of()) instanceof TitleSearch.Clear clear
        ? clear.hit().album().id()
        : "none";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "王明军讲的三体 | wang",
        "王明军播的三体 | wang",
        "王明军播讲的三体 | wang",
        "冯雪松版的三体 | feng",
        "冯雪松版三体 | feng",
        "三体，冯雪松版的 | feng",
        "三体王明军演播的 | wang",
        "三体 {播音王明军} | wang",
        "由冯雪松朗读的三体 | feng",
        "王明君讲的三体 | wang",
        "王明军讲的三题 | wang",
        "单田芳的三国 | shan",
        "袁阔成版的三国演义 | yuan",
        "李野墨讲的白鹿原 | printed",
        "张筠英讲的红楼梦 | behind",
        "红楼梦 | behind",
        "alice read by kara shallenberg | kara",
        "alice read by mary | mary",
        "alice in wonderland narrated by mary ann | mary",
        "kara shallenberg's alice | kara",
        "the mary ann version of alice | mary",
        "mary ann's reading of alice in wonderland | mary",
      })
  void decide_bookWithItsReader_isThatRecording(String spoken, String id) {
    assertThat(meant(spoken)).isEqualTo(id);
  }

  /** Who asks for a reader wants that voice: another one is offered, not played. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "李野墨讲的三体 | 王明军,冯雪松",
        "刘兰芳版的三国演义 | 单田芳,袁阔成",
        "刘兰芳的三国演义 | 单田芳,袁阔成",
        "alice read by john smith | Kara Shallenberg,Mary Ann",
      })
  void decide_readerWhoIsNotThere_isNoOtherOne(String spoken, String others) {
    assertThat(meant(spoken)).isEqualTo("none");
    assertThat(SHELF.search(spoken, 1).get(0).score()).isLessThan(0.7);
    assertThat(SHELF.otherReaders(spoken)).containsExactlyInAnyOrder(others.split(",", -1));
  }

  @Test
  void otherReaders_nobodyNamed_orNoSuchBook_isNobody() {
    assertThat(SHELF.otherReaders("三体")).isEmpty();
    assertThat(SHELF.otherReaders("王明军讲的平凡的世界")).isEmpty();
    assertThat(SHELF.otherReaders("dune read by mary")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "三体第二部 | second",
        "三体的第二部 | second",
        "三体二 | second",
        "盗墓笔记二 | tombs2",
        "盗墓笔记第二部 | tombs2",
        "book one of the three body problem | one",
        "the three body problem book two | two",
        "the second book of the three body problem | two",
        "the second three body problem book | two",
        "volume two of war and peace | peace2",
        "war and peace book one | peace1",
        "foundation book two | empire",
      })
  void decide_volumeOfASeries_isThatBook(String spoken, String id) {
    assertThat(meant(spoken)).isEqualTo(id);
  }

  /** The first book has no number where the others do; what is not there is none of the others. */
  @Test
  void decide_firstVolume_isTheBookWithoutANumber() {
    TitleSearch.Answer first = SHELF.decide("三体第一部", Set.of("wang"));
    assertThat(first)
        .isInstanceOfSatisfying(
            TitleSearch.Clear.class,
            clear -> assertThat(clear.hit().album().id()).isEqualTo("wang"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"三体第三部", "盗墓笔记第五部", "the three body problem book three"})
  void decide_volumeThatIsNotThere_isNoOtherOne(String spoken) {
    assertThat(meant(spoken)).isEqualTo("none");
  }
}
