package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shelves as people have them. Each is written as its files, a side file with {@code =} and its
 * content behind the name, and the books that are to be made of it: title, author and narrator,
 * then the sections with their numbers.
 */
final class AwkwardShelvesTest {
  private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path temp;

  record Shelf(String name, List<String> files, List<String> books) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Shelf shelf(String name, String files, String books) {
    return new Shelf(name, files.lines().toList(), books.lines().toList());
  }

  static Stream<Shelf> shelves() {
    return Stream.concat(chinese(), english());
  }

  private static Stream<Shelf> chinese() {
    return Stream.of(
        shelf(
            "numbered twice: in front and by chapter",
            """
            单田芳/白眉大侠/001_第一回 夜走太白山.mp3
            单田芳/白眉大侠/002_第二回 大闹开封府.mp3
            单田芳/白眉大侠/010_第十回 比武.mp3
            """,
            "白眉大侠 / 单田芳 /: 1 第一回 夜走太白山, 2 第二回 大闹开封府, 10 第十回 比武"),
        shelf(
            "a reader in the folder's name",
            """
            刘慈欣/三体（冯雪松播讲）/第1集.mp3
            刘慈欣/三体（冯雪松播讲）/第2集.mp3
            红楼梦 - 王明军演播/01.mp3
            红楼梦 - 王明军演播/02.mp3
            """,
            """
            三体 / 刘慈欣 / 冯雪松: 1 第1集, 2 第2集
            红楼梦 /  / 王明军: 1 01, 2 02
            """),
        shelf(
            "volumes of one book in folders of their own",
            """
            路遥/平凡的世界/第一部/第1章.mp3
            路遥/平凡的世界/第一部/第2章.mp3
            路遥/平凡的世界/第二部/第1章.mp3
            巴金/家/上册/1.mp3
            白鹿原/上/1.mp3
            白鹿原/下/1.mp3
            """,
            """
            平凡的世界 第一部 / 路遥 /: 1 第1章, 2 第2章
            平凡的世界 第二部 / 路遥 /: 1 第1章
            家 上册 / 巴金 /: 1 1
            白鹿原 上 /  /: 1 1
            白鹿原 下 /  /: 1 1
            """),
        shelf(
            "three parts and nothing else",
            """
            老舍/茶馆/茶馆（上）.mp3
            老舍/茶馆/茶馆（下）.mp3
            老舍/茶馆/茶馆（中）.mp3
            """,
            "茶馆 / 老舍 /: 1 茶馆（上）, 2 茶馆（中）, 3 茶馆（下）"),
        shelf(
            "what opens and what ends a book",
            """
            庆余年/尾声.mp3
            庆余年/第二章.mp3
            庆余年/楔子.mp3
            庆余年/第一章.mp3
            """,
            "庆余年 /  /: 3 楔子, 1 第一章, 2 第二章, 4 尾声"),
        shelf(
            "names and a description in GBK",
            "gbk:金庸/射雕英雄传/第一回.mp3\ngbk:金庸/射雕英雄传/第二回.mp3\ngbk:金庸/射雕英雄传/简介.txt=南宋末年\n",
            "射雕英雄传 / 金庸 /: 1 第一回, 2 第二回 = 南宋末年"),
        shelf(
            "traditional characters and wide digits",
            """
            吳承恩/西遊記/第１０回.mp3
            吳承恩/西遊記/第２回.mp3
            """,
            "西遊記 / 吳承恩 /: 2 第２回, 10 第１０回"),
        shelf(
            "discs as Chinese collections name them",
            """
            新概念/碟1/01.mp3
            新概念/碟1/02.mp3
            新概念/第二碟/01.mp3
            """,
            "新概念 /  /: 1 01, 2 02, 3 01"),
        shelf(
            "dates of episodes are no numbers",
            """
            罗辑思维/20230102 第2期 读书.mp3
            罗辑思维/20230101 第1期 开场.mp3
            """,
            "罗辑思维 /  /: 1 20230101 第1期 开场, 2 20230102 第2期 读书"),
        shelf(
            "a story in halves",
            """
            童话/01 小红帽(上).mp3
            童话/02 小红帽(下).mp3
            童话/03 灰姑娘.mp3
            """,
            "童话 /  /: 1 小红帽(上), 2 小红帽(下), 3 灰姑娘"));
  }

