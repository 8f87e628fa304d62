package dev.earmark.app.reasoning;

import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The library's titles by their letters alone. Thread-safe; never blocks. After the first question
 * the index is made by the thread that tells of new titles, so that whoever asks only looks up.
 */
final class ExactTitles {
  /** What stands between a title and its subtitle. */
  private static final Pattern SUBTITLE = Pattern.compile("[:：·—–（(].*");

  /** "Book", 第…部 and the like before the number of a book. */
  private static final Pattern VOLUME =
      Pattern.compile("第(\\d+)[部卷册季]$|(?<= )(?:book|part|volume) (?=\\d+$)");

  /** 三体Ⅱ黑暗森林: the number stands for the subtitle behind it, if it counts nothing there. */
  private static final Pattern BARE_SUBTITLE =
      Pattern.compile(
          "^([\\p{IsHan}\\d]+?(?<=.\\p{IsHan}))第?([2-9]|1\\d?|20)(?:[部卷册季](?!曲))?(?![部卷册季集章回节篇个本天年月日岁号万亿人点分秒%])\\p{IsHan}{2,}$");

  /**
   * The titles by their letters, and those with a number by that number as well.
   *
   * @param byKey the titles by {@link Normalizer#key}
   * @param byNumber by the same with digits for numbers, also without the subtitle
   */
  private record Index(Map<String, String> byKey, Map<String, String> byNumber) {}

  /**
   * The keys of one title.
   *
   * @param numbered those with a number, the whole title's first
   */
  private record Keys(String letters, List<String> numbered) {
    static Keys of(String title) {
      String letters = Normalizer.key(title);
      List<String> numbered = new ArrayList<>(List.of(number(letters)));
      String main = number(Normalizer.key(SUBTITLE.matcher(title).replaceFirst("")));
      if (!main.isEmpty() && Character.isDigit(main.charAt(main.length() - 1))) {
        numbered.add(main);
      }
      Matcher subtitled = BARE_SUBTITLE.matcher(numbered.get(0));
      if (subtitled.find()) {
        numbered.add(subtitled.group(1) + subtitled.group(2));
      }
      return new Keys(letters, numbered);
    }
  }

  private final LibraryService library;
  private final AtomicLong changes = new AtomicLong();
  private final Object making = new Object();
  private volatile @Nullable Index titles;
  private Map<String, Keys> keys = Map.of(); // guarded by making; of the titles known before
  private long made = -1; // guarded by making; the number of changes that the index knows

  /** Reads nothing yet: a start must not wait for it. */
  ExactTitles(LibraryService library) {
    this.library = library;
    library.onChange(this::changed);
  }

  private void changed() {
    changes.incrementAndGet();
    if (titles != null) {
      make();
    }
  }

  /**
   * Makes the index until it knows every change. One at a time: of two, the one that had read the
   * older titles could be the last to store them.
   */
  private Index make() {
    synchronized (making) {
      Index index = titles == null ? new Index(Map.of(), Map.of()) : titles;
      for (long now = changes.get(); made != now; now = changes.get()) {
        index = index();
        titles = index;
        made = now;
      }
      return index;
    }
  }

  private Index index() {
    Index index = new Index(new HashMap<>(), new HashMap<>());
    Map<String, Keys> known = new HashMap<>();
    for (Album album : library.known()) {
      String title = album.title();
      Keys before = keys.get(title);
      Keys now = before == null ? Keys.of(title) : before;
      known.put(title, now);
      index.byKey().putIfAbsent(now.letters(), title);
      now.numbered().forEach(key -> index.byNumber().putIfAbsent(key, title));
    }
    keys = known;
    return index;
  }

  /** Returns the key with digits for its numbers, without the word for a book before the last. */
  private static String number(String key) {
    return VOLUME
        .matcher(NumberKey.of(key))
        .replaceFirst(found -> found.group(1) == null ? "" : found.group(1));
  }

  private Index known() {
    Index index = titles;
    return index == null ? make() : index;
  }

  /**
   * Returns the only title that begins with the words: "alice" is short for "Alice's Adventures in
   * Wonderland" where no other title begins so. Reads all titles, so it is for rare questions.
   */
  Optional<String> beginning(String words) {
    String key = Normalizer.key(words);
    String found = null;
    for (Map.Entry<String, String> title : known().byKey().entrySet()) {
      if (!key.isEmpty() && begins(title.getKey(), key)) {
        if (found != null) {
          return Optional.empty();
        }
        found = title.getValue();
      }
    }
    return Optional.ofNullable(found);
  }

  private static boolean begins(String title, String key) {
    boolean articled = title.startsWith("the ") && title.startsWith(key, 4);
    int end = articled ? 4 + key.length() : key.length();
    return (articled || title.startsWith(key))
        && (Normalizer.hasHan(key)
            || title.length() == end
            || title.charAt(end) == ' '
            || title.startsWith("s ", end)
            || title.startsWith("'s ", end));
  }

  /**
   * Returns the title that the words are, whatever their case, brackets and punctuation, and
   * however a number in them is written.
   */
  Optional<String> find(String words) {
    Index index = known();
    String key = Normalizer.key(words);
    String title = index.byKey().get(key);
    return Optional.ofNullable(title == null ? index.byNumber().get(number(key)) : title);
  }
}
