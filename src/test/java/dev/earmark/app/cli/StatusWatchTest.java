package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

final class StatusWatchTest {
  private final Deque<JsonNode> statuses = new ArrayDeque<>();
  private final List<String> shown = new ArrayList<>();
  private final FakeClock clock = new FakeClock();

  private int readUntil = Integer.MAX_VALUE;

  private void status(String state, double position) {
    statuses.add(
        Json.parse(
            "{\"state\":\""
                + state
                + "\",\"album\":{\"title\":\"西游记\"},\"section\":{\"number\":1,\"count\":8},"
                + "\"position_s\":"
                + position
                + ",\"duration_s\":60,\"volume\":50,\"speed\":1}"));
  }

  private StatusWatch watcher(Language language) {
    return new StatusWatch(
        () -> {
          if (statuses.isEmpty()) {
            throw new CliException(CliException.UNREACHABLE, "nothing listens");
          }
          return statuses.remove();
        },
        new StatusWatch.Screen() {
          @Override
          public void line(String text) {
            shown.add("line " + text);
          }

          @Override
          public void live(String text) {
            shown.add("live " + text);
          }

          @Override
          public void endLive() {
            shown.add("end");
          }

          @Override
          public boolean isClosed() {
            return shown.size() >= readUntil;
          }
        },
        Messages.of(language),
        clock);
  }

  private void watch(StatusWatch.Form form) {
    watch(form, Language.EN);
  }

  private void watch(StatusWatch.Form form, Language language) {
    StatusWatch watch = watcher(language);
    assertThatThrownBy(() -> watch.run(form, 80))
        .isInstanceOfSatisfying(
            CliException.class, e -> assertThat(e.exitCode()).isEqualTo(CliException.UNREACHABLE))
        .hasMessageContaining("the daemon has ended");
  }

  /** Behind {@code head} it went on for ever. */
  @Test
  void pipe_whoseReaderHasGone_endsQuietly() throws InterruptedException {
    readUntil = 1;
    status("playing", 1);
    status("paused", 2);
    status("playing", 3);
    watcher(Language.EN).run(StatusWatch.Form.LINES, 80);
    assertThat(shown).hasSize(1);
    assertThat(statuses).hasSize(2);
  }

  @Test
  void terminal_positionMovesEachSecond_inOneLine() {
    long before = clock.nanoTime();
    status("playing", 1);
    status("playing", 2);
    watch(StatusWatch.Form.LIVE);

    assertThat(shown).hasSize(3);
    assertThat(shown.get(0)).startsWith("live playing: 西游记").contains("0:01 of 1:00");
    assertThat(shown.get(1)).contains("0:02 of 1:00");
    assertThat(shown.get(2)).isEqualTo("end");
    assertThat(clock.nanoTime() - before).isEqualTo(2_000_000_000L);
  }

  @ParameterizedTest
  @EnumSource
  void noTerminal_lineOnlyWhenMoreThanThePositionChanges(Language language) {
    status("playing", 1);
    status("playing", 2);
    status("paused", 2);
    status("paused", 2);
    watch(StatusWatch.Form.LINES, language);

    assertThat(shown).filteredOn(s -> s.startsWith("line")).hasSize(2);
    assertThat(shown.get(0)).contains("0:01");
    assertThat(shown.get(1)).startsWith("line " + language.pick("已暂停", "paused"));
  }

  @Test
  void whatElseGoesOn_isSaidInChineseToo() {
    statuses.add(
        Json.parse(
            "{\"state\":\"stopped\",\"listening\":{\"state\":\"idle\"},\"sleep\":{\"ends_after\":1},"
                + "\"timers\":[{\"kind\":\"alarm\"}],\"downloads\":[{\"state\":\"running\","
                + "\"album\":\"三体\",\"bytes\":1,\"total_bytes\":2}]}"));
    watch(StatusWatch.Form.LINES, Language.ZH);

    assertThat(shown).containsExactly("line 没有播放 | 等你说话 | 睡眠定时 | 闹钟 | 在下载 三体 50%", "end");
  }

  @Test
  void timersAndSleepTimer_areNamed_withoutALineForEverySecond() {
    for (int left = 300; left > 297; left--) {
      statuses.add(
          Json.parse(
              "{\"state\":\"stopped\",\"sleep\":{\"ends_in_s\":"
                  + left
                  + "},\"timers\":[{\"kind\":\"timer\",\"name\":\"面\",\"ends_in_s\":"
                  + left
                  + "}]}"));
    }
    watch(StatusWatch.Form.LINES);

    assertThat(shown).containsExactly("line stopped | sleep timer | timer 面", "end");
  }

  @Test
  void json_oneObjectALine() {
    status("playing", 1);
    status("playing", 2);
    watch(StatusWatch.Form.JSON);

    List<String> lines = shown.stream().filter(s -> s.startsWith("line ")).toList();
    assertThat(lines).hasSize(2);
    assertThat(Json.parse(lines.get(1).substring(5)).path("position_s").asDouble()).isEqualTo(2);
  }

  @Test
  void cut_countsChineseTwice() {
    assertThat(StatusWatch.cut("西游记abc", 6)).isEqualTo("西游");
    assertThat(StatusWatch.cut("abc", 80)).isEqualTo("abc");
  }
}
