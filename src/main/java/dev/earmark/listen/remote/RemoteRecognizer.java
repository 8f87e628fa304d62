package dev.earmark.listen.remote;

import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.Transcript;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server what was said, over the embedded recogniser.
 *
 * <p>The embedded one listens along: its partial results tell when a command is complete, and its
 * result counts when the server does not answer within the limit, or heard nothing it is sure of.
 * The wait is on the listening thread; the microphone's ring holds what comes in meanwhile. An
 * utterance that was not begun, such as a stop word beside a book, never goes to the server: it
 * would be sent all that is said in the room.
 */
final class RemoteRecognizer implements Recognizer {
  private static final Logger log = LoggerFactory.getLogger(RemoteRecognizer.class);
  private static final double RATE_HZ = (double) SoundHistory.BLOCK * SoundHistory.RATE;

  private final Recognizer embedded;
  private final TranscriptionServer server;
  private final ServerWatch watch;
  private final Rules rules;
  private final List<String> titles;
  private TranscriptionServer.@Nullable Session session;
  private @Nullable Result ahead;
  private @Nullable Language only;
  private int aheadSamples;

  /**
   * What counts as understood.
   *
   * @param timeout the longest wait for the server
   * @param minConfidence below this a text is not taken, 0 to 1
   * @param wakePhrases taken off the beginning
   * @param fallback the language of a text that shows none
   */
  record Rules(
      Duration timeout, double minConfidence, List<String> wakePhrases, Language fallback) {}

  /**
   * @param embedded closed with this one
   */
  RemoteRecognizer(
      Recognizer embedded,
      TranscriptionServer server,
      ServerWatch watch,
      Rules rules,
      List<String> titles) {
    this.embedded = embedded;
    this.server = server;
    this.watch = watch;
    this.rules = rules;
    this.titles = List.copyOf(titles);
  }

  @Override
  public void hearOnly(@Nullable Language language) {
    only = language;
    embedded.hearOnly(language);
  }

  @Override
  public void begin() throws IOException {
    drop();
    embedded.begin();
    if (watch.worthAsking()) {
      session = server.begin(titles, only);
    }
  }

  @Override
  public void feed(short[] block) throws IOException {
    embedded.feed(block);
    if (session != null) {
      session.feed(block);
    }
  }

  @Override
  public Partial partial() {
    return embedded.partial();
  }

  @Override
  public Optional<Result> ahead(Cut cut) throws IOException {
    Optional<Result> found = embedded.ahead(cut);
    if (session == null) {
      return found;
    }
    ahead = found.orElse(null);
    aheadSamples = cut.samples().length;
    return Optional.empty();
  }

  @Override
  public Result finish(Cut cut) throws IOException {
    try {
      Optional<Result> asked = session == null ? Optional.empty() : ask(session, cut);
      return asked.isPresent() ? asked.get() : embedded(cut);
    } finally {
      cancel();
    }
  }

  /** Returns what the server understood; empty when the embedded recogniser is to be heard. */
  private Optional<Result> ask(TranscriptionServer.Session open, Cut cut) {
    try {
      TranscriptionServer.Heard heard =
          open.finish(cut.samples()).get(rules.timeout().toMillis(), TimeUnit.MILLISECONDS);
      watch.answered();
      log.debug("the server heard \"{}\", confidence {}", heard.text(), heard.confidence());
      return result(heard, cut);
    } catch (ExecutionException e) {
      watch.failed(FailureException.sentence(e.getCause() == null ? e : e.getCause()));
    } catch (TimeoutException e) {
      watch.failed(
          server.name() + " has not answered within " + rules.timeout().toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the daemon ends
    }
    return Optional.empty();
  }

  private Optional<Result> result(TranscriptionServer.Heard heard, Cut cut) {
    String text = HeardText.command(heard.text(), rules.wakePhrases());
    boolean foreign = only != null && Language.guess(text, only) != only;
    if (text.isEmpty() || foreign || heard.confidence() < rules.minConfidence()) {
      return Optional.empty();
    }
    List<Transcript.Word> words = heard.words();
    Transcript transcript =
        new Transcript(
            text,
            heard.confidence(),
            words.isEmpty() ? 0 : words.get(0).startS(),
            words.isEmpty() ? cut.spoken() / RATE_HZ : words.get(words.size() - 1).endS(),
            Language.guess(text, rules.fallback()),
            words);
    return Optional.of(new Result(Optional.of(transcript), text));
  }

  private Result embedded(Cut cut) throws IOException {
    Result known = ahead;
    return known != null && aheadSamples == cut.samples().length ? known : embedded.finish(cut);
  }

  @Override
  public void cancel() {
    drop();
    embedded.cancel();
  }

  private void drop() {
    ahead = null;
    if (session != null) {
      session.close();
      session = null;
    }
  }

  @Override
  public void close() {
    drop();
    embedded.close();
  }
}
