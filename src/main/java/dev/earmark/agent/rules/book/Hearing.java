package dev.earmark.agent.rules.book;

import dev.earmark.base.Language;
import dev.earmark.text.EditDistance;
import dev.earmark.text.Normalizer;
import dev.earmark.text.Sounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes what sounds like a word of a command for that word: 块进三石秒 becomes 快进三十秒, "rezoom the
 * storey" becomes "resume the story".
 *
 * <p>Only for reading commands: a title is never taken from the words that come out of this.
 * Immutable; the words stand in {@code heard.zh.txt} and {@code heard.en.txt}.
 */
public final class Hearing {
  private static final String NUMERALS = "零一二两三四五六七八九十百千点半第";

  /** Codes of fewer sounds are shared by too many ordinary words: pause, peace, pose, bus. */
  private static final int TELLING = 4;

  private final Map<String, String> bySound = new HashMap<>();
  private final Map<String, List<String>> byCode = new HashMap<>();
  private final Map<String, String> fronts = new HashMap<>();
  private final Map<String, String> units = new HashMap<>();
  private final Map<String, String> listed = new HashMap<>();
  private final Set<String> words = new HashSet<>();
  private final Language language;
  private int longest;

  private Hearing(Language language) {
    this.language = language;
  }

  /** Reads the words of a language; sounds are looked up at the first use. */
  public static Hearing builtIn(Language language) {
    String name = "heard." + language.pick("zh", "en") + ".txt";
    return parse(PhraseBook.resource(name), language);
  }

  /**
   * Reads the words: blanks between them, {@code #} begins a remark. A line {@code heard = meant}
   * lists mishearings whose sound does not tell, a line that begins with {@code front:} holds what
   * stands before a title, one with {@code unit:} the single characters that follow a number.
   */
  public static Hearing parse(String text, Language language) {
    Hearing hearing = new Hearing(language);
    for (String line : text.lines().toList()) {
      String rule = line.strip();
      if (rule.isEmpty() || rule.startsWith("#")) {
        continue;
      }
      int equals = rule.indexOf(" = ");
      if (equals > 0) {
        String meant = rule.substring(equals + 3).strip();
        for (String heard : rule.substring(0, equals).split(" \\| ", -1)) {
          hearing.listed.put(heard.strip(), meant);
        }
      } else {
        int colon = rule.indexOf(": ");
        String kind = colon < 0 ? "" : rule.substring(0, colon);
        for (String word : rule.substring(colon < 0 ? 0 : colon + 2).split("\\s+", -1)) {
          hearing.add(word, kind);
        }
      }
    }
    return hearing;
  }

  private void add(String word, String kind) {
    words.add(word);
    if (language == Language.ZH) {
      String sound = String.join(" ", Sounds.syllables(word));
      Map<String, String> map =
          switch (kind) {
            case "" -> bySound;
            case "front" -> fronts;
            case "unit" -> units;
            default -> throw new IllegalArgumentException("front: or unit:, not " + kind);
          };
      map.putIfAbsent(sound, word);
      longest = Math.max(longest, word.length());
    } else {
      String sound = Sounds.code(word);
      if (sound.length() >= TELLING) {
        byCode.computeIfAbsent(sound, s -> new ArrayList<>()).add(word);
      }
    }
  }

  /** Returns the text with the words of commands that were heard wrongly; empty when none was. */
  public Optional<String> commands(String text) {
    String mended = language == Language.ZH ? zh(text) : en(text);
    return mended.equals(text) ? Optional.empty() : Optional.of(mended);
  }

  /** Returns the text with the right words before a title, and the title as it was heard. */
  public Optional<String> front(String text) {
    if (language != Language.ZH) {
      return Optional.empty();
    }
    int end = hanEnd(text, 0);
    List<String> sounds = sounds(text.substring(0, end));
    for (int length = Math.min(longest, sounds.size() - 2); length >= 2; length--) {
      String meant = fronts.get(String.join(" ", sounds.subList(0, length)));
      if (meant != null && !text.startsWith(meant)) {
        return Optional.of(meant + text.substring(length));
      }
    }
    return Optional.empty();
  }

  private String zh(String text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = hanEnd(text, at);
      if (end == at) {
        out.append(text.charAt(at++));
        continue;
      }
      mend(text.substring(at, end), out);
      at = end;
    }
    return out.toString();
  }

  private void mend(String run, StringBuilder out) {
    List<String> sounds = sounds(run);
    int at = 0;
    while (at < run.length()) {
      int length = wordAt(run, sounds, at);
      if (length == 0) {
        out.append(unitAt(run, sounds, at));
        at++;
      } else {
        String heard = run.substring(at, at + length);
        String meant = bySound.get(String.join(" ", sounds.subList(at, at + length)));
        out.append(meant == null || words.contains(heard) ? heard : meant);
        at += length;
      }
    }
  }

  /** Returns the character that stands there, or after a number the unit that it sounds like. */
  private String unitAt(String run, List<String> sounds, int at) {
    String heard = run.substring(at, at + 1);
    boolean counted = at > 0 && NUMERALS.indexOf(run.charAt(at - 1)) >= 0;
    return !counted || sounds.isEmpty() || words.contains(heard) || NUMERALS.contains(heard)
        ? heard
        : units.getOrDefault(sounds.get(at), heard);
  }

  /** Returns how long the longest word is that sounds like what stands there, or 0. */
  private int wordAt(String run, List<String> sounds, int at) {
    for (int length = Math.min(longest, sounds.size() - at); length >= 2; length--) {
      String heard = run.substring(at, at + length);
      boolean number = heard.chars().allMatch(c -> NUMERALS.indexOf(c) >= 0);
      if (!number
          && (words.contains(heard)
              || bySound.containsKey(String.join(" ", sounds.subList(at, at + length))))) {
        return length;
      }
    }
    return 0;
  }

  /** Returns one sound for each character, or nothing when they cannot be told apart. */
  private static List<String> sounds(String run) {
    List<String> sounds = run.isEmpty() ? List.of() : Sounds.syllables(run);
    return sounds.size() == run.length() ? sounds : List.of();
  }

  private static int hanEnd(String text, int from) {
    int at = from;
    while (at < text.length() && Normalizer.isHan(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private String en(String text) {
    String[] said = text.split(" ", -1);
    List<String> out = new ArrayList<>();
    int at = 0;
    while (at < said.length) {
      String two = at + 1 < said.length ? said[at] + " " + said[at + 1] : "";
      String joined = two.replace(" ", "");
      if (listed.containsKey(two)) {
        out.add(listed.get(two));
        at += 2;
      } else if (!two.isEmpty() && !words.contains(said[at]) && words.contains(joined)) {
        out.add(joined);
        at += 2;
      } else {
        out.add(word(said[at]));
        at++;
      }
    }
    return String.join(" ", out);
  }

  private String word(String heard) {
    if (words.contains(heard)) {
      return heard;
    }
    String meant = listed.get(heard);
    if (meant != null) {
      return meant;
    }
    return byCode.getOrDefault(Sounds.code(heard), List.of()).stream()
        .min(Comparator.comparingInt(word -> EditDistance.between(word, heard)))
        .orElse(heard);
  }
}
