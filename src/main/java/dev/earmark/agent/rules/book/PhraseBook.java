package dev.earmark.agent.rules.book;

import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The sentences of {@code phrases.zh.tsv} and {@code phrases.en.tsv}. Immutable.
 *
 * <p>Each line is a promise that a test keeps. A line without a title and without a situation also
 * teaches: its sentence is understood by the book where the grammar does not know it.
 */
public final class PhraseBook {
  /** The calls that mean the same whatever plays. */
  private static final Set<String> WITHOUT_TITLE =
      Set.of(
          "pause",
          "resume",
          "stop",
          "next_section",
          "previous_section",
          "seek",
          "set_volume",
          "set_speed",
          "set_sleep_timer",
          "set_skips",
          "set_sound",
          "queue",
          "listening_time",
          "keep_book",
          "bookmarks",
          "go_to_bookmark",
          "remove_bookmark",
          "add_bookmark",
          "get_status",
          "recent",
          "list_timers",
          "cancel_timer",
          "get_time",
          "downloads");

  private final List<Line> lines;
  private final Map<String, Call> taught;

  private PhraseBook(List<Line> lines) {
    this.lines = List.copyOf(lines);
    Map<String, Call> known = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line.teaches()) {
        known.putIfAbsent(Normalizer.key(line.text()), line.calls().get(0));
      }
    }
    this.taught = Map.copyOf(known);
  }

  /**
   * A call as the file writes it.
   *
   * @param tool the tool's name, or {@code none} when nothing may happen
   * @param args its arguments as they are written; {@code <0} and {@code >1} stand for any such
   *     number
   */
  public record Call(String tool, Map<String, String> args) {
    /** Copies the arguments. */
    public Call {
      args = Map.copyOf(args);
    }

    private boolean exact() {
      return args.values().stream().noneMatch(v -> v.startsWith("<") || v.startsWith(">"));
    }
  }

  /**
   * One line.
   *
   * @param number its place in the file, 1-based
   * @param text what is said
   * @param calls the calls that are right, the best first
   * @param situation the name of the situation, or empty while a book plays
   */
  public record Line(int number, String text, List<Call> calls, String situation) {
    /** Copies the calls. */
    public Line {
      calls = List.copyOf(calls);
    }

    /** Returns whether the sentence means its call whatever the grammar makes of it. */
    boolean teaches() {
      Call first = calls.get(0);
      return situation.isEmpty() && WITHOUT_TITLE.contains(first.tool()) && first.exact();
    }
  }

  /** Reads the book of a language, which ships with the product. */
  public static PhraseBook builtIn(Language language) {
    String name = "phrases." + language.pick("zh", "en") + ".tsv";
    return parse(resource(name), name);
  }

  /**
   * Reads a book: on each line a sentence, a tab, the calls that are right, and perhaps a tab and a
   * situation; {@code #} begins a remark.
   *
   * @param name how a fault names the file
   * @throws IllegalArgumentException naming the line that is wrong
   */
  public static PhraseBook parse(String text, String name) {
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line(line, number, name));
      }
    }
    return new PhraseBook(lines);
  }

  /** Returns all lines in their order. */
  public List<Line> lines() {
    return lines;
  }

  /** Returns the call that the book gives for exactly these words. */
  public Optional<Call> taught(String words) {
    return Optional.ofNullable(taught.get(Normalizer.key(words)));
  }

  private static Line line(String line, int number, String name) {
    String[] cells = line.split("\t", -1);
    String where = name + ", line " + number + ": ";
    if (cells.length < 2 || cells.length > 3 || cells[0].isBlank()) {
      throw new IllegalArgumentException(where + "a sentence, a tab, a call, perhaps a situation");
    }
    List<Call> calls = new ArrayList<>();
    for (String call : cells[1].split(" \\| ", -1)) {
      calls.add(call(call.strip(), where));
    }
    return new Line(number, cells[0].strip(), calls, cells.length == 3 ? cells[2].strip() : "");
  }

  private static Call call(String written, String where) {
    if (written.equals("none")) {
      return new Call("none", Map.of());
    }
    int open = written.indexOf('(');
    if (open < 1 || !written.endsWith(")")) {
      throw new IllegalArgumentException(
          where + "a call is written as seek(seconds=30), not " + written);
    }
    Map<String, String> args = new LinkedHashMap<>();
    String inside = written.substring(open + 1, written.length() - 1);
    for (String arg : inside.isBlank() ? new String[0] : inside.split(", ", -1)) {
      int equals = arg.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(where + "an argument is written as name=value");
      }
      args.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    return new Call(written.substring(0, open), args);
  }

  /** Reads a file that stands beside the rules. */
  static String resource(String name) {
    try (InputStream in =
        PhraseBook.class.getResourceAsStream("/dev/earmark/agent/rules/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no such file: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
