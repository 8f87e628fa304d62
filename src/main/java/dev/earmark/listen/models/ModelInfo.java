package dev.earmark.listen.models;

import dev.earmark.base.Language;
import java.nio.file.Path;
import java.util.Set;

/**
 * A model on the shelf.
 *
 * @param name its folder's name
 * @param folder where it is
 * @param version as its own papers say, such as {@code 0.22}; {@code 0} when they say nothing
 * @param bytes size on disk
 * @param languages what it hears; empty when it is damaged
 * @param freeDecoding whether it understands free speech
 * @param installed whether it was installed with checksums, not put there by hand
 * @param problem what is wrong with it, or empty
 */
public record ModelInfo(
    String name,
    Path folder,
    String version,
    long bytes,
    Set<Language> languages,
    boolean freeDecoding,
    boolean installed,
    String problem) {
  /** Copies the set. */
  public ModelInfo {
    languages = Set.copyOf(languages);
  }

  /** Returns whether it can be used. */
  public boolean ok() {
    return problem.isEmpty();
  }
}
