package dev.earmark.listen.record;

import dev.earmark.base.Language;
import dev.earmark.listen.Recognizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A recogniser whose commands are kept as files. */
final class RecordedRecognizer implements Recognizer {
  private final Recognizer recogniser;
  private final HeardFiles files;
  private final List<short[]> fed = new ArrayList<>();
  private @Nullable Result ahead;
  private @Nullable Cut aheadCut;

  /**
   * @param recogniser closed with this one
   */
  RecordedRecognizer(Recognizer recogniser, HeardFiles files) {
    this.recogniser = recogniser;
    this.files = files;
  }

  @Override
  public void hearOnly(@Nullable Language language) {
    recogniser.hearOnly(language);
  }

  @Override
  public void begin() throws IOException {
    forget();
    recogniser.begin();
  }

  @Override
  public void feed(short[] block) throws IOException {
    fed.add(block);
    recogniser.feed(block);
  }

  @Override
  public Partial partial() {
    return recogniser.partial();
  }

  @Override
  public Optional<Result> ahead(Cut cut) throws IOException {
    Optional<Result> found = recogniser.ahead(cut);
    ahead = found.orElse(null);
    aheadCut = cut;
    return found;
  }

  @Override
  public Result finish(Cut cut) throws IOException {
    Result result = recogniser.finish(cut);
    if (!fed.isEmpty()) { // else a stop word was looked for beside a book, as it is in every noise
      files.keep(heard(), cut, result);
    }
    forget();
    return result;
  }

  /** All that was fed. */
  private short[] heard() {
    short[] all = new short[fed.stream().mapToInt(block -> block.length).sum()];
    int at = 0;
    for (short[] block : fed) {
      System.arraycopy(block, 0, all, at, block.length);
      at += block.length;
    }
    return all;
  }

  /** A result that was found ahead is taken without a call of {@link #finish}. */
  @Override
  public void cancel() {
    if (ahead != null && aheadCut != null && !fed.isEmpty()) {
      files.keep(heard(), aheadCut, ahead);
    }
    forget();
    recogniser.cancel();
  }

  private void forget() {
    fed.clear();
    ahead = null;
    aheadCut = null;
  }

  @Override
  public void close() {
    forget();
    recogniser.close();
  }
}
