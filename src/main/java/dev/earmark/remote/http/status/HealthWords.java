package dev.earmark.remote.http.status;

import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.text.SentenceTable;

/**
 * What the parts and the catalogues say of themselves, in the reader's language; {@code
 * health.zh.txt} beside this class holds their sentences in Chinese.
 */
public final class HealthWords {
  private static final SentenceTable TABLE = SentenceTable.load(HealthWords.class, "health.zh.txt");

  private HealthWords() {}

  /** Returns the part with its text in the language. */
  static Health.Part of(Health.Part part, Language language) {
    return new Health.Part(part.part(), part.ok(), of(part.text(), language));
  }

  /** Returns a text in the language; it is the same where the language has no words for it. */
  public static String of(String text, Language language) {
    return TABLE.in(language, text);
  }
}
