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

  /** The classes of the rules that hold the words of numbers. */
  private static final List<String> NUMBERS = List.of("tens", "decimal", "ordinal");

  private final Automaton automaton;
  private final List<String> phrases;
  private final List<List<String>> wakePhrases;
  private final Set<String> fillers;
  private final Set<String> numbers;
  private final Set<String> titleStarts;
  private final Set<String> unknownWords;

  /** How far a beginning of a phrase has come. */
  public enum Progress {
    /** A whole phrase that nothing can follow. */
    COMPLETE,
    /** A whole phrase that may go on. */
    COMPLETE_OR_MORE,
    /** A whole phrase, but most who say it have not named the title yet: 播放 … */
    WANTS_TITLE,
    /** The middle of a phrase. */
    PARTIAL,
    /** No phrase begins like this. */
    NONE
  }

  private PhraseGrammar(
      AutomatonBuilder builder,
      List<List<String>> wakePhrases,
      Set<String> fillers,
      Set<String> numbers,
      Set<String> titleStarts) {
    this.automaton = builder.build();
    this.phrases = automaton.cover();
    this.wakePhrases = List.copyOf(wakePhrases);
    this.fillers = Set.copyOf(fillers);
    this.numbers = Set.copyOf(numbers);
    this.titleStarts = Set.copyOf(titleStarts);
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
    Set<String> numbers = new LinkedHashSet<>();
    Set<String> titleStarts = new LinkedHashSet<>();
    for (Rules each : rules) {
      builder.add(each, wakes);
      collect(each.classNamed("filler"), each, vocabulary, fillers);
      for (String name : NUMBERS) {
        collect(each.classNamed(name), each, vocabulary, numbers);
      }
      for (Rules.Node title : each.options("title")) {
        Set<String> words = new LinkedHashSet<>();
        collect(title, each, vocabulary, words);
        words.stream().findFirst().ifPresent(titleStarts::add);
      }
    }
    return new PhraseGrammar(builder, wakes, fillers, numbers, titleStarts);
  }

  private static void collect(
      Rules.Node node, Rules rules, Vocabulary vocabulary, Set<String> into) {
    if (node instanceof Rules.Node.Literal literal) {
      vocabulary.cut(literal.text()).ifPresent(into::addAll);
    } else if (node instanceof Rules.Node.Choice choice) {
      choice.options().forEach(option -> collect(option, rules, vocabulary, into));
    } else if (node instanceof Rules.Node.Sequence sequence) {
      sequence.parts().forEach(part -> collect(part, rules, vocabulary, into));
    } else if (node instanceof Rules.Node.Maybe maybe) {
      collect(maybe.node(), rules, vocabulary, into);
    } else if (node instanceof Rules.Node.Reference reference) {
      collect(rules.classNamed(reference.name()), rules, vocabulary, into);
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
   * Returns the command in the words, without wake phrases and the filler words before it.
   *
   * @return empty when the words are no whole phrase
   */
  public Optional<List<String>> command(List<String> words) {
    return commandAt(words).map(indices -> at(words, indices));
  }

  /**
   * Returns which of the words are the command: those besides wake phrases, which people also say
   * in the middle and at the end, and besides filler words at the beginning. When they are no
   * phrase together, those after the last wake phrase may be: the speaker began anew.
   *
   * @return empty when neither is a whole phrase
   */
  public Optional<List<Integer>> commandAt(List<String> words) {
    Besides besides = besidesWakePhrases(words);
    Optional<List<Integer>> all = whole(words, besides.all());
    return all.isPresent() || besides.sinceLast().isEmpty()
        ? all
        : whole(words, besides.sinceLast());
  }

  /** Returns which of the words are not wake phrases, nor filler words at the beginning. */
  public List<Integer> withoutWakePhrases(List<String> words) {
    return withoutFillers(words, besidesWakePhrases(words).all());
  }

  private Optional<List<Integer>> whole(List<String> words, List<Integer> indices) {
    int state = automaton.walk(at(words, indices));
    return state < 0 || !automaton.isEnd(state)
        ? Optional.empty()
        : Optional.of(withoutFillers(words, indices));
  }

  private List<Integer> withoutFillers(List<String> words, List<Integer> indices) {
    int start = 0;
    while (start < indices.size() - 1 && fillers.contains(words.get(indices.get(start)))) {
      start++;
    }
    return indices.subList(start, indices.size());
  }

  /**
   * Words that belong to no wake phrase, by index.
   *
   * @param all the whole utterance's
   * @param sinceLast those after the last wake phrase; empty when none stands in the middle
   */
  private record Besides(List<Integer> all, List<Integer> sinceLast) {}

  private Besides besidesWakePhrases(List<String> words) {
    List<Integer> all = new ArrayList<>();
    int sinceLast = 0;
    for (int i = 0; i < words.size(); ) {
      int length = wakePhraseAt(words, i);
      if (length > 0) {
        sinceLast = all.size();
        i += length;
      } else {
        all.add(i++);
      }
    }
    return new Besides(all, sinceLast == 0 ? List.of() : all.subList(sinceLast, all.size()));
  }

  private int wakePhraseAt(List<String> words, int at) {
    int longest = 0;
    for (List<String> wake : wakePhrases) {
      int end = at + wake.size();
      if (end <= words.size() && words.subList(at, end).equals(wake)) {
        longest = Math.max(longest, wake.size());
      }
    }
    return longest;
  }

  private static List<String> at(List<String> words, List<Integer> indices) {
    return indices.stream().map(words::get).toList();
  }

  /** Returns whether the words are nothing but filler words, such as noise taken for speech. */
  public boolean onlyFillers(List<String> words) {
    return fillers.containsAll(words);
  }

  /** Returns whether a number is among the words, one of which is easily lost or mistaken. */
  public boolean hasNumber(List<String> words) {
    return words.stream().anyMatch(numbers::contains);
  }

  /** Returns how far the words have come. */
  public Progress progress(List<String> words) {
    Besides besides = besidesWakePhrases(words);
    int state = automaton.walk(at(words, besides.all()));
    if (state < 0 && !besides.sinceLast().isEmpty()) {
      state = automaton.walk(at(words, besides.sinceLast()));
    }
    if (state < 0) {
      return Progress.NONE;
    }
    if (!automaton.isEnd(state)) {
      return Progress.PARTIAL;
    }
    if (!automaton.mayGoOn(state)) {
      return Progress.COMPLETE;
    }
    return automaton.mayGoOn(state, titleStarts) ? Progress.WANTS_TITLE : Progress.COMPLETE_OR_MORE;
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
