package dev.earmark.remote.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.browser.Browser;
import dev.earmark.library.Position;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.media.Download;
import dev.earmark.media.MediaInfo.Chapter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The web page in a real browser. Screenshots go to {@code target/screenshots}, for people to look
 * at.
 */
final class PageBrowserTest extends PageFixture {
  private static final String TAB = "\uE004";

  @Test
  void page_loads_withoutErrorsAndAsksNobodyElse() throws Exception {
    fill();
    browser.open(server.url() + "/");
    awaitText("#now-title", "西游记");
    assertThat(browser.console())
        .noneMatch(line -> line.startsWith("SEVERE") || line.startsWith("WARNING"));
    assertThat(browser.requests())
        .isNotEmpty()
        .allMatch(
            url ->
                url.startsWith(server.url() + "/")
                    || url.startsWith("blob:" + server.url() + "/")
                    || url.startsWith("data:")
                    || url.startsWith("about:"));
  }

  @Test
  void player_changesElsewhere_areShownLive() throws Exception {
    awaitText("#now-title", "What shall I read to you?");
    daemon.plays.playAlbum("demo:alice", 4, "");
    daemon.events.publish("player.changed", Map.of("state", "playing"));
    awaitText("#now-title", "Alice's Adventures in Wonderland");
    awaitText("#now-state", "Playing");
    awaitText("title", "▶ Alice's Adventures in Wonderland");
    daemon.player.pause();
    daemon.events.publish("player.changed", Map.of("state", "paused"));
    awaitText("#now-state", "Paused");
  }

  /** The only button sent resume, which does nothing then, and the book started by itself later. */
  @Test
  void player_waitsForItsSpeaker_buttonCallsTheWaitOff() throws Exception {
    daemon.plays.playAlbum("demo:alice", 4, "");
    daemon.player.loseSpeaker();
    daemon.events.publish("player.changed", Map.of("state", "paused"));
    awaitText("#now-problem", "the speaker cannot be used");
    browser.click("#play");
    await()
        .atMost(20, SECONDS)
        .untilAsserted(() -> assertThat(daemon.player.snapshot().waitsForSpeaker()).isFalse());
    assertThat(daemon.player.snapshot().problem()).isNull();
  }

  @Test
  void transport_buttons_commandThePlayer() throws Exception {
    daemon.plays.playAlbum("demo:west", 3, "");
    daemon.events.publish("player.changed", Map.of("state", "playing"));
    awaitText("#now-title", "西游记");
    browser.click("[data-do=next]");
    awaitText("#now-sub", "Section 4 of 100");
    browser.click("[data-do=previous]");
    awaitText("#now-sub", "Section 3 of 100");
    browser.click("[data-do=forward]");
    await().atMost(20, SECONDS).until(() -> daemon.player.snapshot().positionS() >= 30);
    browser.click("[data-do=back]");
    await().atMost(20, SECONDS).until(() -> daemon.player.snapshot().positionS() < 30);
    browser.click("#play");
    awaitText("#now-state", "Paused");
    browser.click("#play");
    awaitText("#now-state", "Playing");
    browser.run(
        "const v = document.getElementById('volume'); v.value = 30;"
            + " v.dispatchEvent(new Event('change'))");
    await().atMost(20, SECONDS).until(() -> daemon.player.snapshot().volume() == 30);
  }

  @Test
  void chapters_areListed_andReachedByClickAndByKey() throws Exception {
    fill();
    browser.open(server.url() + "/");
    awaitText("#chapters-title", "Chapters (3)");
    assertThat(browser.run("return document.querySelectorAll('#marks i').length").asInt())
        .isEqualTo(2);
    daemon.player.pause();
    browser.run("document.getElementById('chapters-box').open = true");
    browser.click("#chapters li:last-child button");
    await().atMost(20, SECONDS).until(() -> daemon.player.snapshot().positionS() == 900);
    awaitText("#elapsed", "15:00");
    assertThat(browser.text("#chapters [aria-current]")).contains("归山");

    browser.run("document.getElementById('position').focus()");
    browser.press("\uE012"); // arrow left, twice within the moment that it waits
    browser.press("\uE012");
    await().atMost(20, SECONDS).until(() -> daemon.player.snapshot().positionS() == 890);
    assertThat(
            browser
                .run("return document.getElementById('position').getAttribute('aria-valuetext')")
                .stringValue())
        .isEqualTo("14:50 of 23:43, 拜师");
  }

  @Test
  void book_opensWithItsSections_andOneIsPlayed() throws Exception {
    browser.click("#albums li:nth-child(2) .line");
    awaitText("#book-title", "Alice's Adventures in Wonderland");
    assertThat(browser.weakContrasts(4.5, 3)).isEmpty();
    browser.click("#book-hands button:nth-child(2)");
    awaitText("#queue-title", "Up next (1)");
    browser.run("document.querySelector('#book-sections li:nth-child(5) button').click()");
    awaitText("#now-sub", "Section 5 of 12");
  }

