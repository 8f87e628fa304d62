package dev.earmark.library.librivox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.LibraryService;
import dev.earmark.library.http.WebSettings;
import dev.earmark.library.merge.Library;
import dev.earmark.library.sqlite.SqliteProgressStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the library keeps of a service on the web when the service is gone. */
final class LibrivoxInTheLibraryTest {
  @TempDir Path temp;

  private final OkHttpClient http = new OkHttpClient();
  private final CancelFlag cancel = new CancelFlag();

  private Catalog catalog(String address) {
    return new LibrivoxCatalog(
        "librivox",
        new LibrivoxSettings(WebSettings.at(address, Duration.ZERO)),
        http,
        Clock.system());
  }

  private SqliteProgressStore store() throws IOException {
    return SqliteProgressStore.open(temp.resolve("progress.db"), Clock.system(), new Health());
  }

  @Test
  void knownBook_isFoundWithoutTheNetwork_alsoAfterARestart() throws Exception {
    FakeLibrivox feed = new FakeLibrivox();
    feed.start();
    String address = feed.address();
    try (SqliteProgressStore store = store();
        Library library = library(address, store)) {
      Album hit = library.search("西游记", 1, cancel).albums().get(0);
      assertThat(library.detail(hit.id(), cancel).sections()).hasSize(3);
      feed.close();
      assertThat(library.find("西游记")).isPresent();
      assertThat(library.detail(hit.id(), cancel).sections()).hasSize(3);
      LibraryService.Found other = library.search("聊斋志异", 1, cancel);
      assertThat(other.albums()).isEmpty();
      assertThat(other.problems()).singleElement().asString().startsWith("librivox: 127.0.0.1 ");
    }
    try (SqliteProgressStore store = store();
        Library library = library(address, store)) {
      Album remembered = library.find("西游记").orElseThrow();
      assertThat(library.detail(remembered.id(), cancel).sections()).hasSize(3);
    }
  }

  private Library library(String address, SqliteProgressStore store) {
    return new Library(List.of(catalog(address)), store, Clock.system(), Duration.ofSeconds(20));
  }
}
