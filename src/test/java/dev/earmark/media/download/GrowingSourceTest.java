package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GrowingSourceTest {
  private static final Failure NO_SOUND =
      new Failure(Failure.Kind.UNDECODABLE, "there is no sound in it");

  @TempDir Path folder;

  /** A reader once went round without end when the file under it was thrown away. */
  @Test
  void bytesThatWereThrownAway_endWithTheReason() throws Exception {
    Path file = Files.write(folder.resolve("a.part"), new byte[1_000]);
    Growth growth = new Growth();
    growth.at(file, 1_000, 1_000);
    try (GrowingSource source = new GrowingSource(growth, "a")) {
      assertThat(source.read(0, new byte[100], 0, 100)).isEqualTo(100);
      Files.write(file, new byte[0]);

      CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> read(source));
      growth.failed(NO_SOUND);

      assertThatThrownBy(() -> reader.get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .rootCause()
          .isInstanceOfSatisfying(
              FailureException.class, e -> assertThat(e.failure()).isEqualTo(NO_SOUND));
    }
  }

  @Test
  void wholeFileThatLostItsBytes_isCut() throws IOException {
    Path file = Files.write(folder.resolve("a.mp3"), new byte[1_000]);
    Growth growth = new Growth();
    growth.completed(file, 1_000);
    try (GrowingSource source = new GrowingSource(growth, "a")) {
      Files.write(file, new byte[500]);

      assertThatThrownBy(() -> source.read(700, new byte[100], 0, 100))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.TRUNCATED));
    }
  }

  /**
   * Between the move of a file to its place and the word of it lies a moment; a reader that opened
   * it then told that the file was no sound, and it was fetched a second time.
   */
  @Test
  void fileThatIsJustBeingMoved_isWaitedFor() throws Exception {
    Path moved = Files.write(folder.resolve("a.audio"), new byte[1_000]);
    Growth growth = new Growth();
    growth.at(folder.resolve("a.part"), 1_000, 1_000);
    try (GrowingSource source = new GrowingSource(growth, "a")) {
      CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(() -> read(source));
      growth.completed(moved, 1_000);

      assertThat(reader.get(30, TimeUnit.SECONDS)).isEqualTo(100);
    }
  }

  @Test
  void wholeFileThatIsGone_isAnError() {
    Growth growth = new Growth();
    growth.completed(folder.resolve("gone.audio"), 1_000);
    try (GrowingSource source = new GrowingSource(growth, "a")) {
      assertThatThrownBy(() -> source.read(0, new byte[100], 0, 100))
          .isInstanceOf(NoSuchFileException.class);
    }
  }

  private static int read(GrowingSource source) {
    try {
      return source.read(0, new byte[100], 0, 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
