package dev.earmark.assistant;

import dev.earmark.base.Language;
import java.util.List;

/** Words that the assistant answers itself, without the agent. Confined to the assistant thread. */
interface OwnWords {
  /** Returns whether the assistant answers these words itself, as things are now. */
  boolean knows(String text);

  /** Does what words that it {@link #knows} ask for, and returns the answer. */
  String answer(String text, Language language);

  /** Returns the words as a transcript may show them. */
  default String shown(String text) {
    return text;
  }

  /** Returns the words as the agent may get them, and as they are kept with its run. */
  default String kept(String text) {
    return shown(text);
  }

  /** Returns several as one; the first that knows the words answers. */
  static OwnWords firstOf(OwnWords... all) {
    List<OwnWords> list = List.of(all);
    return new OwnWords() {
      @Override
      public boolean knows(String text) {
        return list.stream().anyMatch(own -> own.knows(text));
      }

      @Override
      public String answer(String text, Language language) {
        return list.stream()
            .filter(own -> own.knows(text))
            .findFirst()
            .map(own -> own.answer(text, language))
            .orElseThrow();
      }

      @Override
      public String shown(String text) {
        String shown = text;
        for (OwnWords own : list) {
          shown = own.shown(shown);
        }
        return shown;
      }

      @Override
      public String kept(String text) {
        String kept = text;
        for (OwnWords own : list) {
          kept = own.kept(kept);
        }
        return kept;
      }
    };
  }
}
