package dev.earmark.agent.rules.book;

import dev.earmark.agent.rules.words.Durations;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the files of both languages teach. Thread-safe; a file is read when it is first needed, so
 * that a start waits neither for files nor for the dictionary of sounds.
 */
public final class Taught {
  private final Supplier<PhraseBook> zh = once(() -> PhraseBook.builtIn(Language.ZH));
  private final Supplier<PhraseBook> en = once(() -> PhraseBook.builtIn(Language.EN));
  private final Supplier<Hearing> zhHearing = once(() -> Hearing.builtIn(Language.ZH));
  private final Supplier<Hearing> enHearing = once(() -> Hearing.builtIn(Language.EN));

  /**
   * A call that the phrase book gives.
   *
   * @param tool the tool's name
   * @param args its arguments: numbers, truth values and texts
   */
  public record Call(String tool, Map<String, Object> args) {}

  /** Returns the call that the book of the language gives for exactly these words. */
  public Optional<Call> call(String text, Language language) {
    return (language == Language.ZH ? zh : en)
        .get()
        .taught(text)
        .map(call -> new Call(call.tool(), values(call.args())));
  }

  /** Returns the words of the language that are known by their sound. */
  public Hearing hearing(Language language) {
    return (language == Language.ZH ? zhHearing : enHearing).get();
  }

  private static Map<String, Object> values(Map<String, String> written) {
    Map<String, Object> args = new LinkedHashMap<>();
    written.forEach((name, value) -> args.put(name, value(value)));
    return args;
  }

  private static Object value(String written) {
    if (written.equals("true") || written.equals("false")) {
      return Boolean.valueOf(written);
    }
    return written.matches("-?\\d+(?:\\.\\d+)?")
        ? Durations.plain(Double.parseDouble(written))
        : written;
  }

  /** Makes a value at its first use. */
  private static <T> Supplier<T> once(Supplier<T> source) {
    return new Supplier<>() {
      private volatile @Nullable T value;

      @Override
      public T get() {
        T known = value;
        if (known == null) {
          synchronized (this) {
            known = value;
            if (known == null) {
              known = source.get();
              value = known;
            }
          }
        }
        return known;
      }
    };
  }
}
