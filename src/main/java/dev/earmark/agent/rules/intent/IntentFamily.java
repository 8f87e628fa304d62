package dev.earmark.agent.rules.intent;

import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;

/** The grammar of one kind of command. Stateless and thread-safe. */
public interface IntentFamily {
  /** Returns what the words ask for, or nothing when they are not of this kind. */
  Optional<Decision> read(Utterance words);
}
