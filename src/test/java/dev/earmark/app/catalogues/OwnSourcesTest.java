package dev.earmark.app.catalogues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibrarySources;
import dev.earmark.library.LibrarySources.Source;
import dev.earmark.library.feed.FeedCatalog;
import dev.earmark.library.feed.FeedSettings;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.library.merge.Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnSourcesTest {
  private static final String FEED =
      """
      <rss version="2.0"><channel><title>Tales &amp; more</title>
      <item><title>One</title><guid>1</guid><enclosure url="https://example.org/1.mp3"/></item>
      </channel></rss>""";

  @TempDir Path home;
  private final FakeProgressStore store = new FakeProgressStore();
  private final MockWebServer web = new MockWebServer();
  private final OkHttpClient http = new OkHttpClient();
  private final CancelFlag cancel = new CancelFlag();
  private Library library;
  private OwnSources sources;

  @BeforeEach
  void start() throws IOException {
    web.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            String path = request.getUrl() == null ? "" : request.getUrl().encodedPath();
            if (path.startsWith("/moved")) {
              String place = path.replace("/moved", "/feed");
              return new MockResponse.Builder().code(301).addHeader("Location", place).build();
            }
            return path.startsWith("/feed")
                ? new MockResponse.Builder().body(FEED).build()
                : new MockResponse.Builder().code(404).build();
          }
        });
    web.start();
    open();
  }

  private void open() throws IOException {
    library = new Library(List.of(), store, Clock.system(), Duration.ofSeconds(5));
    sources =
        OwnSources.open(
            home.resolve("library.json"),
            library,
            List.of(new CatalogueSettings("tales", "folder", "/srv/tales")),
            (name, path) -> new FolderCatalog(name, path, Clock.system(), Runnable::run),
            name ->
                FeedCatalog.of(name, FeedSettings.DEFAULT, http, Clock.system(), Runnable::run));
  }

  @AfterEach
  void stop() {
    library.close();
    web.close();
    http.dispatcher().executorService().shutdown();
  }

  private Path book(String relative) throws IOException {
    Path file = home.resolve(relative);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    return file;
  }

  private String feed(String path) {
    return "http://127.0.0.1:" + web.getPort() + path;
  }

  @Test
  void feed_thatHasMovedForGood_isKeptAtItsNewAddress_asOnePodcast() throws IOException {
    sources.add(feed("/moved-1"), cancel);
    String id = library.known().get(0).id();
    assertThat(sources.sources().get(1).where()).isEqualTo(feed("/feed-1"));
    assertThat(sources.exportOpml()).contains(feed("/feed-1")).doesNotContain("/moved-1");
    for (String again : new String[] {"/moved-1", "/feed-1"}) {
      assertThatThrownBy(() -> sources.add(feed(again), cancel))
          .hasMessageContaining("is there already, as Tales & more");
    }

    reopen();
    library.refresh();
    assertThat(sources.sources().get(1).where()).isEqualTo(feed("/feed-1"));
    assertThat(library.known()).extracting(Album::id).containsExactly(id);
    assertThat(sources.remove(feed("/feed-1")).where()).isEqualTo(feed("/feed-1"));
    assertThat(sources.sources()).extracting(Source::name).containsExactly("tales");
  }

  @Test
  void feed_thatMovesToAnotherOneThatIsThere_isRefused() throws IOException {
    sources.add(feed("/feed-2"), cancel);
    assertThatThrownBy(() -> sources.add(feed("/moved-2"), cancel))
        .hasMessageContaining("is there already, as Tales & more");
    assertThat(sources.sources()).hasSize(2);
    assertThat(library.known()).hasSize(1);
  }

  private void reopen() throws IOException {
    library.close();
    open();
  }

  @Test
  void add_folder_isKnownAtOnce_andAfterARestart_untilRemoved() throws IOException {
    book("我的书/三体/1.mp3");
    Source added = sources.add(home.resolve("我的书").toString(), cancel);
    assertThat(added.kind()).isEqualTo("folder");
    assertThat(added.albums()).isEqualTo(1);
    assertThat(library.find("三体")).isPresent();
    Album album = library.find("三体").orElseThrow();
    assertThat(sources.isLocal(album)).isTrue();

    reopen();
    assertThat(library.find("三体")).contains(album);
    assertThat(sources.sources()).extracting(Source::name).containsExactly("tales", "books");

    assertThat(sources.remove("books").where()).endsWith("我的书");
    assertThat(library.find("三体")).isEmpty();
    assertThat(home.resolve("我的书/三体/1.mp3")).exists();
    reopen();
    assertThat(library.known()).isEmpty();
  }

  @Test
  void add_singleFile_isOneBook() throws IOException {
    book("mix/other.mp3");
    Path file = book("mix/Moby Dick.m4b");
    Source added = sources.add(file.toString(), cancel);
    assertThat(added.kind()).isEqualTo("file");
    assertThat(library.known()).extracting(Album::id).containsExactly("moby-dick:Moby Dick.m4b");
    Album album = library.known().get(0);
    assertThat(library.resolve(album, album.sections().get(0), cancel).uri())
        .isEqualTo(file.toUri());
  }

  @Test
  void add_feed_isAskedFirst_andRemovedByItsTitle() throws IOException {
    Source added = sources.add(feed("/feed"), cancel);
    assertThat(added.kind()).isEqualTo("feed");
    assertThat(library.find("tales & more")).isPresent();
    assertThat(sources.exportOpml()).contains("Tales &amp; more", "xmlUrl=\"" + feed("/feed"));
    reopen();
    library.refresh();
    assertThat(library.find("tales & more")).isPresent();
    sources.remove("Tales & More");
    assertThat(library.known()).isEmpty();
    assertThat(sources.sources()).hasSize(1);
  }

  @Test
  void add_whatCannotBeUsed_saysWhy_andKeepsNothing() throws IOException {
    book("a/1.mp3");
    Files.writeString(home.resolve("note.txt"), "x");
    assertRefused("nothing/here", Failure.Kind.BAD_REQUEST, "whole path");
    assertRefused("", Failure.Kind.BAD_REQUEST, "whole path");
    assertRefused(home.resolve("none").toString(), Failure.Kind.NOT_FOUND, "no folder or file");
    assertRefused(home.resolve("note.txt").toString(), Failure.Kind.BAD_REQUEST, "no audio");
    assertRefused(feed("/none"), Failure.Kind.NOT_FOUND, "404");
    sources.add(home.resolve("a").toString(), cancel);
    assertRefused(home.resolve("a").toString(), Failure.Kind.BAD_REQUEST, "there already");
    reopen();
    assertThat(sources.sources()).hasSize(2);
  }

  /** "library add /" looked through the whole machine, and the source was named "null". */
  @Test
  void add_whatHoldsTheSystem_isRefused() {
    for (String path : List.of("/", "/proc", "/sys/kernel", "/dev")) {
      assertRefused(path, Failure.Kind.BAD_REQUEST, "give their own folder");
    }
  }

  private void assertRefused(String what, Failure.Kind kind, String words) {
    assertThatThrownBy(() -> sources.add(what, cancel))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind))
        .hasMessageContaining(words);
  }

  @Test
  void remove_configuredOrUnknown_saysSo() {
    assertThatThrownBy(() -> sources.remove("tales")).hasMessageContaining("config.yml");
    assertThatThrownBy(() -> sources.remove("x")).hasMessageContaining("nothing called 'x'");
  }

  @Test
  void opml_goesInAndOut() throws IOException {
    String opml =
        "<opml><body><outline text='g'><outline xmlurl='"
            + feed("/feed1")
            + "'/><outline xmlUrl='"
            + feed("/feed2")
            + "'/></outline></body></opml>";
    byte[] document = opml.getBytes(StandardCharsets.UTF_8);
    assertThat(sources.importOpml(document)).isEqualTo(new LibrarySources.Imported(2, 0));
    assertThat(sources.importOpml(document)).isEqualTo(new LibrarySources.Imported(0, 2));
    assertThat(library.known()).hasSize(2);
    byte[] exported = sources.exportOpml().getBytes(StandardCharsets.UTF_8);
    assertThat(sources.importOpml(exported)).isEqualTo(new LibrarySources.Imported(0, 2));
    assertThatThrownBy(() -> sources.importOpml(new byte[] {1, 2})).hasMessageContaining("no OPML");
  }

  @Test
  void opml_holdsThePodcastsOfTheConfigurationToo_whichAreNotAddedAgain() throws IOException {
    FeedSettings settings =
        new FeedSettings(
            FeedSettings.DEFAULT.web(), List.of(feed("/feed7")), "", FeedSettings.DEFAULT.every());
    library.add(FeedCatalog.of("pods", settings, http, Clock.system(), Runnable::run));
    String exported = sources.exportOpml();
    assertThat(exported).contains(feed("/feed7"));
    assertThat(sources.importOpml(exported.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new LibrarySources.Imported(0, 1));
    assertThatThrownBy(() -> sources.add(feed("/feed7"), cancel))
        .hasMessageContaining("is there already");
  }

  @Test
  void open_damagedFile_isRefused_andLeftAlone() throws IOException {
    Files.writeString(home.resolve("library.json"), "{\"sources\": [");
    library.close();
    assertThatThrownBy(this::open).hasMessageContaining("library.json is damaged");
    assertThat(home.resolve("library.json")).hasContent("{\"sources\": [");
  }

  /** Makes everything that is written fail, as on a full disk; root ignores modes. */
  private void fillDisk() throws IOException {
    Files.createDirectories(home.resolve("library.json.tmp/in-the-way"));
  }

  private void freeDisk() throws IOException {
    Files.delete(home.resolve("library.json.tmp/in-the-way"));
    Files.delete(home.resolve("library.json.tmp"));
  }

  @Test
  void add_cannotBeKept_leavesEverythingAsItWas() throws IOException {
    book("a/One/1.mp3");
    byte[] list =
        ("<opml><body><outline xmlUrl='" + feed("/feed1") + "'/></body></opml>")
            .getBytes(StandardCharsets.UTF_8);
    fillDisk();
    String folder = home.resolve("a").toString();

    assertThatThrownBy(() -> sources.add(folder, cancel)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> sources.add(feed("/feed"), cancel)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> sources.importOpml(list)).isInstanceOf(IOException.class);

    assertThat(sources.sources()).extracting(Source::name).containsExactly("tales");
    assertThat(library.known()).isEmpty();
    assertThat(sources.exportOpml()).doesNotContain("xmlUrl");
    freeDisk();
    assertThat(sources.add(folder, cancel).albums()).isEqualTo(1); // and not "there already"
    sources.add(feed("/feed"), cancel);
    assertThat(sources.importOpml(list)).isEqualTo(new LibrarySources.Imported(1, 0));
  }

  @Test
  void remove_cannotBeKept_leavesEverythingAsItWas() throws IOException {
    book("a/One/1.mp3");
    sources.add(home.resolve("a").toString(), cancel);
    fillDisk();

    assertThatThrownBy(() -> sources.remove("a")).isInstanceOf(IOException.class);

    assertThat(sources.sources()).extracting(Source::name).containsExactly("tales", "a");
    assertThat(library.find("One")).isPresent();
    freeDisk();
    assertThat(sources.remove("a").name()).isEqualTo("a");
  }

  @Test
  void folderNamedFeeds_doesNotTakeTheNameOfThePodcasts() throws IOException {
    book("Feeds/One/1.mp3");
    book("x/Feeds/Two/1.mp3");
    Source before = sources.add(home.resolve("Feeds").toString(), cancel);
    Source podcast = sources.add(feed("/feed"), cancel);
    Source after = sources.add(home.resolve("x/Feeds").toString(), cancel);

    assertThat(podcast.name()).startsWith("feeds:");
    assertThat(before.name()).isNotEqualTo("feeds");
    assertThat(after.name()).isNotIn("feeds", before.name());
    assertThat(library.known()).hasSize(3);
    sources.remove(before.name());
    reopen();
    library.refresh();
    assertThat(library.known()).extracting(Album::id).contains(podcast.name());
  }
}
