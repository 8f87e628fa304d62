package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Section;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderCatalogTest extends CatalogContract {
  private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path temp;
  private Path root;
  private final FakeClock clock = new FakeClock();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private FolderCatalog catalog;

  @BeforeEach
  void fill() throws IOException {
    clock.advance(Duration.between(clock.now(), Instant.now()));
    root = Files.createDirectory(temp.resolve("books"));
    for (String name : List.of("第十集 d.mp3", "第一集 a.mp3", "第三集 c.mp3", "第二集 b.mp3")) {
      put("吴承恩/西游记/" + name);
    }
    put("Robert Louis Stevenson/Treasure Island/01 - The Sea Dog.mp3");
    put("Robert Louis Stevenson/Treasure Island/02 - The Apple Barrel.mp3");
    catalog = new FolderCatalog("home", root, clock, background::add);
    catalog.scan();
  }

  @Override
  protected Catalog catalog() {
    return catalog;
  }

  private Path put(String relative) throws IOException {
    return put(root.resolve(relative), "audio of " + relative);
  }

  private static Path put(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    return file;
  }

  private Album known(String id) {
    return catalog.known().stream()
        .filter(album -> album.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + ids()));
  }

  private List<String> ids() {
    return catalog.known().stream().map(Album::id).toList();
  }

  private static List<String> titles(Album album) {
    return album.sections().stream().map(Section::title).toList();
  }

  @Test
  void scan_authorAndTitleFolders_makeAlbumsInNaturalOrder() {
    Album journey = known("home:吴承恩/西游记");
    assertThat(journey.title()).isEqualTo("西游记");
    assertThat(journey.author()).isEqualTo("吴承恩");
    assertThat(titles(journey)).containsExactly("第一集 a", "第二集 b", "第三集 c", "第十集 d");
    assertThat(journey.sections()).allMatch(s -> s.sizeBytes() > 0 && s.durationS() == 0);
    Album island = known("home:Robert Louis Stevenson/Treasure Island");
    assertThat(titles(island)).containsExactly("The Sea Dog", "The Apple Barrel");
  }

  @Test
  void scan_seriesFolder_takesTheAuthorFromTwoAbove() throws IOException {
    put("shelf/Arthur Conan Doyle/Holmes/1892 - Adventures {Jane Reader}/1.mp3");
    catalog.scan();
    Album album = known("home:shelf/Arthur Conan Doyle/Holmes/1892 - Adventures {Jane Reader}");
    assertThat(album.author()).isEqualTo("Arthur Conan Doyle");
    assertThat(album.title()).isEqualTo("Adventures");
    assertThat(album.narrator()).isEqualTo("Jane Reader");
  }

  @Test
  void scan_fileInTheRoot_isABookOfItsOwn() throws IOException {
    put("水浒传.m4b");
    put("101 Dalmatians.mp3");
    catalog.scan();
    assertThat(known("home:水浒传.m4b").title()).isEqualTo("水浒传");
    assertThat(known("home:101 Dalmatians.mp3").title()).isEqualTo("101 Dalmatians");
    assertThat(known("home:水浒传.m4b").sections()).hasSize(1);
  }

  @Test
  void scan_discFolders_belongToTheAlbumAbove() throws IOException {
    put("Moby Dick/CD2/1.mp3");
    put("Moby Dick/CD10/1.mp3");
    put("Moby Dick/CD1/2.mp3");
    put("Moby Dick/CD1/1.mp3");
    catalog.scan();
    assertThat(known("home:Moby Dick").sections())
        .extracting(Section::fileId)
        .containsExactly("CD1/1.mp3", "CD1/2.mp3", "CD2/1.mp3", "CD10/1.mp3");
    assertThat(ids()).hasSize(3);
    put("Moby Dick/CD2/2.mp3");
    catalog.scan();
    assertThat(known("home:Moby Dick").sections()).hasSize(5);
  }

  @Test
  void scan_printedNumbers_areTheSectionsNumbers_alsoWithHoles() throws IOException {
    put("Holes/001.mp3");
    put("Holes/002.mp3");
    put("Holes/012.mp3");
    put("Plain/preface.mp3");
    put("Plain/tale.mp3");
    put("Discs/CD1/01.mp3");
    put("Discs/CD1/02.mp3");
    put("Discs/CD2/01.mp3");
    catalog.scan();
    assertThat(known("home:Holes").sections())
        .extracting(Section::number)
        .containsExactly(1, 2, 12);
    assertThat(known("home:Holes").section(12).orElseThrow().fileId()).isEqualTo("012.mp3");
    assertThat(known("home:Holes").after(2).orElseThrow().number()).isEqualTo(12);
    assertThat(known("home:Plain").sections()).extracting(Section::number).containsExactly(1, 2);
    assertThat(known("home:Discs").sections()).extracting(Section::number).containsExactly(1, 2, 3);
    assertThat(known("home:吴承恩/西游记").sections())
        .extracting(Section::number)
        .containsExactly(1, 2, 3, 10);
  }

  @Test
  void scan_whatIsNoBook_isIgnored() throws IOException {
    put("A/.hidden.mp3");
    put("A/@eaDir/x.mp3");
    put("A/2.mp3.part");
    put("A/notes.txt");
    put(root.resolve("A/empty.mp3"), "");
    put(".trash/1.mp3");
    catalog.scan();
    assertThat(ids()).hasSize(2);
  }

  @Test
  void scan_growingFile_waitsUntilItHasSettled() throws IOException {
    put("A/1.mp3");
    Path growing = put("A/2.mp3");
    Files.setLastModifiedTime(growing, FileTime.from(clock.now().minusSeconds(1)));
    catalog.scan();
    assertThat(known("home:A").sections()).hasSize(1);
    clock.advance(Duration.ofSeconds(10));
    catalog.scan();
    assertThat(known("home:A").sections()).hasSize(2);
  }

  @Test
  void search_bookWasPutThereSinceTheLastScan_isFound() throws IOException {
    catalog.scan();
    put("新书/1.mp3");
    assertThat(search("新书")).isEmpty(); // the last scan is of this moment
    clock.advance(Duration.ofSeconds(6));
    assertThat(search("新书")).extracting(Album::title).containsExactly("新书");
  }

  private List<Album> search(String keyword) throws IOException {
    return catalog.search(keyword, 1, new CancelFlag()).albums();
  }

  @Test
  void awaitSettled_filesThatAreBeingCopied_areWaitedFor_butNotForEver() throws Exception {
    Path copied = put("新书/1.mp3");
    Files.setLastModifiedTime(copied, FileTime.from(clock.now()));
    catalog.scan();
    assertThat(catalog.isUnsettled()).isTrue();
    catalog.awaitSettled(Duration.ofSeconds(7));
    assertThat(catalog.isUnsettled()).isFalse();
    assertThat(known("home:新书").sections()).hasSize(1);

    Files.setLastModifiedTime(
        put("新书/2.mp3"), FileTime.from(clock.now().plus(Duration.ofSeconds(11))));
    clock.advance(Duration.ofSeconds(6));
    catalog.scan();
    Instant before = clock.now();
    catalog.awaitSettled(Duration.ofSeconds(2));
    assertThat(catalog.isUnsettled()).isTrue();
    assertThat(Duration.between(before, clock.now())).isEqualTo(Duration.ofSeconds(2));
  }

  /** A folder that somebody wrote into for hours was scanned every two seconds. */
  @Test
  void isUnsettled_afterAScanThatTookLonger_restsLonger() throws IOException {
    FolderCatalog slow =
        new FolderCatalog(
            "slow",
            root,
            file -> {
              clock.advance(Duration.ofMillis(50));
              return FileTags.NONE;
            },
            clock,
            background::add);
    Files.setLastModifiedTime(put("新书/1.mp3"), FileTime.from(clock.now()));
    Instant before = clock.now();
    slow.scan();
    Duration took = Duration.between(before, clock.now());
    assertThat(took).isBetween(Duration.ofMillis(50), Duration.ofSeconds(1));
    assertThat(slow.isUnsettled()).isFalse();
    clock.advance(took.multipliedBy(50).minusNanos(1));
    assertThat(slow.isUnsettled()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(slow.isUnsettled()).isTrue();
  }

  @Test
  void scan_sidecars_giveDescriptionNarratorAndCover() throws IOException {
    put("A/1.mp3");
    put(root.resolve("A/desc.txt"), "关于这本书\n第二行");
    put(root.resolve("A/reader.txt"), "单田芳\n ignored");
    put(root.resolve("A/other.jpg"), "x");
    put(root.resolve("A/Cover.PNG"), "x");
    catalog.scan();
    Album album = known("home:A");
    assertThat(album.description()).isEqualTo("关于这本书\n第二行");
    assertThat(album.narrator()).isEqualTo("单田芳");
    assertThat(album.cover()).endsWith("Cover.PNG");
  }

  @Test
  void scan_sidecarInGbk_isRead() throws IOException {
    put("A/1.mp3");
    Files.write(root.resolve("A/desc.txt"), "关于这本书".getBytes(Charset.forName("GBK")));
    catalog.scan();
    assertThat(known("home:A").description()).isEqualTo("关于这本书");
  }

  @Test
  void scan_albumJson_isUsed() throws IOException {
    put("b/one.mp3");
    put("b/two.mp3");
    put("b/stray.mp3");
    put(
        root.resolve("b/album.json"),
        """
        {"title": "聊斋志异", "title_alternatives": ["Strange Tales"], "author": "蒲松龄",
         "sections": [{"number": 1, "title": "Two", "file": "two.mp3", "duration_s": 12.5},
           {"number": 2, "title": "Gone", "file": "gone.mp3"},
           {"number": 3, "title": "One", "file": "one.mp3", "start_s": 3}]}\
        """);
    catalog.scan();
    Album album = known("home:b");
    assertThat(album.title()).isEqualTo("聊斋志异");
    assertThat(titles(album)).containsExactly("Two", "One");
    assertThat(album.sections().get(0).durationS()).isEqualTo(12.5);
    assertThat(album.sections().get(1).startS()).isEqualTo(3);
    assertThat(catalog.titles()).contains("Strange Tales");
  }

  @Test
  void scan_damagedAlbumJson_fallsBackToTheNames() throws IOException {
    put("b/1.mp3");
    for (String damage : List.of("{", "[]", "{\"title\":\"x\"}", "null", "{\"sections\":7}")) {
      Path file = put(root.resolve("b/album.json"), damage);
      Files.setLastModifiedTime(file, FileTime.fromMillis(damage.hashCode() & 0xffff));
      catalog.scan();
      assertThat(known("home:b").title()).isEqualTo("b");
    }
  }

  @Test
  void scan_namesInGbk_areShownRightAndCanBeOpened() throws IOException {
    Path folder = raw(root, "红楼梦");
    Files.createDirectory(folder);
    Path file = raw(folder, "第二回.mp3");
    put(file, "sound");
    put(raw(folder, "第十回.mp3"), "sound");
    catalog.scan();
    Album album = known("home:红楼梦");
    assertThat(album.title()).isEqualTo("红楼梦");
    assertThat(titles(album)).containsExactly("第二回", "第十回");
    URI uri = catalog.resolve(album, album.sections().get(0), new CancelFlag()).uri();
    assertThat(Files.readString(Path.of(uri))).isEqualTo("sound");
  }

  /** Returns a path whose last name has the bytes of GBK. */
  private static Path raw(Path folder, String name) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : name.getBytes(Charset.forName("GBK"))) {
      encoded.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
    }
    String parent = folder.toUri().toString();
    return Path.of(URI.create(parent + (parent.endsWith("/") ? "" : "/") + encoded));
  }

  @Test
  void scan_oddNames_areSafe() throws IOException {
    List<String> odd =
        List.of("a\\b", "q?", "c:d", "x\"y", "<z>", "end.", "😀", "a%20b", "a#b", "a b");
    for (String name : odd) {
      put(name + "/1 #%?.mp3");
    }
    catalog.scan();
    for (String name : odd) {
      Album album = known("home:" + name);
      URI uri = catalog.resolve(album, album.sections().get(0), new CancelFlag()).uri();
      assertThat(Files.size(Path.of(uri))).isPositive();
    }
  }

  @Test
  void scan_linksInACircle_end() throws IOException {
    put("A/1.mp3");
    Files.createSymbolicLink(root.resolve("A/again"), root);
    Files.createSymbolicLink(root.resolve("self"), root.resolve("self"));
    Files.createSymbolicLink(root.resolve("nowhere"), Path.of("/nonexistent/x"));
    catalog.scan();
    assertThat(ids())
        .containsExactlyInAnyOrder(
            "home:A", "home:吴承恩/西游记", "home:Robert Louis Stevenson/Treasure Island");
  }

  @Test
  void scan_linkToAFolderOutside_isFollowed() throws IOException {
    Path elsewhere = temp.resolve("elsewhere");
    put(elsewhere.resolve("1.mp3"), "sound");
    Files.createSymbolicLink(root.resolve("Linked"), elsewhere);
    catalog.scan();
    assertThat(known("home:Linked").sections()).hasSize(1);
  }

  @Test
  void scan_again_findsNewAndChangedFolders() throws IOException {
    AtomicInteger changes = new AtomicInteger();
    catalog.onChange(changes::incrementAndGet);
    catalog.scan();
    assertThat(changes).hasValue(0);
    put("New/1.mp3");
    put("吴承恩/西游记/第四集 e.mp3");
    catalog.scan();
    assertThat(changes).hasValue(1);
    assertThat(known("home:New").sections()).hasSize(1);
    assertThat(titles(known("home:吴承恩/西游记")))
        .containsExactly("第一集 a", "第二集 b", "第三集 c", "第四集 e", "第十集 d");
  }

  @Test
  void scan_rootHasVanished_keepsEverythingAsMissing() throws IOException {
    List<String> before = ids();
    Path away = temp.resolve("unplugged");
    Files.move(root, away);
    clock.advance(Duration.ofDays(30));
    catalog.scan();
    assertThat(ids()).containsExactlyElementsOf(before);
    assertThat(catalog.missing()).hasSize(2);
    Album album = known("home:吴承恩/西游记");
    assertThatThrownBy(() -> catalog.resolve(album, album.sections().get(0), new CancelFlag()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNAVAILABLE))
        .hasMessageContaining("disk");
    Files.move(away, root);
    catalog.scan();
    assertThat(catalog.missing()).isEmpty();
    assertThat(catalog.resolve(album, album.sections().get(0), new CancelFlag()).isLocal())
        .isTrue();
  }

  @Test
  void scan_albumWasDeleted_isForgottenAfterADay() throws IOException {
    delete(root.resolve("吴承恩"));
    catalog.scan();
    assertThat(catalog.missing()).containsExactly("home:吴承恩/西游记");
    clock.advance(Duration.ofHours(25));
    catalog.scan();
    assertThat(ids()).containsExactly("home:Robert Louis Stevenson/Treasure Island");
    assertThat(catalog.missing()).isEmpty();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void refresh_asksOnceForOneScan() throws IOException {
    put("New/1.mp3");
    catalog.refresh();
    catalog.refresh();
    assertThat(background).hasSize(1);
    assertThat(ids()).doesNotContain("home:New");
    background.remove().run();
    assertThat(ids()).contains("home:New");
    catalog.refresh();
    assertThat(background).hasSize(1);
  }

  @Test
  void refresh_refusedOnce_isTakenTheNextTime() throws IOException {
    AtomicBoolean busy = new AtomicBoolean(true);
    FolderCatalog later =
        new FolderCatalog(
            "home",
            root,
            clock,
            work -> {
              if (busy.get()) {
                throw new RejectedExecutionException("too much to do");
              }
              work.run();
            });
    later.refresh();
    assertThat(later.known()).isEmpty();
    busy.set(false);
    later.refresh();
    assertThat(later.known()).isNotEmpty();
  }

  @Test
  void scan_albumIsMissingAndTheClockIsSet_isKeptForADayThatPasses() throws IOException {
    delete(root.resolve("吴承恩"));
    catalog.scan();
    clock.setBy(Duration.ofDays(3));
    catalog.scan();
    assertThat(catalog.missing()).containsExactly("home:吴承恩/西游记");
    clock.setBy(Duration.ofDays(-6));
    clock.advance(Duration.ofHours(25));
    catalog.scan();
    assertThat(catalog.missing()).isEmpty();
  }

  @Test
  void search_beforeTheFirstScan_waitsUntilCancelled() {
    FolderCatalog fresh = new FolderCatalog("home", root, Clock.system(), background::add);
    CancelFlag cancel = new CancelFlag();
    cancel.set();
    assertThat(fresh.known()).isEmpty();
    assertThatThrownBy(() -> fresh.search("西游记", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.CANCELLED));
  }

  @Test
  void scan_demoLibrary_isReadByItsDescriptions() throws IOException {
    FolderCatalog demo = new FolderCatalog("d", Path.of("demo-library"), clock, background::add);
    clock.advance(Duration.ofDays(3_650));
    demo.scan();
    assertThat(demo.known()).hasSize(8);
    assertThat(demo.known().stream().mapToInt(Album::sectionCount).sum()).isEqualTo(33);
    Album island = demo.search("金银岛", 1, new CancelFlag()).albums().get(0);
    assertThat(island.sections()).extracting(Section::fileId).containsOnly("treasure_island.m4b");
    assertThat(island.sections()).extracting(Section::startS).isSorted();
  }

  /** Lets so much time pass that what is unchanged is known by its times. */
  private void settle() throws IOException {
    clock.advance(Duration.ofMinutes(1));
    catalog.scan();
  }

  @Test
  void scan_sidecarInTheRootWasDeleted_theRestIsReadAsBefore() throws IOException {
    Path told = put("metadata.json");
    put("loose.mp3");
    settle();
    assertThat(ids()).hasSize(3);

    Files.delete(told);
    clock.advance(Duration.ofMinutes(1));
    put("New/1.mp3");
    catalog.scan();
    assertThat(catalog.isAway()).isFalse();
    assertThat(known("home:New").sections()).hasSize(1);

    put("Newer/1.mp3");
    settle();
    assertThat(known("home:Newer").sections()).hasSize(1);
    assertThat(catalog.missing()).isEmpty();
  }

  @Test
  void scan_discFolderWasRemoved_theBookStaysWithTheOthers() throws IOException {
    put("Moby Dick/CD1/1.mp3");
    put("Moby Dick/CD2/1.mp3");
    settle();
    assertThat(known("home:Moby Dick").sections()).hasSize(2);

    delete(root.resolve("Moby Dick/CD1"));
    settle();

    assertThat(catalog.missing()).isEmpty();
    assertThat(known("home:Moby Dick").sections())
        .extracting(Section::fileId)
        .containsExactly("CD2/1.mp3");
  }

  /** What is told names the file and what to do about it. */
  @Test
  void resolve_fileThatIsGone_isNamedWithItsRemedy() throws IOException {
    Album album = catalog.search("Treasure Island", 1, new CancelFlag()).albums().get(0);
    Album full = catalog.detail(album.id(), new CancelFlag());
    Path file = root.resolve("Robert Louis Stevenson/Treasure Island/01 - The Sea Dog.mp3");
    Section first = full.section(1).orElseThrow();
    Files.delete(file);
    assertThat(refusal(full, first)).contains("01 - The Sea Dog.mp3 is gone; put it back");
    Files.createDirectory(file);
    assertThat(refusal(full, first)).contains("is a folder now; put the file back");
    Files.move(file.getParent(), temp.resolve("away"));
    assertThat(refusal(full, first)).contains("Treasure Island cannot be reached; check its disk");
  }

  private String refusal(Album album, Section section) throws IOException {
    try {
      return catalog.resolve(album, section, new CancelFlag()).uri().toString();
    } catch (FailureException e) {
      return e.failure().said(Language.EN);
    }
  }
}
