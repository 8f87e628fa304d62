package dev.earmark.config;

import dev.earmark.base.Language;
import dev.earmark.config.value.Parsers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code wake.phrases}: the words, and behind {@code =} what they choose.
 *
 * @param choice a language or the name of a profile; empty for neither
 */
record WakePhrase(String text, String choice) {
  /**
   * Reads the entries.
   *
   * @throws IllegalArgumentException for one without words
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
      phrases.add(new WakePhrase(text, parts.length < 2 ? "" : parts[1].strip()));
    }
    return List.copyOf(phrases);
  }

  /**
   * Returns what the phrases choose, those that choose something only.
   *
   * @throws IllegalArgumentException for one that is neither a language nor a profile
   */
  static Map<String, Profiles.Profile> chosen(
      List<WakePhrase> phrases, Map<String, Profiles.Profile> profiles) {
    Map<String, Profiles.Profile> chosen = new LinkedHashMap<>();
    for (WakePhrase phrase : phrases) {
      if (phrase.choice().isEmpty()) {
        continue;
      }
      Profiles.@Nullable Profile profile = profiles.get(phrase.choice());
      chosen.put(phrase.text(), profile != null ? profile : ofLanguage(phrase.choice()));
    }
    return chosen;
  }

  private static Profiles.Profile ofLanguage(String code) {
    try {
      return new Profiles.Profile(Language.of(code), null, /* rules= */ false);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + ", or the name of one of the " + Profiles.KEY, e);
    }
  }
}
