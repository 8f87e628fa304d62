package dev.earmark.base;

import java.util.Locale;

/** A language that Earmark hears and speaks. */
public enum Language {
  /** Mandarin Chinese. */
  ZH("zh"),
  /** English. */
  EN("en");

  private final String code;

  Language(String code) {
    this.code = code;
  }

  /** Returns the ISO 639-1 code, such as {@code zh}. */
  public String code() {
    return code;
  }

  /** Returns the text in this language. */
  public String pick(String zh, String en) {
    return this == ZH ? zh : en;
  }

  /**
   * Returns the language with the given code; region and case do not matter ({@code zh-CN}).
   *
   * @throws IllegalArgumentException when the code is of no language that Earmark knows
   */
  public static Language of(String code) {
    String prefix = code.toLowerCase(Locale.ROOT);
    for (Language language : values()) {
      if (prefix.equals(language.code) || prefix.startsWith(language.code + "-")) {
        return language;
      }
    }
    throw new IllegalArgumentException("unknown language '" + code + "', expected zh or en");
  }

  /**
   * Returns {@link #ZH} when the text holds a Han character, {@link #EN} when it holds a Latin
   * letter, else the fallback.
   */
  public static Language guess(String text, Language fallback) {
    if (text.codePoints()
        .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN)) {
      return ZH;
    }
    return text.chars().anyMatch(c -> c < 128 && Character.isLetter(c)) ? EN : fallback;
  }
}
