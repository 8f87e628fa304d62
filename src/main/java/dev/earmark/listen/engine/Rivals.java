package dev.earmark.listen.engine;

import dev.earmark.base.Language;
import dev.earmark.listen.Meaning;
import dev.earmark.listen.SpeechModel.Alternative;
import dev.earmark.listen.grammar.PhraseGrammar;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What else a reading might have been, by what the commands do: two wordings of one wish are no
 * rivals. Thread-safe as far as its {@link Meaning} is.
 */
final class Rivals {
  /** How many times as probable as the next one a command must be. */
  private static final double MARGIN = 2;

  /** So many of the nearest phrases are looked through for those that undo a command. */
  private static final int NEAR = 24;

  /** So many of the nearest commands that undo one are compared with it. */
  private static final int OPPOSITES = 6;

  private final PhraseGrammar grammar;
  private final Meaning meaning;
  private final Language fallback;

  /**
   * Makes the rivals of a grammar's commands.
   *
   * @param fallback the language of words that are of both or of none
   */
  Rivals(PhraseGrammar grammar, Meaning meaning, Language fallback) {
    this.grammar = grammar;
    this.meaning = meaning;
    this.fallback = fallback;
  }

  /** Returns whether a command that does something else is nearly as probable. */
  boolean has(Alternative whole, List<Alternative> commands) {
    Object wanted = meaning(whole);
    double own = probability(wanted, commands);
    return commands.stream()
        .map(this::meaning)
        .filter(each -> !each.equals(wanted))
        .distinct()
        .anyMatch(rival -> own < MARGIN * probability(rival, commands));
  }

  /** Returns how probable it is, from 0 to 1, that one of the readings does what this one does. */
  double probability(Alternative whole, List<Alternative> commands) {
    return probability(meaning(whole), commands);
  }

  /** Returns the nearest phrases that undo a command, the nearest first. */
  Set<String> opposites(List<String> words) {
    Object wanted = meaning(words);
    Set<String> opposites = new LinkedHashSet<>();
    for (String near : grammar.near(words, NEAR)) {
      List<String> other = List.of(near.split(" ", -1));
      if (opposites.size() < OPPOSITES && meaning.opposite(wanted, meaning(other))) {
        opposites.add(near);
      }
    }
    return opposites;
  }

  private double probability(Object wanted, List<Alternative> commands) {
    return Posterior.of(commands, each -> meaning(each).equals(wanted));
  }

  private Object meaning(Alternative each) {
    return meaning(GrammarRecognizer.words(each));
  }

  private Object meaning(List<String> words) {
    String text = PhraseGrammar.text(grammar.command(words).orElse(List.of()));
    return meaning.of(text, Language.guess(text, fallback));
  }
}
