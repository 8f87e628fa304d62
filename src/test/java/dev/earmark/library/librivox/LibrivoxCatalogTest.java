package dev.earmark.library.librivox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Section;
import dev.earmark.library.http.ServiceTroubles;
import dev.earmark.library.http.WebSettings;
import java.io.IOException;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LibrivoxCatalogTest extends CatalogContract {
  private final FakeLibrivox feed = new FakeLibrivox();
  private final OkHttpClient http = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void start() throws IOException {
    feed.start();
  }

  @AfterEach
  void stop() {
    feed.close();
    http.dispatcher().executorService().shutdown();
  }

  @Override
  protected Catalog catalog() {
    WebSettings web = WebSettings.at(feed.address(), Duration.ZERO);
    return new LibrivoxCatalog("lv", new LibrivoxSettings(web), http, clock);
  }

  @Override
  protected boolean listsItself() {
    return false;
  }

  @Test
  void making_asksNobody() {
    assertThat(catalog().known()).isEmpty();
    catalog().refresh();
    assertThat(feed.asked()).isEmpty();
  }

  @Test
  void search_article_isDroppedOrAdded() throws IOException {
    assertThat(catalog().search("the treasure island", 1, cancel).albums())
        .extracting(Album::title)
        .containsExactly("Treasure Island");
    assertThat(catalog().search("lonely way", 1, cancel).albums())
        .extracting(Album::title)
        .containsExactly("The Lonely Way");
  }

  @Test
  void search_lastNameOfTheAuthor_isFound_unfinishedBooksAreNot() throws IOException {
    Album album = catalog().search("robert louis stevenson", 1, cancel).albums().get(0);
    assertThat(album.id()).isEqualTo("lv:48");
    assertThat(album.author()).isEqualTo("Robert Louis Stevenson");
    assertThat(album.language()).isEqualTo("en");
    assertThat(album.description()).isEqualTo("A book.");
    assertThat(album.sectionCount()).isEqualTo(3);
    assertThat(album.sections()).isEmpty();
    assertThat(catalog().search("treasure", 1, cancel).albums()).hasSize(1);
  }

  @Test
  void search_manyHits_arePaged() throws IOException {
    feed.addMany(45, "Dumas");
    Catalog.Page first = catalog().search("dumas", 1, cancel);
    assertThat(first.albums()).hasSize(20);
    assertThat(first.pages()).isEqualTo(2);
    Catalog.Page last = catalog().search("dumas", 3, cancel);
    assertThat(last.albums()).hasSize(5);
    assertThat(last.pages()).isEqualTo(3);
  }

  @Test
  void search_oneQuestionFails_theOthersCount() throws IOException {
    feed.next(403, "");
    assertThat(catalog().search("lonely way", 1, cancel).albums()).hasSize(1);
    assertThat(catalog().search("stevenson", 1, cancel).albums()).hasSize(1);
  }

  @Test
  void detail_sections_areSortedAndNumberedFromOne() throws IOException {
    Album album = catalog().detail("lv:47", cancel);
    assertThat(album.sections())
        .containsExactly(
            new Section(1, "第一回", "901", 0, 1_523, 0),
            new Section(2, "Section 2", "902", 0, 0, 0),
            new Section(3, "第三回 & 四海", "903", 0, 1_800, 0));
    assertThat(album.narrator()).isEqualTo("Jing Li");
    assertThat(album.language()).isEqualTo("zh");
  }

  @Test
  void resolve_noLink_isTakenFromTheArchive() throws IOException {
    Catalog catalog = catalog();
    Album album = catalog.detail("lv:47", cancel);
    assertThat(catalog.resolve(album, album.sections().get(0), cancel).uri())
        .hasToString("https://www.archive.org/download/xiyouji_01/xiyouji_01_64kb.mp3");
    assertThat(catalog.resolve(album, album.sections().get(2), cancel).uri())
        .hasToString("https://archive.org/download/xiyouji_01/xiyouji_03_64kb.mp3");
    assertThat(feed.asked()).hasSize(1);
  }

  @Test
  void resolve_rememberedAlbum_andAnHourLater_asksAgain() throws IOException {
    Album album = catalog().detail("lv:47", cancel);
    Catalog later = catalog();
    later.resolve(album, album.sections().get(0), cancel);
    later.resolve(album, album.sections().get(1), cancel);
    assertThat(feed.asked()).hasSize(2);
    clock.advance(Duration.ofHours(2));
    later.resolve(album, album.sections().get(1), cancel);
    assertThat(feed.asked()).hasSize(3);
  }

  @Test
  void resolve_privateLinkAndNoFileYet_saySo() throws IOException {
    Catalog catalog = catalog();
    Album album = catalog.detail("lv:48", cancel);
    assertThatThrownBy(() -> catalog.resolve(album, album.sections().get(0), cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_ALLOWED);
              assertThat(e.failure().detail()).contains("allow-private of the catalogue lv");
            });
    assertThatThrownBy(() -> catalog.resolve(album, album.sections().get(1), cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().said(Language.ZH)).isEqualTo("这一集还没有录好"));
  }

  @Test
  void detail_bookWithoutSections_saysSo() {
    assertThatThrownBy(() -> catalog().detail("lv:50", cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e ->
                assertThat(e.failure().said(Language.EN))
                    .isEqualTo("this book is not recorded yet"));
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(feed, catalog(), /* requests= */ 2);
  }
}
