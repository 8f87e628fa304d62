package dev.earmark.library.feed;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeedCatalogTest extends CatalogContract {
  @TempDir Path home;

  private final FakeFeeds feeds = new FakeFeeds();
  private final OkHttpClient http = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void start() throws IOException {
    feeds.start();
  }

  @AfterEach
  void stop() {
    feeds.close();
    http.dispatcher().executorService().shutdown();
  }

  private FeedCatalog open(String opml, String... paths) throws IOException {
    List<String> urls = List.of(paths).stream().map(path -> feeds.address() + path).toList();
    FeedSettings settings =
        new FeedSettings(
            WebSettings.at("", Duration.ZERO), urls, opml, /* every= */ Duration.ofHours(1));
    return FeedCatalog.open("pod", settings, home, http, clock, Runnable::run);
  }

  @Override
  protected Catalog catalog() throws IOException {
    FeedCatalog catalog = open("", "/journey", "/treasure");
    catalog.refresh();
    return catalog;
  }

  @Test
  void opening_asksNobody_detailLoadsItsFeedAlone() throws IOException {
    FeedCatalog first = open("", "/journey", "/treasure");
    assertThat(first.known()).isEmpty();
    assertThat(feeds.asked()).isEmpty();
    first.refresh();
    String id = first.known().get(0).id();
    FeedCatalog later = open("", "/journey", "/treasure");
    assertThat(later.detail(id, cancel).sections())
        .containsExactly(
            new Section(1, "第1集", "g1", 0, 605, 0),
            new Section(2, "第2集", "g2", 0, 605, 0),
            new Section(3, "第3集", "g3", 0, 605, 0));
    assertThat(later.known()).extracting(Album::language).containsExactly("zh");
    assertThat(feeds.asked()).hasSize(3);
  }

  @Test
  void refresh_withinTheTime_asksNobody_later_asksConditionally() throws IOException {
    FeedCatalog catalog = open("", "/journey");
    AtomicInteger changes = new AtomicInteger();
    catalog.onChange(changes::incrementAndGet);
    catalog.refresh();
    catalog.refresh();
    assertThat(feeds.asked()).hasSize(1);
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    assertThat(feeds.asked()).hasSize(2);
    assertThat(changes).hasValue(1);
    feeds.put("/journey", FakeFeeds.feed("西游记", "4", "3", "2", "1"));
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    assertThat(changes).hasValue(2);
    assertThat(catalog.known().get(0).sections()).hasSize(4);
    assertThat(catalog.known().get(0).sections().get(3).fileId()).isEqualTo("g4");
  }

  @Test
  void refresh_failing_keepsWhatIsKnown_andTriesAgainLater() throws IOException {
    FeedCatalog catalog = open("", "/journey", "/missing");
    catalog.refresh();
    assertThat(catalog.known()).hasSize(1);
    clock.advance(Duration.ofMinutes(61));
    feeds.next(200, "<html>log in</html>");
    catalog.refresh();
    assertThat(catalog.known().get(0).sections()).hasSize(3);
    int asked = feeds.asked().size();
    clock.advance(Duration.ofMinutes(11));
    catalog.refresh();
    assertThat(feeds.asked()).hasSize(asked + 2);
  }

  @Test
  void trouble_feedThatFails_isToldUntilItComesAgain() throws IOException {
    FeedCatalog catalog = open("", "/journey", "/treasure");
    feeds.next(200, "<html>log in</html>");
    catalog.refresh();
    assertThat(catalog.trouble()).contains("no feed", "check its address");
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    assertThat(catalog.trouble()).isEmpty();
  }

  @Test
  void gone_isNotAskedAgain() throws IOException {
    feeds.next(410, "");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    clock.advance(Duration.ofDays(2));
    catalog.refresh();
    assertThat(feeds.asked()).hasSize(1);
  }

  @Test
  void movedForGood_isAskedThereFromNowOn_andStaysThePodcastItWas() throws IOException {
    FeedCatalog catalog = open("", "/old");
    feeds.next(redirect(301, "/older"));
    feeds.next(redirect(308, "/journey"));
    catalog.refresh();
    FeedCatalog.Followed moved = catalog.followed().get(0);
    assertThat(moved.url()).isEqualTo(feeds.address() + "/journey");
    assertThat(moved.albumId()).isEqualTo(open("", "/old").followed().get(0).albumId());
    clock.advance(Duration.ofHours(1));
    catalog.refresh();
    assertThat(feeds.asked())
        .extracting(HttpUrl::encodedPath)
        .containsExactly("/old", "/older", "/journey", "/journey");
    assertThat(catalog.known()).extracting(Album::title).containsExactly("西游记");
  }

  /** Relative links of a feed that had moved led to where it had been. */
  @Test
  void movedFeed_itsRelativeLinks_areThoseOfItsNewPlace() throws IOException {
    feeds.put("/new/place.xml", FakeFeeds.feed("西游记", "1").replace("/audio/1.mp3?t=1", "one.mp3"));
    FeedCatalog catalog = open("", "/old.xml");
    feeds.next(redirect(301, "/new/place.xml"));
    catalog.refresh();
    Album album = catalog.known().get(0);
    assertThat(catalog.resolve(album, album.sections().get(0), cancel).uri())
        .hasToString(feeds.address() + "/new/one.mp3");
  }

  @Test
  void movedForNow_orToSomethingThatIsNoFeed_keepsItsAddress() throws IOException {
    FeedCatalog catalog = open("", "/treasure");
    feeds.next(redirect(302, "/elsewhere"));
    feeds.next(redirect(301, "/journey"));
    catalog.refresh();
    clock.advance(Duration.ofHours(1));
    feeds.next(redirect(301, "/advert"));
    feeds.next(200, "<html>Buy this domain</html>");
    catalog.refresh();
    assertThat(catalog.followed().get(0).url()).isEqualTo(feeds.address() + "/treasure");
    assertThat(catalog.trouble()).contains("no feed");
  }

  private static MockResponse redirect(int status, String path) {
    return new MockResponse.Builder().code(status).addHeader("Location", path).build();
  }

  @Test
  void refreshNow_asksBeforeTheTime_butNotEverySecond() throws IOException {
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    catalog.refreshNow();
    clock.advance(Duration.ofSeconds(59));
    catalog.refreshNow();
    assertThat(feeds.asked()).as("asked a moment ago").hasSize(1);
    clock.advance(Duration.ofSeconds(1));
    catalog.refresh();
    assertThat(feeds.asked()).hasSize(2);
  }

  @Test
  void refreshNow_asksAFeedThatWasGone() throws IOException {
    feeds.next(410, "");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    clock.advance(Duration.ofMinutes(5));
    catalog.refreshNow();
    assertThat(catalog.known()).extracting(Album::title).containsExactly("西游记");
    assertThat(catalog.trouble()).isEmpty();
  }

  @Test
  void resolve_relativeLink_isMadeWhole_andAVanishedEpisodeIsSaid() throws IOException {
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    Album album = catalog.known().get(0);
    assertThat(catalog.resolve(album, album.sections().get(0), cancel).uri())
        .hasToString(feeds.address() + "/audio/1.mp3?t=1");
    Section old = new Section(9, "Old", "g0", 0, 0, 0);
    assertThatThrownBy(() -> catalog.resolve(album, old, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().said(Language.ZH)).isEqualTo("播客里已经没有这一集了"));
  }

  private void putEpisode(String chapterFile) {
    feeds.put(
        "/journey",
        "<rss><channel><title>x</title><item><guid>g</guid><podcast:chapters url='"
            + chapterFile
            + "' type='application/json+chapters'/><enclosure url='/a.mp3'/></item></channel></rss>");
  }

  @Test
  void chapters_inAFile_areAskedForOnce_whenTheEpisodeIsWanted() throws IOException {
    putEpisode("/chapters.json");
    feeds.put("/chapters.json", "{\"chapters\":[{\"startTime\":0,\"title\":\"One\"}]}");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    Album album = catalog.known().get(0);
    Section episode = album.sections().get(0);
    assertThat(feeds.asked()).hasSize(1); // looking at the feed tells nobody what is heard
    catalog.resolve(album, episode, cancel);
    List<Section.Chapter> expected =
        List.of(new Section.Chapter("One", 0, Double.POSITIVE_INFINITY));
    assertThat(catalog.chapters(album, episode)).isEqualTo(expected);
    catalog.resolve(album, episode, cancel);
    assertThat(feeds.asked()).hasSize(2);

    // After a restart the file is here already, so the episode is opened without its link.
    FeedCatalog later = open("", "/journey");
    assertThat(later.chapters(album, episode)).isEmpty();
    later.refresh();
    assertThat(later.chapters(album, episode)).isEqualTo(expected);
  }

  @Test
  void chapters_thatCannotBeHad_keepNobodyFromListening() throws IOException {
    for (String file : List.of("/missing.json", "http://10.0.0.3/c.json", "/journey")) {
      putEpisode(file);
      FeedCatalog catalog = open("", "/journey");
      catalog.refresh();
      Album album = catalog.known().get(0);
      Section episode = album.sections().get(0);
      assertThat(catalog.resolve(album, episode, cancel).uri().getPath()).isEqualTo("/a.mp3");
      assertThat(catalog.chapters(album, episode)).isEmpty();
    }
  }

  /** One failure of the network took the chapters of an episode away until the restart. */
  @Test
  void chapters_afterAFailureOfTheNetwork_areAskedForAgain() throws IOException {
    putEpisode("/chapters.json");
    feeds.put("/chapters.json", "{\"chapters\":[{\"startTime\":0,\"title\":\"One\"}]}");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    Album album = catalog.known().get(0);
    Section episode = album.sections().get(0);
    feeds.next(500, "a fault");
    feeds.next(500, "a fault");
    catalog.resolve(album, episode, cancel);
    int asked = feeds.asked().size();
    assertThat(catalog.chapters(album, episode)).isEmpty();
    assertThat(feeds.asked()).as("not at once").hasSize(asked);
    clock.advance(Duration.ofMinutes(1));
    catalog.resolve(album, episode, cancel);
    assertThat(catalog.chapters(album, episode)).hasSize(1);
    assertThat(feeds.asked()).hasSize(asked + 1);

    putEpisode("/others.json");
    feeds.put("/others.json", "{\"chapters\":[{\"startTime\":0,\"title\":\"Two\"}]}");
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    catalog.resolve(album, episode, cancel);
    assertThat(catalog.chapters(album, episode))
        .extracting(Section.Chapter::title)
        .containsExactly("Two");
  }

  @Test
  void askChapters_twoAskers_waitForOneRequest() throws IOException {
    putEpisode("/chapters.json");
    feeds.put("/chapters.json", "{\"chapters\":[{\"startTime\":0,\"title\":\"One\"}]}");
    FeedSettings settings =
        new FeedSettings(WebSettings.at("", Duration.ZERO), List.of(), "", Duration.ofHours(1));
    Subscription subscription =
        new Subscription("pod", "pod:1", feeds.address() + "/journey", settings, http, clock);
    subscription.load(cancel);
    List<Runnable> requests = new ArrayList<>();
    var first = subscription.askChapters("g", requests::add);
    var second = subscription.askChapters("g", requests::add);
    assertThat(requests).hasSize(1);
    assertThat(second).isNotDone();
    requests.get(0).run();
    assertThat(first.join()).hasSize(1);
    assertThat(second.join()).isEqualTo(first.join());
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    String id = catalog().known().get(0).id();
    // Each question is that of a catalogue which has not seen the feed, but has its own memory of
    // a service that asked to wait.
    FeedCatalog[] fresh = {open("", "/journey")};
    ServiceTroubles.check(
        feeds,
        cancel -> {
          if (!fresh[0].known().isEmpty()) {
            fresh[0] = open("", "/journey");
          }
          fresh[0].detail(id, cancel);
        },
        /* requests= */ 1);
  }

  private static String page(String next, String... newestFirst) {
    return FakeFeeds.feed("西游记", newestFirst)
        .replace("<language>", "<atom:link rel='next' href='" + next + "'/><language>");
  }

  private List<String> episodes(FeedCatalog catalog) {
    return catalog.known().get(0).sections().stream().map(Section::fileId).toList();
  }

  @Test
  void pagedFeed_allPagesAreOnePodcast_alsoInACircle_oldestFirst() throws IOException {
    feeds.put("/older", page("older2", "4", "3"));
    feeds.put("/older2", page("/journey", "3", "2", "1"));
    feeds.put("/journey", page("/older", "6", "5"));
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    assertThat(episodes(catalog)).containsExactly("g1", "g2", "g3", "g4", "g5", "g6");
    assertThat(feeds.asked()).hasSize(3);
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    assertThat(feeds.asked()).as("nothing new, so one question").hasSize(4);
    assertThat(catalog.resolve(catalog.known().get(0), section(catalog, 0), cancel).uri().getPath())
        .isEqualTo("/audio/1.mp3");
  }

  private static Section section(FeedCatalog catalog, int index) {
    return catalog.known().get(0).sections().get(index);
  }

  @Test
  void pagedFeed_olderPageFails_newEpisodesAreThere_andNoneThatWasKnownIsLost() throws IOException {
    feeds.put("/journey", page("/older", "3", "2"));
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    assertThat(episodes(catalog)).containsExactly("g2", "g3");
    feeds.put("/older", FakeFeeds.feed("西游记", "1"));
    clock.advance(Duration.ofMinutes(11));
    catalog.refresh();
    assertThat(episodes(catalog)).as("asked again soon").containsExactly("g1", "g2", "g3");
    feeds.put("/journey", page("/nowhere", "4", "3"));
    clock.advance(Duration.ofMinutes(61));
    catalog.refresh();
    assertThat(episodes(catalog)).containsExactly("g1", "g2", "g3");
    assertThat(catalog.trouble()).isNotEmpty();
  }

  @Test
  void archivedFeed_isFollowed_andAPrivatePageIsNot() throws IOException {
    feeds.put(
        "/journey",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>西游记</title>"
            + "<link rel='prev-archive' href='/2019.atom'/><entry><id>b</id><title>B</title>"
            + "<link rel='enclosure' href='/b.mp3'/></entry></feed>");
    feeds.put(
        "/2019.atom",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>old</title>"
            + "<link rel='prev-archive' href='http://10.0.0.9/2018.atom'/><entry><id>a</id>"
            + "<title>A</title><link rel='enclosure' href='/a.mp3'/></entry></feed>");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    assertThat(catalog.known()).extracting(Album::title).containsExactly("西游记");
    assertThat(episodes(catalog)).containsExactly("a", "b");
    assertThat(feeds.asked()).hasSize(2);
  }

  @Test
  void resolve_privateLink_isRefused() throws IOException {
    feeds.put(
        "/journey",
        "<rss><channel><title>x</title><item><enclosure"
            + " url='http://10.0.0.3/a.mp3'/></item></channel></rss>");
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    Album album = catalog.known().get(0);
    assertThatThrownBy(() -> catalog.resolve(album, album.sections().get(0), cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_ALLOWED));
  }

  @Test
  void detail_noFeedAtItsAddress_saysSo() throws IOException {
    FeedCatalog catalog = open("", "/journey");
    catalog.refresh();
    String id = catalog.known().get(0).id();
    feeds.put("/journey", "{\"no\":\"feed\"}");
    assertThatThrownBy(() -> open("", "/journey").detail(id, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().said(Language.EN)).isEqualTo("that address is no podcast"));
  }

  @Test
  void opml_besideFeeds_isReadOnce_missingOneIsNamed() throws IOException {
    Files.writeString(
        home.resolve("feeds.opml"),
        "<opml><body><outline xmlUrl='%s/treasure'/><outline xmlUrl='%s/journey'/></body></opml>"
            .formatted(feeds.address(), feeds.address()));
    FeedCatalog catalog = open("feeds.opml", "/journey");
    catalog.refresh();
    assertThat(catalog.known()).extracting(Album::title).containsExactly("西游记", "Treasure Island");
    assertThatThrownBy(() -> open("none.opml"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("none.opml cannot be read: check its path and mode");
  }
}
