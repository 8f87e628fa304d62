package dev.earmark.listen.engine;

import dev.earmark.base.Language;
import dev.earmark.listen.Meaning;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.Transcript.Word;
import dev.earmark.listen.grammar.PhraseGrammar;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises whole phrases of a {@link PhraseGrammar} with one model, and free speech beside it
 * where the model can.
 *
 * <p>While the utterance runs, a decoding gives partial results. It also serves for the end when
 * what has been fed is just what is to be judged; else that is decoded anew. The likeliest
 * alternative that is a whole phrase wins. When something else was likelier, another decoding has
 * only the phrases nearest to what was heard to choose from. The confidence is half the phrase's
 * probability among the alternatives, half the mean of its words', less where {@link FreePhones}
 * explain the sound nearly as well.
 *
 * <p>A command that another one comes close to is not taken, since a wrong action is worse than a
 * question.
 */
final class GrammarRecognizer implements Recognizer {
  private static final Logger log = LoggerFactory.getLogger(GrammarRecognizer.class);
  private static final int ALTERNATIVES = 20;
  private static final int LOOKED_AT = 4;
  private static final int NEAR = 24;

  /** So often each of the nearest phrases stands in their grammar: 10 nats against other orders. */
  private static final int EMPHASIS = 300;

  private static final double LONGEST_TAIL_S = 0.25;
  private static final int NOTICEABLE = SoundHistory.BLOCK * SoundHistory.RATE / 10;

  /**
   * So much may follow what has been judged before the words are decoded on from their beginning:
   * the rest of the silence that ends them, in which nobody should wait for that.
   */
  private static final int LONGEST_WAIT = SoundHistory.BLOCK * 16;

  /**
   * By how many nats for each sound a command must lead those that undo it: by as much as any
   * command must at least lead free phones.
   */
  private static final double OPPOSITE_LEAD = FreePhones.CLEAR / 2;

  private final SpeechModel model;
  private final PhraseGrammar grammar;
  private final List<String> phrases;
  private final double minConfidence;
  private final Language fallback;
  private final Rivals rivals;
  private final List<short[]> fed = new ArrayList<>();
  private @Nullable Language only;
  private @Nullable Decoding running;
  private @Nullable Decoding phones;
  private @Nullable Decoding free;
  private Partial lastPartial = Partial.NOTHING;
  private boolean used;
  private int unfed; // samples that came after what had been taken for the end

  GrammarRecognizer(
      SpeechModel model,
      PhraseGrammar grammar,
      double minConfidence,
      Language fallback,
      Meaning meaning) {
    this.rivals = new Rivals(grammar, meaning, fallback);
    this.model = model;
    this.grammar = grammar;
    this.phrases = withUnknown(model.grammars() ? grammar.phrases() : List.of());
    this.minConfidence = minConfidence;
    this.fallback = fallback;
  }

  private static List<String> withUnknown(List<String> phrases) {
    if (phrases.isEmpty()) {
      return List.of();
    }
    List<String> all = new ArrayList<>(phrases);
    all.add(PhraseGrammar.UNKNOWN);
    return List.copyOf(all);
  }

  @Override
  public void hearOnly(@Nullable Language language) {
    only = language;
  }

  /** Returns whether the words are a whole command in a language that is heard. */
  private boolean isCommand(List<String> words) {
    return grammar.command(words).map(PhraseGrammar::text).filter(this::isHeard).isPresent();
  }

  private boolean isHeard(String text) {
    return only == null || text.isEmpty() || Language.guess(text, only) == only;
  }

  @Override
  public void begin() throws IOException {
    cancel();
    start();
    if (model.freeDecoding()) {
      free = model.decode(List.of(), 0);
    }
  }

  private void start() throws IOException {
    used = false;
    unfed = 0;
    if (!phrases.isEmpty()) {
      running = model.decode(phrases, ALTERNATIVES);
      phones = FreePhones.decoding(model);
    }
  }

  @Override
  public void feed(short[] block) throws IOException {
    fed.add(block);
    if (!used) {
      feedGrammar(block);
    } else {
      unfed += block.length;
      if (unfed > LONGEST_WAIT) {
        close(running, phones);
        start();
        fed.forEach(this::feedGrammar);
      }
    }
    if (free != null) {
      free.feed(block);
    }
  }

  private void feedGrammar(short[] block) {
    if (running != null && phones != null) {
      running.feed(block);
      phones.feed(block);
    }
  }

  @Override
  public Partial partial() {
    if (!used) {
      lastPartial = newPartial();
    }
    return lastPartial;
  }

  private Partial newPartial() {
    if (running != null) {
      List<String> words = running.partial();
      Progress progress = grammar.progress(words);
      if (progress != Progress.NONE) {
        String text = PhraseGrammar.text(command(words).stream().map(words::get).toList());
        Progress known = isHeard(text) ? progress : Progress.NONE;
        return new Partial(text, Language.guess(text, fallback), known);
      }
    }
    if (free != null) {
      String text = PhraseGrammar.text(free.partial());
      return new Partial(text, Language.guess(text, fallback), Progress.NONE);
    }
    return Partial.NOTHING;
  }