  @Test
  void bookmark_isMadePlayedAndRemoved() throws Exception {
    fill();
    browser.open(server.url() + "/");
    awaitText("#now-title", "西游记");
    browser.click("#mark");
    awaitText("#bookmarks-title", "Bookmarks (1)");
    browser.run("document.getElementById('bookmarks').parentElement.open = true");
    browser.click("#bookmarks button:last-child");
    awaitText("#bookmarks-title", "Bookmarks (0)");
  }

  @Test
  void timer_isSetAndCalledOff() throws Exception {
    browser.type("#timer-name", "煮蛋" + ENTER);
    awaitText("#timers", "煮蛋");
    assertThat(daemon.clockwork.list()).hasSize(1);
    browser.run("document.querySelector('#timers button').click()");
    await().atMost(20, SECONDS).until(() -> daemon.clockwork.list().isEmpty());
    awaitText("#timers", "No timer is set.");
  }

  @Test
  void settings_soundAndAppearance_areChanged() throws Exception {
    browser.click("#sound-boost");
    await().atMost(20, SECONDS).until(() -> daemon.playerHabits.sound.boost());
    browser.run(
        "const t = document.getElementById('theme'); t.value = 'dark';"
            + " t.dispatchEvent(new Event('change'))");
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor").stringValue())
        .isEqualTo("rgb(22, 21, 19)");
    browser.run("localStorage.removeItem('theme')");
  }

  @Test
  void history_isDrawnByDay() throws Exception {
    daemon.kept.put(
        "heard:" + LocalDate.ofInstant(Instant.now(), ZoneId.systemDefault()) + " demo:west",
        "1800");
    browser.open(server.url() + "/");
    awaitText("#plot-text", "of 14 days");
    assertThat(browser.run("return document.querySelectorAll('#plot rect').length").asInt())
        .isEqualTo(14);
  }

  @Test
  void download_thatIsOver_isNotListedForEver() throws Exception {
    daemon.media.add("d1", "聊斋志异", Download.State.DONE, 8_000_000, null);
    daemon.media.add("d2", "三体", Download.State.RUNNING, 1_000, null);
    browser.open(server.url() + "/");
    awaitText("#downloads", "三体");
    assertThat(browser.text("#downloads")).doesNotContain("聊斋志异");
  }

  @Test
  void microphone_ofTheBrowser_isHeard() throws Exception {
    daemon.ears.hears =
        List.of(
            new ListenEvent.Final(new Transcript("暂停", 0.93, 0.2, 0.9, Language.ZH, List.of())));
    browser.run("document.getElementById('speak-here').click()");
    awaitText("#heard", "Listening here");
    browser.run("document.getElementById('speak-here').click()");
    awaitCall(daemon.assistant.calls, "say 暂停 ZH true");
    awaitText("#heard", "暂停");
  }

  @Test
  void places_eachEditionStandsThereOnce_aRemovedOneNotBesideIts() throws Exception {
    daemon.library.albums.add(FakeDaemon.album("shelf:alice", "Alice", "Carroll", "en", 20));
    daemon.library.albums.add(FakeDaemon.album("far:alice", "Alice", "Carroll", "en", 12));
    daemon.library.albums.add(FakeDaemon.album("twin:alice", "Alice", "Carroll", "en", 12));
    Instant at = Instant.parse("2026-01-02T03:04:05Z");
    for (String id : List.of("gone:alice", "shelf:alice", "far:alice", "twin:alice")) {
      int sections = id.equals("shelf:alice") ? 20 : 12;
      daemon.store.save(new Position(id, "Alice", 2, 30, 600, sections, at));
    }
    browser.open(server.url() + "/");
    awaitText("#places", "Section 2 of 20");
    awaitText("#places", "Section 2 of 12");
    assertThat(browser.run("return document.querySelectorAll('#places li').length").asInt())
        .isEqualTo(2);
  }

  @Test
  void search_bookIsFoundAndPlayed() throws Exception {
    browser.type("#search", "alice" + ENTER);
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                browser.run("return document.querySelectorAll('#albums li').length").asInt() == 1);
    awaitText("#search-note", "1 book");
    browser.click("#albums li > button:last-child");
    awaitText("#now-title", "Alice's Adventures in Wonderland");

