package dev.earmark.library.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.FakeCatalog;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibraryService;
import dev.earmark.library.demo.DemoCatalog;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.library.sqlite.SqliteProgressStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library as the daemon builds it: a folder, the demo books over HTTP, and SQLite. */
final class LibraryWithRealCataloguesTest {
  @TempDir Path temp;

  @Test
  void aDay_fromTheFirstLookToARestartWithoutItsCatalogue() throws Exception {
    Path book = Files.createDirectories(temp.resolve("books/刘慈欣/三体"));
    Path file = Files.writeString(book.resolve("第一集.mp3"), "sound");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    Path database = temp.resolve("progress.db");
    CancelFlag cancel = new CancelFlag();
    DemoServer server = new DemoServer(Path.of("demo-library"));
    DemoCatalog demo = new DemoCatalog("demo", server.start(), new OkHttpClient(), server::titles);
    FolderCatalog folder =
        new FolderCatalog(
            "home", temp.resolve("books"), Clock.system(), work -> new Thread(work).start());
    List<Catalog> catalogs = List.of(folder, demo);
    try (SqliteProgressStore store =
            SqliteProgressStore.open(database, Clock.system(), new Health());
        Library library = new Library(catalogs, store, Clock.system(), Duration.ofSeconds(20))) {
      library.refresh();
      await().until(() -> library.find("三体").isPresent());
      await().until(() -> library.find("西游记").isPresent());
      assertThat(library.search("", 1, cancel).albums()).hasSize(9);
      assertThat(library.titles()).contains("三体", "西游记", "Sherlock Holmes");

      LibraryService.Found found = library.search("西游记", 1, cancel);
      assertThat(found.problems()).isEmpty();
      Album journey = library.detail(found.albums().get(0).id(), cancel);
      assertThat(journey.sections()).hasSize(8);
      assertThat(library.resolve(journey, journey.sections().get(0), cancel).isLocal()).isFalse();
      Album bodies = library.find("三体").orElseThrow();
      assertThat(library.resolve(bodies, bodies.sections().get(0), cancel).isLocal()).isTrue();
    }
    server.close();
    try (SqliteProgressStore store =
            SqliteProgressStore.open(database, Clock.system(), new Health());
        Library library = new Library(catalogs, store, Clock.system(), Duration.ofSeconds(20))) {
      assertThat(library.find("西游记").orElseThrow().sections()).hasSize(8);
      assertThat(library.detail("demo:journey_to_the_west", cancel).sections()).hasSize(8);
      assertThat(library.search("聊斋志异", 1, cancel).problems())
          .singleElement()
          .asString()
          .startsWith("demo: ");
    }
  }

  @Test
  void refreshRole_asksAfterTheStartAndAgain() throws Exception {
    FakeClock clock = new FakeClock();
    FakeCatalog catalog = new FakeCatalog("a");
    try (Library library =
        new Library(List.of(catalog), new FakeProgressStore(), clock, Duration.ofSeconds(1))) {
      RefreshRole role =
          new RefreshRole(library, clock, Duration.ofSeconds(2), Duration.ofMinutes(5));
      role.doWork();
      assertThat(catalog.refreshes()).isZero();
      Instant first = clock.now().plus(Duration.ofSeconds(3));
      while (clock.now().isBefore(first)) {
        role.doWork();
      }
      assertThat(catalog.refreshes()).isEqualTo(1);
      Instant end = clock.now().plus(Duration.ofMinutes(11));
      while (clock.now().isBefore(end)) {
        role.doWork();
      }
      assertThat(catalog.refreshes()).isEqualTo(3);
    }
  }

  @Test
  void refreshRole_filesThatWereBeingCopied_areTakenInSeconds_notWithTheNextRound()
      throws Exception {
    FakeClock clock = new FakeClock();
    Path copied = Files.createDirectories(temp.resolve("books/新书")).resolve("1.mp3");
    Files.writeString(copied, "x");
    Files.setLastModifiedTime(copied, FileTime.from(clock.now()));
    FolderCatalog catalog = new FolderCatalog("f", temp.resolve("books"), clock, Runnable::run);
    try (Library library =
        new Library(List.of(catalog), new FakeProgressStore(), clock, Duration.ofSeconds(1))) {
      catalog.scan();
      assertThat(library.known()).isEmpty();
      RefreshRole role =
          new RefreshRole(library, clock, Duration.ofSeconds(2), Duration.ofMinutes(1));
      Instant end = clock.now().plus(Duration.ofSeconds(10));
      while (clock.now().isBefore(end)) {
        role.doWork();
      }
      assertThat(library.find("新书")).isPresent();
      assertThat(catalog.isUnsettled()).isFalse();
    }
  }
}
