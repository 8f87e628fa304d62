package dev.earmark.library.audiobookshelf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.ServiceTroubles;
import dev.earmark.library.http.WebSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AudiobookshelfCatalogTest extends CatalogContract {
  private final FakeAudiobookshelf server = new FakeAudiobookshelf();
  private final OkHttpClient http = new OkHttpClient();
  private final FakeClock clock = new FakeClock();
  private final CancelFlag cancel = new CancelFlag();
  private AudiobookshelfCatalog catalog;

  @BeforeEach
  void start() throws IOException {
    server.start();
    server.at(clock.now());
    catalog = open(FakeAudiobookshelf.KEY);
  }

  @AfterEach
  void stop() {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  private AudiobookshelfCatalog open(String key) {
    return new AudiobookshelfCatalog(
        "abs",
        new AudiobookshelfSettings(
            WebSettings.at(server.address(), Duration.ZERO), key, "", /* sync= */ true),
        http,
        clock);
  }

  @Override
  protected Catalog catalog() {
    return catalog;
  }

  @Override
  protected boolean namesTitles() {
    return false;
  }

  private Album album(String id) throws IOException {
    return catalog.detail("abs:" + id, cancel);
  }

  private static Position at(Album album, int section, double seconds, Instant time) {
    return new Position(
        album.id(), album.title(), section, seconds, 0, album.sections().size(), time);
  }

  private List<Position> places() throws IOException {
    return catalog.places(id -> catalog.detail(id, cancel), cancel);
  }

  @Test
  void severalFiles_areSections_andOneFileIsItsChapters() throws IOException {
    assertThat(album("li_1").sections())
        .containsExactly(
            new Section(1, "第一回", "11", 0, 600.5, 100), new Section(2, "第二回", "12", 0, 700, 200));
    assertThat(album("li_1").language()).isEqualTo("zh");
    assertThat(album("li_1").alternatives()).containsExactly("四大名著 1");
    assertThat(album("li_2").sections())
        .containsExactly(
            new Section(1, "One", "21", 0, 100, 900),
            new Section(2, "Two", "21", 100, 150.5, 900),
            new Section(3, "3", "21", 250.5, 149.5, 900));
    assertThat(album("li_2").author()).isEqualTo("Stevenson");
    assertThat(album("li_2").narrator()).isEqualTo("Jane, Joe");
  }

  @Test
  void resolve_namesTheFile_withTheKeyInAHeader() throws IOException {
    Album album = album("li_1");
    SectionSource source = catalog.resolve(album, album.sections().get(1), cancel);
    assertThat(source.uri().toString()).endsWith("/api/items/li_1/file/12");
    assertThat(source.headers()).containsEntry("Authorization", "Bearer abs-key");
  }

  @Test
  void wrongKey_isSaid_withoutIt() {
    AudiobookshelfCatalog wrong = open("nope");
    assertThatThrownBy(() -> wrong.search("x", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.FORBIDDEN))
        .hasMessageNotContaining("nope");
  }

  @Test
  void list_isPaged_fromPageZeroOfTheServer() throws IOException {
    server.addMany(70);
    assertThat(catalog.browse(1, cancel).albums()).hasSize(50);
    assertThat(catalog.browse(1, cancel).pages()).isEqualTo(2);
    assertThat(catalog.browse(2, cancel).albums()).hasSize(22);
  }

  @Test
  void places_areOursInSections_alsoOfFinishedBooks() throws IOException {
    server.heard("li_1", 700.5, false);
    server.heard("li_2", 0, true);
    server.heard("gone", 5, false);
    List<Position> places = places();
    assertThat(places)
        .extracting(Position::albumId, Position::section, Position::seconds)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("abs:li_1", 2, 100.0),
            org.assertj.core.groups.Tuple.tuple("abs:li_2", 3, 149.5));
  }

  @Test
  void places_timesAreByOurClock_whenTheServersDiffers() throws IOException {
    server.at(clock.now().plus(Duration.ofHours(3)));
    server.heard("li_1", 10, false);
    assertThat(Duration.between(clock.now(), places().get(0).at()).abs())
        .isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void tell_whilePlaying_isOneSession_thatIsClosedAtTheEnd() throws IOException {
    Album album = album("li_1");
    assertThat(catalog.tell(album, at(album, 1, 30, clock.now()), true, 15, cancel)).isTrue();
    assertThat(catalog.tell(album, at(album, 1, 45, clock.now()), true, 15, cancel)).isTrue();
    assertThat(catalog.tell(album, at(album, 2, 5, clock.now()), false, 15, cancel)).isTrue();
    assertThat(server.told())
        .containsExactly("sync li_1 30.0", "sync li_1 45.0", "close li_1 605.5");
  }

  @Test
  void tell_serverWasRestarted_opensANewSessionAtTheSamePlace() throws IOException {
    Album album = album("li_1");
    catalog.tell(album, at(album, 1, 30, clock.now()), true, 15, cancel);
    server.restart();
    assertThat(catalog.tell(album, at(album, 1, 45, clock.now()), true, 15, cancel)).isTrue();
    assertThat(server.told()).containsExactly("sync li_1 30.0", "sync li_1 45.0");
  }

  @Test
  void tell_serverHasANewerPlace_isNotTold() throws IOException {
    Album album = album("li_1");
    Position old = at(album, 1, 30, clock.now());
    server.at(clock.now().plusSeconds(60));
    server.heard("li_1", 900, false);
    clock.advance(Duration.ofSeconds(60));
    assertThat(catalog.tell(album, old, true, 15, cancel)).isFalse();
    assertThat(catalog.tell(album, old, false, 15, cancel)).isFalse();
    assertThat(server.told()).isEmpty();
    assertThat(places().get(0).section()).isEqualTo(2);
  }

  @Test
  void tell_serverHasAnOlderPlace_alsoWithAWrongClock_isTold() throws IOException {
    Album album = album("li_1");
    server.at(clock.now().plus(Duration.ofDays(1)));
    server.heard("li_1", 900, false);
    clock.advance(Duration.ofMinutes(5));
    server.at(clock.now().plus(Duration.ofDays(1)));
    assertThat(catalog.tell(album, at(album, 1, 30, clock.now()), false, 0, cancel)).isTrue();
    assertThat(server.told()).containsExactly("PATCH li_1 30.0");
  }

  @Test
  void tell_nearTheEnd_marksTheBookAsFinished() throws IOException {
    Album album = album("li_2");
    catalog.tell(album, at(album, 3, 145, clock.now()), false, 0, cancel);
    assertThat(places().get(0).section()).isEqualTo(3);
    assertThat(places().get(0).seconds()).isEqualTo(149.5);
  }

  @Test
  void tell_networkIsGone_saysSo_andIsToldLater() throws IOException {
    Album album = album("li_1");
    server.next(500, "");
    server.next(500, "");
    Position place = at(album, 1, 30, clock.now());
    assertThatThrownBy(() -> catalog.tell(album, place, false, 0, cancel))
        .isInstanceOf(FailureException.class);
    assertThat(server.told()).isEmpty();
    assertThat(catalog.tell(album, place, false, 0, cancel)).isTrue();
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(server, catalog, /* requests= */ 1);
  }
}
