package dev.earmark.listen.engine;

import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.WakeDetector;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.Vocabulary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the wake phrases by a run-time grammar: the phrases, their parts as competitors, and
 * anything else.
 *
 * <p>A running decoding looks for the phrase in the words so far. Its grammar holds the phrases
 * many times, so that they are more probable beforehand than anything else; else unknown sound wins
 * as soon as there is noise. A phrase that stays there for two looks (0.2 s) is checked a second
 * time: the last seconds are decoded again, and the phrase found there must have a natural length
 * and explain its sound better than {@link FreePhones}, by as much as the sensitivity asks for.
 */
final class PhraseWakeDetector implements WakeDetector {
  private static final Logger log = LoggerFactory.getLogger(PhraseWakeDetector.class);
  private static final int LOOK_EVERY = 5;
  private static final int LOOKS = 2;
  private static final int AFTER_REFUSAL = -2;
  private static final int REFUSALS = 2;
  private static final int LONGEST_STRETCH = 10 * SoundHistory.RATE;
  private static final int KEPT = 3 * SoundHistory.RATE;
  private static final int CHECKED = 3 * SoundHistory.RATE;
  private static final int STRETCHES_PER_DECODING = 100;
  private static final int ALTERNATIVES = 10;

  /** So many times a phrase stands in the grammar; 5.7 nats in its favour. */
  private static final int REPEATED = 300;

  /** What a sensitivity of 1 asks for, and what 0 asks for beyond that, in nats for each sound. */
  private static final double LOWEST_ADVANTAGE = -1;

  private static final double ADVANTAGE_RANGE = 1.2;

  /** What a stop word must win by: it is short, and many words sound like it. */
  private static final double STOP_ADVANTAGE = 0.5;

  private static final double SHORTEST_S = 0.3;
  private static final double SHORTEST_STOP_S = 0.15;
  private static final double LONGEST_S = 1.6;
  private static final double BEFORE_S = 0.25;
  private static final double AFTER_S = 0.1;

  private final SpeechModel model;
  private final Map<List<String>, String> phrases = new LinkedHashMap<>();
  private final List<String> favoured;
  private final double threshold;
  private final double shortestS;
  private final SoundHistory heard = new SoundHistory(12);
  private @Nullable Decoding decoding;
  private int stretches;
  private long stretchStart;
  private long decodingStart;
  private int looks;
  private int refusals;

  /**
   * @param phrases freely chosen; those whose words the model does not know are reported and left
   *     out
   * @param sensitivity 0 (hardly ever wakes) to 1 (wakes easily)
   */
  PhraseWakeDetector(SpeechModel model, List<String> phrases, double sensitivity) {
    this(model, phrases, LOWEST_ADVANTAGE + ADVANTAGE_RANGE * (1 - sensitivity), SHORTEST_S);
  }

  private PhraseWakeDetector(
      SpeechModel model, List<String> phrases, double threshold, double shortestS) {
    this.model = model;
    this.threshold = threshold;
    this.shortestS = shortestS;
    Vocabulary vocabulary = new Vocabulary(model::knows);
    Set<String> all = new LinkedHashSet<>();
    for (String phrase : phrases) {
      Optional<List<String>> words = vocabulary.cutPhrase(phrase);
      if (words.isPresent()) {
        this.phrases.put(words.get(), phrase);
        all.add(String.join(" ", words.get()));
        all.addAll(parts(phrase, words.get(), vocabulary));
      } else {
        log.warn(
            "model {} does not know the words of '{}', which is to be heard", model.name(), phrase);
      }
    }
    all.add(PhraseGrammar.UNKNOWN);
    List<String> more = new ArrayList<>(all);
    for (List<String> phrase : this.phrases.keySet()) {
      more.addAll(Collections.nCopies(REPEATED - 1, String.join(" ", phrase)));
    }
    this.favoured = List.copyOf(more);
  }

  /**
   * Makes one for words that stop a book, which are shorter than a wake phrase and must be surer.
   *
   * @param words the longer ones first, since a shorter one may be a part of them
   */
  static PhraseWakeDetector ofStopWords(SpeechModel model, List<String> words) {
    return new PhraseWakeDetector(model, words, STOP_ADVANTAGE, SHORTEST_STOP_S);
  }

  /** Returns whether the model can hear any of the phrases. */
  boolean usable() {
    return !phrases.isEmpty();
  }

