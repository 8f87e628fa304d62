package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that are really called what otherwise means something else. */
final class ExactTitleTest {
  private static final Map<String, String> TITLES =
      Map.of("my book", "My Book", "我的书", "我的书", "it", "It", "stop", "Stop");

  private final RuleModel rules =
      new RuleModel(
          words -> Optional.ofNullable(TITLES.get(words.toLowerCase(java.util.Locale.ROOT))));

  private Decision.Call call(RuleModel model, String text) {
    Language language = Language.guess(text, Language.EN);
    return Objects.requireNonNull(model.decide(text, language, Situation.NOTHING).call());
  }

  @ParameterizedTest
  @CsvSource({
    "play my book, My Book",
    "please play my book, My Book",
    "i want to hear my book, My Book",
    "播放我的书, 我的书",
    "我想听我的书, 我的书",
    "play stop, Stop",
  })
  void title_thatTheLibraryHas_wins(String text, String title) {
    Decision.Call call = call(rules, text);
    assertThat(call.tool()).isEqualTo("search_and_play");
    assertThat(call.args()).containsEntry("keyword", title).doesNotContainKey("section");
  }

  @ParameterizedTest
  @ValueSource(strings = {"the third one", "play the third one", "number three please"})
  void choice_fromTheListOnTheScreen_isNoTitleWhereABookIsCalledSo(String text) {
    RuleModel model =
        new RuleModel(
            words ->
                words.equals("the third one") ? Optional.of("The Third One") : Optional.empty());
    Situation listed =
        new Situation(
            "stopped", "", 0, 0, 0, 50, 1.0, List.of("Dune", "Emma", "Dracula"), List.of(), "");
    Decision.Call call = Objects.requireNonNull(model.decide(text, Language.EN, listed).call());
    assertThat(call.args()).containsEntry("keyword", "Dracula");
    if (text.startsWith("play")) {
      assertThat(call(model, text).args()).containsEntry("keyword", "The Third One");
    }
  }

  @Test
  void titleWithASection_playsThatSection() {
    assertThat(call(rules, "play my book chapter two").args())
        .containsEntry("keyword", "My Book")
        .containsEntry("section", 2);
    assertThat(call(rules, "播放我的书第二集").args())
        .containsEntry("keyword", "我的书")
        .containsEntry("section", 2);
  }

  @ParameterizedTest
  @CsvSource({
    "play my book 2, My Book, 2",
    "play my book twelve, My Book, 12",
    "播放我的书3, 我的书, 3",
    "播放我的书十二, 我的书, 12",
  })
  void titleWithABareNumber_playsThatSection(String text, String title, int section) {
    assertThat(call(rules, text).args())
        .containsEntry("keyword", title)
        .containsEntry("section", section);
  }

  /** The number belongs to a title where there is one, else it is a section. */
  @ParameterizedTest
  @CsvSource({
    "播放三体二, 三体2, ",
    "我想听三体2, 三体2, ",
    "播放三体二第三集, 三体2, 3",
    "播放三体三, 三体, 3",
    "播放三体, 三体, ",
  })
  void numberBehindATitle_isTheBookOfThatNumberFirst(
      String text, String title, @Nullable Integer section) {
    Map<String, String> shelf = Map.of("三体", "三体", "三体2", "三体2", "三体二", "三体2");
    RuleModel model = new RuleModel(words -> Optional.ofNullable(shelf.get(words)));

    Map<String, Object> args = new java.util.HashMap<>(call(model, text).args());
    assertThat(args.remove("keyword")).isEqualTo(title);
    assertThat(args.get("section")).isEqualTo(section);
  }

  private static Optional<String> beginning(String words) {
    String key = words.toLowerCase(java.util.Locale.ROOT).strip();
    List<String> fitting =
        List.of("Alice's Adventures in Wonderland", "Catch 22", "聊斋志异", "三体2：黑暗森林").stream()
            .filter(title -> title.toLowerCase(java.util.Locale.ROOT).startsWith(key))
            .toList();
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  @ParameterizedTest
  @CsvSource({
    "play alice 2, Alice's Adventures in Wonderland, 2",
    "play alice two, Alice's Adventures in Wonderland, 2",
    "播放聊斋三, 聊斋志异, 3",
  })
  void beginningOfATitleWithABareNumber_playsThatSection(String text, String title, int section) {
    RuleModel model = new RuleModel(words -> Optional.empty(), ExactTitleTest::beginning);
    assertThat(call(model, text).args())
        .containsEntry("keyword", title)
        .containsEntry("section", section);
  }

  @ParameterizedTest
  @ValueSource(strings = {"play catch 22", "play catch twenty two", "播放三体2", "play beethoven 9"})
  void numberOfATitle_isNoSection(String text) {
    RuleModel model = new RuleModel(words -> Optional.empty(), ExactTitleTest::beginning);
    assertThat(call(model, text).args()).doesNotContainKey("section");
  }

  @Test
  void title_thatNobodyHas_isNoTitle() {
    assertThat(call(new RuleModel(), "play my book").tool()).isEqualTo("resume");
  }

  @Test
  void bareWords_areNoTitles() {
    assertThat(call(rules, "play it").tool()).isEqualTo("resume");
    assertThat(call(rules, "stop").tool()).isEqualTo("stop");
  }
}
