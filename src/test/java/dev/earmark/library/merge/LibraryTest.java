package dev.earmark.library.merge;

import static dev.earmark.library.Albums.album;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.FakeCatalog;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStoreContract;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LibraryTest {
  private static final Duration SHORT = Duration.ofMillis(200);
  private final FakeClock clock = new FakeClock();
  private final FakeProgressStore store = new FakeProgressStore();
  private final CancelFlag cancel = new CancelFlag();
  private final List<Library> opened = new ArrayList<>();

  private Library library(Duration limit, Catalog... catalogs) {
    Library library = new Library(List.of(catalogs), store, clock, limit);
    library.start();
    opened.add(library);
    return library;
  }

  private Library library(Catalog... catalogs) {
    return library(Duration.ofSeconds(20), catalogs);
  }

  @AfterEach
  void close() {
    opened.forEach(Library::close);
  }

  @Test
  void resolve_albumOfACatalogueThatIsNotConfiguredAnyMore_saysSoAndThatThePlaceIsKept()
      throws IOException {
    Section section = new Section(1, "1", "1", 0, 60, 0);
    Album album = new Album("gone:1", "Gone", List.of(), "", "", "en", "", "", 1, List.of(section));
    assertThatThrownBy(() -> library().resolve(album, section, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().detail()).contains("gone:1", "config.yml");
              assertThat(e.failure().said(Language.EN)).contains("was removed", "kept");
              assertThat(e.failure().said(Language.ZH)).contains("已经去掉了");
            });
  }

  /** "play 😀" was answered with "the request is not valid". */
  @Test
  void search_nothingButSigns_isRefusedInWordsForTheListener() {
    assertThatThrownBy(() -> library().search("😀", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().said(Language.EN))
                  .isEqualTo("\"😀\" has no word of a title in it");
              assertThat(e.failure().said(Language.ZH)).isEqualTo("书名里要有字，“😀”里没有");
            });
  }

  @Test
  void find_albumOfALocalCatalogue_isKnownAtOnce() {
    Library library = library(new FakeCatalog("a", album("a:1", "西游记", 9)).local());
    assertThat(library.find("《西遊記》")).map(Album::id).contains("a:1");
    assertThat(library.byId("a:1")).isPresent();
    assertThat(library.known()).hasSize(1);
    await().untilAsserted(() -> assertThat(library.find("洗油机")).isPresent());
  }

  @Test
  void find_albumOfARemoteCatalogue_isKnownAfterASearch() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 9));
    Library library = library(remote);
    assertThat(library.find("西游记")).isEmpty();
    assertThat(remote.searches()).isZero();
    assertThat(library.search("西游记", 1, cancel).albums())
        .extracting(Album::id)
        .containsExactly("r:1");
    assertThat(library.find("西游记")).map(Album::id).contains("r:1");
  }

  @Test
  void find_whileEveryCatalogueHangs_answersAtOnce() throws Exception {
    FakeCatalog hanging = new FakeCatalog("r", album("r:1", "水浒传", 9));
    Library library = library(new FakeCatalog("a", album("a:1", "西游记", 9)).local(), hanging);
    CountDownLatch release = hanging.block();
    CompletableFuture<LibraryService.Found> search =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return library.search("水浒传", 1, cancel);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    await().until(() -> hanging.searches() == 1);
    assertThat(library.find("西游记")).isPresent();
    assertThat(search).isNotDone();
    release.countDown();
    assertThat(search.get().albums()).hasSize(1);
  }

  @Test
  void search_severalCatalogues_mergesBestFirst() throws IOException {
    Library library =
        library(
            new FakeCatalog("a", album("a:1", "Treasure Island Retold", 1)),
            new FakeCatalog("b", album("b:1", "Treasure Island", 1)),
            new FakeCatalog("c", album("c:1", "The Story of Treasure Island", 1)));
    assertThat(library.search("treasure island", 1, cancel).albums())
        .extracting(Album::id)
        .containsExactly("b:1", "a:1", "c:1");
  }

  @Test
  void search_equallyGood_heardBeforeComesFirst() throws IOException {
    store.save(ProgressStoreContract.position("b:1", 2, 60, 0));
    FakeCatalog first = new FakeCatalog("a", album("a:1", "西游记", 1)).local();
    Library library = library(first, new FakeCatalog("b", album("b:1", "西游记", 1)).local());
    await().untilAsserted(() -> assertThat(library.find("西游记")).map(Album::id).contains("b:1"));
    assertThat(library.search("西游记", 1, cancel).albums())
        .extracting(Album::id)
        .containsExactly("b:1", "a:1");
  }

  /** 三宝太监西洋记 is a book as well: 西游记 began to play for who asked for it by its short name. */
  @Test
  void surely_nearSoundThatWasNeverHeard_waitsForCataloguesThatMayHaveThatVeryTitle()
      throws IOException {
    FakeCatalog shelf = new FakeCatalog("a", album("a:1", "西游记", 1)).local();
    FakeCatalog web = new FakeCatalog("b", album("b:1", "西洋记", 1));
    Library library = library(shelf, web);
    await().untilAsserted(() -> assertThat(library.find("西洋记")).map(Album::id).contains("a:1"));
    assertThat(library.surely("西洋记")).isEmpty();
    assertThat(library.surely("西游机")).as("the same sound").map(Album::id).contains("a:1");
    assertThat(library.surely("西游")).as("a part of it").map(Album::id).contains("a:1");
    library.search("西洋记", 1, cancel);
    assertThat(library.surely("西洋记")).map(Album::id).contains("b:1");
  }

  @Test
  void surely_nearSound_isTakenWhenNobodyElseCanBeAskedOrWasAskedOrItWasHeard() throws IOException {
    FakeCatalog shelf = new FakeCatalog("a", album("a:1", "西游记", 1)).local();
    Library alone = library(shelf);
    await().untilAsserted(() -> assertThat(alone.surely("西洋记")).map(Album::id).contains("a:1"));
    Library asked = library(shelf, new FakeCatalog("b"));
    await().untilAsserted(() -> assertThat(asked.find("西洋记")).isPresent());
    assertThat(asked.surely("西洋记")).isEmpty();
    asked.search("西洋记", 1, cancel);
    assertThat(asked.surely("西洋记")).map(Album::id).contains("a:1");
    store.save(ProgressStoreContract.position("a:1", 2, 60, 0));
    Library heard = library(shelf, new FakeCatalog("b"));
    await().untilAsserted(() -> assertThat(heard.surely("西洋记")).map(Album::id).contains("a:1"));
  }

  @Test
  void search_bookThatCameMeanwhile_isFoundByWordsThatWereSearchedBefore() throws IOException {
    FakeCatalog shelf = new FakeCatalog("a", album("a:1", "沙丘", 1)).local();
    Library library = library(shelf);
    assertThat(library.search("沙丘", 1, cancel).albums()).hasSize(1);
    shelf.add(album("a:2", "沙丘之子", 1));
    assertThat(library.search("沙丘", 1, cancel).albums())
        .extracting(Album::id)
        .containsExactly("a:1", "a:2");
  }

  /** A megabyte for a title kept the processor busy for minutes, and every other search waiting. */
  @Test
  void wordsThatAreNoTitleByTheirLength_areRefusedAtOnce() {
    Library library = library(new FakeCatalog("a", album("a:1", "西游记", 1)).local());
    String much = "one two ".repeat(100_000);
    assertThat(library.find(much)).isEmpty();
    assertThatThrownBy(() -> library.search(much, 1, cancel)).hasMessageContaining("at most 500");
  }

  @Test
  void search_slowCatalogue_isNamedAndTheOthersAnswer() throws IOException {
    FakeCatalog slow = new FakeCatalog("slow", album("slow:1", "西游记", 1));
    slow.block();
    Library library = library(SHORT, slow, new FakeCatalog("ok", album("ok:1", "西游记", 1)));
    LibraryService.Found found = library.search("西游记", 1, cancel);
    assertThat(found.albums()).extracting(Album::id).containsExactly("ok:1");
    assertThat(found.problems()).singleElement().asString().contains("slow").contains("0.2 s");
  }

  @Test
  void search_brokenCatalogue_isNamedAndAskedAgainNextTime() throws IOException {
    FakeCatalog broken = new FakeCatalog("broken", album("broken:1", "西游记", 1));
    broken.failWith(new FailureException(Failure.Kind.THROTTLED, "too many requests"));
    Library library = library(broken);
    LibraryService.Found found = library.search("西游记", 1, cancel);
    assertThat(found.albums()).isEmpty();
    assertThat(found.problems()).containsExactly("broken: too many requests");
    broken.failWith(null);
    assertThat(library.search("西游记", 1, cancel).albums()).hasSize(1);
  }

  /**
   * While a slow catalogue was waited for, that another one's quota was used up was said by nobody,
   * and who had asked the same meanwhile heard of no failure at all.
   */
  @Test
  void search_slowCatalogue_doesNotHideWhyOthersFailed() throws Exception {
    FakeCatalog slow = new FakeCatalog("slow");
    slow.block();
    FakeCatalog spent = new FakeCatalog("spent");
    Failure quota =
        new Failure(Failure.Kind.THROTTLED, "429", new Failure.Words("额度用完了", "no quota is left"));
    spent.failWith(quota.asException());
    Library library = library(Duration.ofSeconds(2), slow, spent);
    CompletableFuture<LibraryService.Found> first = inBackground(library);
    await()
        .untilAsserted(
            () ->
                assertThat(library.troublesOf("斗罗大陆"))
                    .extracting(trouble -> trouble.said(Language.ZH))
                    .contains("spent：额度用完了"));
    CompletableFuture<LibraryService.Found> second = inBackground(library);
    List<String> both = first.get().problems();
    assertThat(both).hasSize(2).anySatisfy(one -> assertThat(one).startsWith("slow: "));
    assertThat(second.get().problems()).isEqualTo(both);
    // Who asks once more, since it took so long, need not wait again.
    assertThat(library.search("斗罗大陆", 1, cancel).problems()).isEqualTo(both);
    assertThat(slow.searches()).isEqualTo(1);
  }

  private CompletableFuture<LibraryService.Found> inBackground(Library library) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return library.search("斗罗大陆", 1, cancel);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void search_cancelled_endsAtOnce() throws Exception {
    FakeCatalog hanging = new FakeCatalog("r");
    hanging.block();
    Library library = library(hanging);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                library.search("x y z", 1, cancel);
                thrown.complete(new AssertionError("it ended without an exception"));
              } catch (IOException e) {
                thrown.complete(e);
              }
            });
    caller.start();
    await().until(() -> hanging.searches() == 1);
    cancel.set();
    assertThat(thrown.get())
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
  }

  @Test
  void search_pages_neitherRepeatNorLose() throws IOException {
    Album[] many = new Album[37];
    for (int i = 0; i < many.length; i++) {
      many[i] = album("a:" + i, "Tale number " + i, 1);
    }
    FakeCatalog paged = new FakeCatalog("a", many).pageSize(7);
    Library library = library(paged, new FakeCatalog("b", album("b:1", "Tale", 1)));
    List<String> seen = new ArrayList<>();
    LibraryService.Found found = library.search("tale", 1, cancel);
    assertThat(found.albums()).first().extracting(Album::id).isEqualTo("b:1");
    for (int page = 1; page <= found.pages(); page++) {
      found = library.search("tale", page, cancel);
      assertThat(found.page()).isEqualTo(page);
      found.albums().forEach(hit -> seen.add(hit.id()));
    }
    assertThat(seen).hasSize(38).doesNotHaveDuplicates();
    assertThat(found.pages()).isEqualTo(4);
    assertThat(found.more()).isFalse();
    assertThat(library.search("tale", 5, cancel).albums()).isEmpty();
  }

  @Test
  void search_again_asksNobodyUntilTheAnswerIsOld() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 1));
    Library library = library(remote);
    library.search("西游记", 1, cancel);
    library.search("《西游记》", 1, cancel);
    assertThat(remote.searches()).isEqualTo(1);
    clock.advance(Duration.ofMinutes(11));
    library.search("西游记", 1, cancel);
    assertThat(remote.searches()).isEqualTo(2);
  }

  @Test
  void search_again_whenTheClockIsSetInBetween_countsTheTimeThatPassed() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 1));
    Library library = library(remote);
    library.search("西游记", 1, cancel);
    clock.setBy(Duration.ofDays(1)); // a machine without a battery learns the time
    library.search("西游记", 1, cancel);
    assertThat(remote.searches()).isEqualTo(1);
    clock.setBy(Duration.ofDays(-2));
    clock.advance(Duration.ofMinutes(11));
    library.search("西游记", 1, cancel);
    assertThat(remote.searches()).isEqualTo(2);
  }

  @Test
  void detail_whenTheClockIsSetInBetween_countsTheTimeThatPassed() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 9));
    Library library = library(remote);
    library.detail("r:1", cancel);
    clock.setBy(Duration.ofDays(3));
    library.detail("r:1", cancel);
    assertThat(remote.details()).isEqualTo(1);
    clock.setBy(Duration.ofDays(-6));
    clock.advance(Duration.ofHours(25));
    library.detail("r:1", cancel);
    assertThat(remote.details()).isEqualTo(2);
  }

  @Test
  void find_afterTheThreadsWereAllBusy_preparesAgainWhatWasHeard() throws IOException {
    List<Catalog> all = new ArrayList<>();
    List<CountDownLatch> gates = new ArrayList<>();
    FakeCatalog own = new FakeCatalog("a", album("a:1", "西游记", 1), album("a:2", "水浒传", 1)).local();
    all.add(own);
    for (int i = 0; i < 80; i++) {
      FakeCatalog hanging = new FakeCatalog("h" + i);
      gates.add(hanging.block());
      all.add(hanging);
    }
    Library library = library(all.toArray(Catalog[]::new));
    await().until(() -> library.find("洗油机").isPresent()); // prepared for the first time
    library.refresh(); // eight hang, the others wait or are refused
    store.save(new Position("a:2", "水浒传", 1, 5, 60, 1, clock.now()));
    clock.advance(Duration.ofSeconds(21));
    library.find("西游记"); // nobody can read now what was heard
    gates.forEach(CountDownLatch::countDown);
    await()
        .until(
            () -> {
              clock.advance(Duration.ofSeconds(21));
              library.find("西游记");
              return library.search("", 1, cancel).albums().get(0).id().equals("a:2");
            });
  }

  @Test
  void search_withoutWords_isRefused() {
    Library library = library();
    assertThatThrownBy(() -> library.search(" 。", 1, cancel)).isInstanceOf(FailureException.class);
    assertThatThrownBy(() -> library.search("x", 0, cancel)).isInstanceOf(FailureException.class);
  }

  @Test
  void detail_fetched_isRememberedOverARestartAndOffline() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 9));
    Library before = library(remote);
    before.search("西游记", 1, cancel);
    assertThat(before.find("西游记").orElseThrow().sections()).isEmpty();
    assertThat(before.detail("r:1", cancel).sections()).hasSize(9);
    assertThat(before.find("西游记").orElseThrow().sections()).hasSize(9);
    before.detail("r:1", cancel);
    assertThat(remote.details()).isEqualTo(1);

    remote.failWith(new FailureException(Failure.Kind.NETWORK, "down"));
    Library after = library(remote);
    assertThat(after.find("西游记").orElseThrow().sections()).hasSize(9);
    assertThat(after.detail("r:1", cancel).sections()).hasSize(9);
  }

  @Test
  void detail_afterADay_isFetchedAgain() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 9));
    Library library = library(remote);
    library.detail("r:1", cancel);
    clock.advance(Duration.ofHours(25));
    library.detail("r:1", cancel);
    assertThat(remote.details()).isEqualTo(2);
  }

  @Test
  void detail_ofNoCatalogue_isNotFound() {
    Library library = library(new FakeCatalog("a"));
    assertThatThrownBy(() -> library.detail("gone:1", cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_FOUND));
  }

  @Test
  void detail_storeCannotBeWritten_stillAnswers() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 9));
    Library library = library(remote);
    store.failWith(new FailureException(Failure.Kind.DISK_FULL, "full"));
    assertThat(library.detail("r:1", cancel).sections()).hasSize(9);
    assertThat(library.byId("r:1").orElseThrow().sections()).hasSize(9);
  }

  @Test
  void resolve_asksTheCatalogueOfTheAlbum() throws IOException {
    Album wanted = album("b:1", "西游记", 2);
    Library library = library(new FakeCatalog("a"), new FakeCatalog("b", wanted));
    assertThat(library.resolve(wanted, wanted.sections().get(1), cancel).uri().getPath())
        .isEqualTo("/b/2.mp3");
    assertThatThrownBy(
            () -> library.resolve(album("c:1", "x", 1), wanted.sections().get(0), cancel))
        .isInstanceOf(FailureException.class);
  }

  @Test
  void onChange_newResults_areAnnounced() throws IOException {
    FakeCatalog remote = new FakeCatalog("r", album("r:1", "西游记", 1));
    Library library = library(remote);
    AtomicInteger changes = new AtomicInteger();
    library.onChange(changes::incrementAndGet);
    library.search("西游记", 1, cancel);
    assertThat(changes).hasValue(1);
    library.search("西游记", 1, cancel);
    assertThat(changes).hasValue(1);
  }

  @Test
  void titles_includeThoseThatCataloguesNameBeforehand() {
    FakeCatalog local = new FakeCatalog("a", album("a:1", "西游记", 1, "Monkey King")).local();
    assertThat(library(local).titles()).containsExactly("西游记", "Monkey King");
  }

  @Test
  void catalogueThatThrowsAnything_isReportedAsAFault() throws IOException {
    Catalog faulty =
        new Catalog() {
          @Override
          public String name() {
            return "faulty";
          }

          @Override
          public Page search(String keyword, int page, CancelFlag flag) {
            throw new IllegalStateException("thrown by the test");
          }

          @Override
          public Album detail(String albumId, CancelFlag flag) {
            throw new IllegalStateException("thrown by the test");
          }

          @Override
          public SectionSource resolve(Album album, Section section, CancelFlag flag) {
            throw new IllegalStateException("thrown by the test");
          }
        };
    assertThat(library(faulty).search("x", 1, cancel).problems())
        .singleElement()
        .asString()
        .contains("faulty failed");
  }
}
