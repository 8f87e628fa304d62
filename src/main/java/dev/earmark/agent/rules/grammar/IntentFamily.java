package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;

/** The grammar of one kind of command. Stateless and thread-safe. */
interface IntentFamily {
  /** Returns what the words ask for, or nothing when they are not of this kind. */
  Optional<Decision> read(Utterance words);
}
