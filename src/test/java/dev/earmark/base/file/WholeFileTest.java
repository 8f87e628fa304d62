package dev.earmark.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WholeFileTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("a.json"), "old");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }

  @Test
  void replace_putsTheNewContentThere_andLeavesNothingBeside() throws IOException {
    WholeFile.replace(file, "new".getBytes(StandardCharsets.UTF_8));
    assertThat(file).hasContent("new");
    WholeFile.replace(folder.resolve("b.json"), out -> out.write('b'));
    assertThat(folder.resolve("b.json")).hasContent("b");
    assertThat(names()).containsExactlyInAnyOrder("a.json", "b.json");
  }

  @Test
  void replace_contentIsOnTheDiskBeforeTheName_andTheNameAtTheEnd() throws IOException {
    List<String> seen = new ArrayList<>();
    WholeFile.replace(
        file,
        out -> out.write("new".getBytes(StandardCharsets.UTF_8)),
        channel ->
            seen.add(
                Files.readString(file)
                    + (Files.exists(folder.resolve("a.json.tmp"))
                        ? " beside " + Files.readString(folder.resolve("a.json.tmp"))
                        : "")));
    assertThat(seen).containsExactly("old beside new", "new");
  }

  @Test
  void replace_fails_theOldContentStays_andNoHalfFile() throws IOException {
    assertThatThrownBy(
            () ->
                WholeFile.replace(
                    file,
                    out -> {
                      out.write("half".getBytes(StandardCharsets.UTF_8));
                      out.flush();
                      throw new IOException("no space left");
                    }))
        .hasMessage("no space left");
    assertThatThrownBy(
            () ->
                WholeFile.replace(
                    file,
                    out -> out.write('x'),
                    channel -> {
                      throw new IOException("the disk is broken");
                    }))
        .hasMessage("the disk is broken");
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("a.json");
  }
}
