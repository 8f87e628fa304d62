package dev.earmark.library.subsonic;

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
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.ServiceTroubles;
import dev.earmark.library.http.WebSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubsonicCatalogTest extends CatalogContract {
  private final FakeSubsonic server = new FakeSubsonic();
  private final OkHttpClient http = new OkHttpClient();
  private final Random random = new Random(7);
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

  private Catalog catalog(String user, String secret, String folder) {
    WebSettings web = WebSettings.at(server.address(), Duration.ZERO);
    return new SubsonicCatalog(
        "sub",
        new SubsonicSettings(web, new SubsonicSettings.Login(user, secret), folder),
        http,
        new FakeClock(),
        random);
  }

  @Override
  protected Catalog catalog() {
    return catalog("reader", FakeSubsonic.PASSWORD, "");
  }

  @Override
  protected boolean namesTitles() {
    return false;
  }

  @Test
  void requests_areSignedEachWithItsSalt_andHoldNoPassword() throws IOException {
    catalog().search("西游记", 1, cancel);
    catalog().search("西游记", 1, cancel);
    assertThat(server.asked())
        .hasSize(2)
        .allSatisfy(url -> assertThat(url.toString()).doesNotContain(FakeSubsonic.PASSWORD))
        .allSatisfy(url -> assertThat(url.queryParameter("musicFolderId")).isNull());
    assertThat(server.asked().get(0).queryParameter("s"))
        .isNotEqualTo(server.asked().get(1).queryParameter("s"));
    assertThat(new SubsonicSettings.Login("reader", "sesame").toString())
        .isEqualTo("Login[reader, ***]");
  }

  @Test
  void key_isSentInPlaceOfUserAndPassword() throws IOException {
    assertThat(catalog("", FakeSubsonic.PASSWORD, "").search("西游记", 1, cancel).albums()).hasSize(1);
  }

  @Test
  void musicFolder_isAskedAlone() throws IOException {
    catalog("reader", FakeSubsonic.PASSWORD, "5").search("西游记", 1, cancel);
    assertThat(server.asked().get(0).queryParameter("musicFolderId")).isEqualTo("5");
  }

  @Test
  void wrongPassword_isSaid() {
    assertThatThrownBy(() -> catalog("reader", "wrong", "").search("x", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Failure.Kind.FORBIDDEN);
              assertThat(e.failure().said(Language.ZH)).isEqualTo("书库的账号、密码或密钥不对");
              assertThat(e.failure().detail())
                  .contains("Wrong username or password. (40)")
                  .doesNotContain("wrong,");
            });
  }

  @Test
  void failures_haveTheirKind_alsoBesideAnOk() {
    assertKind(FakeSubsonic.failed(50, "not authorized"), Failure.Kind.FORBIDDEN);
    assertKind(FakeSubsonic.failed(10, "missing parameter"), Failure.Kind.BAD_REQUEST);
    assertKind(FakeSubsonic.failed(0, "boom"), Failure.Kind.SERVER_FAULT);
    server.next(
        200,
        "{\"subsonic-response\":{\"status\":\"ok\",\"error\":{\"code\":70,\"message\":\"gone\"}}}");
    assertFails(Failure.Kind.NOT_FOUND);
    server.next(200, "{\"hello\":1}");
    assertFails(Failure.Kind.WRONG_CONTENT);
  }

  private void assertKind(mockwebserver3.MockResponse answer, Failure.Kind kind) {
    server.next(answer);
    assertFails(kind);
  }

  private void assertFails(Failure.Kind kind) {
    assertThatThrownBy(() -> catalog().search("x", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  @Test
  void search_artist_bringsTheirAlbums() throws IOException {
    assertThat(catalog().search("stevenson", 1, cancel).albums())
        .extracting(Album::title)
        .containsExactly("Treasure Island");
  }

  @Test
  void search_andList_arePaged() throws IOException {
    server.addMany(65);
    assertThat(catalog().search("tale", 1, cancel).pages()).isEqualTo(2);
    Catalog.Page last = catalog().search("tale", 4, cancel);
    assertThat(last.albums()).hasSize(5);
    assertThat(last.pages()).isEqualTo(4);
    assertThat(catalog().browse(1, cancel).albums()).hasSize(50);
    assertThat(catalog().browse(2, cancel).albums()).hasSize(17);
  }

  @Test
  void detail_discsAndTracks_giveTheOrder() throws IOException {
    Album album = catalog().detail("sub:al-1", cancel);
    assertThat(album.sections())
        .containsExactly(
            new Section(1, "第一回", "s1", 0, 605, 4_800_000),
            new Section(2, "第二回", "s2", 0, 605, 4_800_000),
            new Section(3, "第三回", "s3", 0, 605, 4_800_000));
    assertThat(album.author()).isEqualTo("吴承恩");
    assertThat(album.narrator()).isEqualTo("单田芳");
    assertThat(album.cover()).isEmpty();
    assertThat(catalog().detail("sub:al-2", cancel).sections()).hasSize(1);
  }

  @Test
  void resolve_givesTheFileAsItIs_withoutAskingAnybody() throws IOException {
    Album album = catalog().detail("sub:al-1", cancel);
    int asked = server.asked().size();
    SectionSource source = catalog().resolve(album, album.sections().get(1), cancel);
    HttpUrl url = HttpUrl.get(source.uri().toString());
    assertThat(url.encodedPath()).isEqualTo("/rest/stream");
    assertThat(url.queryParameter("id")).isEqualTo("s2");
    assertThat(url.queryParameter("format")).isEqualTo("raw");
    assertThat(source.sizeBytes()).isEqualTo(4_800_000);
    assertThat(server.asked()).hasSize(asked);
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(server, catalog(), /* requests= */ 1);
  }
}
