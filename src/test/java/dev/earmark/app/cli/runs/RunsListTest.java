package dev.earmark.app.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.base.Language;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The list of runs has one line for each. */
final class RunsListTest {
  private static final JsonNode RUNS =
      Json.parse(
          "[{\"id\":\"r-1\",\"ended\":\"answered\",\"task\":\"播放西游记\",\"answer\":\"好的\"},"
              + "{\"id\":\"r-22\",\"ended\":\"\",\"state\":\"running\",\"task\":\"写一本书\"}]");

  /** A Chinese reader read "answered"; an answer of a whole list filled the screen. */
  @Test
  void list_isInTheReadersLanguage_andCutAtTheWidth() {
    assertThat(RunsCommand.listed(RUNS, Messages.of(Language.ZH), 80))
        .containsExactly("r-1   答完    播放西游记  ->  好的", "r-22  进行中  写一本书");
    assertThat(RunsCommand.listed(RUNS, Messages.of(Language.EN), 22))
        .containsExactly("r-1   answered  播放…", "r-22  running   写一…");
  }

  /** A large model's steps were not shown, and the answer of a book that plays twice. */
  @Test
  void followedRun_hasItsStepsAndTheAnswerOnce() {
    JsonNode run =
        Json.parse(
            "{\"task\":\"write it\",\"ended\":\"answered\",\"answer\":\"written\",\"steps\":["
                + "{\"action\":\"write_to_file\",\"action_input\":{\"path\":\"a\"},"
                + "\"observation\":\"done\"}]}");
    assertThat(SayCommand.followed(run, Messages.of(Language.EN)))
        .containsExactly(
            "asked: write it", "step 1: write_to_file path a → done", "answer (answered): written");
  }

  @Test
  void answerOfSeveralLines_isOneLine() {
    assertThat(RunsCommand.oneLine("找到三本：\n1. 西游记\r\n\n  2. 三体 \n"))
        .isEqualTo("找到三本： 1. 西游记 2. 三体");
    assertThat(RunsCommand.oneLine("")).isEmpty();
  }
}
