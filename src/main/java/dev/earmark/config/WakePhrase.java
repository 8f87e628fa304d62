package dev.earmark.config;

import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code wake.phrases}: the words, and behind {@code =} the one language of the
 * commands that follow them.
 *
 * @param language null for all that are heard
 */
record WakePhrase(String text, @Nullable Language language) {
  /**
   * Reads the entries.
   *
   * @throws IllegalArgumentException for one without words, or with an unknown language
   */
  static List<WakePhrase> list(String joined) {
    List<WakePhrase> phrases = new ArrayList<>();
    for (String entry : Parsers.list(joined)) {
      if (entry.isBlank()) {
        continue;
      }
      String[] parts = entry.split("=", 2);
      String text = parts[0].strip();
      if (text.isEmpty()) {
        throw new IllegalArgumentException("expected phrases such as 小书童 or hey earmark = en");
      }
      phrases.add(new WakePhrase(text, parts.length < 2 ? null : Language.of(parts[1].strip())));
    }
    return List.copyOf(phrases);
  }

  /** Returns the languages of the phrases that choose one. */
  static Map<String, Language> languages(List<WakePhrase> phrases) {
    Map<String, Language> languages = new LinkedHashMap<>();
    for (WakePhrase phrase : phrases) {
      Language language = phrase.language();
      if (language != null) {
        languages.put(phrase.text(), language);
      }
    }
    return languages;
  }
}
