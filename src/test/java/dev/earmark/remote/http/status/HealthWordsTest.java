package dev.earmark.remote.http.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HealthWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "off (microphone.type is none); type commands or use the page|关（microphone.type 是 none）；请打字或用网页",
        "the device did not open within 10 s (next try in 30 s)|设备在 10 秒内没有打开（30 秒后再试）",
        "no sound comes out: pacat is not installed; apt-get install pulseaudio-utils"
            + "|没有声音出来：没有安装 pacat；请执行 apt-get install pulseaudio-utils",
        "rules|rules",
        "something new is wrong|something new is wrong"
      })
  void text_isSaidInChinese_alsoInsideOfAnother(String english, String chinese) {
    assertThat(HealthWords.of(english, Language.ZH)).isEqualTo(chinese);
    assertThat(HealthWords.of(english, Language.EN)).isEqualTo(english);
  }

  @Test
  void part_keepsItsNameAndState() {
    Health.Part part = new Health.Part("runs", /* ok= */ true, "runs are being saved");
    assertThat(HealthWords.of(part, Language.ZH))
        .isEqualTo(new Health.Part("runs", /* ok= */ true, "运行记录在保存"));
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
