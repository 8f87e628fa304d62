package dev.earmark.app.reasoning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.CancelFlag;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Titles that are found by their letters, while the library changes. */
final class ExactTitlesTest {
  private final Shelf library = new Shelf();
  private final ExactTitles titles = new ExactTitles(library);

  @Test
  void find_whateverCaseAndBrackets_givesTheTitleAsPrinted() {
    library.add("西游记", "Alice's Adventures");

    assertThat(titles.find("《西游记》")).hasValue("西游记");
    assertThat(titles.find("alice's ADVENTURES")).hasValue("Alice's Adventures");
    assertThat(titles.find("alice")).isEmpty();
  }

  /** 播放三体二 was section 2 of 三体, although the second book stood on the shelf. */
  @ParameterizedTest
  @CsvSource({
    "三体二, 三体2",
    "三体Ⅱ, 三体2",
    "三体 2, 三体2",
    "三体第二部, 三体2",
    "dune two, Dune II",
    "dune 2, Dune II",
    "dune book two, Dune II",
    "foundation three, Foundation Book 3",
    "一千零一夜, 1001夜",
    "nineteen eighty four, 1984",
    "平凡的世界二, 平凡的世界Ⅱ·风雪",
    "henry the fifth, ''",
    "dune, ''",
    "三体三, ''",
  })
  void find_howeverItsNumberIsSaid_givesTheBookOfThatNumber(String said, String title) {
    library.add(
        "三体", "三体2", "Dune II", "Foundation Book 3", "1001夜", "1984", "平凡的世界Ⅱ·风雪", "Henry V");

    assertThat(titles.find(said).orElse("")).isEqualTo(title);
  }

  /** 放三体二 was section 2 of 三体 where the second book has its subtitle right behind the number. */
  @ParameterizedTest
  @CsvSource({
    "三体二, 三体Ⅱ黑暗森林",
    "三体第二部, 三体Ⅱ黑暗森林",
    "盗墓笔记三, 盗墓笔记第三部云顶天宫",
    "鬼吹灯一, 鬼吹灯（一）精绝古城",
    "西游记一百, ''",
    "西游记二十, ''",
    "射雕三, ''",
  })
  void find_subtitleRightBehindTheNumber_isTheBookOfThatNumber(String said, String title) {
    library.add("三体", "三体Ⅱ黑暗森林", "盗墓笔记第三部云顶天宫", "鬼吹灯（一）精绝古城", "西游记20集全", "西游记一百回本", "射雕三部曲");

    assertThat(titles.find(said).orElse("")).isEqualTo(title);
  }

  @Test
  void find_titleAsPrinted_winsOverTheSameNumberWrittenOtherwise() {
    library.add("三体2", "三体二");

    assertThat(titles.find("三体二")).hasValue("三体二");
    assertThat(titles.find("三体2")).hasValue("三体2");
  }

  @Test
  void beginning_ofOneTitleAlone_givesIt() {
    library.add(
        "Alice's Adventures in Wonderland", "The Wind in the Willows", "聊斋志异", "三国演义", "三国志");

    assertThat(titles.beginning("alice")).hasValue("Alice's Adventures in Wonderland");
    assertThat(titles.beginning("the wind")).hasValue("The Wind in the Willows");
    assertThat(titles.beginning("wind in the willows")).hasValue("The Wind in the Willows");
    assertThat(titles.beginning("聊斋")).hasValue("聊斋志异");
    assertThat(titles.beginning("三国")).as("two titles begin so").isEmpty();
    assertThat(titles.beginning("ali")).as("no whole word").isEmpty();
    assertThat(titles.beginning("willows")).isEmpty();
    assertThat(titles.beginning(" ")).isEmpty();
  }

  @Test
  void find_afterAChange_knowsTheNewTitle_andForgetsTheOldOne() {
    library.add("西游记");
    assertThat(titles.find("西游记")).isPresent();

    library.albums.clear();
    library.add("三国演义");

    assertThat(titles.find("三国演义")).isPresent();
    assertThat(titles.find("西游记")).isEmpty();
  }

  /**
   * A title came while the index was being made of those before. The older index was stored last,
   * and the title was not found exactly until the library changed again.
   */
  @Test
  void find_titleThatComesWhileTheIndexIsMade_isKnownAfterwards() {
    library.add("西游记");
    library.afterReading = () -> library.add("三国演义");
    titles.find("西游记");

    assertThat(titles.find("三国演义")).isPresent();

    library.afterReading = () -> library.add("红楼梦");
    library.add("水浒传");

    assertThat(titles.find("水浒传")).isPresent();
    assertThat(titles.find("红楼梦")).isPresent();
  }

  @Test
  void find_betweenChanges_readsTheLibraryOnce() {
    library.add("西游记");
    for (int i = 0; i < 5; i++) {
      titles.find("西游记");
    }

    assertThat(library.reads).isEqualTo(1);
  }

  /** Known titles only. */
  private static final class Shelf implements LibraryService {
    private final List<Album> albums = new ArrayList<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private Runnable afterReading = () -> {};
    private int reads;

    void add(String... names) {
      for (String name : names) {
        albums.add(new Album("shelf:" + name, name, List.of(), "", "", "", "", "", 0, List.of()));
      }
      listeners.forEach(Runnable::run);
    }

    @Override
    public List<Album> known() {
      reads++;
      List<Album> now = List.copyOf(albums);
      Runnable meanwhile = afterReading;
      afterReading = () -> {};
      meanwhile.run();
      return now;
    }

    @Override
    public void onChange(Runnable listener) {
      listeners.add(listener);
    }

    @Override
    public Found search(String keyword, int page, CancelFlag cancel) {
      throw new UnsupportedOperationException("titles are looked up in what is known");
    }

    @Override
    public Optional<Album> find(String spokenTitle) {
      return Optional.empty();
    }

    @Override
    public Optional<Album> byId(String albumId) {
      return Optional.empty();
    }

    @Override
    public Album detail(String albumId, CancelFlag cancel) {
      throw new UnsupportedOperationException("titles are looked up in what is known");
    }

    @Override
    public SectionSource resolve(Album album, Section section, CancelFlag cancel) {
      throw new UnsupportedOperationException("titles are looked up in what is known");
    }

    @Override
    public void refresh() {}
  }
}
