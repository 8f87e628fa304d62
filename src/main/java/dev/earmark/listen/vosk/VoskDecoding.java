package dev.earmark.listen.vosk;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.Transcript.Word;
import dev.earmark.listen.vosk.VoskModels.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.vosk.Recognizer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * One native recogniser. One thread at a time: every method holds the object's lock, so that a
 * close can never meet a running decoding.
 *
 * <p>Vosk ends an utterance by itself after half a second of silence; the pieces are put together
 * here, since the end of speech is decided elsewhere. The native call reports an internal error
 * like an end of utterance; the piece is empty then. Alternatives cannot be put together from
 * pieces; with them the end that Vosk suggests is not followed, and it goes on with the utterance.
 */
final class VoskDecoding implements Decoding {
  private static final Logger log = LoggerFactory.getLogger(VoskDecoding.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final float RATE = 16_000;

  private final VoskModels models;
  private final Shared shared;
  private final Recognizer recogniser;
  private final boolean inPieces;
  private final List<Word> pieces = new ArrayList<>(); // guarded by this
  private long samplesBefore; // of earlier utterances; guarded by this
  private long samples; // of this utterance; guarded by this
  private boolean closed; // guarded by this

  VoskDecoding(VoskModels models, Shared shared, List<String> phrases, int alternatives)
      throws IOException {
    this.models = models;
    this.shared = shared;
    this.recogniser =
        phrases.isEmpty()
            ? new Recognizer(shared.model, RATE)
            : new Recognizer(shared.model, RATE, JSON.writeValueAsString(phrases));
    if (recogniser.getPointer() == null) {
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "the speech model "
              + shared.key.name()
              + " does not take a grammar of "
              + phrases.size()
              + " phrases");
    }
    models.recogniserOpened(shared);
    recogniser.setWords(true);
    inPieces = alternatives == 0;
    if (alternatives > 0) {
      recogniser.setMaxAlternatives(alternatives);
    }
  }

  @Override
  public synchronized void feed(short[] block) {
    checkOpen();
    samples += block.length;
    if (recogniser.acceptWaveForm(block, block.length) && inPieces) {
      pieces.addAll(best(parse(recogniser.getResult())).words());
    }
  }

  @Override
  public synchronized List<String> partial() {
    checkOpen();
    List<String> words = new ArrayList<>();
    pieces.forEach(word -> words.add(word.text()));
    try {
      String text = JSON.readTree(recogniser.getPartialResult()).path("partial").asString("");
      for (String word : text.split(" ", -1)) {
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
    } catch (JacksonException e) {
      log.warn("unreadable partial result: {}", e.getMessage());
    }
    return words;
  }

  @Override
  public synchronized List<Alternative> finish() {
    checkOpen();
    List<Alternative> last = parse(recogniser.getFinalResult());
    List<Alternative> whole = new ArrayList<>();
    for (Alternative alternative : last) {
      List<Word> words = new ArrayList<>(pieces);
      words.addAll(alternative.words());
      whole.add(new Alternative(words, alternative.score()));
    }
    pieces.clear();
    samplesBefore += samples;
    samples = 0;
    return whole;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      recogniser.close();
      models.recogniserClosed(shared);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the recogniser is closed");
    }
  }

  private static Alternative best(List<Alternative> alternatives) {
    return alternatives.get(0);
  }

  private List<Alternative> parse(String json) {
    List<Alternative> alternatives = new ArrayList<>();
    try {
      JsonNode node = JSON.readTree(json);
      if (node.has("alternatives")) {
        for (JsonNode each : node.path("alternatives")) {
          alternatives.add(new Alternative(words(each), each.path("confidence").asDouble(0)));
        }
      } else {
        alternatives.add(new Alternative(words(node), 0));
      }
    } catch (JacksonException e) {
      log.warn("unreadable result: {}", e.getMessage());
    }
    return alternatives.isEmpty() ? List.of(new Alternative(List.of(), 0)) : alternatives;
  }

  /** Vosk counts time since the recogniser was made; here it counts since the utterance began. */
  private List<Word> words(JsonNode result) {
    double offset = samplesBefore / (double) RATE;
    List<Word> words = new ArrayList<>();
    for (JsonNode word : result.path("result")) {
      words.add(
          new Word(
              word.path("word").asString(""),
              word.path("conf").asDouble(1),
              Math.max(0, word.path("start").asDouble(0) - offset),
              Math.max(0, word.path("end").asDouble(0) - offset)));
    }
    return words;
  }
}