    daemon.library.more = true;
    browser.type("#search", ENTER);
    awaitText("#search-note", "1 book so far, and perhaps more");
  }

  @Test
  void language_button_switchesEverythingAndIsRemembered() throws Exception {
    browser.click("#lang");
    awaitText("#link-text", "等你说话");
    assertThat(browser.run("return document.documentElement.lang").stringValue())
        .isEqualTo("zh-CN");
    assertThat(browser.text("#shelf-title")).isEqualTo("书架");
    browser.open(server.url() + "/");
    awaitText("#link-text", "等你说话");
    browser.click("#lang");
    awaitText("#link-text", "Waiting for you");
  }

  @Test
  void keyboard_everyControl_isReachedVisibleAndNamed() throws Exception {
    fill();
    browser.open(server.url() + "/");
    awaitText("#now-title", "西游记");
    awaitText("#downloads", "聊斋志异");
    awaitText("#places", "聊斋志异"); // and not the book that plays
    browser.run(
        "window.outlines = []; document.addEventListener('focusin', (e) => {"
            + " const s = getComputedStyle(e.target); window.outlines.push("
            + "`${e.target.outerHTML.slice(0, 60)}: ${s.outlineStyle} ${s.outlineWidth}`); })");
    List<Browser.Focus> reached = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      browser.press(TAB);
      Browser.Focus focus = browser.focus();
      if (focus.tag().equals("body")) {
        break;
      }
      reached.add(focus);
      assertThat(focus.name()).as("name of %s", focus).isNotBlank();
    }
    assertThat(browser.run("return window.outlines").values())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            outline ->
                assertThat(outline.stringValue()).doesNotContain(": none").doesNotContain(" 0px"));
    int controls =
        browser
            .run(
                "return [...document.querySelectorAll('a, button, input, select, summary')]"
                    + ".filter((n) => !n.disabled && n.checkVisibility()).length")
            .asInt();
    assertThat(reached).hasSize(controls);
    assertThat(reached.get(0).name()).isEqualTo("Skip to the command box");
  }

  @Test
  void slash_anywhere_goesToTheCommandBox() throws Exception {
    browser.press("/");
    assertThat(browser.focus().id()).isEqualTo("ask");
  }

  @ParameterizedTest
  @CsvSource({
    "desktop,1280,1000,light,en",
    "desktop,1280,1000,dark,zh",
    "phone,360,780,light,zh",
    "phone,360,780,dark,en",
    "small,320,640,light,en"
  })
  void page_everyWidthAndScheme_fitsAndCanBeRead(
      String device, int width, int height, String scheme, String language) throws Exception {
    fill();
    browser.look(width, height, scheme);
    browser.run("localStorage.setItem('language', arguments[0])", language);
    browser.open(server.url() + "/");
    awaitText("#now-title", "西游记");
    awaitText("#run", "search_and_play");
    browser.screenshot(SCREENSHOTS.resolve(device + "-" + scheme + "-" + language + ".png"));
    assertThat(browser.run("return document.documentElement.scrollWidth").asInt())
        .as("nothing lies outside of the screen")
        .isLessThanOrEqualTo(width);
    assertThat(browser.weakContrasts(4.5, 3)).isEmpty();
    assertThat(
            browser
                .run(
                    "return [...document.querySelectorAll('button, select, input, summary')]"
                        + ".filter((n) => n.checkVisibility() && n.type !== 'checkbox')"
                        + ".filter((n) => { const b = n.getBoundingClientRect();"
                        + " return b.height < 24 || b.width < 24; })"
                        + ".map((n) => n.outerHTML.slice(0, 80)).join('; ')")
                .stringValue())
        .as("targets of a finger (WCAG 2.5.8)")
        .isEmpty();
    browser.run("window.scrollTo(0, document.body.scrollHeight)");
    browser.screenshot(SCREENSHOTS.resolve(device + "-" + scheme + "-" + language + "-below.png"));
  }

  private void fill() {
    daemon.plays.playAlbum("demo:west", 3, "");
    daemon.player.seekTo(761);
    daemon.media.add("d7", "聊斋志异", Download.State.RUNNING, 3_400_000, null);
    daemon.media.add(
        "d5",
        "三体",
        Download.State.FAILED,
        120_000,
        new Failure(Failure.Kind.TIMEOUT, "the server does not answer"));
    daemon.store.save(
        new Position(
            "demo:west", "西游记", 3, 761, 1_423, 100, Instant.parse("2026-01-02T03:04:05Z")));
    daemon.store.save(
        new Position(
            "demo:strange", "聊斋志异", 2, 30, 600, 12, Instant.parse("2026-01-01T03:04:05Z")));
    daemon.health.problem("models", "the zh model is being fetched, the embedded one serves");
    daemon.playerHabits.marks =
        List.of(
            new Chapter("石猴出世", 0, 400),
            new Chapter("拜师", 400, 900),
            new Chapter("归山", 900, 1_423));
    daemon.assistant.begin("播放西游记第一集", null, /* aloud= */ false);
  }
}
