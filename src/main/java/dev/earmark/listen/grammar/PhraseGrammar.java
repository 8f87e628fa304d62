package dev.earmark.listen.grammar;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The phrases that one model is to hear: the words for its run-time grammar, and the judgement
 * whether a result is one of the phrases. Immutable, so thread-safe.
 *
 * <p>A Vosk grammar is a bigram, which strings words of different phrases together; only what
 * {@link #command} accepts has been said as a whole.
 */
public final class PhraseGrammar {
  /** The word that a recogniser gives for sound that fits no phrase. */
  public static final String UNKNOWN = "[unk]";

  private final Automaton automaton;
  private final List<String> phrases;
  private final List<List<String>> wakePhrases;
  private final Set<String> fillers;
  private final Set<String> unknownWords;

  /** How far a beginning of a phrase has come. */
  public enum Progress {
    /** A whole phrase that nothing can follow. */
    COMPLETE,
    /** A whole phrase that may go on. */
    COMPLETE_OR_MORE,
    /** The middle of a phrase. */
    PARTIAL,
    /** No phrase begins like this. */
    NONE
  }

  private PhraseGrammar(
      AutomatonBuilder builder, List<List<String>> wakePhrases, Set<String> fillers) {
    this.automaton = builder.build();
    this.phrases = automaton.cover();
    this.wakePhrases = List.copyOf(wakePhrases);
    this.fillers = Set.copyOf(fillers);
    this.unknownWords = Set.copyOf(builder.unknown());
  }

  /** Compiles rules for a model; a wake phrase whose words it does not know is left out. */
  public static PhraseGrammar compile(
      List<Rules> rules, List<String> wakePhrases, Vocabulary vocabulary) {
    List<List<String>> wakes = new ArrayList<>();
    for (String phrase : wakePhrases) {
      vocabulary.cutPhrase(phrase).ifPresent(wakes::add);
    }
    AutomatonBuilder builder = new AutomatonBuilder(vocabulary);
    Set<String> fillers = new LinkedHashSet<>();
    for (Rules each : rules) {
      builder.add(each, wakes);
      collect(each.classNamed("filler"), vocabulary, fillers);
    }
    return new PhraseGrammar(builder, wakes, fillers);
  }

  private static void collect(Rules.Node node, Vocabulary vocabulary, Set<String> into) {
    if (node instanceof Rules.Node.Literal literal) {
      vocabulary.cut(literal.text()).ifPresent(into::addAll);
    } else if (node instanceof Rules.Node.Choice choice) {
      choice.options().forEach(option -> collect(option, vocabulary, into));
    }
  }

  /** Returns the phrases for a run-time grammar, words separated by blanks; may be empty. */
  public List<String> phrases() {
    return phrases;
  }

  /** Returns the words of the rules that the model does not know, for a report. */
  public Set<String> unknownWords() {
    return unknownWords;
  }

  /**
   * Returns the command in the words, without wake phrase and filler words before it.
   *
   * @return empty when the words are no whole phrase
   */
  public Optional<List<String>> command(List<String> words) {
    int state = automaton.walk(words);
    if (state < 0 || !automaton.isEnd(state)) {
      return Optional.empty();
    }
    return Optional.of(words.subList(commandStart(words), words.size()));
  }

  /** Returns how many words at the beginning are wake phrase or filler. */
  public int commandStart(List<String> words) {
    int start = 0;
    for (List<String> wake : wakePhrases) {
      if (words.size() >= wake.size() && words.subList(0, wake.size()).equals(wake)) {
        start = Math.max(start, wake.size());
      }
    }
    while (start < words.size() - 1 && fillers.contains(words.get(start))) {
      start++;
    }
    return start;
  }

  /** Returns whether the words are nothing but filler words, such as noise taken for speech. */
  public boolean onlyFillers(List<String> words) {
    return fillers.containsAll(words);
  }

  /** Returns how far the words have come. */
  public Progress progress(List<String> words) {
    int state = automaton.walk(words);
    if (state < 0) {
      return Progress.NONE;
    }
    if (!automaton.isEnd(state)) {
      return Progress.PARTIAL;
    }
    return automaton.mayGoOn(state) ? Progress.COMPLETE_OR_MORE : Progress.COMPLETE;
  }

  /** Returns whole phrases that differ from the words in at most two of them, nearest first. */
  public List<String> near(List<String> words, int limit) {
    List<String> known = words.stream().filter(word -> !word.equals(UNKNOWN)).toList();
    return automaton.near(known, limit, 2).stream().map(each -> String.join(" ", each)).toList();
  }

  /** Returns the words as text: no blanks between Chinese ones, blanks between Latin ones. */
  public static String text(List<String> words) {
    StringBuilder text = new StringBuilder();
    boolean afterHan = true;
    for (String word : words) {
      boolean han = Vocabulary.isHan(word.codePointAt(0));
      if (text.length() > 0 && !(han && afterHan)) {
        text.append(' ');
      }
      text.append(word);
      afterHan = han;
    }
    return text.toString();
  }
}
