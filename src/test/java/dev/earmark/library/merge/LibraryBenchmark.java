package dev.earmark.library.merge;

import dev.earmark.app.catalogues.AudioTags;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.TitleSearch;
import dev.earmark.library.files.FolderCatalog;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Times the title search over 10,000 made-up albums and, with a folder as its argument, the scan of
 * 10,000 albums made there. To be run by hand; it prints milliseconds.
 */
final class LibraryBenchmark {
  private static final int ALBUMS = 10_000;
  private static final String HAN =
      "西游记水浒传红楼梦三国演义聊斋志异封神榜天龙八部射雕英雄传神雕侠侣笑傲江湖鹿鼎明朝那些事儿盗墓笔鬼吹灯平凡的世界活着围城白夜行百年孤独";
  private static final String[] WORDS =
      ("the of and island treasure mystery adventures great war time machine secret garden house night"
              + " wind willows old man sea white whale pride prejudice emma jane dracula castle river")
          .split(" ", -1);

  private LibraryBenchmark() {}

  public static void main(String[] args) throws IOException {
    Random random = new Random(42);
    List<Album> albums = new ArrayList<>();
    for (int i = 0; i < ALBUMS; i++) {
      albums.add(
          Albums.by(
              Albums.album("a:" + i, title(random), 1, title(random)),
              "author " + i,
              title(random)));
    }
    Clock clock = Clock.system();
    long start = clock.nanoTime();
    TitleSearch search = TitleSearch.empty().with(albums);
    print("index of 10,000 albums, written forms", clock.nanoTime() - start);
    start = clock.nanoTime();
    search.prepareSounds();
    print("their sounds", clock.nanoTime() - start);
    albums.add(Albums.album("a:new", "全新的书", 1));
    start = clock.nanoTime();
    TitleSearch next = search.with(albums);
    next.prepareSounds();
    print("one album more", clock.nanoTime() - start);
    for (String spoken :
        List.of(
            "西游记",
            "全新的书",
            "全新的树",
            "有游记",
            "treasure island",
            "the adventures of the secret",
            "tresure iland mistery",
            "xi you ji",
            "没有的书名在这里",
            "author 5000")) {
      time(clock, next, spoken);
    }
    if (args.length == 1) {
      scan(clock, Path.of(args[0]));
    }
  }

  private static String title(Random random) {
    StringBuilder title = new StringBuilder();
    if (random.nextBoolean()) {
      int length = 3 + random.nextInt(5);
      for (int i = 0; i < length; i++) {
        title.append(HAN.charAt(random.nextInt(HAN.length())));
      }
    } else {
      int length = 2 + random.nextInt(5);
      for (int i = 0; i < length; i++) {
        title.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
      }
    }
    return title.toString();
  }

  private static void time(Clock clock, TitleSearch search, String spoken) {
    int rounds = 200;
    long[] times = new long[rounds];
    for (int i = -rounds; i < rounds; i++) {
      long start = clock.nanoTime();
      TitleSearch.Answer answer = search.decide(spoken, Set.of());
      long took = clock.nanoTime() - start;
      if (i >= 0) {
        times[i] = answer == null ? 0 : took;
      }
    }
    Arrays.sort(times);
    System.out.printf(
        Locale.ROOT,
        "%-34s p50 %6.2f  p99 %6.2f%n",
        spoken,
        times[rounds / 2] / 1e6,
        times[rounds * 99 / 100] / 1e6);
  }

  private static void scan(Clock clock, Path folder) throws IOException {
    FileTime old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    for (int i = 0; i < ALBUMS; i++) {
      Path album = Files.createDirectories(folder.resolve("author" + i % 500 + "/书" + i));
      for (int n = 1; n <= 10; n++) {
        Path file = Files.writeString(album.resolve("第" + n + "集.mp3"), "x");
        Files.setLastModifiedTime(file, old);
      }
      Files.setLastModifiedTime(album, old);
    }
    byte[] sound = Files.readAllBytes(Path.of(System.getProperty("sound", "")));
    for (int i = 0; i < ALBUMS; i++) {
      // One real file in each album, the one whose tags are read.
      Path first = folder.resolve("author" + i % 500 + "/书" + i + "/第1集.mp3");
      Files.write(first, sound);
      Files.setLastModifiedTime(first, old);
      Files.setLastModifiedTime(first.getParent(), old);
    }
    floor(clock, folder);
    Path memory = folder.resolveSibling("shelves.jsonl");
    Files.deleteIfExists(memory);
    FolderCatalog catalog =
        new FolderCatalog("f", folder, new AudioTags(), clock, Runnable::run).remembering(memory);
    long start = clock.nanoTime();
    catalog.scan();
    print("first scan of " + catalog.known().size() + " albums", clock.nanoTime() - start);
    start = clock.nanoTime();
    catalog.scan();
    print("second scan", clock.nanoTime() - start);
    start = clock.nanoTime();
    catalog.scan();
    print("third scan", clock.nanoTime() - start);
    start = clock.nanoTime();
    FolderCatalog later =
        new FolderCatalog("f", folder, new AudioTags(), clock, Runnable::run).remembering(memory);
    print("opened after a restart", clock.nanoTime() - start);
    start = clock.nanoTime();
    later.scan();
    print("what was found, read and looked through", clock.nanoTime() - start);
    start = clock.nanoTime();
    later.scan();
    print("the next scan", clock.nanoTime() - start);
    start = clock.nanoTime();
    catalog.search("书5000", 1, new CancelFlag());
    print("first search", clock.nanoTime() - start);
    TitleSearch all = TitleSearch.of(later.known());
    for (String spoken : List.of("书5000", "author77", "数五千", "没有的书名在这里")) {
      time(clock, all, spoken);
    }
  }

  /** Prints what the file system and FFmpeg take alone, which no scan can be quicker than. */
  private static void floor(Clock clock, Path folder) throws IOException {
    for (String which : List.of("first", "again")) {
      long start = clock.nanoTime();
      int[] files = {0};
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              files[0]++;
              return FileVisitResult.CONTINUE;
            }
          });
      print("peer: a plain walk over " + files[0] + " files, " + which, clock.nanoTime() - start);
    }
    AudioTags tags = new AudioTags();
    long start = clock.nanoTime();
    for (int i = 0; i < ALBUMS; i++) {
      tags.read(folder.resolve("author" + i % 500 + "/书" + i + "/第1集.mp3"));
    }
    print("peer: tags of one file an album alone", clock.nanoTime() - start);
  }

  private static void print(String what, long nanos) {
    System.out.printf(Locale.ROOT, "%-44s %8.1f%n", what, nanos / 1e6);
  }
}
