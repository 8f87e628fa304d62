package dev.earmark.agent.rules;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Picks another recording of the book in the player from what {@code search_album} listed: one with
 * the same title and not the same narrator. Of several the next one in the list, so that asking
 * again goes round.
 */
final class OtherReader {
  private static final Pattern LINE =
      Pattern.compile("\\d+\\. (.+?) \\(([\\w.-]+:.+?)\\)(,.*|)", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern NARRATOR =
      Pattern.compile(
          ", (?:播讲: |read by )(.+?)(?=, (?:\\d+ ?(?:集|sections?)|正在听的|the one in the player)|$)");
  private static final Pattern CURRENT = Pattern.compile(", (?:正在听的|the one in the player)$");
  private static final Pattern REMARK = Pattern.compile("[(（\\[【][^)）\\]】]*[)）\\]】]");

  private OtherReader() {}

  private record Listed(String title, String id, String narrator, boolean isCurrent) {
    boolean isOtherThan(Listed current) {
      boolean sameReader = !narrator.isEmpty() && narrator.equals(current.narrator);
      return !isCurrent && !sameReader && key(title).equals(key(current.title));
    }

    private static String key(String title) {
      return Normalizer.key(REMARK.matcher(title).replaceAll(""));
    }
  }

  /**
   * Returns the call that plays another recording; empty when the list has none.
   *
   * @param observation what the search answered
   * @param title of the book in the player, where the list does not mark it
   * @param section the one that is heard, 0 when it is not known
   */
  static Optional<Decision.Call> in(String observation, String title, int section) {
    List<Listed> all = listed(observation);
    int at = 0;
    while (at < all.size() && !all.get(at).isCurrent()) {
      at++;
    }
    Listed current =
        at < all.size() ? all.get(at) : new Listed(title, "", "", /* isCurrent= */ true);
    for (int step = 1; step <= all.size(); step++) {
      Listed next = all.get((at + step) % all.size());
      if (next.isOtherThan(current)) {
        return Optional.of(
            new Decision.Call(
                "search_and_play",
                Args.of("keyword", name(next, all), "section", Math.max(1, section))));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the id of the book that is called exactly so, with its narrator in brackets where it is
   * named; of several the one in the player.
   */
  static Optional<String> called(String observation, String name) {
    List<Listed> exact =
        listed(observation).stream()
            .filter(
                one ->
                    name.equals(one.title())
                        || name.equals(one.title() + "（" + one.narrator() + "）")
                        || name.equals(one.title() + "（" + one.id() + "）")
                        || name.equals(one.id()))
            .toList();
    return exact.stream()
        .filter(Listed::isCurrent)
        .findFirst()
        .or(() -> exact.stream().findFirst())
        .map(Listed::id);
  }

  /** Returns the id of the book in the player, if the list has it. */
  static Optional<String> current(String observation) {
    return listed(observation).stream().filter(Listed::isCurrent).map(Listed::id).findFirst();
  }

  /** A name by which the list's album is found again, one that can be said where there is one. */
  private static String name(Listed album, List<Listed> all) {
    long same = all.stream().filter(one -> one.title().equals(album.title())).count();
    if (same == 1) {
      return album.title();
    }
    return album.narrator().isEmpty() ? album.id() : album.title() + "（" + album.narrator() + "）";
  }

  private static List<Listed> listed(String observation) {
    List<Listed> all = new ArrayList<>();
    for (String line : observation.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        String rest = Objects.requireNonNullElse(matcher.group(3), "");
        Matcher narrator = NARRATOR.matcher(rest);
        all.add(
            new Listed(
                matcher.group(1),
                matcher.group(2),
                narrator.find() ? narrator.group(1) : "",
                CURRENT.matcher(rest).find()));
      }
    }
    return all;
  }
}
