package dev.earmark.app.cli.console;

import java.util.Map;

/**
 * Puts sentences of the HTTP API into words of the command line: who types a command has no use for
 * the name of a route or of a field.
 */
final class Remedies {
  private static final Map<String, String> ROUTES =
      Map.of(
          "GET /api/runs lists them", "./earmark runs lists them",
          "GET /api/albums lists them", "./earmark library lists them",
          "GET /api/downloads lists them", "./earmark status lists them");

  private Remedies() {}

  /** Returns the sentence as the command line says it. */
  static String ofCommandLine(String sentence) {
    String words = sentence;
    for (Map.Entry<String, String> route : ROUTES.entrySet()) {
      words = words.replace(route.getKey(), route.getValue());
    }
    return words.replaceAll("\\b([Tt])he (?:field|parameter) '(\\w+)'", "$1he $2");
  }
}
