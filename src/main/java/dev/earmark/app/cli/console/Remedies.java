package dev.earmark.app.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts sentences of the HTTP API into words of the command line: who types a command has no use for
 * the name of a route or of a field. Works on both languages, since the daemon answers in the
 * reader's.
 */
final class Remedies {
  /** Longer routes before those that they begin with. */
  private static final Map<String, String> ROUTES = new LinkedHashMap<>();

  static {
    ROUTES.put("GET /api/library/bookmarks", "./earmark bookmarks");
    ROUTES.put("GET /api/library", "./earmark library sources");
    ROUTES.put("GET /api/runs", "./earmark runs");
    ROUTES.put("GET /api/albums", "./earmark library");
    ROUTES.put("GET /api/downloads", "./earmark downloads");
    ROUTES.put("GET /api/timers", "./earmark timers");
    ROUTES.put("GET /api/queue", "./earmark queue");
    ROUTES.put("GET /api/kept", "./earmark keep --list");
    ROUTES.put("GET /api/openapi.json", "./earmark --help");
    ROUTES.put("POST /api/player/resume", "./earmark resume");
    ROUTES.put("POST /api/limits/lift", "./earmark limits --lift");
  }

  /** Fields that commands have options for. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("intro_s", "--intro"),
          Map.entry("outro_s", "--outro"),
          Map.entry("minutes", "--minutes"),
          Map.entry("pin", "--pin"),
          Map.entry("step", "--step"),
          Map.entry("after", "--after-section"),
          Map.entry("at", "--at"),
          Map.entry("repeat", "--repeat"),
          Map.entry("kind", "--kind"),
          Map.entry("name", "--name"),
          Map.entry("language", "--language"));

  private static final Pattern EXAMPLE =
      Pattern.compile("(?:; send|；请发) \\{[^}]*\\}(?: or false)?");
  private static final Pattern SEND =
      Pattern.compile("\\b(?:([Ss])end(?: either| it as)?)(?: the field)? (?=')|请发(?:字段)? ?(?=')");
  private static final Pattern FIELD =
      Pattern.compile("(?:\\b([Tt])he (?:field|parameter) |(?:字段|参数) )?'([a-z][a-z_]*)'");

  private Remedies() {}

  /** Returns the sentence as the command line says it. */
  static String ofCommandLine(String sentence) {
    String words = EXAMPLE.matcher(sentence).replaceAll("");
    for (Map.Entry<String, String> route : ROUTES.entrySet()) {
      words = words.replace(route.getKey(), route.getValue());
    }
    boolean fields = !SEND.matcher(words).replaceAll("").equals(words);
    words =
        SEND.matcher(words)
            .replaceAll(
                m ->
                    m.group(1) == null && m.group().startsWith("请")
                        ? "请给 "
                        : "S".equals(m.group(1)) ? "Give " : "give ");
    return FIELD.matcher(words).replaceAll(found -> Matcher.quoteReplacement(field(found, fields)));
  }

  /** A quoted word is a field where fields are asked for, or where it is called one. */
  private static String field(java.util.regex.MatchResult found, boolean asked) {
    boolean named = !found.group().startsWith("'");
    if (!named && !asked) {
      return found.group();
    }
    String name = found.group(2);
    String option = OPTIONS.get(name);
    if (option != null) {
      return option;
    }
    return (found.group(1) == null ? "" : found.group(1) + "he ") + name;
  }
}