  private static Stream<Shelf> english() {
    return Stream.of(
        shelf(
            "author, series, volume, year, reader and disc",
            """
            Terry Goodkind/Sword of Truth/Vol. 1 - 1994 - Wizards First Rule {Sam Tsoutsouvas}/CD1/01.mp3
            Terry Goodkind/Sword of Truth/Vol. 1 - 1994 - Wizards First Rule {Sam Tsoutsouvas}/CD2/01.mp3
            """,
            "Wizards First Rule / Terry Goodkind / Sam Tsoutsouvas: 1 01, 2 01"),
        shelf(
            "discs with a count, a blank or a dash",
            """
            Moby Dick/Disc 2 of 2/Track 1.mp3
            Moby Dick/Disc 1 of 2/Track 2.mp3
            Moby Dick/Disc 1 of 2/Track 1.mp3
            Emma/CD-1/1.mp3
            Emma/CD-2/1.mp3
            """,
            """
            Moby Dick /  /: 1 Track 1, 2 Track 2, 3 Track 1
            Emma /  /: 1 1, 2 1
            """),
        shelf(
            "parts as folders",
            """
            Leo Tolstoy/War and Peace/Part 1/Chapter 1.mp3
            Leo Tolstoy/War and Peace/Part 1/Chapter 2.mp3
            Leo Tolstoy/War and Peace/Part 2/Chapter 1.mp3
            """,
            """
            War and Peace Part 1 / Leo Tolstoy /: 1 Chapter 1, 2 Chapter 2
            War and Peace Part 2 / Leo Tolstoy /: 1 Chapter 1
            """),
        shelf(
            "numbers as words, a prologue and an epilogue",
            """
            Dracula/Epilogue.mp3
            Dracula/Chapter Two.mp3
            Dracula/Chapter Ten.mp3
            Dracula/Chapter One.mp3
            Dracula/Prologue.mp3
            """,
            "Dracula /  /: 1 Prologue, 2 Chapter One, 3 Chapter Two, 4 Chapter Ten, 5 Epilogue"),
        shelf(
            "a reader after the title, an NFO that tells the rest",
            """
            Emma (read by Elizabeth Klett)/emma_01_austen.mp3
            Emma (read by Elizabeth Klett)/emma_02_austen.mp3
            Emma (read by Elizabeth Klett)/emma.nfo=General\\n=======\\n Title:  Emma\\n Author: Jane Austen\\n\\nBook Description\\n====\\nA match is made.\\n
            """,
            "Emma / Jane Austen / Elizabeth Klett: 1 emma_01_austen, 2 emma_02_austen = A match is made."),
        shelf(
            "an OPF of Calibre beside one M4B",
            """
            Andy Weir/The Martian (12)/The Martian - Andy Weir.m4b
            Andy Weir/The Martian (12)/metadata.opf=<package><metadata><dc:title>The Martian</dc:title><dc:creator opf:role="aut">Andy Weir</dc:creator></metadata></package>
            """,
            "The Martian / Andy Weir /: 1 The Martian - Andy Weir"),
        shelf(
            "what programs leave behind",
            """
            Walden/01.mp3
            Walden/._01.mp3
            Walden/02.mp3.part
            Walden/Thumbs.db
            Walden/.DS_Store
            Walden/@eaDir/01.mp3
            """,
            "Walden /  /: 1 01"),
        shelf(
            "loose files in the root",
            """
            Kim.m4b
            Heidi (read by Kara Shallenberg).mp3
            """,
            """
            Heidi /  / Kara Shallenberg: 1 Heidi (read by Kara Shallenberg)
            Kim /  /: 1 Kim
            """),
        shelf(
            "a box of books: the folder above has a file of its own",
            """
            Holmes/intro.mp3
            Holmes/A Study in Scarlet/1.mp3
            Holmes/The Sign of the Four/1.mp3
            """,
            """
            A Study in Scarlet / Holmes /: 1 1
            Holmes /  /: 1 intro
            The Sign of the Four / Holmes /: 1 1
            """));
  }

  @ParameterizedTest
  @MethodSource("shelves")
  void scan_shelf_isWhatAPersonSees(Shelf shelf) throws IOException {
    Path root = Files.createDirectory(temp.resolve("books"));
    for (String file : shelf.files()) {
      put(root, file);
    }
    FakeClock clock = new FakeClock();
    clock.advance(Duration.between(clock.now(), Instant.now()).plusDays(1));
    FolderCatalog catalog = new FolderCatalog("home", root, clock, Runnable::run);
    catalog.scan();
    List<String> books = catalog.known().stream().map(AwkwardShelvesTest::told).sorted().toList();
    List<String> wanted = new ArrayList<>(shelf.books());
    wanted.sort(Comparator.naturalOrder());
    assertThat(books).isEqualTo(wanted);
  }

  private static String told(Album album) {
    String sections =
        album.sections().stream().map(AwkwardShelvesTest::told).collect(Collectors.joining(", "));
    String narrator = album.narrator().isEmpty() ? "" : " " + album.narrator();
    String text = album.description().isEmpty() ? "" : " = " + album.description();
    return album.title() + " / " + album.author() + " /" + narrator + ": " + sections + text;
  }

  private static String told(Section section) {
    return section.number() + " " + section.title();
  }

  /** Returns a path whose names have the bytes of GBK. */
  private static Path inGbk(Path root, String name) {
    StringBuilder uri = new StringBuilder(root.toUri().toString().replaceFirst("/$", ""));
    for (String part : name.split("/", -1)) {
      uri.append('/');
      for (byte b : part.getBytes(Charset.forName("GBK"))) {
        uri.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }

  private static void put(Path root, String line) throws IOException {
    boolean isGbk = line.startsWith("gbk:");
    Charset charset = isGbk ? Charset.forName("GBK") : StandardCharsets.UTF_8;
    String written = isGbk ? line.substring("gbk:".length()) : line;
    int is = written.indexOf('=');
    String name = is < 0 ? written : written.substring(0, is);
    String content = is < 0 ? "sound" : written.substring(is + 1).replace("\\n", "\n");
    Path file = isGbk ? inGbk(root, name) : root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content.getBytes(charset));
    Files.setLastModifiedTime(file, FileTime.from(OLD));
  }
}