  @Override
  public Optional<Result> ahead(Cut cut) throws IOException {
    if (phrases.isEmpty()) {
      return Optional.empty();
    }
    Result byGrammar = decode(cut);
    return byGrammar.transcript().isPresent() || free == null
        ? Optional.of(byGrammar)
        : Optional.empty();
  }

  @Override
  public Result finish(Cut cut) throws IOException {
    try {
      Result byGrammar = phrases.isEmpty() ? nothing("") : decode(cut);
      if (byGrammar.transcript().isPresent() || free == null) {
        return byGrammar;
      }
      return spoken(free.finish().get(0));
    } finally {
      cancel();
    }
  }

  private static Result nothing(String heard) {
    return new Result(Optional.empty(), heard);
  }

  /** What is not understood as a whole may be when the background before and after is cut off. */
  private Result decode(Cut cut) throws IOException {
    Decoding sofar = running;
    Decoding sofarPhones = phones;
    List<Alternative> all;
    OptionalDouble freeScore = OptionalDouble.empty();
    if (sofar != null && sofarPhones != null && !used && isAllFed(cut)) {
      used = true;
      all = sofar.finish();
      freeScore = OptionalDouble.of(sofarPhones.finish().get(0).score());
    } else {
      all = alternatives(phrases, cut.samples());
    }
    Result whole = judge(all, cut.samples(), freeScore);
    if (whole.transcript().isPresent()) {
      return whole;
    }
    Optional<Cut.Part> foreground = Foreground.find(all, grammar, cut.samples());
    List<Cut.Part> parts = new ArrayList<>(foreground.stream().toList());
    parts.addAll(cut.loudParts());
    for (Cut.Part part : parts) {
      short[] samples = cut.samples(part);
      Result loud = judge(alternatives(phrases, samples), samples, OptionalDouble.empty());
      boolean stands = foreground.equals(Optional.of(part));
      if (loud.transcript().isPresent()
          && (stands || !mayBeCutShort(loud.transcript().get(), part, cut))) {
        double offset = part.from() / 16_000.0;
        return new Result(loud.transcript().map(found -> found.later(offset)), loud.heard());
      }
    }
    return whole;
  }

  private boolean isAllFed(Cut cut) {
    return fed.stream().mapToInt(block -> block.length).sum() == cut.samples().length;
  }

  /** What was said behind a command that may go on, and cut off, may have been the rest of it. */
  private boolean mayBeCutShort(Transcript found, Cut.Part part, Cut cut) {
    List<String> words = found.words().stream().map(Word::text).toList();
    Progress progress = grammar.progress(words);
    return cut.spoken() - part.to() >= NOTICEABLE
        && (progress == Progress.COMPLETE_OR_MORE || progress == Progress.WANTS_TITLE);
  }

  /**
   * @param freeScore the score of free phones, where it is known
   */
  private Result judge(List<Alternative> heardAs, short[] samples, OptionalDouble freeScore)
      throws IOException {
    List<Alternative> all = heardAs;
    @Nullable Alternative whole = firstWhole(all);
    String heard = PhraseGrammar.text(all.get(0).texts());
    if (whole == null || !whole.equals(all.get(0))) {
      List<String> near = near(all);
      if (!near.isEmpty()) {
        List<Alternative> again = alternatives(emphasised(near), samples);
        @Nullable Alternative better = firstWhole(again);
        if (better != null) {
          whole = better;
          all = again;
        }
      }
    }
    if (whole == null) {
      log.debug("heard \"{}\", no whole phrase", heard);
      return nothing(heard);
    }
    List<Alternative> commands = commands(all);
    Transcript transcript = transcript(whole, commands);
    if (tooUnsure(transcript) || rivals.has(whole, commands)) {
      log.debug("heard \"{}\", not sure of {}, others {}", heard, transcript, commands);
      return nothing(transcript.text());
    }
    List<String> words = words(whole);
    double own = FreePhones.score(model, words, samples);
    double free =
        freeScore.isPresent() ? freeScore.getAsDouble() : FreePhones.freeScore(model, samples);
    double advantage = FreePhones.advantage(words, own, free);
    double clear = grammar.hasNumber(words) ? FreePhones.CLEAR_THROUGHOUT : FreePhones.CLEAR;
    Transcript judged =
        transcript.withConfidence(
            transcript.confidence() * FreePhones.confidence(advantage, clear));
    log.debug(
        "heard \"{}\", share {}, advantage {} of {}: {}",
        heard,
        transcript.confidence(),
        advantage,
        clear,
        judged);
    return tooUnsure(judged) || mayBeOpposite(words, own, samples)
        ? nothing(transcript.text())
        : new Result(Optional.of(judged), heard);
  }

  /**
   * Returns whether a command that undoes this one explains the sound nearly as well. It is looked
   * for among the nearest phrases, since a room's echo may have kept it out of the alternatives.
   */
  private boolean mayBeOpposite(List<String> words, double score, short[] samples)
      throws IOException {
    Set<String> opposites = rivals.opposites(words);
    if (opposites.isEmpty()) {
      return false;
    }
    double lead = FreePhones.advantage(words, score, FreePhones.score(model, opposites, samples));
    log.debug("{} leads {} by {}", words, opposites, lead);
    return lead < OPPOSITE_LEAD;
  }

