package dev.earmark.library.merge;

import static dev.earmark.library.Albums.album;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.FakeCatalog;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibraryService;
import dev.earmark.library.ProgressStoreContract;
import dev.earmark.library.demo.DemoCatalog;
import dev.earmark.library.demo.DemoServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener looks at what books there are before searching for any. */
final class BrowseTest {
  private final FakeClock clock = new FakeClock();
  private final FakeProgressStore store = new FakeProgressStore();
  private final CancelFlag cancel = new CancelFlag();
  private final List<Library> opened = new ArrayList<>();

  private Library library(Catalog... catalogs) {
    Library library = new Library(List.of(catalogs), store, clock, Duration.ofSeconds(20));
    library.start();
    opened.add(library);
    return library;
  }

  private static Album[] albums(String catalogue, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(n -> album(catalogue + ":" + n, catalogue + " book " + n, 1))
        .toArray(Album[]::new);
  }

  @AfterEach
  void close() {
    opened.forEach(Library::close);
  }

  @Test
  void emptyKeyword_freshHomeWithTheDemoBooks_listsAllEight() throws IOException {
    try (DemoServer server = new DemoServer(Path.of("demo-library"))) {
      Library library =
          library(new DemoCatalog("demo", server.start(), new OkHttpClient(), server::titles));

      // Nobody waits for a list longer than a second, which a busy machine may need.
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> library.search("", 1, cancel).problems().isEmpty());
      LibraryService.Found found = library.search("", 1, cancel);
      assertThat(found.albums()).hasSize(8).extracting(Album::title).contains("西游记");
      assertThat(found.pages()).isEqualTo(1);
      assertThat(library.known()).hasSize(8);
      assertThat(library.find("西游记")).isPresent();
    }
  }

  @Test
  void refresh_atTheStart_makesTheListKnownBeforeAnybodyAsks() {
    FakeCatalog remote = new FakeCatalog("r", albums("r", 3));
    Library library = library(remote);

    library.refresh();
    await().until(() -> library.known().size() == 3);
    library.refresh();

    assertThat(remote.listings()).isEqualTo(1);
  }

  @Test
  void emptyKeyword_manyBooks_arePagedAndAskedForAsTheyAreWanted() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", albums("r", 25));
    Library library = library(new FakeCatalog("a", albums("a", 7)).local(), remote);

    LibraryService.Found first = library.search("", 1, cancel);
    assertThat(first.albums()).hasSize(10).extracting(Album::catalogue).contains("a", "r");
    assertThat(first.pages()).isGreaterThan(1);
    assertThat(first.more()).isTrue();
    assertThat(remote.listings()).isEqualTo(1);

    List<Album> all = new ArrayList<>(first.albums());
    for (int page = 2; page <= 4; page++) {
      all.addAll(library.search(" ", page, cancel).albums());
    }
    assertThat(all).hasSize(32).doesNotHaveDuplicates();
    assertThat(library.search("", 4, cancel).pages()).isEqualTo(4);
    assertThat(library.search("", 4, cancel).more()).isFalse();
    assertThat(library.search("", 5, cancel).albums()).isEmpty();
  }

  @Test
  void emptyKeyword_catalogueThatHangs_isNamedAndItsBooksComeLater() throws IOException {
    FakeCatalog slow = new FakeCatalog("slow", albums("slow", 2));
    CountDownLatch release = slow.block();
    Library library = library(slow, new FakeCatalog("ok", albums("ok", 2)));

    LibraryService.Found found = library.search("", 1, cancel);
    assertThat(found.albums()).extracting(Album::catalogue).containsOnly("ok");
    assertThat(found.problems())
        .containsExactly("slow: it has not answered yet; ask again in a moment");

    release.countDown();
    await().until(() -> library.known().size() == 4);
    assertThat(library.search("", 1, cancel).problems()).isEmpty();
    assertThat(slow.listings()).isEqualTo(1);
  }

  @Test
  void emptyKeyword_brokenCatalogue_isNamedAndAskedAgainAfterAWhile() throws IOException {
    FakeCatalog broken = new FakeCatalog("broken", albums("broken", 2));
    broken.failWith(new FailureException(Failure.Kind.NETWORK, "no route"));
    Library library = library(broken);
    assertThat(library.search("", 1, cancel).problems()).containsExactly("broken: no route");

    broken.failWith(null);
    assertThat(library.search("", 1, cancel).albums()).isEmpty();
    clock.advance(Duration.ofSeconds(31));
    await().until(() -> library.search("", 1, cancel).albums().size() == 2);
  }

  @Test
  void emptyKeyword_brokenCatalogue_isAskedAgainAfterAWhile_whateverTheClockSays()
      throws IOException {
    FakeCatalog broken = new FakeCatalog("broken", albums("broken", 2));
    broken.failWith(new FailureException(Failure.Kind.NETWORK, "no route"));
    Library library = library(broken);
    library.search("", 1, cancel);
    broken.failWith(null);

    clock.setBy(Duration.ofDays(1));
    assertThat(library.search("", 1, cancel).albums()).isEmpty();
    clock.setBy(Duration.ofDays(-2));
    clock.advance(Duration.ofSeconds(31));
    assertThat(library.search("", 1, cancel).albums()).hasSize(2);
  }

  @Test
  void listed_afterARestartWithoutTheNetwork_isStillThere() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", albums("r", 3));
    library(remote).search("", 1, cancel);

    remote.failWith(new FailureException(Failure.Kind.NETWORK, "down"));
    Library after = library(remote);

    assertThat(after.known()).hasSize(3).allSatisfy(a -> assertThat(a.sectionCount()).isEqualTo(1));
    assertThat(after.search("", 1, cancel).albums()).hasSize(3);
  }

  @Test
  void listed_bookThatTheCatalogueNoLongerHas_isForgotten() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", albums("r", 12));
    Library library = library(remote);
    library.search("", 2, cancel);
    assertThat(library.known()).hasSize(12);

    remote.remove("r:2");
    clock.advance(Duration.ofMinutes(11));
    library.search("", 1, cancel);

    await()
        .untilAsserted(
            () -> {
              library.search("", 2, cancel);
              assertThat(library.byId("r:2")).isEmpty();
            });
    assertThat(library.known()).hasSize(11);
  }

  @Test
  void emptyKeyword_bookHeardBefore_comesFirst() throws IOException {
    store.save(ProgressStoreContract.position("r:3", 2, 60, 0));
    Library library = library(new FakeCatalog("r", albums("r", 5)));
    await()
        .untilAsserted(
            () ->
                assertThat(library.search("", 1, cancel).albums())
                    .first()
                    .satisfies(a -> assertThat(a.id()).isEqualTo("r:3")));
  }

  @Test
  void emptyKeyword_cancelled_endsAtOnce() {
    FakeCatalog hanging = new FakeCatalog("r");
    hanging.block();
    cancel.set();
    assertThatThrownBy(() -> library(hanging).search("", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
  }
}
