package dev.earmark.config;

import dev.earmark.config.value.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; names every problem at once. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /** Wraps the problems. */
  public ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns all problems in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }
}
