package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with chapters, cue sheets, descriptions and tags. */
final class SidecarsTest {
  private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path temp;
  private Path root;
  private final FakeClock clock = new FakeClock();
  private final Map<String, FileTags> tags = new HashMap<>();
  private final List<String> read = new ArrayList<>();
  private FolderCatalog catalog;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temp.resolve("books"));
    clock.advance(Duration.between(clock.now(), Instant.now()).plusDays(1));
    catalog =
        new FolderCatalog(
            "home",
            root,
            file -> {
              read.add(root.relativize(file).toString());
              return tags.getOrDefault(root.relativize(file).toString(), FileTags.NONE);
            },
            clock,
            Runnable::run);
  }

  private void put(String relative, byte[] content) throws IOException {
    Path file = root.resolve(relative);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    Files.setLastModifiedTime(file, FileTime.from(OLD));
  }

  private void put(String relative, String content) throws IOException {
    put(relative, content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private Album scanned(String id) {
    catalog.scan();
    return catalog.known().stream()
        .filter(album -> album.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(catalog.known().toString()));
  }

  private static FileTags chapters(double seconds, FileTags.Mark... marks) {
    return new FileTags("", "", "", "", 0, 0, seconds, List.of(marks));
  }

  private static FileTags tags(String album, String artist, String composer, int track, int disc) {
    return new FileTags("", album, artist, composer, track, disc, 60, List.of());
  }

  @Test
  void oneFileWithChapters_hasThemAsSections_byTheirPrintedNumbers() throws IOException {
    put("Moby Dick/book.m4b", "x");
    tags.put(
        "Moby Dick/book.m4b",
        chapters(
            100,
            new FileTags.Mark("Opening Credits", 0, 10),
            new FileTags.Mark("Chapter 1", 10, 40),
            new FileTags.Mark("Chapter 2", 40, 100)));
    Album album = scanned("home:Moby Dick");
    assertThat(album.sections())
        .containsExactly(
            new Section(3, "Opening Credits", "book.m4b", 0, 10, 1),
            new Section(1, "Chapter 1", "book.m4b", 10, 30, 1),
            new Section(2, "Chapter 2", "book.m4b", 40, 60, 1));
    assertThat(album.after(3).orElseThrow().number()).isEqualTo(1);
  }

  @Test
  void severalBookFiles_countTheirChaptersThrough_butOtherFilesStayWhole() throws IOException {
    FileTags two = chapters(20, new FileTags.Mark("", 0, 10), new FileTags.Mark("", 10, 20));
    put("A/part 1.m4b", "x");
    put("A/part 2.m4b", "x");
    put("B/1.mp3", "x");
    put("B/2.mp3", "x");
    List.of("A/part 1.m4b", "A/part 2.m4b", "B/1.mp3", "B/2.mp3").forEach(f -> tags.put(f, two));
    assertThat(scanned("home:A").sections())
        .extracting(Section::number, Section::fileId, Section::startS)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, "part 1.m4b", 0.0),
            org.assertj.core.groups.Tuple.tuple(2, "part 1.m4b", 10.0),
            org.assertj.core.groups.Tuple.tuple(3, "part 2.m4b", 0.0),
            org.assertj.core.groups.Tuple.tuple(4, "part 2.m4b", 10.0));
    assertThat(scanned("home:B").sections()).hasSize(2);
  }

  @Test
  void cueSheetInGbk_givesTheSections() throws IOException {
    put("评书/隋唐.mp3", "x");
    String cue =
        """
        PERFORMER "单田芳"
        TITLE "隋唐演义"
        FILE "隋唐.wav" WAVE
          TRACK 01 AUDIO
            TITLE "第一回 出世"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "第二回 投军"
            INDEX 00 61:00:00
            INDEX 01 61:02:74
        """;
    put("评书/隋唐.cue", cue.getBytes(Charset.forName("GBK")));
    tags.put("评书/隋唐.mp3", chapters(4_000));
    Album album = scanned("home:评书");
    assertThat(album.sections()).extracting(Section::title).containsExactly("第一回 出世", "第二回 投军");
    assertThat(album.sections().get(1).startS()).isCloseTo(3_662.987, within(0.001));
    assertThat(album.sections().get(1).durationS()).isCloseTo(337.013, within(0.001));
    assertThat(album.sections()).extracting(Section::fileId).containsOnly("隋唐.mp3");
  }

  @Test
  void audiobookshelfFolders_giveAuthorSeriesVolumeYearNarratorAndDisc() throws IOException {
    put("Author/Series/Vol. 3 - 2009 - Title {Narrator}/CD1/01.mp3", "x");
    put("Author/Series/Vol. 3 - 2009 - Title {Narrator}/CD2/01.mp3", "x");
    Album album = scanned("home:Author/Series/Vol. 3 - 2009 - Title {Narrator}");
    assertThat(album.title()).isEqualTo("Title");
    assertThat(album.author()).isEqualTo("Author");
    assertThat(album.narrator()).isEqualTo("Narrator");
    assertThat(album.alternatives()).containsExactly("Series 3");
    assertThat(album.sections())
        .extracting(Section::fileId)
        .containsExactly("CD1/01.mp3", "CD2/01.mp3");
  }

  @Test
  void folderNames_followTheConvention() {
    assertThat(FolderName.of("1980 - Tale {A, B}", false))
        .isEqualTo(new FolderName("Tale", "", "A, B"));
    assertThat(FolderName.of("三体 {播音王明军}", false)).isEqualTo(new FolderName("三体", "", "王明军"));
    assertThat(FolderName.of("鬼吹灯_周建龙播讲[MP3]", false).narrator()).isEqualTo("周建龙");
    assertThat(FolderName.of("(1980) - Book 2 - Tale", true))
        .isEqualTo(new FolderName("Tale", "2", ""));
    assertThat(FolderName.of("6. Tale", true)).isEqualTo(new FolderName("Tale", "6", ""));
    assertThat(FolderName.of("Volume 9 Tale", true)).isEqualTo(new FolderName("Tale", "9", ""));
    assertThat(FolderName.of("0.5 - Tale", true)).isEqualTo(new FolderName("Tale", "0.5", ""));
    assertThat(FolderName.of("101 Dalmatians", true))
        .isEqualTo(new FolderName("101 Dalmatians", "", ""));
    assertThat(FolderName.of("101. Dalmatians", true))
        .isEqualTo(new FolderName("Dalmatians", "101", ""));
    assertThat(FolderName.of("1984", true)).isEqualTo(new FolderName("1984", "", ""));
    assertThat(FolderName.of("Book 2 - Tale", false))
        .isEqualTo(new FolderName("Book 2 - Tale", "", ""));
  }

  @Test
  void metadataJson_winsOverOpfOverNames_inBothShapes() throws IOException {
    put("x/y/1.mp3", "x");
    put(
        "x/y/book.opf",
        """
        <?xml version="1.0"?><!DOCTYPE package [<!ENTITY e SYSTEM "file:///etc/passwd">]>
        <ns:package xmlns:ns="u"><ns:metadata xmlns:dc="d" xmlns:opf="o">
        <dc:title>Opf Title</dc:title><dc:creator opf:role="aut">Jane</dc:creator>
        <dc:creator opf:role="nrt">Reader</dc:creator><dc:language>eng</dc:language>
        <dc:description>&lt;p&gt;About &amp;amp; more&lt;/p&gt;</dc:description>
        <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2.0"/>
        </ns:metadata></ns:package>""");
    Album album = scanned("home:x/y");
    assertThat(album.title()).isEqualTo("Opf Title");
    assertThat(album.alternatives()).containsExactly("y", "Saga 2");
    assertThat(List.of(album.author(), album.narrator(), album.language()))
        .containsExactly("Jane", "Reader", "en");
    assertThat(album.description()).startsWith("About");

    put(
        "x/y/metadata.json",
        "{\"title\":\"新题\",\"authors\":[\"甲\",\"乙\"],\"narrators\":[],\"series\":[\"丛书 #7\"]}");
    album = scanned("home:x/y");
    assertThat(album.title()).isEqualTo("新题");
    assertThat(album.author()).isEqualTo("甲, 乙");
    assertThat(album.narrator()).isEqualTo("Reader");
    assertThat(album.alternatives()).contains("丛书 7");

    put("x/y/metadata.json", "{\"tags\":[],\"metadata\":{\"title\":\"Older\"}}");
    Files.setLastModifiedTime(root.resolve("x/y/metadata.json"), FileTime.from(OLD.plusSeconds(9)));
    assertThat(scanned("home:x/y").title()).isEqualTo("Older");

    put("x/y/metadata.json", "{broken");
    Files.setLastModifiedTime(
        root.resolve("x/y/metadata.json"), FileTime.from(OLD.plusSeconds(99)));
    assertThat(scanned("home:x/y").title()).isEqualTo("Opf Title");
  }

  @Test
  void metadataJson_chapters_areSectionsOfTheOneFile() throws IOException {
    put("b/1.mp3", "x");
    put(
        "b/metadata.json",
        "{\"title\":\"T\",\"chapters\":[{\"start\":0,\"end\":9.5,\"title\":\"A\"},"
            + "{\"start\":9.5,\"end\":20,\"title\":\"B\"}]}");
    assertThat(scanned("home:b").sections())
        .containsExactly(
            new Section(1, "A", "1.mp3", 0, 9.5, 1), new Section(2, "B", "1.mp3", 9.5, 10.5, 1));
  }

  @Test
  void tags_fillWhatTheFolderDoesNotTell_andOneFileIsRead() throws IOException {
    for (int i = 1; i <= 9; i++) {
      put("三体/" + i + ".mp3", "x");
      tags.put("三体/" + i + ".mp3", tags("三体全集", "刘慈欣", "冯雪松", i, 0));
    }
    Album album = scanned("home:三体");
    assertThat(album.title()).isEqualTo("三体");
    assertThat(album.alternatives()).containsExactly("三体全集");
    assertThat(album.author()).isEqualTo("刘慈欣");
    assertThat(album.narrator()).isEqualTo("冯雪松");
    assertThat(read).containsExactly("三体/1.mp3");
    catalog.scan();
    assertThat(read).hasSize(1);
  }

  @Test
  void tags_giveTheOrder_whereNamesHaveNoNumbers() throws IOException {
    put("b/apple.mp3", "x");
    put("b/pear.mp3", "x");
    put("b/zebra.mp3", "x");
    tags.put("b/apple.mp3", tags("www.example.com", "", "", 7, 1));
    tags.put("b/pear.mp3", tags("", "", "", 2, 1));
    tags.put("b/zebra.mp3", tags("", "", "", 1, 1));
    Album album = scanned("home:b");
    assertThat(album.sections())
        .extracting(Section::title)
        .containsExactly("zebra", "pear", "apple");
    assertThat(album.sections()).extracting(Section::number).containsExactly(1, 2, 7);
    assertThat(album.alternatives()).isEmpty();
  }

  @Test
  void authorsFolder_withWholeBooksInIt_isAShelfAndNoBook() throws IOException {
    put("Leo Tolstoy/Anna Karenina.m4b", "x");
    put("Leo Tolstoy/Resurrection.m4b", "x");
    tags.put("Leo Tolstoy/Anna Karenina.m4b", tags("Anna Karenina", "", "Maggie Gyllenhaal", 0, 0));
    tags.put(
        "Leo Tolstoy/Resurrection.m4b",
        tags("Resurrection, or The Awakening", "Tolstoi", "", 0, 0));
    Album anna = scanned("home:Leo Tolstoy/Anna Karenina.m4b");
    assertThat(anna.title()).isEqualTo("Anna Karenina");
    assertThat(anna.author()).isEqualTo("Leo Tolstoy");
    assertThat(anna.narrator()).isEqualTo("Maggie Gyllenhaal");
    assertThat(anna.sections()).extracting(Section::fileId).containsExactly("Anna Karenina.m4b");
    Album other = scanned("home:Leo Tolstoy/Resurrection.m4b");
    assertThat(other.author()).isEqualTo("Tolstoi");
    assertThat(other.title()).isEqualTo("Resurrection, or The Awakening");
    assertThat(other.alternatives()).containsExactly("Resurrection");
    assertThat(catalog.known()).hasSize(2);
    assertThat(catalog.resolve(anna, anna.sections().get(0), new CancelFlag()).uri().toString())
        .endsWith("/Leo%20Tolstoy/Anna%20Karenina.m4b");
  }

  @Test
  void bookFilesThatAreParts_stayOneBook() throws IOException {
    put("Dune/Dune, part 1.m4b", "x");
    put("Dune/Dune, part 2.m4b", "x");
    tags.put("Dune/Dune, part 1.m4b", tags("Dune (part 1)", "", "", 0, 0));
    tags.put("Dune/Dune, part 2.m4b", tags("Dune (part 2)", "", "", 0, 0));
    assertThat(scanned("home:Dune").sections()).hasSize(2);
    put("Emma/one.m4b", "x");
    put("Emma/two.m4b", "x");
    tags.put("Emma/one.m4b", tags("Emma", "", "", 1, 0));
    tags.put("Emma/two.m4b", tags("Emma", "", "", 2, 0));
    assertThat(scanned("home:Emma").sections()).hasSize(2);
  }

  @Test
  void oneFileInAnAuthorsFolder_isTheBookOfItsTag() throws IOException {
    put("Jules Verne/island.m4b", "x");
    tags.put("Jules Verne/island.m4b", tags("The Mysterious Island", "Jules Verne", "", 0, 0));
    Album album = scanned("home:Jules Verne");
    assertThat(album.title()).isEqualTo("The Mysterious Island");
    assertThat(album.author()).isEqualTo("Jules Verne");
    put("onefile/x.m4b", "x");
    tags.put("onefile/x.m4b", new FileTags("The Invisible Man", "", "", "", 0, 0, 60, List.of()));
    assertThat(scanned("home:onefile").alternatives()).containsExactly("The Invisible Man");
  }

  @Test
  void remarksOnTheRecording_areNoPartOfTheTitle() {
    assertThat(FolderName.of("【完结】鬼吹灯之精绝古城_周建龙播讲[MP3 128kbps]", false))
        .isEqualTo(new FolderName("鬼吹灯之精绝古城", "", "周建龙"));
    assertThat(FolderName.of("三体（全集）", false).title()).isEqualTo("三体");
    assertThat(FolderName.of("斗破苍穹(1-1000集全)", false).title()).isEqualTo("斗破苍穹");
    assertThat(FolderName.of("Dracula [Unabridged] (MP3)", false).title()).isEqualTo("Dracula");
    assertThat(FolderName.of("平凡的世界（第一部）", false).title()).isEqualTo("平凡的世界（第一部）");
    assertThat(FolderName.of("[MP3]", false).title()).isEqualTo("[MP3]");
  }

  @Test
  void looseFiles_withOneAlbumTag_areOneBook() throws IOException {
    put("b.mp3", "x");
    put("a.mp3", "x");
    put("other.mp3", "x");
    tags.put("b.mp3", tags("聊斋", "蒲松龄", "", 1, 0));
    tags.put("a.mp3", tags("聊斋", "蒲松龄", "", 2, 0));
    Album album = scanned("home:~聊斋");
    assertThat(album.sections()).extracting(Section::fileId).containsExactly("b.mp3", "a.mp3");
    assertThat(album.author()).isEqualTo("蒲松龄");
    assertThat(catalog.known()).hasSize(2);
  }

  @Test
  void remembering_restartReadsNoTagsAgain_andKnowsABookOfADiskThatIsAway() throws IOException {
    Path memory = root.resolveSibling("shelves.jsonl");
    put("三体/1.mp3", "x");
    tags.put("三体/1.mp3", tags("", "刘慈欣", "", 1, 0));
    catalog.remembering(memory);
    Album album = scanned("home:三体");
    assertThat(read).hasSize(1);

    FolderCatalog later = reopened(memory);
    assertThat(later.known()).containsExactly(album);
    later.scan();
    assertThat(later.known()).containsExactly(album);
    assertThat(read).hasSize(1);

    Path away = root.resolveSibling("away");
    Files.move(root, away);
    FolderCatalog without = reopened(memory);
    without.scan();
    assertThat(without.known()).containsExactly(album);
    assertThat(without.isAway()).isTrue();
    assertThat(without.trouble()).contains("cannot be read", "its disk");
    Files.move(away, root);
    without.scan();
    assertThat(without.isAway()).isFalse();
    assertThat(without.trouble()).isEmpty();
    assertThat(without.missing()).isEmpty();
    Files.writeString(memory, "nonsense");
    assertThat(reopened(memory).known()).isEmpty();
  }

  @Test
  void opf_narratorsOfCalibresOwnColumn_areRead() throws IOException {
    put("A/1.mp3", "x");
    put(
        "A/book.opf",
        """
        <package><metadata><dc:title>三体</dc:title>
        <meta name="calibre:user_metadata:#narrators"
          content="{&quot;#value#&quot;: [&quot;张三&quot;, &quot;李四&quot;], &quot;name&quot;: &quot;x&quot;}"/>
        </metadata></package>""");
    put("B/1.mp3", "x");
    put(
        "B/book.opf",
        "<package><metadata><dc:title>B</dc:title><meta name='calibre:user_metadata:#narrators'"
            + " content='{broken'/></metadata></package>");
    assertThat(scanned("home:A").narrator()).isEqualTo("张三, 李四");
    assertThat(scanned("home:B").narrator()).isEmpty();
  }

  @Test
  void metadataAbs_ofOlderServers_isRead() throws IOException {
    put("A/book.m4b", "x");
    put(
        "A/metadata.abs",
        """
        ;ABMETADATA2
        #audiobookshelf v2.0
        media=book
        title=The Hobbit
        authors=J. R. R. Tolkien
        narrators=Rob Inglis
        series=Middle Earth #1

        [DESCRIPTION]
        In a hole = in the ground.

        [CHAPTER]
        start=0
        end=10.5
        title=An Unexpected Party
        [CHAPTER]
        start=10.5
        end=20
        title=Roast Mutton""");
    Album album = scanned("home:A");
    assertThat(album.title()).isEqualTo("The Hobbit");
    assertThat(album.author()).isEqualTo("J. R. R. Tolkien");
    assertThat(album.narrator()).isEqualTo("Rob Inglis");
    assertThat(album.alternatives()).contains("Middle Earth 1");
    assertThat(album.description()).isEqualTo("In a hole = in the ground.");
    assertThat(album.sections())
        .extracting(Section::title)
        .containsExactly("An Unexpected Party", "Roast Mutton");
  }

  @Test
  void remembering_largeLibrary_isReadWithTheFirstScan_notAtTheStart() throws IOException {
    Path memory = root.resolveSibling("shelves.jsonl");
    String longName = "x".repeat(150);
    for (int i = 1; i <= 1_500; i++) {
      put("三体/" + i + longName + ".mp3", "x");
    }
    Album album = scannedWith(memory);
    List<Integer> changes = new ArrayList<>();
    FolderCatalog later = reopened(memory);
    assertThat(later.known()).isEmpty();
    later.onChange(() -> changes.add(later.known().size()));
    Files.move(root, root.resolveSibling("away"));
    later.scan();
    assertThat(later.known()).containsExactly(album);
    assertThat(changes.get(0)).isEqualTo(1);
  }

  private Album scannedWith(Path memory) throws IOException {
    catalog.remembering(memory);
    return scanned("home:三体");
  }

  private FolderCatalog reopened(Path memory) {
    return new FolderCatalog(
            "home",
            root,
            file -> {
              read.add(file.toString());
              return FileTags.NONE;
            },
            clock,
            Runnable::run)
        .remembering(memory);
  }

  @Test
  void metadataJson_chapters_countBeforeThoseOfTheFile() throws IOException {
    put("b/1.m4b", "x");
    tags.put(
        "b/1.m4b",
        chapters(20, new FileTags.Mark("Track 1", 0, 5), new FileTags.Mark("Track 2", 5, 20)));
    put(
        "b/metadata.json",
        "{\"title\":\"T\",\"chapters\":[{\"start\":0,\"end\":9.5,\"title\":\"A\"},"
            + "{\"start\":9.5,\"end\":20,\"title\":\"B\"}]}");

    assertThat(scanned("home:b").sections())
        .extracting(Section::title, Section::startS)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("A", 0.0),
            org.assertj.core.groups.Tuple.tuple("B", 9.5));
  }
}
