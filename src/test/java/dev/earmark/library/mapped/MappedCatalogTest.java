package dev.earmark.library.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Section;
import dev.earmark.library.http.ServiceTroubles;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped mapping for services of the kind of 52api, read as the daemon reads it. */
final class MappedCatalogTest extends CatalogContract {
  @TempDir Path home;

  private final FakeLanren service = new FakeLanren();
  private final OkHttpClient http = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();
  private @Nullable Catalog made;

  @BeforeEach
  void start() throws IOException {
    service.start();
  }

  @AfterEach
  void stop() {
    service.close();
    http.dispatcher().executorService().shutdown();
  }

  private Catalog catalog(String yaml, String key) {
    try {
      String item =
          "- name: lanren\n  type: mapped\n  url: " + service.address() + "/api/lrts\n" + yaml;
      Path file = Files.writeString(home.resolve("config.yml"), "catalogues:\n" + item.indent(2));
      MappedSettings settings =
          (MappedSettings)
              ConfigReader.read(file, Map.of("LANREN_KEY", key)).catalogues().get(0).service();
      return new MappedCatalog("lanren", settings, http, clock);
    } catch (IOException | ConfigException e) {
      throw new IllegalStateException(e);
    }
  }

  private Catalog preset(String more) {
    return catalog("  preset: lanren-52api\n  key-env: LANREN_KEY\n" + more, FakeLanren.KEY);
  }

  @Override
  protected Catalog catalog() {
    if (made == null) {
      made = preset("  pace: 0s\n");
    }
    return made;
  }

  @Override
  protected boolean listsItself() {
    return false;
  }

  @Override
  protected boolean countsPages() {
    return false;
  }

