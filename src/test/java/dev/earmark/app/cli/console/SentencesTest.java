package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.view.EventText;
import dev.earmark.base.Language;
import dev.earmark.config.value.Problem;
import dev.earmark.text.SourceSentences;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A Chinese locale reads Chinese: what commands refuse with, what config check and doctor find. */
final class SentencesTest {
  private final Messages say = Messages.of(Language.ZH);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Unknown option: '--foo'|没有这个选项：'--foo'",
        "Missing required parameter: 'KEYWORD'|缺少参数：'KEYWORD'",
        "expected a speed from 0.5 to 3 such as 1.25; 1 is normal, but it is '9'"
            + "|应该是 0.5 到 3 的倍速，例如 1.25；1 是正常，现在是 '9'",
        "expected a whole number from 0 to 65535, but it is 'x'|应该是 0 到 65535 的整数，现在是 'x'",
        "no speech model in /m; ./earmark models install zh|/m 里没有语音模型；请执行 ./earmark models install"
            + " zh",
        "no speech model for zh in models/; put one there or run 'earmark models install zh'"
            + "|models/ 里没有 zh 的语音模型；请放一个，或者执行 earmark models install zh",
        "there is no such key (did you mean server.port?); remove it or correct its name"
            + "|没有这个键（是不是 server.port？）；去掉它，或者改正名字",
        "expected a topic such as earmark or home/earmark, but it is ''|应该是主题，例如 earmark 或"
            + " home/earmark，现在是 ''",
        "unknown language 'xx', expected zh or en, but it is 'xx'|没有语言 'xx'，只有 zh 或 en，现在是 'xx'",
        "expected a text that is not empty, but it is ''|应该是不空的文字，现在是 ''",
        "this is not valid YAML: expected ',' or ']', but got :|这不是正确的 YAML：应该是 ',' 或 ']'，却是 :",
        "Invalid value for option '--in': 'abc' is not a double|选项 '--in' 的值不对：'abc' 不是数字",
        "another Earmark (process 7) runs on this home folder; stop it first, or choose another"
            + " folder with --home|这个主目录上已经有一个 Earmark 在运行（进程 7）；先停掉它，或者用 --home 换一个目录",
        "fake answers: first words after 0.1 s, 56 tokens a second, stop texts are honoured"
            + "|fake 回答：0.1 秒后开始，每秒 56 个词元，停止词有效",
        "127.0.0.1 cannot be reached: Failed to connect to /127.0.0.1:1"
            + "|连不上 127.0.0.1：/127.0.0.1:1 上没有程序在听",
        "a.md cannot be decoded: Invalid data found when processing input|a.md 解不开：里面不是声音",
        "feeds: 1|播客 1 个",
        "there is no command 'x'; ./earmark --help lists all|没有命令 'x'；./earmark --help 列出全部",
        "Did you mean: status?|是不是 status？",
        "something else|something else",
      })
  void sentence_isInTheLanguageOfTheLocale(String english, String chinese) {
    assertThat(say.sentence(english)).isEqualTo(chinese);
    assertThat(Messages.of(Language.EN).sentence(english)).isEqualTo(english);
  }

  @Test
  void eventOfARun_isInTheLanguageOfTheLocale() {
    JsonNode failed =
        Json.parse(
            "{\"title\":\"三体\",\"section\":2,\"reason_zh\":\"没有找到\",\"reason_en\":\"not found\"}");
    assertThat(EventText.line("play.failed", failed, say)).isEqualTo("没有播放：三体，第 2 集：没有找到");
    assertThat(EventText.line("play.failed", failed, Messages.of(Language.EN)))
        .isEqualTo("not playing: 三体, section 2: not found");
    assertThat(say.part("catalogue books")).isEqualTo("书源 books");
    assertThat(say.part("voice")).isEqualTo("语音合成");
  }

  @Test
  void problem_namesLineAndKeyInOneLanguage() {
    Problem problem =
        new Problem("config.yml line 3", "server.port", "expected one value, not a list");
    assertThat(say.problem(problem)).isEqualTo("config.yml 第 3 行：server.port：应该是一个值，不是列表");
    assertThat(Messages.of(Language.EN).problem(problem)).isEqualTo(problem.toString());
  }

  @Test
  void everyRefusalOfTheCode_isThereInChinese() throws Exception {
    Set<String> sentences = new TreeSet<>();
    sentences.addAll(
        SourceSentences.of(
            "src/main/java/dev/earmark/app/cli", "new CliException\\(\\s*CliException\\.\\w+,"));
    sentences.addAll(
        SourceSentences.of("src/main/java/dev/earmark/config", "IllegalArgumentException\\("));
    sentences.addAll(
        SourceSentences.of("src/main/java/dev/earmark/config", "new Problem\\([^,;]*,[^,;]*,"));
    sentences.addAll(
        SourceSentences.of(
            "src/main/java/dev/earmark/config",
            "problem\\((?:\\s*[\\w.()]+,)?\\s*(?:\"[^\"]*\"|[\\w.()]+(?: \\+ [\\w.\"]+)*),"));
    sentences.addAll(
        SourceSentences.of("src/main/java/dev/earmark/app/stage", "new IOException\\("));
    sentences.addAll(SourceSentences.of("src/main/java/dev/earmark/app/stage", "add\\(\\s*key,"));
    for (String folder :
        List.of("app/stage", "app/cli", "app/home", "listen/models", "speak/piper")) {
      sentences.addAll(
          SourceSentences.of(
              "src/main/java/dev/earmark/" + folder,
              "new Failure(?:Exception)?\\(\\s*(?:Failure\\.)?Kind\\.\\w+,"));
    }
    sentences.addAll(
        SourceSentences.of("src/main/java/dev/earmark/app/home", "new IOException\\("));
    sentences.removeIf(text -> text.matches("7[\\w.]*7?|7, but it is '7.*")); // keys, and parts
    assertThat(sentences).hasSizeGreaterThan(60);
    assertThat(sentences)
        .allSatisfy(
            text ->
                assertThat(say.sentence(text))
                    .isNotEqualTo(text)
                    .as("half of it is English")
                    .satisfies(
                        said ->
                            assertThat(said.replaceAll("(?:\\./)?earmark [^；，。]*", ""))
                                .doesNotContainPattern("[a-z]{2,} [a-z]{2,} [a-z]{2,}")));
  }

  @Test
  void everySentence_hasAsManyHolesInBothLanguages() throws Exception {
    for (Path table :
        List.of(
            Path.of("src/main/resources/dev/earmark/app/cli/console/sentences.zh.txt"),
            Path.of("src/main/resources/dev/earmark/remote/http/reply/problems.zh.txt"))) {
      assertThat(Files.readAllLines(table))
          .filteredOn(line -> !line.isBlank() && !line.startsWith("#"))
          .allSatisfy(
              line -> {
                String[] both = line.split(" = ", 2);
                assertThat(both).hasSize(2);
                assertThat(both[1].split("\\{}", -1)).hasSameSizeAs(both[0].split("\\{}", -1));
              });
    }
  }
}
