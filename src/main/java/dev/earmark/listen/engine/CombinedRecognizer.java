package dev.earmark.listen.engine;

import dev.earmark.base.Language;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several recognisers on one utterance, such as one for each language. The result with the highest
 * confidence counts, and so decides the language; among equals the first recogniser's does.
 */
final class CombinedRecognizer implements Recognizer {
  private final List<Recognizer> recognisers;

  CombinedRecognizer(List<Recognizer> recognisers) {
    this.recognisers = List.copyOf(recognisers);
  }

  @Override
  public void hearOnly(@Nullable Language language) {
    recognisers.forEach(recogniser -> recogniser.hearOnly(language));
  }

  @Override
  public void begin() throws IOException {
    for (Recognizer recogniser : recognisers) {
      recogniser.begin();
    }
  }

  @Override
  public void feed(short[] block) throws IOException {
    for (Recognizer recogniser : recognisers) {
      recogniser.feed(block);
    }
  }

  @Override
  public Partial partial() {
    Partial best = Partial.NOTHING;
    for (Recognizer recogniser : recognisers) {
      Partial partial = recogniser.partial();
      if (value(partial) > value(best)) {
        best = partial;
      }
    }
    return best;
  }

  private static int value(Partial partial) {
    int known = partial.progress() == Progress.NONE ? 0 : 1_000;
    return known + partial.text().length();
  }

  @Override
  public Optional<Result> ahead(Cut cut) throws IOException {
    List<Result> results = new ArrayList<>();
    for (Recognizer recogniser : recognisers) {
      Optional<Result> result = recogniser.ahead(cut);
      if (result.isEmpty()) {
        return Optional.empty();
      }
      results.add(result.get());
    }
    return Optional.of(best(results));
  }

  @Override
  public Result finish(Cut cut) throws IOException {
    List<Result> results = new ArrayList<>();
    for (Recognizer recogniser : recognisers) {
      results.add(recogniser.finish(cut));
    }
    return best(results);
  }

  private static Result best(List<Result> results) {
    @Nullable Result best = null;
    for (Result result : results) {
      if (result.transcript().isPresent() && (best == null || sure(result) > sure(best))) {
        best = result;
      }
    }
    return best != null
        ? best
        : new Result(
            Optional.empty(),
            results.stream().map(Result::heard).distinct().collect(Collectors.joining(" / ")));
  }

  private static double sure(Result result) {
    return result.transcript().map(Transcript::confidence).orElse(0.0);
  }

  @Override
  public void cancel() {
    recognisers.forEach(Recognizer::cancel);
  }

  @Override
  public void close() {
    recognisers.forEach(Recognizer::close);
  }
}