  private boolean tooUnsure(Transcript transcript) {
    return transcript.confidence() < minConfidence || transcript.text().isEmpty();
  }

  /** Returns which words are the command, or what there is of it. */
  private List<Integer> command(List<String> words) {
    return grammar.commandAt(words).orElseGet(() -> grammar.withoutWakePhrases(words));
  }

  private List<Alternative> alternatives(List<String> allowed, short[] samples) throws IOException {
    try (Decoding decoding = model.decode(allowed, ALTERNATIVES)) {
      decoding.feed(samples);
      return decoding.finish();
    }
  }

  private @Nullable Alternative firstWhole(List<Alternative> alternatives) {
    for (Alternative alternative : alternatives) {
      if (isCommand(words(alternative))) {
        return alternative;
      }
    }
    return null;
  }

  private static List<String> emphasised(List<String> phrases) {
    List<String> all = new ArrayList<>();
    for (String phrase : withUnknown(phrases)) {
      all.addAll(Collections.nCopies(EMPHASIS, phrase));
    }
    return all;
  }

  private List<String> near(List<Alternative> alternatives) {
    Set<String> near = new LinkedHashSet<>();
    for (Alternative alternative : alternatives) {
      List<String> words = words(alternative);
      if (grammar.command(words).isPresent()) {
        near.add(String.join(" ", words));
      }
    }
    for (Alternative alternative :
        alternatives.subList(0, Math.min(LOOKED_AT, alternatives.size()))) {
      near.addAll(grammar.near(words(alternative), NEAR));
    }
    return List.copyOf(near);
  }

  /** Returns the words without a short stretch of unknown sound at the end. */
  static List<String> words(Alternative alternative) {
    List<Word> words = alternative.words();
    int end = words.size();
    while (end > 0
        && words.get(end - 1).text().equals(PhraseGrammar.UNKNOWN)
        && words.get(words.size() - 1).endS() - words.get(end - 1).startS() <= LONGEST_TAIL_S) {
      end--;
    }
    return words.subList(0, end).stream().map(Word::text).toList();
  }

  private Transcript transcript(Alternative whole, List<Alternative> all) {
    List<String> spoken = words(whole);
    List<Integer> indices = command(spoken);
    List<String> command = indices.stream().map(spoken::get).toList();
    double phrase = rivals.probability(whole, all);
    List<Word> words = new ArrayList<>();
    for (int index : indices) {
      Word word = whole.words().get(index);
      double sure = Posterior.of(all, each -> each.words().stream().anyMatch(w -> same(w, word)));
      words.add(new Word(word.text(), sure, word.startS(), word.endS()));
    }
    double mean = words.stream().mapToDouble(Word::confidence).average().orElse(0);
    String text = PhraseGrammar.text(command);
    return new Transcript(
        text,
        (phrase + mean) / 2,
        words.isEmpty() ? 0 : words.get(0).startS(),
        words.isEmpty() ? 0 : words.get(words.size() - 1).endS(),
        Language.guess(text, fallback),
        words);
  }

  /**
   * Returns the readings that are whole commands. Others are no rivals: a bigram strings words
   * together that nobody says, and whether something else was said is for {@link FreePhones}.
   */
  private List<Alternative> commands(List<Alternative> all) {
    return all.stream().filter(each -> isCommand(words(each))).toList();
  }

  private static boolean same(Word one, Word other) {
    return one.text().equals(other.text())
        && one.startS() < other.endS()
        && other.startS() < one.endS();
  }

  private Result spoken(Alternative alternative) {
    List<Word> words =
        alternative.words().stream()
            .filter(word -> !word.text().equals(PhraseGrammar.UNKNOWN))
            .toList();
    List<String> texts = words.stream().map(Word::text).toList();
    List<Integer> indices = grammar.withoutWakePhrases(texts);
    List<Word> command = indices.stream().map(words::get).toList();
    String text = PhraseGrammar.text(indices.stream().map(texts::get).toList());
    double confidence = command.stream().mapToDouble(Word::confidence).average().orElse(0);
    if (text.isEmpty()
        || !isHeard(text)
        || confidence < minConfidence
        || grammar.onlyFillers(texts)) {
      return nothing(text);
    }
    Transcript transcript =
        new Transcript(
            text,
            confidence,
            command.get(0).startS(),
            command.get(command.size() - 1).endS(),
            Language.guess(text, fallback),
            command);
    return new Result(Optional.of(transcript), text);
  }

  @Override
  public void cancel() {
    close(running, phones, free);
    running = null;
    phones = null;
    free = null;
    fed.clear();
  }

  private static void close(@Nullable Decoding... decodings) {
    for (Decoding each : decodings) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Override
  public void close() {
    cancel();
  }

  @Override
  public String toString() {
    return "recogniser on " + Objects.toString(model);
  }
}
