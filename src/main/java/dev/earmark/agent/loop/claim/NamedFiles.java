package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that an answer says to have made, by the names that it writes: in a sentence that
 * claims so, and in the lines of a list below such a sentence.
 */
public final class NamedFiles {
  private static final Pattern ADDRESS = Pattern.compile("[a-z]+://\\S+");

  /** A path in ASCII with an extension; a number such as {@code 1.5} or {@code v2.0} has none. */
  private static final Pattern PATH =
      Pattern.compile(
          "(?<![\\w./-])(?:[\\w.-]+/)*[\\w-][\\w.-]*\\.[A-Za-z][A-Za-z0-9]{0,5}(?![\\w/])");

  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*•]|\\d+[.、)])\\s*.*");

  private NamedFiles() {}

  /**
   * Returns the files that the answer says to have made or taken away although no step that
   * succeeded had such a path.
   */
  public static List<String> unmade(String answer, List<Step> steps) {
    Set<String> paths = new LinkedHashSet<>(claimed(answer, Effect.FILE));
    paths.addAll(claimed(answer, Effect.DELETE));
    return paths.stream().filter(path -> !Unkept.isTouched(path, steps)).toList();
  }

  /** Returns the paths that are said to be made, in the order of the answer. */
  static List<String> claimed(String answer) {
    return claimed(answer, Effect.FILE);
  }

  private static List<String> claimed(String answer, Effect effect) {
    Set<String> paths = new LinkedHashSet<>();
    boolean inList = false;
    for (String line : answer.lines().toList()) {
      boolean item = ITEM.matcher(line).matches();
      inList &= item || line.isBlank();
      for (String sentence : line.split("(?<=[。！？!?；;])|(?<=\\.)\\s+", -1)) {
        boolean claims = ClaimGuard.claims(sentence).contains(effect);
        if (claims || (inList && ClaimGuard.affirms(sentence, ""))) {
          add(sentence, paths);
        }
        inList |= claims && sentence.strip().matches(".*[:：]");
      }
    }
    return new ArrayList<>(paths);
  }

  private static void add(String sentence, Set<String> paths) {
    Matcher path = PATH.matcher(ADDRESS.matcher(sentence).replaceAll(" "));
    while (path.find()) {
      String found = path.group();
      if (!found.toLowerCase(Locale.ROOT).matches("e\\.g|i\\.e|node\\.js|vue\\.js|three\\.js")) {
        paths.add(found.startsWith("./") ? found.substring(2) : found);
      }
    }
  }
}
