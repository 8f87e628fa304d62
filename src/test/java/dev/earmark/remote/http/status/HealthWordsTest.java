package dev.earmark.remote.http.status;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HealthWordsTest {
  private static final Pattern REPORT =
      Pattern.compile("health\\.(?:ok|problem)\\(\\s*[\\w.\"()]+,\\s*((?:[^;\"]|\"[^\"]*\")*)\\);");

  private static final Pattern LITERAL = Pattern.compile("\"[^\"]*\"");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "off (microphone.type is none); type commands or use the page|关（microphone.type 是 none）；请打字或用网页",
        "the device did not open within 10 s (next try in 30 s)|设备在 10 秒内没有打开（30 秒后再试）",
        "no sound comes out: pacat is not installed; apt-get install pulseaudio-utils"
            + "|没有声音出来：没有安装 pacat；请执行 apt-get install pulseaudio-utils",
        "the transcription server at http://nas/v1 does not answer; the embedded model hears until"
            + " it answers|http://nas/v1 的听写服务器 没有回应；在它回应之前由自带的模型来听",
        "the speech server answers 401; see voice.openai.api-key-env; espeak-ng cmn speaks meanwhile"
            + "|语音服务器回应了状态 401；检查 voice.openai.api-key-env；暂时由 espeak-ng cmn 说话",
        "USB: it is too loud and clips; turn its level down in the mixer, or lower microphone.gain"
            + "|USB：声音太大，失真了；在混音器里调低，或者调低 microphone.gain",
        "USB: its samples are off the zero line by 7 % of full scale; try another input or sound card"
            + "|USB：声音偏离零线满幅的 7 %；换一个输入口或声卡试试",
        "the model server at http://nas:1 cannot be reached: nothing listens there; start it or correct"
            + " brain.llm.base-url|http://nas:1 的模型服务器连不上：那里没有程序在听；请启动它，或者改正 brain.llm.base-url",
        "no answer in time; check mcp-servers in config.yml, it is tried again"
            + "|没有按时回答；检查 config.yml 里的 mcp-servers，会再试",
        "the program was ended by signal 9; check mcp-servers in config.yml, it is tried again"
            + "|程序被信号结束：9；检查 config.yml 里的 mcp-servers，会再试",
        "there is no session bus; set mpris.bus to auto or none if that is as it should be"
            + "|没有 session 总线；如果本该如此，把 mpris.bus 设成 auto 或 none",
        "the endpoint refuses the token; copy a new address from the xiaozhi console to"
            + " xiaozhi.endpoints|接入点不认这个令牌；请从小智控制台复制新的地址到 xiaozhi.endpoints",
        "rules|rules",
        "something new is wrong|something new is wrong"
      })
  void text_isSaidInChinese_alsoInsideOfAnother(String english, String chinese) {
    assertThat(HealthWords.of(english, Language.ZH)).isEqualTo(chinese);
    assertThat(HealthWords.of(english, Language.EN)).isEqualTo(english);
  }

  /** All that lies in models/ in vain was said in English. */
  @Test
  void whatLiesInVainInModels_isSaidInChinese() {
    String english =
        "in /m: a.zip cannot be used: a.zip holds more than 10 files; fetch the archive again, or"
            + " remove it | b cannot be used: it is no whole speech model (am/ or conf/ is"
            + " missing); copy it anew or remove it | c cannot be used: the model lies one folder"
            + " deeper: move /m/c/d to models/ | e.tgz cannot be used: only ZIP archives are"
            + " unpacked; unpack it here by hand, or remove it | f.zip.failed cannot be used:"
            + " unpacking it did not end twice; remove it and fetch the model again";
    assertThat(HealthWords.of(english, Language.ZH))
        .isEqualTo(
            "/m 里：a.zip 用不了：a.zip 里的文件超过 10 个；重新下载，或者删掉它"
                + " | b 用不了：不是完整的语音模型（缺 am/ 或 conf/）；重新复制，或者删掉"
                + " | c 用不了：模型在里面一层：把 /m/c/d 移到 models/"
                + " | e.tgz 用不了：只会解压 ZIP；请在这里手动解压，或者删掉它"
                + " | f.zip.failed 用不了：两次都没有解压完；删掉它，重新下载模型");
  }

  @Test
  void part_keepsItsNameAndState() {
    Health.Part part = new Health.Part("runs", /* ok= */ true, "runs are being saved");
    assertThat(HealthWords.of(part, Language.ZH))
        .isEqualTo(new Health.Part("runs", /* ok= */ true, "运行记录在保存"));
  }

  /** The sentences that the parts write, with something else in the place of what changes. */
  @Test
  void everySentenceOfTheCode_isThereInChinese() throws Exception {
    Set<String> sentences = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/earmark"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher call = REPORT.matcher(Files.readString(file));
        while (call.find()) {
          sentence(call.group(1)).ifPresent(sentences::add);
        }
      }
    }
    assertThat(sentences).hasSizeGreaterThan(20);
    assertThat(sentences)
        .allSatisfy(text -> assertThat(HealthWords.of(text, Language.ZH)).isNotEqualTo(text));
  }

  /** Returns what a string expression gives; nothing when all of it comes from elsewhere. */
  private static Optional<String> sentence(String expression) {
    String text = LITERAL.matcher(expression).results().map(MatchResult::group).collect(joining());
    boolean hasWords = text.matches(".*[a-z]{2}.*[a-z]{2}.*");
    if (!hasWords || expression.contains(" ? ") || !expression.contains("\"")) {
      return Optional.empty();
    }
    StringBuilder said = new StringBuilder();
    for (String part : expression.strip().split("\\s*\\+\\s+(?=\"|\\w)", -1)) {
      said.append(part.startsWith("\"") ? part.substring(1, part.lastIndexOf('"')) : "7");
    }
    return Optional.of(said.toString()).filter(all -> all.length() > 2);
  }

  @Test
  void everySentence_hasAsManyHolesInBothLanguages() throws Exception {
    Path file = Path.of("src/main/resources/dev/earmark/remote/http/status/health.zh.txt");
    assertThat(Files.readAllLines(file))
        .filteredOn(line -> !line.isBlank() && !line.startsWith("#"))
        .hasSizeGreaterThan(40)
        .allSatisfy(
            line -> {
              String[] both = line.split(" = ", 2);
              assertThat(both).hasSize(2);
              assertThat(both[1].split("\\{}", -1)).hasSameSizeAs(both[0].split("\\{}", -1));
            });
  }
}
