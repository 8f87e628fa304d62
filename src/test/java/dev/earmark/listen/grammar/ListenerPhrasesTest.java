package dev.earmark.listen.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the listener can hear, the rules understand: two files, one set of commands. */
final class ListenerPhrasesTest {
  private static final int EACH = 60;

  /** Answers to a question that nobody has asked. */
  private static final Set<String> ANSWERS =
      Set.of("好的", "是的", "对", "不", "不要", "不是", "可以", "好", "yes", "ok", "okay");

  @ParameterizedTest
  @EnumSource(Language.class)
  void phrasesOfTheListener_areUnderstood_andPlayOnlyRealTitles(Language language) {
    boolean zh = language == Language.ZH;
    List<String> titles = zh ? List.of("西游记", "卖火柴的小女孩") : List.of("treasure island", "the hobbit");
    Rules rules = Rules.builtIn(zh ? "zh" : "en").withClass("title", titles);
    RuleModel model =
        new RuleModel(said -> titles.contains(said) ? Optional.of(said) : Optional.empty());
    Situation now =
        new Situation(
            "playing",
            zh ? "聊斋志异" : "emma",
            5,
            200,
            24,
            50,
            1.0,
            zh ? List.of("水浒传", "红楼梦") : List.of("dracula", "moby dick"),
            List.of(),
            "");
    List<String> known = new ArrayList<>(titles);
    known.add(now.album());
    known.addAll(now.results());
    Random random = new Random(20);
    List<String> faults = new ArrayList<>();
    for (Rules.Node command : rules.commands()) {
      for (int i = 0; i < EACH; i++) {
        String words = said(command, rules, random);
        fault(words, model.decide(words, language, now), known).ifPresent(faults::add);
      }
    }
    assertThat(faults).isEmpty();
  }

  private static Optional<String> fault(String words, Decision decision, List<String> known) {
    Decision.Call call = decision.call();
    if (call == null) {
      boolean answer = ANSWERS.contains(words.replaceAll("(?<=\\p{IsHan}) (?=\\p{IsHan})", ""));
      return decision.certainty() == Certainty.NOT_MINE && !answer
          ? Optional.of(words + " is not understood")
          : Optional.empty();
    }
    String keyword = String.valueOf(call.args().getOrDefault("keyword", ""));
    // "do you have the hobbit stories" may be looked up as it was said.
    boolean looksUp =
        call.tool().equals("search_album") && known.stream().anyMatch(keyword::startsWith);
    boolean invented = !keyword.isEmpty() && !known.contains(keyword) && !looksUp;
    return invented ? Optional.of(words + " -> " + call) : Optional.empty();
  }

  private static String said(Rules.Node node, Rules rules, Random random) {
    if (node instanceof Rules.Node.Literal literal) {
      return literal.text();
    } else if (node instanceof Rules.Node.Reference reference) {
      return said(rules.classNamed(reference.name()), rules, random);
    } else if (node instanceof Rules.Node.Choice choice) {
      return said(choice.options().get(random.nextInt(choice.options().size())), rules, random);
    } else if (node instanceof Rules.Node.Maybe maybe) {
      return random.nextBoolean() ? said(maybe.node(), rules, random) : "";
    }
    List<String> parts = new ArrayList<>();
    for (Rules.Node part : ((Rules.Node.Sequence) node).parts()) {
      String words = said(part, rules, random);
      if (!words.isEmpty()) {
        parts.add(words);
      }
    }
    return String.join(" ", parts);
  }
}
