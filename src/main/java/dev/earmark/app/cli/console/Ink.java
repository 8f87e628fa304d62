package dev.earmark.app.cli.console;

import java.util.Map;

/**
 * Colours for a terminal, and nothing for a file, a pipe, {@code TERM=dumb} or {@code NO_COLOR}.
 */
public enum Ink {
  /** Something works. */
  GOOD("32"),
  /** Something is wrong. */
  BAD("31"),
  /** Something is missing that is not needed. */
  SOFT("33");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  /** Returns the text in this colour where a person reads it. */
  public String on(String text) {
    return on(text, Terminal.isOutputATerminal(), System.getenv());
  }

  String on(String text, boolean terminal, Map<String, String> environment) {
    boolean plain =
        !terminal
            || !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return plain ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
