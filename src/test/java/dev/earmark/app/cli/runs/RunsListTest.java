package dev.earmark.app.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The list of runs has one line for each. */
final class RunsListTest {
  @Test
  void answerOfSeveralLines_isOneLine() {
    assertThat(RunsCommand.oneLine("找到三本：\n1. 西游记\r\n\n  2. 三体 \n"))
        .isEqualTo("找到三本： 1. 西游记 2. 三体");
    assertThat(RunsCommand.oneLine("")).isEmpty();
  }
}
