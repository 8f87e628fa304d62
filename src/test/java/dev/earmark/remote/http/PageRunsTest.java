package dev.earmark.remote.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the page: how they think, and what people do to them. */
final class PageRunsTest extends PageFixture {
  private static final Step SEARCHED =
      new Step(
          "先找一找",
          "search_album",
          Map.of("keyword", "西游记"),
          "找到 10 个",
          Step.By.TOOL,
          /* ok= */ true,
          812,
          90);

  @Test
  void textBox_command_isSaidAndItsRunIsShown() throws Exception {
    browser.type("#ask", "播放西游记第一集" + ENTER);
    awaitCall(daemon.assistant.calls, "say 播放西游记第一集 null true");
    awaitText("#run", "已经在播放西游记第1集了～");
    awaitText("#run", "search_and_play");
    assertThat(browser.run("return document.querySelector('#ask').value").stringValue()).isEmpty();
    browser.click("#aloud");
    browser.type("#ask", "pause");
    browser.click("#ask-form .primary");
    awaitCall(daemon.assistant.calls, "say pause null false");
  }

  @Test
  void run_underWay_canBeCorrectedAndCancelled() throws Exception {
    browser.type("#ask", "wait" + ENTER);
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                !browser.run("return document.getElementById('correct-form').hidden").asBoolean());
    browser.type("#correction", "其实有一百集" + ENTER);
    awaitCall(daemon.assistant.calls, "observe 0 其实有一百集");
    browser.click("#cancel-run");
    await()
        .atMost(20, SECONDS)
        .untilAsserted(
            () -> assertThat(daemon.assistant.calls).anyMatch(call -> call.startsWith("cancel")));
  }

  @Test
  void run_paused_showsItsNextCallWhichCanBeChanged() throws Exception {
    String id = waitingRun();
    browser.click("#pause-run");
    awaitCall(daemon.assistant.calls, "pause");
    awaitText("#waits", "It stops before its next step.");
    daemon.assistant.stands(
        daemon.events,
        id,
        List.of(SEARCHED),
        new Run.Waiting(
            Run.Why.PAUSED, "search_and_play", Map.of("keyword", "西游记"), "", Instant.EPOCH));
    awaitText("#waits", "Paused before search_and_play.");
    awaitText("#next", "西游记");
    assertThat(browser.text("#pause-run")).isEqualTo("Continue");

    browser.click("#edit-input");
    assertThat(browser.focus().id()).isEqualTo("edit");
    edit("no json");
    awaitText("#toast", "no JSON object");
    edit("{\"keyword\": \"三体\"}");
    awaitCall(daemon.assistant.calls, "input {keyword=三体}");
    browser.click("#pause-run");
    awaitCall(daemon.assistant.calls, "resume");
    daemon.assistant.stands(daemon.events, id, List.of(SEARCHED), null);
    await().atMost(20, SECONDS).until(() -> browser.text("#pause-run").equals("Pause"));
    assertThat(browser.text("#waits")).isEmpty();
  }

  @Test
  void run_itsObservation_canBeReplacedAndBothAreShown() throws Exception {
    String id = waitingRun();
    daemon.assistant.stands(daemon.events, id, List.of(SEARCHED), null);
    awaitVisible("#run .tree button");
    assertThat(browser.run("return document.querySelectorAll('#run progress').length").asInt())
        .isEqualTo(2);
    browser.click("#run .tree button");
    assertThat(browser.text("#edit-label")).isEqualTo("Observation of step 1");
    edit("前5个结果不对");
    awaitCall(daemon.assistant.calls, "observe 1 前5个结果不对");

    daemon.assistant.stands(daemon.events, id, List.of(SEARCHED.observedByPerson("前5个结果不对")), null);
    awaitText("#run", "前5个结果不对");
    awaitText("#run .was", "找到 10 个");
    awaitText("#run", "your words");
  }

  /** A bar without a length threw, and the stream of events began anew. */
  @Test
  void run_whoseFirstStepWasMissed_showsTheSecond_andGoesOn() throws Exception {
    String id = waitingRun();
    daemon.events.publish("run.step", step(id, 2, "第二步"));
    awaitText("#run", "第二步");
    daemon.events.publish("run.step", step(id, 3, "第三步"));
    awaitText("#run", "第三步");
    assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
  }

  /** Dismissed by Escape, the question for the token left a page that did nothing any more. */
  @Test
  void tokenQuestion_sentAway_comesBackWithAClick(@TempDir Path home) throws Exception {
    HttpServer guarded =
        new HttpServer(new ServerSettings("127.0.0.1", 0, "token"), daemon.ports(), home);
    guarded.start();
    try {
      browser.open(guarded.url() + "/");
      awaitVisible("#token");
      browser.press("\uE00C");
      awaitText("#toast", "click anywhere");
      browser.run("document.querySelector('h1, h2').click()");
      awaitVisible("#token");
      browser.type("#token", "a guess" + ENTER);
      awaitVisible("#login-wrong");
      browser.type("#token", Files.readString(home.resolve("token")).strip() + ENTER);
      awaitText("#albums", "西游记");
      awaitText("#link-text", "Waiting for you");
    } finally {
      browser.run("localStorage.clear()");
      browser.open(server.url() + "/");
      browser.console();
      guarded.close();
    }
  }

  @Test
  void run_thatAsks_isAnsweredOnThePage() throws Exception {
    String id = waitingRun();
    Run.Waiting asks =
        new Run.Waiting(
            Run.Why.CONSENT,
            "delete_file",
            Map.of("path", "a.txt"),
            "I am about to delete_file: a.txt. May I?",
            Instant.EPOCH);
    daemon.assistant.stands(daemon.events, id, List.of(), asks);
    awaitText("#waits", "May I?");
    awaitText("#news", "May I?");
    assertThat(browser.weakContrasts(4.5, 3)).isEmpty();
    browser.screenshot(SCREENSHOTS.resolve("asking.png"));
    browser.click("#deny-run");
    awaitCall(daemon.assistant.calls, "consent false");
    browser.click("#allow-run");
    awaitCall(daemon.assistant.calls, "consent true");
    browser.click("#lang");
    awaitText("#allow-run", "可以");
  }

  private String waitingRun() throws Exception {
    browser.type("#ask", "wait" + ENTER);
    awaitVisible("#pause-run");
    return "run-0001";
  }

  private static void awaitVisible(String selector) {
    await()
        .atMost(20, SECONDS)
        .until(
            () ->
                browser
                    .run("return document.querySelector(arguments[0])?.checkVisibility()", selector)
                    .asBoolean(false));
  }

  private static void edit(String text) throws Exception {
    browser.run("document.getElementById('edit').value = arguments[0]", text);
    browser.click("#edit-form .primary");
  }

  private static Map<String, Object> step(String id, int number, String thought) {
    return Map.of("run_id", id, "number", number, "thought", thought, "model_ms", 5, "tool_ms", 1);
  }
}
