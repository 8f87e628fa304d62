package dev.earmark.library.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.merge.Library;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DemoCatalogTest extends CatalogContract {
  private static final DemoServer SERVER = new DemoServer(Path.of("demo-library"));
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static DemoCatalog catalog;

  private final CancelFlag cancel = new CancelFlag();

  @BeforeAll
  static void start() throws IOException {
    catalog = new DemoCatalog("demo", SERVER.start(), CLIENT, SERVER::titles);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Override
  protected Catalog catalog() {
    return catalog;
  }

  @Test
  void known_beforeAndAfterASearch_isEmpty() throws IOException {
    assertThat(catalog.known()).isEmpty();
    assertThat(catalog.search("西游记", 1, cancel).albums()).hasSize(1);
    assertThat(catalog.known()).isEmpty();
  }

  @Test
  void search_result_hasNoSectionsYetButTheirNumber() throws IOException {
    Album album = catalog.search("西游记", 1, cancel).albums().get(0);
    assertThat(album.id()).isEqualTo("demo:journey_to_the_west");
    assertThat(album.sections()).isEmpty();
    assertThat(album.sectionCount()).isEqualTo(8);
    assertThat(album.author()).isEqualTo("吴承恩");
    assertThat(album.cover()).startsWith("http://127.0.0.1:").endsWith("cover.svg");
  }

  @Test
  void everySection_ofEveryBook_hasTheBytesThatWereAnnounced() throws Exception {
    int sections = 0;
    for (String title :
        List.of(
            "西游记",
            "三国演义",
            "聊斋志异",
            "成语故事",
            "alice",
            "sherlock holmes",
            "aesop",
            "treasure island")) {
      Album album = catalog.detail(catalog.search(title, 1, cancel).albums().get(0).id(), cancel);
      for (Section section : album.sections()) {
        SectionSource source = catalog.resolve(album, section, cancel);
        byte[] bytes = download(source.uri());
        assertThat(bytes).hasSize((int) source.sizeBytes());
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        assertThat(HexFormat.of().formatHex(digest)).isEqualTo(source.sha256());
        assertThat(section.durationS()).isBetween(40.0, 70.0);
        sections++;
      }
    }
    assertThat(sections).isEqualTo(33);
  }

  private static byte[] download(URI uri) throws IOException {
    Request request = new Request.Builder().url(uri.toString()).build();
    try (Response response = CLIENT.newCall(request).execute()) {
      assertThat(response.code()).isEqualTo(200);
      return response.body().bytes();
    }
  }

  @Test
  void m4b_sectionsShareTheirFileAndBeginOneAfterAnother() throws IOException {
    Album album = catalog.detail("demo:treasure_island", cancel);
    assertThat(album.sections()).extracting(Section::fileId).containsOnly("treasure_island.m4b");
    assertThat(album.sections()).extracting(Section::startS).containsExactly(0.0, 53.94, 110.76);
  }

  @Test
  void resolve_albumRememberedFromAnEarlierRun_asksForTheDetail() throws IOException {
    Album album = catalog.detail("demo:aesops_fables", cancel);
    DemoServer again = new DemoServer(Path.of("demo-library"));
    try {
      DemoCatalog later = new DemoCatalog("demo", again.start(), CLIENT, again::titles);
      SectionSource source = later.resolve(album, album.sections().get(1), cancel);
      assertThat(source.sha256()).isNotEmpty();
      assertThat(download(source.uri())).hasSize((int) source.sizeBytes());
    } finally {
      again.close();
    }
  }

  /**
   * After each restart the covers of the books that were heard were gone: they named the old port.
   */
  @Test
  void cover_ofAnAlbumRememberedFromAnEarlierRun_liesOnTheServerOfThisRun() throws IOException {
    Album album = catalog.detail("demo:aesops_fables", cancel);
    FakeProgressStore store = new FakeProgressStore();
    store.remember(album);
    DemoServer again = new DemoServer(Path.of("demo-library"));
    try {
      DemoCatalog later = new DemoCatalog("demo", again.start(), CLIENT, again::titles);
      try (Library library =
          new Library(List.of(later), store, new FakeClock(), Duration.ofSeconds(20))) {
        Album remembered = library.byId(album.id()).orElseThrow();
        assertThat(remembered.cover()).isNotEqualTo(album.cover());
        assertThat(download(URI.create(remembered.cover())))
            .isEqualTo(download(URI.create(album.cover())));
        assertThat(remembered.sections()).isEqualTo(album.sections());
      }
    } finally {
      again.close();
    }
  }

  @Test
  void serverIsGone_isUnreachable() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    DemoCatalog lost =
        new DemoCatalog("demo", URI.create("http://127.0.0.1:" + free + "/"), CLIENT, List::of);
    assertThatThrownBy(() -> lost.search("西游记", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNREACHABLE));
  }

  @Test
  void oddAnswers_haveTheirKind() throws IOException {
    try (MockWebServer server = new MockWebServer()) {
      server.start();
      DemoCatalog odd = new DemoCatalog("demo", server.url("/").uri(), CLIENT, List::of);
      for (String body : List.of("<html>login</html>", "", "[]", "null", "{\"albums\":7}")) {
        server.enqueue(new MockResponse.Builder().body(body).build());
        assertKind(odd, Failure.Kind.WRONG_CONTENT);
      }
      server.enqueue(new MockResponse.Builder().code(503).build());
      assertKind(odd, Failure.Kind.THROTTLED);
      server.enqueue(new MockResponse.Builder().code(403).build());
      assertKind(odd, Failure.Kind.FORBIDDEN);
      server.enqueue(new MockResponse.Builder().code(500).build());
      assertKind(odd, Failure.Kind.SERVER_FAULT);
      server.enqueue(new MockResponse.Builder().body("x".repeat(5_000_000)).build());
      assertKind(odd, Failure.Kind.WRONG_CONTENT);
      server.enqueue(new MockResponse.Builder().body("{}").build());
      assertThat(odd.search("x", 1, cancel).albums()).isEmpty();
    }
  }

  private void assertKind(DemoCatalog odd, Failure.Kind kind) {
    assertThatThrownBy(() -> odd.search("x", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  @Test
  void cancel_whileItWaits_isCancelled() throws IOException {
    try (MockWebServer server = new MockWebServer()) {
      server.start();
      server.enqueue(
          new MockResponse.Builder().headersDelay(60, TimeUnit.SECONDS).body("{}").build());
      DemoCatalog slow = new DemoCatalog("demo", server.url("/").uri(), CLIENT, List::of);
      Thread canceller =
          new Thread(
              () -> {
                try {
                  server.takeRequest();
                  cancel.set();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      canceller.start();
      assertKind(slow, Failure.Kind.CANCELLED);
    }
  }
}
