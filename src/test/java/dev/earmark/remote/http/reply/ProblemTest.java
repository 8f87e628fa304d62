package dev.earmark.remote.http.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.text.SourceSentences;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Refusals in the reader's language. */
final class ProblemTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "There is no run 'r-1'; GET /api/runs lists them.|没有编号为 'r-1' 的运行；GET /api/runs 可以列出来。",
        "The field 'at' must be a time of day such as \"07:30\".|字段 'at' 要是几点几分，例如 \"07:30\"。",
        "The field 'level' must be a whole number.|字段 'level' 要是整数。",
        "127.0.0.1 cannot be reached: Failed to connect to /127.0.0.1:1"
            + "|连不上 127.0.0.1：/127.0.0.1:1 上没有程序在听",
        "something of another kind|something of another kind",
      })
  void body_isInTheReadersLanguage(String english, String chinese) {
    Problem problem = Problem.badRequest(english);
    assertThat(problem.body("/api", Language.EN).detail()).isEqualTo(english);
    assertThat(problem.body("/api", Language.EN).title()).isEqualTo("The request is not valid");
    assertThat(problem.body("/api", Language.ZH).detail()).isEqualTo(chinese);
    assertThat(problem.body("/api", Language.ZH).title()).isEqualTo("请求不对");
  }

  @ParameterizedTest
  @EnumSource(Failure.Kind.class)
  void title_ofEveryFailure_isThereInChinese(Failure.Kind kind) {
    Problem problem = Problem.of(new Failure(kind, "no matter"));
    assertThat(problem.body("/", Language.ZH).title())
        .isNotEqualTo(problem.body("/", Language.EN).title());
  }

  /** Refusals of the routes, of a hand in a run, and of what is added to the library. */
  @Test
  void everyRefusalOfTheCode_isThereInChinese() throws Exception {
    Set<String> sentences =
        new TreeSet<>(
            SourceSentences.of(
                "src/main/java/dev/earmark/remote/http", "Problem\\.(?!of|internal)[a-zA-Z]+\\("));
    sentences.addAll(
        SourceSentences.of("src/main/java/dev/earmark/agent", "Outcome\\.(?:notNow|refused)\\("));
    sentences.addAll(
        SourceSentences.of(
            "src/main/java/dev/earmark/app/catalogues",
            "new Failure(?:Exception)?\\(\\s*(?:Failure\\.)?Kind\\.\\w+,"));
    assertThat(sentences).hasSizeGreaterThan(40);
    assertThat(sentences)
        .allSatisfy(
            text ->
                assertThat(Problem.badRequest(text).body("/", Language.ZH).detail())
                    .isNotEqualTo(text));
  }
}
