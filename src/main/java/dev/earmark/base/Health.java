package dev.earmark.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** How each part of the daemon fares; parts report here, the status page reads it. Thread-safe. */
public final class Health {
  private final Map<String, Report> parts = new ConcurrentSkipListMap<>();

  /**
   * The state of one part.
   *
   * @param part its name, such as {@code microphone}
   * @param ok whether it works
   * @param text one sentence, with the remedy when it does not work
   */
  public record Part(String part, boolean ok, String text) {}

  /** Reports that a part works. */
  public void ok(String part, String text) {
    ok(part, text, text);
  }

  /** Reports that a part does not work. */
  public void problem(String part, String text) {
    problem(part, text, text);
  }

  /**
   * Reports that a part works, for what only it can say in both languages. What is said in English
   * alone is put into Chinese for the reader, where there are words for it.
   */
  public void ok(String part, String zh, String en) {
    parts.put(part, new Report(/* ok= */ true, zh, en));
  }

  /** Reports that a part does not work, as {@link #ok(String, String, String)} does. */
  public void problem(String part, String zh, String en) {
    parts.put(part, new Report(/* ok= */ false, zh, en));
  }

  private record Report(boolean ok, String zh, String en) {}

  /** Returns all parts in the order of their names, in English. */
  public List<Part> parts() {
    return parts(Language.EN);
  }

  /** Returns all parts in the order of their names, with what they said in the language. */
  public List<Part> parts(Language language) {
    List<Part> all = new ArrayList<>();
    parts.forEach(
        (name, report) ->
            all.add(new Part(name, report.ok(), language.pick(report.zh(), report.en()))));
    return all;
  }
}