  /** Beginnings and ends of a phrase, so that half a phrase is not taken for the whole. */
  private static Set<String> parts(String phrase, List<String> words, Vocabulary vocabulary) {
    Set<String> parts = new LinkedHashSet<>();
    for (int cut = 1; cut < words.size(); cut++) {
      parts.add(String.join(" ", words.subList(0, cut)));
      parts.add(String.join(" ", words.subList(cut, words.size())));
    }
    if (phrase.codePoints().allMatch(Vocabulary::isHan)) {
      for (int cut = 1; cut < phrase.length(); cut++) {
        vocabulary.cut(phrase.substring(0, cut)).ifPresent(w -> parts.add(String.join(" ", w)));
        vocabulary.cut(phrase.substring(cut)).ifPresent(w -> parts.add(String.join(" ", w)));
      }
    }
    return parts;
  }

  @Override
  public void begin() throws IOException {
    if (decoding != null && stretches % STRETCHES_PER_DECODING == 0) {
      decoding.close();
      decoding = null;
    }
    stretches++;
    stretchStart = heard.next();
    restart();
  }

  private void restart() throws IOException {
    if (decoding == null) {
      decoding = model.decode(favoured, 0);
    } else {
      decoding.finish();
    }
    decodingStart = heard.next();
    looks = 0;
    refusals = 0;
  }

  @Override
  public Optional<Hit> feed(short[] block) throws IOException {
    Decoding running = running();
    long number = heard.add(block, 0, /* voice= */ true);
    running.feed(block);
    if ((number - decodingStart) % LOOK_EVERY != LOOK_EVERY - 1) {
      return Optional.empty();
    }
    looks = seen(running.partial()).isPresent() ? looks + 1 : 0;
    if (looks >= LOOKS) {
      Optional<Hit> hit = check();
      looks = AFTER_REFUSAL;
      if (hit.isEmpty() && ++refusals >= REFUSALS) {
        restart(); // else the same sound would be checked again and again
      }
      return hit;
    }
    if (looks == 0 && number - decodingStart > LONGEST_STRETCH) {
      restartWithTail(number);
    }
    return Optional.empty();
  }

  /** Keeps the decoding short during endless sound; a phrase across the border is not lost. */
  private void restartWithTail(long number) throws IOException {
    restart();
    long from = number + 1 - SoundHistory.RATE;
    decodingStart = from;
    running().feed(heard.samples(from, number + 1));
  }

  @Override
  public Optional<Hit> end() throws IOException {
    if (seen(running().partial()).isPresent() || looks > 0) {
      return check();
    }
    return Optional.empty();
  }

  private Decoding running() {
    if (decoding == null) {
      throw new IllegalStateException("begin() comes first");
    }
    return decoding;
  }

  private Optional<List<String>> seen(List<String> words) {
    return phrases.keySet().stream()
        .filter(phrase -> Collections.indexOfSubList(words, phrase) >= 0)
        .findFirst();
  }

  private Optional<Hit> check() throws IOException {
    long end = heard.next();
    long from = Math.max(Math.max(stretchStart, decodingStart - KEPT), end - CHECKED);
    short[] samples = heard.samples(from, end);
    List<Alternative> alternatives;
    try (Decoding second = model.decode(favoured, ALTERNATIVES)) {
      second.feed(samples);
      alternatives = second.finish();
    }
    for (Alternative alternative : alternatives) {
      Optional<List<String>> phrase = seen(alternative.texts());
      if (phrase.isPresent()) {
        return judged(alternative, phrase.get(), samples, from);
      }
    }
    return Optional.empty();
  }

  private Optional<Hit> judged(Alternative found, List<String> phrase, short[] samples, long from)
      throws IOException {
    int at = Collections.lastIndexOfSubList(found.texts(), phrase);
    double start = found.words().get(at).startS();
    double end = found.words().get(at + phrase.size() - 1).endS();
    double length = end - start;
    if (length < shortestS || length > LONGEST_S) {
      return Optional.empty();
    }
    double advantage = FreePhones.advantage(model, phrase, around(samples, start, end));
    log.debug("wake phrase {}: advantage {}, {} s", phrase, advantage, length);
    if (advantage < threshold) {
      return Optional.empty();
    }
    double offset = SoundHistory.seconds(from - stretchStart);
    String asConfigured = phrases.getOrDefault(phrase, String.join(" ", phrase));
    double confidence =
        FreePhones.confidence(advantage - LOWEST_ADVANTAGE, FreePhones.CLEAR - LOWEST_ADVANTAGE);
    return Optional.of(new Hit(asConfigured, confidence, start + offset, end + offset));
  }

  private static short[] around(short[] samples, double startS, double endS) {
    int rate = SoundHistory.BLOCK * SoundHistory.RATE;
    int from = (int) Math.max(0, (startS - BEFORE_S) * rate);
    int to = (int) Math.min(samples.length, (endS + AFTER_S) * rate);
    return Arrays.copyOfRange(samples, Math.min(from, to), to);
  }

  @Override
  public void close() {
    if (decoding != null) {
      decoding.close();
      decoding = null;
    }
  }
}
