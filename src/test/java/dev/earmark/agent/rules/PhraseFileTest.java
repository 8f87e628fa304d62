package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.book.PhraseBook;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every line of the phrase files does what it says. */
final class PhraseFileTest {
  private final RuleModel rules = new RuleModel();

  @ParameterizedTest
  @EnumSource(Language.class)
  void decide_everyLineOfTheFile_givesACallOfTheLine(Language language) {
    List<String> faults = new ArrayList<>();
    for (PhraseBook.Line line : PhraseBook.builtIn(language).lines()) {
      Decision decision = rules.decide(line.text(), language, situation(language, line));
      if (line.calls().stream().noneMatch(call -> fits(call, decision))) {
        faults.add(
            "line "
                + line.number()
                + ": "
                + line.text()
                + " -> "
                + Optional.<Object>ofNullable(decision.call()).orElse("none: " + decision.answer())
                + " instead of "
                + line.calls());
      }
    }
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void file_holdsThreeHundredWaysToSaySomething(Language language) {
    List<PhraseBook.Line> lines = PhraseBook.builtIn(language).lines();
    assertThat(lines.stream().filter(l -> !l.calls().get(0).tool().equals("none")))
        .hasSizeGreaterThan(300);
    assertThat(lines.stream().map(l -> l.text() + l.situation())).doesNotHaveDuplicates();
  }

  /** Returns the situation that a line names; the heading of the file describes them. */
  static Situation situation(Language language, PhraseBook.Line line) {
    return switch (line.situation()) {
      case "" -> playing(language, "playing", Situation.Shown.NOTHING);
      case "paused", "stopped" -> playing(language, line.situation(), Situation.Shown.NOTHING);
      case "nothing" -> Situation.NOTHING;
      case "list" ->
          playing(
              language,
              "playing",
              language == Language.ZH
                  ? new Situation.Shown(List.of("西游记", "西游记后传", "西游记精讲"), "西游记", 1)
                  : new Situation.Shown(
                      List.of("Aesop's Fables", "Fables for Children", "Animal Fables"),
                      "fables",
                      1));
      default -> throw new AssertionError("line " + line.number() + ": " + line.situation());
    };
  }

  private static Situation playing(Language language, String state, Situation.Shown shown) {
    boolean zh = language == Language.ZH;
    return new Situation(
        state,
        zh ? "聊斋志异" : "Treasure Island",
        zh ? 5 : 6,
        zh ? 200 : 340,
        zh ? 24 : 34,
        /* volume= */ 50,
        /* speed= */ 1.0,
        shown.titles(),
        List.of(),
        "",
        shown.keyword(),
        shown.page());
  }

  private static boolean fits(PhraseBook.Call expected, Decision decision) {
    Decision.Call call = decision.call();
    if (call == null) {
      return expected.tool().equals("none") && !decision.answer().isBlank();
    }
    if (decision.plan() == Decision.Plan.DETAIL && expected.tool().equals("get_album_detail")) {
      return true;
    }
    return call.tool().equals(expected.tool())
        && expected.args().entrySet().stream().allMatch(arg -> matches(arg, call.args()));
  }

  private static boolean matches(Map.Entry<String, String> expected, Map<String, Object> args) {
    Object given = args.get(expected.getKey());
    String wanted = expected.getValue();
    if (given instanceof Number number) {
      double value = number.doubleValue();
      if (wanted.startsWith(">")) {
        return value > Double.parseDouble(wanted.substring(1));
      }
      return wanted.startsWith("<")
          ? value < Double.parseDouble(wanted.substring(1))
          : Math.abs(value - Double.parseDouble(wanted)) < 1e-9;
    }
    return given != null && String.valueOf(given).equalsIgnoreCase(wanted);
  }
}
