package dev.earmark.library.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.FakeCatalog;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibraryService.Found;
import dev.earmark.library.TitleSearch;
import dev.earmark.text.Sounds;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Books that are asked for together with who reads them, of services that search titles only. */
final class SpokenReaderTest {
  private final FakeCatalog service =
      new FakeCatalog(
          "web",
          book("web:1", "三体", "冯雪松"),
          book("web:2", "三体", "王明军"),
          book("web:3", "Walden", "Gord Mackenzie"));
  private final Library library =
      new Library(
          List.of(service), new FakeProgressStore(), new FakeClock(), Duration.ofSeconds(5));
  private final CancelFlag cancel = new CancelFlag();

  @BeforeAll
  static void sounds() {
    Sounds.warmUp();
  }

  @AfterEach
  void close() {
    library.close();
  }

  private static Album book(String id, String title, String narrator) {
    return new Album(id, title, List.of(), "", narrator, "zh", "", "", 3, List.of());
  }

  @Test
  void search_aBookAndItsReader_asksForTheTitleAlone_andTheVoiceDecides() throws IOException {
    for (String spoken : List.of("王明军播的三体", "三体王明军版", "王明军讲的三体")) {
      Found found = library.search(spoken, 1, cancel);
      assertThat(found.albums().get(0).narrator()).as(spoken).isEqualTo("王明军");
      assertThat(found.scores().get("web:2")).as(spoken).isGreaterThan(TitleSearch.CLEAR);
      assertThat(found.scores().get("web:1")).as(spoken).isLessThan(TitleSearch.CLEAR);
    }
    assertThat(library.search("walden read by mackenzie", 1, cancel).albums())
        .extracting(Album::id)
        .contains("web:3");
  }

  /** Ten books that do not fit filled the first page, and the title alone was never asked for. */
  @Test
  void search_aPageOfMisfits_isNoReasonNotToAskForTheTitleAlone() throws IOException {
    for (int i = 0; i < 12; i++) {
      service.add(book("web:9" + i, "水浒传 " + i, "王明军播的三体"));
    }
    assertThat(library.search("王明军播的三体", 1, cancel).scores().getOrDefault("web:2", 0.0))
        .isGreaterThan(TitleSearch.CLEAR);
  }

  @Test
  void search_aReaderWhoIsNotThere_listsTheOthers_butNoneSurely() throws IOException {
    Found found = library.search("单田芳播的三体", 1, cancel);
    assertThat(found.albums()).hasSize(2);
    assertThat(found.scores().values()).allMatch(score -> score < TitleSearch.CLEAR);
  }

  @Test
  void search_whatIsNoReader_isAskedOnce() throws IOException {
    assertThat(library.search("不存在的书", 1, cancel).albums()).isEmpty();
    assertThat(service.searches()).isEqualTo(1);
  }
}
