package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.StatusText;
import dev.earmark.base.Language;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The status as people read it; timers and the sleep timer used to be in the JSON alone. */
final class StatusTextTest {
  private static List<String> lines(String more) {
    return StatusText.lines(
        Json.parse(
            "{\"state\":\"playing\",\"album\":{\"title\":\"西游记\"},"
                + "\"section\":{\"number\":3,\"count\":8},\"position_s\":12,\"duration_s\":50,"
                + "\"volume\":50,\"speed\":1.0,\"listening\":{\"state\":\"idle\","
                + "\"wake_phrases\":[\"小书童\",\"hey earmark\"]},"
                + "\"microphone\":\"parec\",\"speaker\":\"pacat\""
                + more
                + "}"),
        Messages.of(Language.EN));
  }

  @Test
  void lines_nothingSpecial_areBookListeningAndDevices() {
    assertThat(lines(",\"sleep\":null,\"timers\":[]"))
        .containsExactly(
            "playing: 西游记, section 3 of 8, 0:12 of 0:50, volume 50, speed 1.0",
            "listening: idle, say one of 小书童, hey earmark",
            "microphone: parec; speaker: pacat");
  }

  @Test
  void lines_timers_areEachShownWithNameAndTime() {
    assertThat(
            lines(
                ",\"timers\":[{\"id\":\"t1\",\"name\":\"面\",\"kind\":\"timer\",\"ends_in_s\":270.2},"
                    + "{\"id\":\"t2\",\"name\":\"\",\"kind\":\"alarm\",\"ends_in_s\":3661}]"))
        .contains("timer t1: 面, rings in 4:30", "alarm t2: rings in 1:01:01");
    assertThat(
            lines(
                ",\"timers\":[{\"id\":\"t3\",\"name\":\"\",\"kind\":\"alarm\","
                    + "\"ends_in_s\":392983},{\"id\":\"t4\",\"name\":\"\",\"kind\":\"alarm\","
                    + "\"ends_in_s\":90061}]"))
        .contains("alarm t3: rings in 4 days 13:09:43", "alarm t4: rings in 1 day 1:01:01");
  }

  @Test
  void lines_sleepTimer_byTimeOrBySections() {
    assertThat(lines(",\"sleep\":{\"ends_in_s\":1770.0}")).contains("sleep timer: stops in 29:30");
    assertThat(lines(",\"sleep\":{\"ends_after\":1}"))
        .contains("sleep timer: stops after this section");
    assertThat(lines(",\"sleep\":{\"ends_after\":3}"))
        .contains("sleep timer: stops after this and 2 more");
  }

  /** A damaged file used to leave nothing but a book that does not play. */
  @Test
  void lines_problemAndLastWish_areShownInOneLanguage() {
    String wish = ",\"health\":[{\"part\":\"last wish\",\"ok\":false,\"text\":\"西游记第3集：没有找到\"}]";
    assertThat(lines(",\"problem\":\"文件坏了，放不出来\"")).contains("! 文件坏了，放不出来");
    assertThat(lines(wish).toString()).contains("! last wish: 西游记");
    List<String> chinese =
        StatusText.lines(
            Json.parse("{\"state\":\"stopped\",\"listening\":{}" + wish + "}"),
            Messages.of(Language.ZH));
    assertThat(chinese).contains("! 上次想听的：西游记第3集：没有找到");
  }

  /** Sixteen finished downloads stood in front of what goes on. */
  @Test
  void downloads_thatAreDone_areOneLine_andTheMinutesAreTold() {
    String one =
        "{\"id\":\"d%d\",\"album\":\"三体\",\"section\":%d,\"state\":\"%s\",\"bytes\":2048,"
            + "\"total_bytes\":4096,\"seconds\":0,\"total_seconds\":168.9,\"reason\":\"\"}";
    String done = one.formatted(1, 1, "done") + "," + one.formatted(2, 2, "done");
    String all = "[" + done + "," + one.formatted(3, 3, "running") + "]";
    List<String> expected =
        List.of(
            "download d3: 三体, section 3, running, 2 KiB of 4 KiB, 2:48 to hear",
            "2 downloads are done, the last: 三体, section 2");
    assertThat(StatusText.downloads(Json.parse(all), Messages.of(Language.EN))).isEqualTo(expected);
    assertThat(lines(",\"downloads\":" + all)).containsAll(expected);
    assertThat(StatusText.downloads(Json.parse("[]"), Messages.of(Language.ZH)))
        .containsExactly("没有在下载");
  }

  @Test
  void lines_withoutAMicrophone_nameNoWakePhrase() {
    String off = "{\"listening\":{\"state\":\"off\",\"wake_phrases\":[\"小书童\"]}}";
    assertThat(StatusText.lines(Json.parse(off), Messages.of(Language.EN)))
        .contains("listening: off");
    assertThat(StatusText.lines(Json.parse(off), Messages.of(Language.ZH))).contains("聆听：关");
  }

  @Test
  void length_unknown_isADash() {
    assertThat(StatusText.length(0)).isEqualTo("–");
    assertThat(StatusText.length(61)).isEqualTo("1:01");
  }

  @Test
  void lines_downloadsAndTroubles_areShown_whatIsWellIsNot() {
    assertThat(
            lines(
                ",\"downloads\":[{\"id\":\"d1\",\"album\":\"西游记\",\"section\":4,\"bytes\":20480,"
                    + "\"total_bytes\":-1,\"state\":\"running\",\"reason\":\"\"}],"
                    + "\"health\":[{\"part\":\"voice\",\"ok\":true,\"text\":\"espeak-ng\"},"
                    + "{\"part\":\"speaker\",\"ok\":false,\"text\":\"no device\"}]"))
        .contains("download d1: 西游记, section 4, running, 20 KiB", "! speaker: no device")
        .noneMatch(line -> line.contains("espeak"));
  }

  @Test
  void lines_inChinese_areChinese() {
    String status =
        "{\"state\":\"paused\",\"album\":{\"title\":\"西游记\"},\"section\":{\"number\":3,"
            + "\"count\":8},\"position_s\":12,\"duration_s\":50,\"volume\":50,\"speed\":1.0,"
            + "\"sleep\":{\"ends_after\":1},\"listening\":{\"state\":\"idle\",\"wake_phrases\":"
            + "[\"小书童\"]},\"microphone\":\"parec\",\"speaker\":\"pacat\",\"downloads\":[{\"id\":\"d1\","
            + "\"album\":\"三体\",\"section\":1,\"state\":\"running\",\"bytes\":0,\"total_bytes\":-1}]}";
    assertThat(StatusText.lines(Json.parse(status), Messages.of(Language.ZH)))
        .hasSize(5)
        .contains(
            "已暂停：西游记，第 3 集（共 8 集），0:12 / 0:50，音量 50，倍速 1.0", "睡眠定时：听完这一集停止", "聆听：等你说话，可以说 小书童")
        .anyMatch(line -> line.startsWith("下载 d1：三体，第 1 集，下载中"));
  }
}