  private void assertFails(Action action, Failure.Kind kind, String detail, String said) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(kind);
              assertThat(e.failure().detail()).contains(detail).doesNotContain(FakeLanren.KEY);
              assertThat(e.failure().said(Language.ZH)).isEqualTo(said);
            });
  }

  @FunctionalInterface
  private interface Action {
    void run() throws Exception;
  }

  @Test
  void search_tagsAndMarkup_areTakenOff() throws IOException {
    Album album = catalog().search("西游记", 1, cancel).albums().get(0);
    assertThat(album.id()).isEqualTo("lanren:101");
    assertThat(album.title()).isEqualTo("西游记");
    assertThat(album.alternatives()).containsExactly("西游记|多人有声剧");
    assertThat(album.author()).isEqualTo("吴承恩");
    assertThat(album.narrator()).isEqualTo("单田芳");
    assertThat(album.sectionCount()).isEqualTo(3);
    assertThat(album.cover()).isEqualTo(service.address() + "/c.jpg");
  }

  @Test
  void search_lastPageRepeatedForEver_ends() throws IOException {
    IntStream.range(0, 25).forEach(i -> service.add("2" + (100 + i), "故事" + i, "1"));
    Catalog catalog = catalog();
    assertThat(catalog.search("故事", 1, cancel).albums()).hasSize(20);
    Catalog.Page second = catalog.search("故事", 2, cancel);
    assertThat(second.albums()).hasSize(5);
    assertThat(second.pages()).isEqualTo(3);
    Catalog.Page third = catalog.search("故事", 3, cancel);
    assertThat(third.albums()).isEmpty();
    assertThat(third.pages()).isEqualTo(2);
  }

  @Test
  void failuresOfTheService_areSaidInItsWords_withoutTheKey() {
    service.next(200, "{\"code\":400,\"msg\":\"超出免费总额度\"}");
    assertFails(
        () -> catalog().search("x", 1, cancel),
        Failure.Kind.THROTTLED,
        "lanren says: 超出免费总额度 (400)",
        "lanren说：超出免费总额度");
    assertFails(
        () ->
            catalog("  preset: lanren-52api\n  key-env: LANREN_KEY\n", "wrong-key")
                .search("x", 1, cancel),
        Failure.Kind.FORBIDDEN,
        "签名校验失败: ***",
        "lanren说：签名校验失败: ***");
    service.next(200, "{\"status\":\"n1006\"}");
    assertFails(
        () -> catalog().search("x", 1, cancel),
        Failure.Kind.SERVER_FAULT,
        "lanren answered with the failure 200",
        "服务器那边出错了");
    service.next(401, "{\"code\":401,\"message\":\"请先登录\"}");
    assertFails(
        () -> catalog().search("x", 1, cancel),
        Failure.Kind.FORBIDDEN,
        "lanren says: 请先登录 (401)",
        "lanren说：请先登录");
  }

  @Test
  void emptyList_isNothing_orBusyWhereTheServiceIsLikeThat() throws IOException {
    service.next(200, "{\"code\":200,\"data\":null}");
    assertThat(catalog().search("x", 1, cancel).pages()).isZero();
    service.next(200, "{\"code\":200,\"data\":[]}");
    assertFails(
        () -> preset("  search: {empty-is-busy: true}\n").search("x", 1, cancel),
        Failure.Kind.THROTTLED,
        "gave an empty list",
        "服务器太忙了");
  }

  @Test
  void search_gbk_isDecoded() throws IOException {
    String body = "{\"code\":200,\"data\":[{\"id\":7,\"title\":\"三国演义\"}]}";
    service.next(
        new MockResponse.Builder()
            .body(new Buffer().write(body.getBytes(Charset.forName("GBK"))))
            .build());
    assertThat(catalog().search("三国演义", 1, cancel).albums())
        .extracting(Album::title)
        .containsExactly("三国演义");
  }

  @Test
  void detail_numbersFromZeroOverSeveralPages_areCountedFromOne() throws IOException {
    String[] titles = IntStream.range(0, 45).mapToObj(i -> "第" + i + "回").toArray(String[]::new);
    service.add("300", "三国演义", titles);
    Catalog catalog = catalog();
    catalog.search("三国演义", 1, cancel);
    Album album = catalog.detail("lanren:300", cancel);
    assertThat(album.sections()).hasSize(45);
    assertThat(album.sections().get(44)).isEqualTo(new Section(45, "第44回", "300-44", 0, 605, 0));
    assertThat(album.title()).isEqualTo("三国演义");
    assertThat(service.asked()).hasSize(5);
  }

  @Test
  void detail_moreThanThePaceLetsThrough_goesOnWithTheNextCall() throws IOException {
    String[] titles = IntStream.range(0, 150).mapToObj(i -> "第" + i + "回").toArray(String[]::new);
    service.add("300", "三国演义", titles);
    Catalog catalog = preset("");
    catalog.search("三国演义", 1, cancel);
    Instant begin = clock.now();
    assertThatThrownBy(() -> catalog.detail("lanren:300", cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(Failure.Kind.TIMEOUT);
              assertThat(e.failure().said(Language.ZH)).isEqualTo("这本书很长，已经读到80集，请再说一次");
            });
    assertThat(Duration.between(begin, clock.now())).isLessThan(Duration.ofSeconds(15));
    assertThatThrownBy(() -> catalog.detail("lanren:300", cancel))
        .isInstanceOf(FailureException.class);
    assertThat(catalog.detail("lanren:300", cancel).sections()).hasSize(150);
    assertThat(service.asked()).hasSize(1 + 9);
  }

  @Test
  void detail_withoutASearchBefore_asksForOne() {
    assertFails(
        () -> catalog().detail("lanren:101", cancel),
        Failure.Kind.UNAVAILABLE,
        "tells no title of lanren:101",
        "请先再搜一次这本书");
  }

  @Test
  void resolve_eachTime_asksForAFreshLink() throws IOException {
    Catalog catalog = catalog();
    catalog.search("西游记", 1, cancel);
    Album album = catalog.detail("lanren:101", cancel);
    int before = service.asked().size();
    for (int i = 0; i < 2; i++) {
      assertThat(catalog.resolve(album, album.sections().get(1), cancel).uri())
          .hasToString(service.address() + "/audio/101-1.m4a?sign=101");
    }
    assertThat(service.asked()).hasSize(before + 2);
  }

  @Test
  void resolve_noLinkOrAPrivateOne_saysWhy() throws IOException {
    Catalog catalog = catalog();
    catalog.search("treasure", 1, cancel);
    Album album = catalog.detail("lanren:102", cancel);
    assertFails(
        () -> catalog.resolve(album, album.sections().get(1), cancel),
        Failure.Kind.FORBIDDEN,
        "gives no link for section 2",
        "lanren没有给出这一集的链接，可能要付费");
    service.next(200, "{\"code\":200,\"data\":\"http://192.168.0.9/x.mp3\"}");
    assertFails(
        () -> catalog.resolve(album, album.sections().get(0), cancel),
        Failure.Kind.NOT_ALLOWED,
        "allow-private of the catalogue lanren",
        "设置里不允许");
  }

  @Test
  void ownMapping_formWithHeadersAndLinksInTheDetail_works() throws Exception {
    Catalog catalog =
        catalog(
            """
              method: FORM
              pace: 0s
              key-env: LANREN_KEY
              key-header: X-Api-Key
              key-with-audio: true
              headers: {Referer: "https://example.org/"}
              audio-headers: {Referer: "https://example.org/player"}
              with: {shelf: "a/b"}
              search:
                path: "/{shelf}/find/{keyword}"
                params: {n: "20"}
                list: /hits
                fields: {id: /key, title: /names/0}
              detail:
                path: "/{id}"
                list: /parts
                fields: {id: /n, url: /href, seconds: /s}
              album: {title: /name}
            """,
            "header-key");
    service.next(200, "{\"hits\":[{\"key\":5,\"names\":[\"Emma\"]},{\"names\":[\"no id\"]}]}");
    assertThat(catalog.search("a b?", 1, cancel))
        .satisfies(page -> assertThat(page.albums()).hasSize(1))
        .satisfies(page -> assertThat(page.pages()).isEqualTo(1));
    assertThat(service.asked().get(0).encodedPath()).isEqualTo("/api/lrts/a%2Fb/find/a%20b%3F");
    assertThat(catalog.search("a b?", 2, cancel).albums()).isEmpty();
    service.next(
        200,
        "{\"name\":\"Emma\",\"parts\":[{\"n\":2,\"href\":\"b.mp3\",\"s\":\"1:00\"},{\"n\":1,\"href\":\"a.mp3\"}]}");
    Album album = catalog.detail("lanren:5", cancel);
    assertThat(album.sections()).extracting(Section::fileId).containsExactly("2", "1");
    assertThat(catalog.resolve(album, album.sections().get(0), cancel))
        .satisfies(s -> assertThat(s.uri().toString()).endsWith("/api/b.mp3"))
        .satisfies(
            s ->
                assertThat(s.headers())
                    .isEqualTo(
                        Map.of(
                            "X-Api-Key", "header-key", "Referer", "https://example.org/player")));
    assertThat(service.asked()).hasSize(2);
  }

  @Test
  void audiobookshelf_isReadByItsMapping() throws Exception {
    Catalog shelf =
        catalog(
            "  preset: audiobookshelf\n  key-env: LANREN_KEY\n  with: {library: lib_1}\n", "k-1");
    service.next(
        200,
        """
        {"book":[{"libraryItem":{"id":"li_8","media":{"numTracks":2,"metadata":{"title":"西游记",
        "authorName":"吴承恩","narratorName":"单田芳","language":"Chinese"}}},"matchKey":"title"}],
        "podcast":[],"tags":[],"authors":[],"series":[]}
        """);
    Album hit = shelf.search("西游记", 1, cancel).albums().get(0);
    assertThat(hit.id()).isEqualTo("lanren:li_8");
    assertThat(service.asked().get(0).encodedPath())
        .isEqualTo("/api/lrts/api/libraries/lib_1/search");
    service.next(
        200,
        """
        {"id":"li_8","media":{"metadata":{"title":"西游记","authorName":"吴承恩"},"tracks":[
        {"index":2,"duration":61.5,"title":"02.mp3","contentUrl":"/api/items/li_8/file/20","metadata":{"size":900}},
        {"index":1,"duration":60.5,"title":"01.mp3","contentUrl":"/api/items/li_8/file/10","metadata":{"size":800}}]}}
        """);
    Album album = shelf.detail("lanren:li_8", cancel);
    assertThat(album.narrator()).isEqualTo("单田芳");
    assertThat(album.sections())
        .containsExactly(
            new Section(1, "01.mp3", "1", 0, 60.5, 800),
            new Section(2, "02.mp3", "2", 0, 61.5, 900));
    assertThat(shelf.resolve(album, album.sections().get(0), cancel))
        .satisfies(s -> assertThat(s.uri().toString()).endsWith("/api/items/li_8/file/10"))
        .satisfies(s -> assertThat(s.headers()).isEqualTo(Map.of("Authorization", "Bearer k-1")));
  }

  @Test
  void settings_shown_holdNoKey() throws Exception {
    Path file =
        Files.writeString(
            home.resolve("config.yml"),
            "catalogues: [{type: mapped, preset: lanren-52api, url: \"https://x.org\", key-env:"
                + " K}]");
    assertThat(ConfigReader.read(file, Map.of("K", "geheim-77")).toString())
        .doesNotContain("geheim-77");
    assertThat(List.of(MappedSettings.PRESETS)).isNotEmpty();
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(service, catalog(), /* requests= */ 1);
  }
}
