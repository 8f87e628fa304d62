package dev.earmark.agent.rules.book;

import dev.earmark.base.Language;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Words and what they mean, from {@code concepts.zh.txt} and {@code concepts.en.txt}: a sentence of
 * which every word is known is the set of its meanings. Immutable.
 */
public final class Concepts {
  /** What a word of a command may mean. */
  public enum Concept {
    /** Nothing. */
    FILLER,
    /** Playing or hearing, whatever is to be done with it. */
    HEAR,
    /** What plays now. */
    THIS,
    /** A section of a book. */
    SECTION,
    /** A book. */
    BOOK,
    /** The one after. */
    NEXT,
    /** The one before. */
    PREVIOUS,
    /** The one at the end. */
    LAST,
    /** The beginning. */
    START,
    /** Once more. */
    AGAIN,
    /** Who wrote or reads a book. */
    AUTHOR,
    /** Some words of what is read. */
    PASSAGE,
    /** The volume. */
    VOLUME,
    /** More of it. */
    LOUDER,
    /** Less of it. */
    QUIETER,
    /** None of it. */
    MUTE,
    /** The speed of reading. */
    SPEED,
    /** More of it. */
    FASTER,
    /** Less of it. */
    SLOWER,
    /** As it was made. */
    NORMAL,
    /** More than is wanted. */
    TOO,
    /** A question word. */
    ASK,
    /** A name or title. */
    NAME,
    /** What remains. */
    LEFT,
    /** A length of time that is asked for. */
    LONG,
    /** The end of something. */
    END,
    /** Some time ago. */
    PAST,
    /** What was heard. */
    HEARD,
    /** Alarms, timers and reminders. */
    ALARM,
    /** Showing. */
    LIST,
    /** This day or the next. */
    TODAY,
    /** The date. */
    DATE,
    /** The time of day. */
    CLOCK,
    /** A download. */
    DOWNLOAD,
    /** Being ready. */
    DONE,
    /** Already or not. */
    YET,
    /** A bookmark. */
    MARK,
    /** Pausing. */
    PAUSE,
    /** Stopping. */
    STOP,
    /** Going on. */
    RESUME,
    /** A refusal. */
    NOT
  }

  private final Map<String, Set<Concept>> words = new HashMap<>();
  private final Language language;
  private int longest;

  private Concepts(Language language) {
    this.language = language;
  }

  /** Reads the words of a language, which ship with the product. */
  public static Concepts builtIn(Language language) {
    String name = "concepts." + language.pick("zh", "en") + ".txt";
    return parse(PhraseBook.resource(name), language, name);
  }

  /**
   * Reads words: on each line a meaning, a colon, and the words, parted by blanks in Chinese and by
   * commas in English; {@code #} begins a remark. A word may have several meanings.
   *
   * @param name how a fault names the file
   * @throws IllegalArgumentException naming the line that is wrong
   */
  public static Concepts parse(String text, Language language, String name) {
    Concepts concepts = new Concepts(language);
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(": ");
      Concept concept = colon < 0 ? null : concept(line.substring(0, colon));
      if (concept == null) {
        throw new IllegalArgumentException(
            name + ", line " + number + ": a meaning, a colon and words, such as louder: loud");
      }
      for (String word :
          line.substring(colon + 2).split(language == Language.ZH ? "\\s+" : ",\\s*", -1)) {
        concepts.add(word.strip(), concept);
      }
    }
    return concepts;
  }

  private static @org.jspecify.annotations.Nullable Concept concept(String name) {
    for (Concept concept : Concept.values()) {
      if (concept.name().equals(name.toUpperCase(Locale.ROOT))) {
        return concept;
      }
    }
    return null;
  }

  private void add(String word, Concept concept) {
    words.computeIfAbsent(word, w -> EnumSet.noneOf(Concept.class)).add(concept);
    longest = Math.max(longest, length(word));
  }

  private int length(String word) {
    return language == Language.ZH ? word.length() : word.split(" ", -1).length;
  }

  /**
   * Returns the meanings of all words, the longest words first; empty when one is not known.
   *
   * @param text in lower case and simplified characters, without punctuation
   */
  public Optional<Set<Concept>> of(String text) {
    Set<Concept> found = EnumSet.noneOf(Concept.class);
    String[] parts =
        language == Language.ZH
            ? text.replaceAll("[\\s，,。.！!？?]", "").split("", -1)
            : text.replaceAll("[,.!?]", "").strip().split("\\s+", -1);
    String joint = language == Language.ZH ? "" : " ";
    int at = 0;
    while (at < parts.length) {
      int taken = 0;
      for (int length = Math.min(longest, parts.length - at); length > 0 && taken == 0; length--) {
        String word = String.join(joint, java.util.Arrays.copyOfRange(parts, at, at + length));
        Set<Concept> meanings = words.get(word);
        if (meanings != null) {
          found.addAll(meanings);
          taken = length;
        }
      }
      if (taken == 0 && !parts[at].isEmpty()) {
        return Optional.empty();
      }
      at += Math.max(1, taken);
    }
    found.remove(Concept.FILLER);
    return Optional.of(found);
  }
}
