package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.base.Language;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
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
}
