package dev.earmark.app.catalogues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.FailureException;
import dev.earmark.library.files.FileTags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AudioTagsTest {
  @TempDir Path folder;

  @Test
  void read_m4bWithChapters_givesThemInOrder() throws IOException {
    FileTags tags =
        new AudioTags().read(Path.of("demo-library/treasure_island/treasure_island.m4b"));
    assertThat(tags.chapters()).hasSizeGreaterThan(1);
    assertThat(tags.chapters()).extracting(FileTags.Mark::startS).isSorted();
    assertThat(tags.chapters()).allMatch(mark -> mark.endS() > mark.startS());
    assertThat(tags.seconds()).isPositive();
  }

  @Test
  void read_whatIsNoAudio_fails() throws IOException {
    Path file = Files.writeString(folder.resolve("a.mp3"), "hello");
    assertThatThrownBy(() -> new AudioTags().read(file)).isInstanceOf(FailureException.class);
  }
}
