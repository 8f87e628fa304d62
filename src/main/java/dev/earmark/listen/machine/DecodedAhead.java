package dev.earmark.listen.machine;

import dev.earmark.listen.Recognizer;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the recogniser made of an utterance in the silence that was expected to end it, so that the
 * answer need not wait for the decoding of the whole. Confined to one thread.
 */
final class DecodedAhead {
  private long from;
  private long to;
  private Recognizer.@Nullable Result result;

  /** Decodes the blocks from one to before another, once, as if the utterance ended there. */
  void decode(Recognizer recogniser, Utterance words, long fromBlock, long toBlock)
      throws IOException {
    if (from == fromBlock && to == toBlock) {
      return;
    }
    from = fromBlock;
    to = toBlock;
    result = recogniser.ahead(words.cut(fromBlock, toBlock)).orElse(null);
  }

  /** Takes what was decoded, when it was just these blocks. */
  Optional<Recognizer.Result> take(long fromBlock, long toBlock) {
    Optional<Recognizer.Result> found =
        from == fromBlock && to == toBlock ? Optional.ofNullable(result) : Optional.empty();
    result = null;
    return found;
  }
}
