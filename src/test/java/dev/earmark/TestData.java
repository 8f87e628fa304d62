package dev.earmark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds recordings and files for tests. */
public final class TestData {
  private TestData() {}

  /**
   * Returns a file of the collection of public recordings beside the project, which is not part of
   * it; skips the test where the collection is missing.
   */
  public static Path sharedOrSkip(String relative) {
    String folder = System.getenv().getOrDefault("EARMARK_TESTDATA", "../shared/testdata");
    Path file = Path.of(folder).resolve(relative);
    assumeTrue(Files.exists(file), () -> "skipped: " + relative + " is not in " + folder + " here");
    return file;
  }

  /** Returns one of the project's own spoken commands, such as {@code zh/zh_03.wav}. */
  public static Path speech(String relative) {
    return Path.of("src/test/resources/speech_synth").resolve(relative);
  }

  /** Returns a file of the demo library, such as {@code journey_to_the_west/001.opus}. */
  public static Path demoLibrary(String relative) {
    return Path.of("demo-library").resolve(relative);
  }
}
