package dev.earmark.listen.vosk;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The structure of a Vosk model's folder, checked before native code, which would crash the process
 * on a damaged one, sees it. Immutable.
 *
 * @param folder the folder
 * @param grammars whether it has the look-ahead pair of graphs that takes a run-time grammar
 * @param freeDecoding whether its language model is good for free speech
 */
record ModelFolder(Path folder, boolean grammars, boolean freeDecoding) {
  /**
   * A language model below this size (bytes of {@code graph/Gr.fst}) knows little more than its
   * vocabulary: the official small models have more than 20 MB, a model made for run-time grammars
   * 2 to 3 MB.
   */
  private static final long SMALLEST_LANGUAGE_MODEL = 8L << 20;

  private static final long SMALLEST_NETWORK = 64L << 10;

  /**
   * Checks a folder.
   *
   * @throws FailureException naming the file that is missing or damaged, and the remedy
   */
  static ModelFolder check(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw bad(folder, "is no folder");
    }
    require(folder, "conf/model.conf", 1);
    require(folder, "conf/mfcc.conf", 1);
    require(folder, "am/final.mdl", SMALLEST_NETWORK);
    requireStart(folder, "am/final.mdl", List.of("\0B<TransitionModel>", "<TransitionModel>"));
    Path graph = folder.resolve("graph");
    boolean grammars = Files.exists(graph.resolve("Gr.fst"));
    if (grammars) {
      requireFst(folder, "graph/HCLr.fst");
      requireFst(folder, "graph/Gr.fst");
      require(folder, "graph/disambig_tid.int", 1);
    } else {
      requireFst(folder, "graph/HCLG.fst");
      require(folder, "graph/words.txt", 1);
    }
    boolean free = !grammars || Files.size(graph.resolve("Gr.fst")) >= SMALLEST_LANGUAGE_MODEL;
    return new ModelFolder(folder, grammars, free);
  }

  private static void require(Path folder, String name, long bytes) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw bad(folder, "lacks " + name);
    }
    if (Files.size(file) < bytes) {
      throw bad(folder, "has a truncated " + name + " of " + Files.size(file) + " bytes");
    }
  }

  /** An OpenFst file begins with the magic number 2125659606 in little-endian order. */
  private static void requireFst(Path folder, String name) throws IOException {
    require(folder, name, 1024);
    byte[] head = head(folder.resolve(name), 4);
    int magic =
        (head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16 | (head[3] & 0xff) << 24;
    if (magic != 2125659606) {
      throw bad(folder, "has a damaged " + name);
    }
  }

  private static void requireStart(Path folder, String name, List<String> starts)
      throws IOException {
    String head = new String(head(folder.resolve(name), 32), StandardCharsets.ISO_8859_1);
    if (starts.stream().noneMatch(head::startsWith)) {
      throw bad(folder, "has a damaged " + name);
    }
  }

  private static byte[] head(Path file, int bytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(bytes);
    }
  }

  private static FailureException bad(Path folder, String what) {
    return new FailureException(
        Failure.Kind.UNAVAILABLE,
        "the speech model "
            + folder.getFileName()
            + " "
            + what
            + "; remove it and install it again with 'earmark models install'");
  }
}
