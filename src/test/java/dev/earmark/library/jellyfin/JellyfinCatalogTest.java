package dev.earmark.library.jellyfin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.ServiceTroubles;
import dev.earmark.library.http.WebSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JellyfinCatalogTest extends CatalogContract {
  private final FakeJellyfin server = new FakeJellyfin();
  private final OkHttpClient http = new OkHttpClient();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  private Catalog catalog(String user, String secret) {
    return new JellyfinCatalog(
        "jelly",
        new JellyfinSettings(
            WebSettings.at(server.address(), Duration.ZERO),
            new JellyfinSettings.Login(user, secret),
            ""),
        http,
        new FakeClock());
  }

  @Override
  protected Catalog catalog() {
    return catalog("", FakeJellyfin.KEY);
  }

  @Override
  protected boolean namesTitles() {
    return false;
  }

  @Test
  void oneFileWithChapters_isAnAlbumOfChapters() throws IOException {
    Album album = catalog().detail("jelly:b1", cancel);
    assertThat(album.sections())
        .containsExactly(
            new Section(1, "第一回", "b1", 0, 150, 4_800),
            new Section(2, "第二回", "b1", 150, 250, 4_800),
            new Section(3, "3", "b1", 400, 200, 4_800));
    assertThat(album.author()).isEqualTo("吴承恩");
    assertThat(album.narrator()).isEqualTo("单田芳");
    assertThat(album.description()).isEqualTo("猴王");
    assertThat(album.cover()).endsWith("/Items/b1/Images/Primary");
  }

  @Test
  void severalFiles_areOneAlbum_inTheOrderOfTheirNumbers() throws IOException {
    Catalog.Page page = catalog().search("treasure", 1, cancel);
    assertThat(page.albums()).extracting(Album::id).containsExactly("jelly:f1");
    assertThat(catalog().detail("jelly:f1", cancel).sections())
        .containsExactly(
            new Section(1, "One", "p1", 0, 60, 0),
            new Section(2, "Two", "p2", 0, 60, 0),
            new Section(12, "Three", "p3", 0, 60, 0));
  }

  @Test
  void password_logsInOnce_andAgainWhenTheTokenIsForgotten() throws IOException {
    Catalog catalog = catalog("reader", FakeJellyfin.PASSWORD);
    catalog.search("西游记", 1, cancel);
    catalog.search("西游记", 1, cancel);
    assertThat(server.asked()).hasSize(3);
    server.forgetTokens();
    assertThat(catalog.search("西游记", 1, cancel).albums()).hasSize(1);
    assertThat(server.asked()).hasSize(6);
    assertThat(server.asked())
        .allSatisfy(url -> assertThat(url.toString()).doesNotContain(FakeJellyfin.PASSWORD));
  }

  @Test
  void wrongKeyOrPassword_isSaid_withoutIt() {
    for (Catalog wrong : new Catalog[] {catalog("", "nope"), catalog("reader", "nope")}) {
      assertThatThrownBy(() -> wrong.search("x", 1, cancel))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.FORBIDDEN))
          .hasMessageNotContaining("nope");
    }
  }

  @Test
  void search_andList_arePaged() throws IOException {
    server.addMany(65);
    assertThat(catalog().search("tale", 1, cancel).pages()).isEqualTo(2);
    assertThat(catalog().search("tale", 2, cancel).albums()).hasSize(15);
    assertThat(catalog().browse(1, cancel).albums()).hasSize(50);
  }

  @Test
  void resolve_givesTheFileAsItIs_withTheKeyInAHeader() throws IOException {
    Album album = catalog().detail("jelly:b1", cancel);
    SectionSource source = catalog().resolve(album, album.sections().get(1), cancel);
    assertThat(source.uri().toString())
        .endsWith("/Audio/b1/stream?static=true")
        .doesNotContain(FakeJellyfin.KEY);
    assertThat(source.headers().get("Authorization")).contains("Token=\"" + FakeJellyfin.KEY);
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(server, catalog(), /* requests= */ 1);
  }

  @Test
  void tokenIsForgotten_twoRequestsAtOnce_logInOnce() throws Exception {
    Catalog catalog = catalog("reader", FakeJellyfin.PASSWORD);
    catalog.search("西游记", 1, cancel);
    server.forgetTokens();
    server.refuseTogether(2);
    ExecutorService both = Executors.newFixedThreadPool(2);
    try {
      Future<Catalog.Page> one = both.submit(() -> catalog.search("treasure", 1, cancel));
      Future<Catalog.Page> other = both.submit(() -> catalog.search("西游记", 1, cancel));
      assertThat(one.get(60, TimeUnit.SECONDS).albums()).hasSize(1);
      assertThat(other.get(60, TimeUnit.SECONDS).albums()).hasSize(1);
    } finally {
      both.shutdownNow();
    }
    assertThat(server.asked())
        .filteredOn(url -> url.encodedPath().endsWith("/AuthenticateByName"))
        .hasSize(2);
  }
}
