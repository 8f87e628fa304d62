package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.StatusText;
import dev.earmark.audio.device.Devices;
import dev.earmark.base.Language;
import dev.earmark.listen.models.ModelInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lines with moments, in the time of the machine and the language of the locale. */
final class LocalLinesTest {
  private static final Messages EN = Messages.of(Language.EN);
  private static final Messages ZH = Messages.of(Language.ZH);
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  /** It was "lifted until 2026-11-30T22:00:00.123456789Z". */
  @Test
  void limits_endAtALocalTime() {
    var now =
        Json.parse(
            "{\"quota_s\":3600,\"used_s\":600,\"lifted_until\":\"2026-11-30T15:00:00.123456Z\"}");
    assertThat(HabitCommands.limitLines(now, EN, NOW, ZONE))
        .containsExactly("10 of 60 minutes of today are heard", "lifted until 23:00");
    assertThat(HabitCommands.limitLines(now, ZH, NOW, ZONE))
        .containsExactly("今天听了 10 分钟，最多 60 分钟", "限制解除到 23:00");
  }

  @Test
  void timer_tellsWhenItRingsHere() {
    var timer =
        Json.parse(
            "{\"id\":\"3\",\"kind\":\"alarm\",\"name\":\"tea\",\"at\":\"2026-11-30T23:30:00Z\","
                + "\"ends_in_s\":41400,\"repeat\":\"weekdays\",\"ringing\":false}");
    assertThat(ClockCommands.line(timer, EN, NOW, ZONE))
        .isEqualTo("3  alarm  tea  at 2026-12-01 07:30, in 11:30:00, repeats weekdays");
    assertThat(ClockCommands.line(timer, ZH, NOW, ZONE))
        .startsWith("3  闹钟  tea  2026-12-01 07:30")
        .endsWith("重复 工作日");
  }

  @Test
  void lists_standInColumns() {
    var timers =
        Json.parse(
            "[{\"id\":\"1\",\"kind\":\"reminder\",\"name\":\"收衣服\","
                + "\"at\":\"2026-11-30T13:00:00Z\",\"ends_in_s\":3600},"
                + "{\"id\":\"12\",\"kind\":\"alarm\",\"name\":\"\","
                + "\"at\":\"2026-12-04T22:00:00Z\",\"ends_in_s\":381600}]");
    assertThat(ClockCommands.lines(timers, EN, NOW, ZONE))
        .containsExactly(
            "1   reminder  收衣服  at 21:00, in 1:00:00",
            "12  alarm             at 2026-12-05 06:00, in 4 days 10:00:00");
    var albums =
        Json.parse(
            "[{\"id\":\"a:1\",\"title\":\"西游记\",\"author\":\"\",\"section_count\":1},"
                + "{\"id\":\"a:12\",\"title\":\"Alice\",\"author\":\"Carroll\","
                + "\"section_count\":12}]");
    assertThat(LibraryCommand.listed(albums, EN))
        .containsExactly("a:1   西游记           1 section", "a:12  Alice   Carroll  12 sections");
  }

  /** Five failures made the status unreadable. */
  @Test
  void status_ofFailedDownloads_showsTheLastAndTheirNumber() {
    String failed =
        "{\"id\":\"d%d\",\"album\":\"三体\",\"section\":%d,\"state\":\"failed\",\"bytes\":0,"
            + "\"total_bytes\":-1,\"reason\":\"gone\"}";
    String status =
        "{\"state\":\"stopped\",\"listening\":{\"state\":\"off\",\"muted\":true},\"downloads\":["
            + failed.formatted(1, 1)
            + ","
            + failed.formatted(2, 2)
            + ","
            + failed.formatted(3, 3)
            + "]}";
    List<String> lines = StatusText.lines(Json.parse(status), EN);
    assertThat(lines).filteredOn(line -> line.contains("三体")).hasSize(1);
    assertThat(lines)
        .anyMatch(
            line ->
                line.startsWith("3 downloads failed, the last: download d3")
                    && line.endsWith("./earmark downloads"))
        .anyMatch(line -> line.contains("unmute"));
  }

  /** A Chinese reader read "CANNOT BE USED", "DAMAGED" and "commands only". */
  @Test
  void models_areInTheReadersLanguage() {
    ModelInfo damaged = model("zh-small", "zh-small is not as it was installed; install it again");
    assertThat(ModelsCommand.line(damaged, true, EN))
        .startsWith("* zh-small  zh  ")
        .endsWith("commands only  DAMAGED: " + damaged.problem());
    assertThat(ModelsCommand.line(damaged, true, ZH)).endsWith("只听命令  坏了：zh-small 和安装时不一样了；请重新安装");
    ModelInfo misfit =
        model("x.zip", "x.zip holds more than 10 files; fetch the archive again, or remove it");
    assertThat(ModelsCommand.misfitLine(misfit, EN))
        .isEqualTo("  x.zip cannot be used: " + misfit.problem());
    assertThat(ModelsCommand.misfitLine(misfit, ZH))
        .isEqualTo("  x.zip 用不了：x.zip 里的文件超过 10 个；重新下载，或者删掉它");
  }

  private static ModelInfo model(String name, String problem) {
    return new ModelInfo(
        name,
        Path.of("models", name),
        "0",
        1_000_000,
        Set.of(Language.ZH),
        /* freeDecoding= */ false,
        /* installed= */ true,
        problem);
  }

  @Test
  void devices_areInTheReadersLanguage() {
    Devices.Device parec = new Devices.Device("parec", "command", "input", List.of("any raw PCM"));
    assertThat(DevicesCommand.line(parec, EN)).isEqualTo("input  command  parec  (any raw PCM)");
    assertThat(DevicesCommand.line(parec, ZH)).isEqualTo("输入  程序  parec  (任何原始 PCM)");
  }
}
