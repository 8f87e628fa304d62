package dev.earmark.listen.models;

import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Looks into a model's folder with the recogniser that will use it. */
@FunctionalInterface
public interface ModelProbe {
  /**
   * What a model can do.
   *
   * @param languages the languages whose words it knows
   * @param freeDecoding whether it understands free speech
   */
  record Abilities(Set<Language> languages, boolean freeDecoding) {
    /** Copies the set. */
    public Abilities {
      languages = Set.copyOf(languages);
    }
  }

  /**
   * Looks into a folder; may take a second.
   *
   * @throws dev.earmark.base.FailureException naming what is wrong with the folder
   */
  Abilities probe(Path folder) throws IOException;
}
