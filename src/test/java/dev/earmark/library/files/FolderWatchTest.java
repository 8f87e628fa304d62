package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that the kernel tells of, and shares that go and come. */
final class FolderWatchTest {
  private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path temp;
  private Path root;
  private final FakeClock clock = new FakeClock();
  private FolderCatalog catalog;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temp.resolve("books"));
    put(root.resolve("吴承恩/西游记/第1集.mp3"));
    clock.advance(Duration.between(clock.now(), Instant.now()).plusDays(1));
    catalog = new FolderCatalog("home", root, clock, Runnable::run).watching();
    catalog.scan(); // finds what is there, and begins to watch it
    catalog.scan(); // finds what came in between
    assertThat(catalog.isUnsettled()).isFalse();
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private static Path put(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "sound");
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    return file;
  }

  private void hear() {
    await().atMost(LONG).until(catalog::isUnsettled);
    catalog.scan();
  }

  private List<String> ids() {
    return catalog.known().stream().map(Album::id).sorted().toList();
  }

  @Test
  void newAlbum_isHeardOf_alsoInAFolderThatWasNew() throws IOException {
    Files.move(put(temp.resolve("红楼梦/1.mp3")).getParent(), root.resolve("红楼梦"));
    hear();
    assertThat(ids()).containsExactly("home:吴承恩/西游记", "home:红楼梦");
    put(root.resolve("老舍/茶馆/1.mp3"));
    await()
        .atMost(LONG)
        .until(
            () -> {
              if (catalog.isUnsettled()) {
                catalog.scan();
              }
              return ids().contains("home:老舍/茶馆");
            });
  }

  @Test
  void renamedAlbum_isHeardOf_andTheOldNameIsMissing() throws IOException {
    Files.move(root.resolve("吴承恩/西游记"), root.resolve("吴承恩/西游记 新版"));
    hear();
    assertThat(ids()).contains("home:吴承恩/西游记 新版");
    assertThat(catalog.missing()).containsExactly("home:吴承恩/西游记");
  }

  @Test
  void fileThatWasChangedInPlace_isReadAgain_thoughItsFolderLooksTheSame() throws IOException {
    Path file = root.resolve("吴承恩/西游记/第1集.mp3");
    FileTime folder = Files.getLastModifiedTime(file.getParent());
    Files.writeString(file, "more sound than before");
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    assertThat(Files.getLastModifiedTime(file.getParent())).isEqualTo(folder);
    hear();
    assertThat(catalog.known().get(0).sections().get(0).sizeBytes()).isEqualTo(22);
  }

  @Test
  void whatIsNoBook_isNotHeardOf() throws IOException {
    Files.writeString(root.resolve("earmark.log"), "a line");
    Files.writeString(root.resolve("吴承恩/西游记/第2集.mp3.part"), "half");
    Files.writeString(root.resolve(".hidden"), "x");
    Path news = put(root.resolve("吴承恩/西游记/第3集.mp3"));
    hear(); // events come in their order, so the others were seen before this one
    assertThat(catalog.known().get(0).sections()).hasSize(2);
    Files.writeString(root.resolve("earmark.log"), "another line");
    try (FolderWatch watch = new FolderWatch(root, new FolderWatch.Budget(100))) {
      watch.watch(Set.of(root));
      watch.take();
      Files.writeString(root.resolve("earmark.log"), "a third line");
      Files.move(news, root.resolve("第3集.mp3"), StandardCopyOption.ATOMIC_MOVE);
      await().atMost(LONG).until(watch::hasNews);
      assertThat(watch.take()).containsExactly(root);
    }
  }

  @Test
  void tooManyFolders_areNotWatched_andItSaysSo() {
    try (FolderWatch watch = new FolderWatch(root, new FolderWatch.Budget(1))) {
      watch.watch(Set.of(root, root.resolve("吴承恩")));
      assertThat(watch.isOn()).isFalse();
      assertThat(watch.whyNot()).contains("fs.inotify.max_user_watches");
      assertThat(watch.hasNews()).isFalse();
      watch.watch(Set.of(root));
      assertThat(watch.isOn()).as("it does not try again and again").isFalse();
    }
  }

  /** Each library took half of what the user may watch, so two of them took all. */
  @Test
  void budget_isOneForAllLibraries_andIsGivenBack() {
    FolderWatch.Budget budget = new FolderWatch.Budget(2);
    Path other = root.resolve("吴承恩");
    try (FolderWatch first = new FolderWatch(root, budget);
        FolderWatch second = new FolderWatch(root, budget)) {
      first.watch(Set.of(root, other));
      second.watch(Set.of(root));
      assertThat(second.whyNot()).contains("with those of other libraries");
      first.watch(Set.of(root));
      try (FolderWatch third = new FolderWatch(root, budget)) {
        third.watch(Set.of(other));
        assertThat(third.whyNot()).isEmpty();
        assertThat(third.isOn()).isTrue();
      }
    }
    try (FolderWatch last = new FolderWatch(root, budget)) {
      last.watch(Set.of(root, other));
      assertThat(last.isOn()).isTrue();
    }
  }

  /** One folder that cannot be watched ended the watch of the whole library. */
  @Test
  void folderThatCannotBeWatched_leavesTheOthersWatched() throws IOException {
    Path odd = temp.resolve("loop");
    Files.createSymbolicLink(odd, odd);
    try (FolderWatch watch = new FolderWatch(root, new FolderWatch.Budget(10))) {
      watch.watch(Set.of(root, odd));
      assertThat(watch.isOn()).isTrue();
      watch.take();
      put(root.resolve("1.mp3"));
      await().atMost(LONG).until(watch::hasNews);
    }
  }

  @Test
  void networkFileSystems_areKnownByTheirNames() {
    assertThat(List.of("nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "NFS"))
        .allMatch(FolderWatch::isNetwork);
    assertThat(List.of("ext4", "btrfs", "overlay", "tmpfs", "fuseblk", "xfs"))
        .noneMatch(FolderWatch::isNetwork);
  }

  @Test
  void closedWatch_isSilent_andScansGoOn() throws IOException {
    catalog.close();
    put(root.resolve("红楼梦/1.mp3"));
    catalog.scan();
    assertThat(ids()).contains("home:红楼梦");
    assertThat(catalog.isUnsettled()).isFalse();
  }

  @Test
  void shareIsNotMounted_itsEmptyPlaceKeepsEverything_andItComesBack() throws IOException {
    Path share = temp.resolve("share");
    Files.move(root, share);
    Files.createDirectory(root); // the place where it was mounted
    catalog.scan();
    assertThat(ids()).containsExactly("home:吴承恩/西游记");
    assertThat(catalog.isAway()).isTrue();
    assertThat(catalog.trouble()).contains("is empty where books were");
    clock.advance(Duration.ofDays(3));
    catalog.scan();
    assertThat(ids()).as("however long it is away").containsExactly("home:吴承恩/西游记");
    Files.delete(root);
    Files.move(share, root);
    catalog.scan();
    assertThat(catalog.isAway()).isFalse();
    assertThat(catalog.missing()).isEmpty();
  }

  @Test
  void everythingWasDeleted_isNoShareThatIsAway() throws IOException {
    Files.delete(root.resolve("吴承恩/西游记/第1集.mp3"));
    Files.delete(root.resolve("吴承恩/西游记"));
    Files.delete(root.resolve("吴承恩"));
    catalog.scan();
    assertThat(catalog.isAway()).isFalse();
    assertThat(catalog.missing()).containsExactly("home:吴承恩/西游记");
    clock.advance(Duration.ofDays(2));
    catalog.scan();
    assertThat(ids()).isEmpty();
  }

  /** A folder that was emptied while the daemon was down was "away" for ever. */
  @Test
  void remembered_emptiedWhileTheDaemonWasDown_losesItsBooksAfterADay() throws IOException {
    Path memory = temp.resolve("shelves.jsonl");
    new FolderCatalog("home", root, clock, Runnable::run).remembering(memory).scan();
    Files.delete(root.resolve("吴承恩/西游记/第1集.mp3"));
    Files.delete(root.resolve("吴承恩/西游记"));
    Files.delete(root.resolve("吴承恩"));
    FolderCatalog later = new FolderCatalog("home", root, clock, Runnable::run).remembering(memory);
    later.scan();
    assertThat(later.isAway()).isFalse();
    assertThat(later.missing()).containsExactly("home:吴承恩/西游记");
    clock.advance(Duration.ofDays(2));
    later.scan();
    assertThat(later.known()).isEmpty();
  }

  @Test
  void remembered_restartWithTheShareAway_knowsItsBooks() throws IOException {
    Path memory = temp.resolve("shelves.jsonl");
    FolderCatalog first = new FolderCatalog("home", root, clock, Runnable::run).remembering(memory);
    first.scan();
    Files.move(root, temp.resolve("share"));
    Files.createDirectory(root);
    FolderCatalog later =
        new FolderCatalog("home", root, Clock.system(), Runnable::run).remembering(memory);
    later.scan();
    assertThat(later.isAway()).isTrue();
    assertThat(later.known()).extracting(Album::title).containsExactly("西游记");
  }
}
