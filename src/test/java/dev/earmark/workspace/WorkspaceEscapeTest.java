package dev.earmark.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever a path looks like, nothing outside of the workspace is read, written or removed. */
final class WorkspaceEscapeTest {
  private static final String SECRET = "not for models";

  private static Path folder = Path.of("");
  private static Path root = Path.of("");

  @BeforeContainer
  static void makeFolders() throws IOException {
    folder = Files.createTempDirectory("earmark-escape");
    root = Files.createDirectories(folder.resolve("home/root"));
    Files.writeString(folder.resolve("secret"), SECRET);
    Files.writeString(folder.resolve("home/secret"), SECRET);
    Files.createDirectories(folder.resolve("home/neighbour"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(root.resolve("abs"), folder);
    Files.createSymbolicLink(root.resolve("file"), folder.resolve("secret"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
  }

  @AfterContainer
  static void removeFolders() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> part =
        Arbitraries.oneOf(
            Arbitraries.of(
                "..",
                ".",
                "",
                "up",
                "abs",
                "file",
                "loop",
                "a",
                "b",
                "secret",
                "root",
                "rooted",
                "home",
                "~",
                "...",
                ".. ",
                " ..",
                "..\u0000",
                "%2e%2e",
                "．．",
                "‥",
                "a:b",
                "-rf",
                "\u202e..",
                "e\u0301",
                "proc",
                "self"),
            Arbitraries.strings().ofMaxLength(4));
    Arbitrary<String> separator = Arbitraries.of("/", "//", "\\", "/./", "/../", "∕", "／");
    return part.list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .flatMap(
            parts ->
                separator
                    .list()
                    .ofSize(parts.size())
                    .flatMap(
                        separators ->
                            Arbitraries.of("", "/", folder + "/", root + "/../", "\\")
                                .map(start -> start + joined(parts, separators))));
  }

  private static String joined(List<String> parts, List<String> separators) {
    StringBuilder path = new StringBuilder(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      path.append(separators.get(i)).append(parts.get(i));
    }
    return path.toString();
  }

  @Property(tries = 1_500)
  void anyPath_inAnyOperation_staysInside(
      @ForAll("paths") String path, @ForAll("paths") String other) throws IOException {
    Workspace workspace = Workspace.open(root, WorkspaceSettings.DEFAULT);
    Map<String, String> before = outside();
    StringBuilder read = new StringBuilder();

    attempt(() -> workspace.create(path, "mine"));
    attempt(() -> workspace.append(path, "mine"));
    attempt(() -> read.append(workspace.read(path, 0, 1_000).text()));
    attempt(() -> read.append(workspace.list(path, 100).lines()));
    attempt(() -> workspace.mkdir(other));
    attempt(() -> workspace.write(other + "/x", "mine"));
    attempt(() -> workspace.rename(path, other));
    attempt(() -> workspace.delete(path));
    attempt(() -> workspace.delete(other + "/x"));

    assertThat(outside()).isEqualTo(before);
    assertThat(read.toString()).doesNotContain(SECRET).doesNotContain("neighbour");
  }

  @FunctionalInterface
  private interface Work {
    void run() throws Refused;
  }

  /** Refusing is as good as doing it inside; anything else that is thrown fails the test. */
  private static void attempt(Work work) {
    try {
      work.run();
    } catch (Refused expected) {
      assertThat(expected.getMessage()).isNotBlank();
    }
  }

  /** Returns everything beside the workspace with its content. */
  private static Map<String, String> outside() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.filter(p -> !p.startsWith(root)).toList()) {
        all.put(
            path.toString(),
            Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.readString(path) : "");
      }
    }
    return all;
  }
}
