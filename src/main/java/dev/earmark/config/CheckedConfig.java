package dev.earmark.config;

import dev.earmark.config.value.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration as its check sees it.
 *
 * @param config where a value is wrong, with the default in its place
 * @param problems what is wrong, in the order of the file
 * @param warnings what is written well and has no effect
 * @param places where the items of lists are written: {@code catalogues.books} and {@code
 *     mcp-servers.home} with what {@link Problem#where} has
 */
public record CheckedConfig(
    EarmarkConfig config,
    List<Problem> problems,
    List<Problem> warnings,
    Map<String, String> places) {
  /** Copies the lists. */
  public CheckedConfig {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
    places = Map.copyOf(places);
  }

  /** Returns where a key, or the item of a list, is written; empty when nothing is. */
  public Optional<String> place(String key) {
    return Optional.ofNullable(places.get(key))
        .or(
            () ->
                config.effective().stream()
                    .filter(effective -> effective.key().equals(key))
                    .map(EarmarkConfig.Effective::source)
                    .findFirst());
  }
}
