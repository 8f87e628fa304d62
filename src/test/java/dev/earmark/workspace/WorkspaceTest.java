package dev.earmark.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkspaceTest {
  private static final WorkspaceSettings SMALL = new WorkspaceSettings("", 1_000, 5_000, 20);

  @TempDir Path folder;
  private Path root;
  private Path outside;
  private Workspace workspace;

  @BeforeEach
  void openWorkspace() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    workspace = Workspace.open(root, WorkspaceSettings.DEFAULT);
  }

  private static void assertRefused(ThrowingCallable work, String zh, String en) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.words(Language.ZH)).contains(zh);
              assertThat(refused.words(Language.EN)).contains(en);
            });
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> !path.equals(root))
          .map(path -> root.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void write_newFileInNewFolders_isThereByteForByte() throws Exception {
    String content = "<a href=\"x\">\r\n\t贪食蛇 🐍</action>\\n\n\n";
    Workspace.Written written = workspace.write("./snake\\js//game.js", content);

    assertThat(written).isEqualTo(new Workspace.Written("snake/js/game.js", 42, false));
    assertThat(Files.readString(root.resolve("snake/js/game.js"))).isEqualTo(content);
    assertThat(names()).containsExactly("snake", "snake/js", "snake/js/game.js");
  }

  @Test
  void write_existingFile_replacesItAndKeepsItsMode() throws Exception {
    Path script = Files.writeString(root.resolve("run.sh"), "old and longer");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
    Path other = Files.createLink(outside.resolve("same"), script);

    assertThat(workspace.write("run.sh", "new").replaced()).isTrue();

    assertThat(Files.readString(script)).isEqualTo("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
        .isEqualTo("rwxr-x---");
    assertThat(Files.readString(other)).as("another name of the old file").startsWith("old");
  }

  @Test
  void create_existingFileLinkOrFolder_isRefused() throws Exception {
    workspace.create("a.txt", "first");
    Files.createSymbolicLink(root.resolve("link"), outside.resolve("new"));
    Files.createDirectory(root.resolve("dir"));

    assertRefused(
        () -> workspace.create("a.txt", "second"),
        "write_to_file",
        "exists already; write_to_file");
    assertRefused(() -> workspace.create("link", "x"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.create("dir", "x"), "文件夹", "is a folder");
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("first");
    assertThat(outside.resolve("new")).doesNotExist();
  }

  @Test
  void append_manyTimes_addsExactlyWhatIsGiven() throws Exception {
    assertThat(workspace.append("log/a.txt", "一\r\n").replaced()).isFalse();
    assertThat(workspace.append("log/a.txt", " 二").replaced()).isTrue();

    assertThat(Files.readString(root.resolve("log/a.txt"))).isEqualTo("一\r\n 二");
  }

  @Test
  void append_toAFileInAnotherEncoding_isRefused() throws Exception {
    Files.write(root.resolve("old.txt"), "贪食蛇".getBytes(Charset.forName("GBK")));

    assertRefused(() -> workspace.append("old.txt", "x"), "UTF-8", "no UTF-8 text");
    assertThat(Files.size(root.resolve("old.txt"))).isEqualTo(6);
  }

  @Test
  void read_encodings_areFoundOut() throws Exception {
    Files.write(root.resolve("gbk.txt"), "贪食蛇游戏".getBytes(Charset.forName("GBK")));
    Files.write(root.resolve("bom.txt"), "\uFEFF贪食蛇".getBytes(StandardCharsets.UTF_8));
    Files.write(root.resolve("utf16.txt"), "\uFEFFab".getBytes(StandardCharsets.UTF_16LE));
    Files.write(root.resolve("image.png"), new byte[] {1, 0, 2});

    assertThat(workspace.read("gbk.txt", 0, 100))
        .isEqualTo(new Workspace.Text("gbk.txt", "贪食蛇游戏", 0, 5, "GB18030"));
    assertThat(workspace.read("bom.txt", 0, 100).text()).isEqualTo("贪食蛇");
    assertThat(workspace.read("utf16.txt", 0, 100).text()).isEqualTo("ab");
    assertRefused(() -> workspace.read("image.png", 0, 100), "不是文本", "no text file (3 bytes)");
  }

  @Test
  void read_inParts_givesTheWholeAndCutsNoCharacter() throws Exception {
    String content = "🐍蛇x".repeat(50);
    workspace.write("a", content);
    StringBuilder all = new StringBuilder();
    int offset = 0;
    while (offset < content.length()) {
      Workspace.Text part = workspace.read("a", offset, 7);
      assertThat(part.total()).isEqualTo(content.length());
      assertThat(Character.isLowSurrogate(part.text().charAt(0))).isFalse();
      all.append(part.text());
      offset = part.next();
    }
    assertThat(all.toString()).isEqualTo(content);
    assertRefused(() -> workspace.read("a", content.length() + 1, 7), "200", "200 characters");
  }

  @Test
  void delete_fileLinkFolder_onlyWhatIsNamed() throws Exception {
    workspace.write("dir/a.txt", "x");
    Files.createSymbolicLink(root.resolve("link"), outside);

    assertRefused(() -> workspace.delete("dir"), "不是空的", "is not empty");
    workspace.delete("link");
    workspace.delete("dir/a.txt");
    workspace.delete("dir");

    assertThat(names()).isEmpty();
    assertThat(outside.resolve("secret")).exists();
    assertRefused(() -> workspace.delete("dir"), "没有“dir”", "no \"dir\"");
    assertRefused(() -> workspace.delete("."), "缺少文件名", "file name is missing");
  }

  @Test
  void rename_fileAndFolder_movesToFreeNamesOnly() throws Exception {
    workspace.write("a/x.txt", "x");
    workspace.write("b.txt", "b");

    assertThat(workspace.rename("a", "deep/er/c")).isEqualTo("deep/er/c");
    assertThat(names()).containsExactly("b.txt", "deep", "deep/er", "deep/er/c", "deep/er/c/x.txt");
    assertRefused(() -> workspace.rename("b.txt", "deep/er/c/x.txt"), "已经存在", "exists already");
    assertRefused(() -> workspace.rename("deep", "deep/er/d"), "自己里面", "into itself");
    assertRefused(() -> workspace.rename("none", "d"), "没有“none”", "no \"none\"");
    assertThat(Files.readString(root.resolve("b.txt"))).isEqualTo("b");
  }

  @Test
  void mkdir_newExistingAndBlocked_isToldApart() throws Exception {
    workspace.write("file", "x");

    assertThat(workspace.mkdir("a/b/c")).isTrue();
    assertThat(workspace.mkdir("a/b/c/")).isFalse();
    assertRefused(() -> workspace.mkdir("file/a"), "不是文件夹", "not a folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret",
        "a/../../secret",
        "..",
        "/etc/hostname",
        "//etc/hostname",
        "\\etc\\hostname",
        "..\\secret",
        "~",
        "~root/x",
        "C:\\new\\table",
        "c:/x",
        "a/..",
        "a\u0000b",
        "a\nb",
        "a\u202etxt.exe",
        "a\u2028b",
        "a /b",
        "a/ b",
        ".earmark-1-1",
        "\ud83d",
      })
  void everyOperation_pathThatIsNotSafe_isRefused(String path) throws Exception {
    assertThatThrownBy(() -> workspace.write(path, "x")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.create(path, "x")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.append(path, "x")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.read(path, 0, 10)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.delete(path)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.mkdir(path)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.rename(path, "x")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> workspace.isFolder(path)).isInstanceOf(Refused.class);
    workspace.write("there", "x");
    assertThatThrownBy(() -> workspace.rename("there", path)).isInstanceOf(Refused.class);
    assertThat(names()).containsExactly("there");
  }

  @Test
  void everyOperation_throughALink_isRefused() throws Exception {
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret"));
    workspace.write("there", "x");

    assertRefused(() -> workspace.read("out/secret", 0, 9), "符号链接", "symbolic link");
    assertRefused(() -> workspace.read("file", 0, 9), "符号链接", "symbolic link");
    assertRefused(() -> workspace.write("out/new", "x"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.write("file", "x"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.append("file", "x"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.delete("out/secret"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.mkdir("out/dir"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.rename("there", "out/there"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.rename("out/secret", "mine"), "符号链接", "symbolic link");
    assertRefused(() -> workspace.list("out", 9), "符号链接", "symbolic link");
    assertThat(workspace.search("secret", 9, new CancelFlag())).isEmpty();
    try (Stream<Path> left = Files.list(outside)) {
      assertThat(left).containsExactly(outside.resolve("secret"));
    }
    assertThat(outside.resolve("secret")).hasContent("secret");
  }

  @Test
  void everyOperation_folderSwappedForALinkMeanwhile_touchesNothingOutside() throws Exception {
    Path there = Files.createDirectory(root.resolve("a"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), outside);
    Path away = folder.resolve("away");
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper =
        new Thread(
            () -> {
              try {
                while (!over.get()) {
                  force(there, away);
                  force(link, there);
                  force(there, link);
                  force(away, there);
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    swapper.start();
    int done = 0;
    for (int i = 0; i < 400; i++) {
      try {
        switch (i % 4) {
          case 0 -> workspace.write("a/new" + i, "x");
          case 1 -> assertThat(workspace.read("a/secret", 0, 9).text()).isNotEqualTo("secret");
          case 2 -> workspace.delete("a/secret");
          default -> workspace.mkdir("a/dir" + i);
        }
        done++;
      } catch (Refused expected) {
        assertThat(expected.words(Language.EN)).isNotBlank();
      }
    }
    over.set(true);
    swapper.join();

    assertThat(done).as("calls that met the folder and not the link").isPositive();
    try (Stream<Path> left = Files.list(outside)) {
      assertThat(left).containsExactly(outside.resolve("secret"));
    }
  }

  /** Moves; a folder that the workspace has made in the way goes aside. */
  private void force(Path from, Path to) throws IOException {
    while (true) {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        return;
      } catch (FileSystemException inTheWay) {
        Files.move(to, Files.createTempDirectory(folder, "aside").resolve("a"));
      }
    }
  }

  @Test
  void everyOperation_pipe_neverWaitsForIt() throws Exception {
    Process made = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assumeTrue(made.waitFor() == 0, "mkfifo is there");

    assertRefused(() -> workspace.read("pipe", 0, 9), "管道", "device or a pipe");
    assertRefused(() -> workspace.write("pipe", "x"), "管道", "device or a pipe");
    assertRefused(() -> workspace.append("pipe", "x"), "管道", "device or a pipe");
    assertRefused(() -> workspace.read("pipe/x", 0, 9), "管道", "device or a pipe");
    assertThat(workspace.search("x", 9, new CancelFlag())).isEmpty();
    assertThat(workspace.list("", 9).lines()).containsExactly("pipe (device)");
    workspace.delete("pipe");
    assertThat(names()).isEmpty();
  }

  @Test
  void limits_ofFileTotalAndCount_areKept() throws Exception {
    Workspace small = Workspace.open(root, SMALL);
    assertRefused(() -> small.write("big", "x".repeat(1_001)), "最多 1000", "1000 at most");
    small.write("a", "x".repeat(600));
    assertRefused(() -> small.append("a", "x".repeat(401)), "1001 字节", "has 1001 bytes");
    for (int i = 0; i < 4; i++) {
      small.write("f" + i, "x".repeat(1_000));
    }
    assertRefused(() -> small.write("f4", "x".repeat(500)), "工作区满了", "workspace is full");
    small.write("f3", "y".repeat(1_000));
    small.delete("f0");
    small.write("f4", "x".repeat(500));
    for (int i = 0; i < 15; i++) {
      small.write("e" + i, "");
    }
    assertRefused(() -> small.write("more", ""), "文件太多", "too many files");
    assertRefused(() -> small.mkdir("more"), "文件太多", "too many files");
    Files.delete(root.resolve("e0")); // by somebody else
    small.mkdir("more");
    small.write("a", "replaced");
    Files.write(root.resolve("huge"), new byte[2_000]);
    assertRefused(() -> small.read("huge", 0, 9), "2000 字节", "has 2000 bytes");
  }

  @Test
  void unfinishedFiles_ofDeadProcesses_areTakenAwayAndNeverShown() throws Exception {
    Path dead = Files.writeString(root.resolve(".earmark-4194999-3"), "half");
    Path alive =
        Files.writeString(root.resolve(".earmark-" + ProcessHandle.current().pid() + "-0"), "half");

    workspace.write("a", "x");

    assertThat(dead).doesNotExist();
    assertThat(alive).exists();
    assertThat(workspace.list("", 9).lines()).containsExactly("a (1)");
  }

  @Test
  void names_composedAndDecomposed_areTheSameFile() throws Exception {
    Files.writeString(root.resolve("cafe\u0301.txt"), "old");

    assertThat(workspace.read("caf\u00e9.txt", 0, 9).text()).isEqualTo("old");
    assertRefused(() -> workspace.create("caf\u00e9.txt", "x"), "已经存在", "exists already");
    assertThat(workspace.write("cafe\u0301.txt", "new").replaced()).isTrue();
    assertThat(names()).containsExactly("cafe\u0301.txt");
    workspace.write("re\u0301sume\u0301", "x");
    assertThat(names()).contains("r\u00e9sum\u00e9");
  }

  @Test
  void write_nameOfTheLongestLength_works() throws Exception {
    String name = "蛇".repeat(85);
    workspace.write(name, "x");
    assertThat(Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertRefused(() -> workspace.write(name + "x", ""), "名字太长", "name is too long");
    assertRefused(() -> workspace.mkdir("a/".repeat(40)), "套得太深", "too deeply");
    assertRefused(() -> workspace.write("x", "half \ud83d"), "半个字符", "half a character");
  }

  @Test
  void list_folders_areBoundedAndCounted() throws Exception {
    workspace.write("b/c.txt", "123");
    workspace.write("a.txt", "1");
    Files.createSymbolicLink(root.resolve("link"), outside);

    assertThat(workspace.list("", 9))
        .isEqualTo(new Listing(List.of("a.txt (1)", "link (link)", "b/", "b/c.txt (3)"), 0));
    assertThat(workspace.list(".", 2))
        .isEqualTo(new Listing(List.of("a.txt (1)", "link (link)"), 2));
    assertThat(workspace.list("b", 2).lines()).containsExactly("c.txt (3)");
  }

  @Test
  void search_words_findsNamesAndLines() throws Exception {
    workspace.write("snake/game.js", "let a;\n  const Speed = 100; // 蛇的 速度\n");
    workspace.write("speed/notes.md", "x".repeat(500) + " speed " + "y".repeat(500));
    Files.write(root.resolve("speed.bin"), new byte[] {0, 1});

    assertThat(workspace.search("SPEED", 9, new CancelFlag()))
        .extracting(FileSearch.Hit::path, FileSearch.Hit::line)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("speed.bin", 0),
            org.assertj.core.groups.Tuple.tuple("snake/game.js", 2),
            org.assertj.core.groups.Tuple.tuple("speed/notes.md", 0),
            org.assertj.core.groups.Tuple.tuple("speed/notes.md", 1));
    assertThat(workspace.search("速度 speed", 9, new CancelFlag()))
        .containsExactly(new FileSearch.Hit("snake/game.js", 2, "const Speed = 100; // 蛇的 速度"));
    assertThat(workspace.search("speed", 9, new CancelFlag()).get(3).text())
        .hasSize(162)
        .contains(" speed ");
    assertThat(workspace.search("  ", 9, new CancelFlag())).isEmpty();
    assertThat(workspace.search("e", 1, new CancelFlag())).hasSize(1);
  }
}
