package dev.earmark.library;

import static dev.earmark.library.Albums.album;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.TestData;
import dev.earmark.text.Sounds;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TitleSearchTest {
  /** Until the dictionary is there, titles are not searched by their sound. */
  @BeforeAll
  static void dictionary() {
    Sounds.warmUp();
  }

  private static final TitleSearch DEMO = demo();
  private static final TitleSearch SHELF =
      TitleSearch.of(
          List.of(
              album("s:1", "西游记", 100),
              album("s:2", "红楼梦|多人有声剧", 120),
              Albums.by(album("s:3", "三国演义（全集）", 120), "罗贯中", "单田芳"),
              album("s:4", "The Adventures of Sherlock Holmes", 12),
              album("s:5", "Alice's Adventures in Wonderland", 12),
              album("s:6", "《三体》第一部", 20),
              album("s:7", "一千零一夜", 50),
              album("s:8", "20,000 Leagues Under the Sea", 46),
              Albums.by(album("s:9", "Adventures of Huckleberry Finn", 43), "Mark Twain", ""),
              Albums.by(album("s:10", "The Prince and the Pauper", 33), "Mark Twain", ""),
              album("s:11", "Moby-Dick; or, The Whale", 135),
              album("s:12", "聊斋志异", 60),
              album("s:13", "Frankenstein: or the Modern Prometheus (Unabridged)", 24),
              album("s:14", "长江图", 10)));

  private static TitleSearch demo() {
    List<Album> albums = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(TestData.demoLibrary(""))) {
      for (Path folder : folders) {
        Path file = folder.resolve(AlbumFile.NAME);
        if (Files.exists(file)) {
          String id = "demo:" + folder.getFileName();
          albums.add(AlbumFile.read(file).toAlbum(id, "", name -> 1));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return TitleSearch.of(albums);
  }

  private static String meant(TitleSearch search, String spoken) {
    return search.decide(spoken, Set.of()) instanceof TitleSearch.Clear clear
        ? clear.hit().album().id()
        : "none";
  }

  @ParameterizedTest
  @CsvSource({
    "西游记, journey_to_the_west",
    "《西游记》, journey_to_the_west",
    "西遊記, journey_to_the_west",
    "西游机, journey_to_the_west",
    "洗油记, journey_to_the_west",
    "西由记, journey_to_the_west",
    "xi you ji, journey_to_the_west",
    "journey to the west, journey_to_the_west",
    "the journey to the west, journey_to_the_west",
    "西游记有声书, journey_to_the_west",
    "吴承恩的西游记, journey_to_the_west",
    "三国, three_kingdoms",
    "三国演绎, three_kingdoms",
    "山国演义, three_kingdoms",
    "聊斋, strange_tales",
    "聊斋志异, strange_tales",
    "寥斋之一, strange_tales",
    "成语故事, idiom_stories",
    "sherlock holmes, sherlock_holmes",
    "sherlock homes, sherlock_holmes",
    "the adventures of sherlock holmes, sherlock_holmes",
    "adventures of sherlock holmes, sherlock_holmes",
    "福尔摩斯, sherlock_holmes",
    "alice, alice_in_wonderland",
    "Alice in Wonderland, alice_in_wonderland",
    "alice's adventures in wonderland, alice_in_wonderland",
    "alices adventures, alice_in_wonderland",
    "爱丽丝, alice_in_wonderland",
    "aesop's fables, aesops_fables",
    "esops fables, aesops_fables",
    "伊索寓言, aesops_fables",
    "treasure island, treasure_island",
    "treasure iceland, treasure_island",
    "the treasure island, treasure_island",
    "treasure island by stevenson, treasure_island",
    "金银岛, treasure_island",
  })
  void decide_demoLibrary_knowsWhatIsMeant(String spoken, String folder) {
    assertThat(meant(DEMO, spoken)).isEqualTo("demo:" + folder);
  }

  @ParameterizedTest
  @CsvSource({
    "西游记, s:1",
    "红楼梦, s:2",
    "红楼孟, s:2",
    "三国演义, s:3",
    "单田芳的三国演义, s:3",
    "单田芳讲的三国演义, s:3",
    "sherlock holmes, s:4",
    "holmes, s:4",
    "alice, s:5",
    "alice in wonderland, s:5",
    "三体, s:6",
    "三体第一部, s:6",
    "一千零一夜, s:7",
    "1001夜, s:7",
    "twenty thousand leagues under the sea, s:8",
    "huckleberry finn, s:9",
    "huckle berry fin, s:9",
    "prince and the pauper, s:10",
    "mark twain the prince and the pauper, s:10",
    "adventures of mark twain huckleberry finn, s:9",
    "moby dick, s:11",
    "frankenstein, s:13",
    "frankinstine, s:13",
    "长江图, s:14",
    "常江图, s:14",
  })
  void decide_titlesAsCataloguesPrintThem_knowsWhatIsMeant(String spoken, String id) {
    assertThat(meant(SHELF, spoken)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({
    "水浒传",
    "西游记后传",
    "金瓶梅",
    "robinson crusoe",
    "the wind in the willows",
    "记",
    "a",
    "''",
    "。，",
    "mark twain",
    "treasure planet",
    "今天会不会下雨",
    "the",
    "岳飞传",
  })
  void decide_anotherBookOrNone_isNotClear(String spoken) {
    assertThat(meant(SHELF, spoken)).isEqualTo("none");
    assertThat(meant(DEMO, spoken)).isEqualTo("none");
  }

  @Test
  void decide_twoBooksFitEquallyWell_asks() {
    TitleSearch search = TitleSearch.of(List.of(album("a:1", "西游记", 1), album("a:2", "西游补", 1)));
    assertThat(search.decide("西游", Set.of()))
        .isInstanceOfSatisfying(
            TitleSearch.Ambiguous.class,
            answer ->
                assertThat(answer.hits())
                    .extracting(h -> h.album().id())
                    .containsExactly("a:1", "a:2"));
    assertThat(meant(search, "西游补")).isEqualTo("a:2");
  }

  @Test
  void decide_oneOfTwoWasHeard_takesThatOne() {
    TitleSearch search = TitleSearch.of(List.of(album("a:1", "西游记", 1), album("a:2", "西游补", 1)));
    assertThat(search.decide("西游", Set.of("a:2")))
        .isInstanceOfSatisfying(
            TitleSearch.Clear.class, c -> assertThat(c.hit().album().id()).isEqualTo("a:2"));
  }

  @Test
  void decide_editionsOfOneBook_takesTheFirstOrTheHeardOne() {
    TitleSearch search =
        TitleSearch.of(
            List.of(album("a:1", "西游记", 1), album("b:1", "《西游记》(全集)", 1), album("c:1", "西遊記", 1)));
    assertThat(meant(search, "西游记")).isEqualTo("a:1");
    assertThat(search.decide("西游记", Set.of("b:1")))
        .isInstanceOfSatisfying(
            TitleSearch.Clear.class, c -> assertThat(c.hit().album().id()).isEqualTo("b:1"));
  }

  @Test
  void decide_severalEditionsWereHeard_takesTheOneHeardLast() {
    TitleSearch search =
        TitleSearch.of(
            List.of(album("a:1", "西游记", 1), album("b:1", "西游记", 1), album("c:1", "西游记", 1)));
    assertThat(search.decide("西游记", new LinkedHashSet<>(List.of("c:1", "a:1", "b:1"))))
        .isInstanceOfSatisfying(
            TitleSearch.Clear.class, c -> assertThat(c.hit().album().id()).isEqualTo("c:1"));
  }

  /** Nobody says the number of a volume that has a name. */
  @Test
  void decide_volumeByItsNameWithoutItsNumber_isThatVolume() {
    TitleSearch search =
        TitleSearch.of(
            List.of(
                album("a:1", "三体", 1), album("a:2", "三体Ⅱ 黑暗森林", 1), album("a:3", "三体III：死神永生", 1)));
    assertThat(meant(search, "三体黑暗森林")).isEqualTo("a:2");
    assertThat(meant(search, "三体死神永生")).isEqualTo("a:3");
    assertThat(meant(search, "三体")).isEqualTo("a:1");
  }

  @Test
  void search_author_findsAllTheirBooks() {
    assertThat(SHELF.search("mark twain", 10))
        .extracting(hit -> hit.album().id())
        .containsExactly("s:9", "s:10");
    assertThat(SHELF.search("单田芳", 10)).extracting(hit -> hit.album().id()).containsExactly("s:3");
  }

  @Test
  void search_ranks_titleBeforeBeginningBeforeMiddleBeforeAuthor() {
    TitleSearch search =
        TitleSearch.of(
            List.of(
                Albums.by(album("a:4", "Poems", 1), "John Island", ""),
                album("a:3", "Treasure Island", 1),
                album("a:2", "Island of Dreams", 1),
                album("a:1", "The Island", 1)));
    assertThat(search.search("island", 10))
        .extracting(hit -> hit.album().id())
        .containsExactly("a:1", "a:2", "a:3", "a:4");
  }

  @Test
  void search_limit_isKept() {
    assertThat(SHELF.search("adventures", 2)).hasSize(2);
    assertThat(SHELF.search("adventures", 5)).hasSize(3);
  }

  @Test
  void with_changedAlbum_isFoundByItsNewNameOnly() {
    TitleSearch before = TitleSearch.of(List.of(album("a:1", "水浒传", 1)));
    TitleSearch after = before.with(List.of(album("a:1", "红楼梦", 1), album("a:2", "聊斋", 1)));
    assertThat(meant(after, "水浒传")).isEqualTo("none");
    assertThat(meant(after, "红楼梦")).isEqualTo("a:1");
    assertThat(meant(before, "水浒传")).isEqualTo("a:1");
  }

  @Test
  void with_sameNamesMoreSections_givesTheNewAlbum() {
    TitleSearch after =
        TitleSearch.of(List.of(album("a:1", "水浒传", 1))).with(List.of(album("a:1", "水浒传", 9)));
    assertThat(after.search("水浒传", 1).get(0).album().sections()).hasSize(9);
    assertThat(meant(after, "水护传")).isEqualTo("a:1");
  }

  @ParameterizedTest
  @CsvSource({
    "哈利波特三, 哈利波特一",
    "明朝那些事儿3, 明朝那些事儿1",
    "明朝那些事儿三, 明朝那些事儿1",
    "harry potter 7, Harry Potter 2"
  })
  void otherVolume_ofASeries_isNotTheOneThatWasAskedFor(String spoken, String title) {
    TitleSearch search = TitleSearch.of(List.of(album("a:1", title, 1)));

    assertThat(search.decide(spoken, Set.of())).isInstanceOf(TitleSearch.Unknown.class);
  }

  @Test
  void sameVolume_inOtherDigits_isFound() {
    TitleSearch search = TitleSearch.of(List.of(album("a:1", "明朝那些事儿3", 1)));

    assertThat(search.decide("明朝那些事三", Set.of())).isInstanceOf(TitleSearch.Clear.class);
  }

  /** Letters among Chinese were one syllable, of which the first letter was half. */
  @ParameterizedTest
  @CsvSource({
    "测试refuse, 测试redir",
    "测试refuse, 测试refile",
    "测试slow, 测试s500once",
    "测试nosuch, 测试norange",
    "测试cut, 测试circle",
    "课程alpaca, 课程album",
    "课程alpaca, 课程alpha",
    "红楼alphabet, 水浒alphabet",
    "英语2018, 英语2019年合集"
  })
  void decide_otherLettersBehindTheSameCharacters_isAnotherBook(String spoken, String title) {
    TitleSearch search = TitleSearch.of(List.of(album("one", title, 3)));

    assertThat(meant(search, spoken)).isEqualTo("none");
    assertThat(search.search(spoken, 5)).noneMatch(hit -> hit.score() >= 0.7);
  }

  @ParameterizedTest
  @CsvSource({
    "测是refuse, 测试refuse",
    "python入们, Python入门",
    "课程alphabat, 课程alphabet",
    "洗油记, 西游记",
    "西游机, 西游记",
    "alise in wonderland, Alice in Wonderland"
  })
  void decide_soundsAlike_isThatBook(String heard, String title) {
    assertThat(meant(TitleSearch.of(List.of(album("one", title, 3))), heard)).isEqualTo("one");
  }

  /** A grade or a part that sounds alike is another book. */
  @Test
  void decide_anotherGradeOrPart_isNotTheOneThatIsThere() {
    TitleSearch search =
        TitleSearch.of(List.of(album("g:1", "米小圈上学记三年级", 1), album("g:2", "平凡的世界上册", 1)));
    assertThat(search.decide("米小圈上学记一年级", Set.of())).isInstanceOf(TitleSearch.Unknown.class);
    assertThat(search.decide("平凡的世界下册", Set.of())).isInstanceOf(TitleSearch.Unknown.class);
    assertThat(search.decide("米小全上学记三年级", Set.of())).isInstanceOf(TitleSearch.Clear.class);
  }

  /** A recogniser never writes "&", and 和 and 与 are said for one another. */
  @ParameterizedTest
  @CsvSource({
    "war and peace book two, x:2",
    "war & peace, x:1",
    "pride and prejudice, x:4",
    "傲慢和偏见, x:3",
    "傲慢与偏见, x:3",
    "老人和海, x:5",
    "老人与海, x:5",
  })
  void signsForAnd_areSaidInWords(String said, String id) {
    TitleSearch shelf =
        TitleSearch.of(
            List.of(
                album("x:1", "War & Peace", 10),
                album("x:2", "War & Peace Book 2", 10),
                album("x:3", "傲慢与偏见", 10),
                album("x:4", "Pride ＆ Prejudice", 10),
                album("x:5", "老人&海", 10)));
    assertThat(shelf.decide(said, Set.of()))
        .isInstanceOfSatisfying(
            TitleSearch.Clear.class, c -> assertThat(c.hit().album().id()).isEqualTo(id));
  }
}
