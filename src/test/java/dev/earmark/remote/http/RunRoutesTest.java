package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is said and heard, and the runs that come of it. */
final class RunRoutesTest extends ServerFixture {
  // ---- say and runs ----

  @Test
  void say_givesTheEndedRunWithItsSteps() throws Exception {
    JsonNode run = post("/api/say", "{\"text\":\"播放西游记第一集\",\"aloud\":false}").json();

    assertThat(run.propertyNames())
        .contains(
            "id",
            "task",
            "language",
            "protocol",
            "model",
            "answer",
            "ended",
            "ms",
            "tokens",
            "steps");
    assertThat(run.get("ended").stringValue()).isEqualTo("answered");
    assertThat(run.get("language").stringValue()).isEqualTo("zh");
    assertThat(run.get("steps").get(0).propertyNames())
        .contains(
            "thought",
            "action",
            "action_input",
            "observation",
            "observation_by",
            "model_ms",
            "tool_ms");
    assertThat(run.at("/steps/0/action_input/section").intValue()).isEqualTo(1);
    assertThat(run.at("/steps/0/observation_by").stringValue()).isEqualTo("tool");
    assertThat(daemon.assistant.calls).containsExactly("say 播放西游记第一集 null false");
  }

  @Test
  void say_withLanguage_passesIt() throws Exception {
    post("/api/say", "{\"text\":\"stop\",\"language\":\"zh-CN\"}");

    assertThat(daemon.assistant.calls).containsExactly("say stop " + Language.ZH + " true");
  }

  @Test
  void say_withoutWaiting_orTooLong_is202WithTheId() throws Exception {
    Reply atOnce = post("/api/say?wait=false", "{\"text\":\"pause\"}");
    Reply tooLong = post("/api/say", "{\"text\":\"wait\"}");

    assertThat(atOnce.status()).isEqualTo(202);
    assertThat(tooLong.status()).isEqualTo(202);
    String id = tooLong.json().get("id").stringValue();
    assertThat(tooLong.headers().get("Location")).isEqualTo("/api/runs/" + id);
    assertThat(get("/api/runs/" + id).json().get("ended").isNull()).isTrue();
  }

  @Test
  void run_goingOn_canBeCorrectedAndCancelled_endedNot() throws Exception {
    String open = post("/api/say?wait=false", "{\"text\":\"wait\"}").json().get("id").stringValue();
    String ended = post("/api/say", "{\"text\":\"pause\"}").json().get("id").stringValue();
    String words = "{\"text\":\"第二集在这里\"}";

    assertThat(post("/api/runs/" + open + "/observation", words).status()).isEqualTo(200);
    assertThat(daemon.assistant.calls).contains("observe 0 第二集在这里");
    assertThat(post("/api/runs/" + ended + "/observation", words).status()).isEqualTo(409);
    assertThat(post("/api/runs/" + open + "/cancel", "").status()).isEqualTo(200);
    assertThat(post("/api/runs/" + ended + "/cancel", "").status()).isEqualTo(409);
    assertThat(post("/api/runs/nope/cancel", "").status()).isEqualTo(404);
  }

  @Test
  void run_goingOn_canBeSteered() throws Exception {
    String open = post("/api/say?wait=false", "{\"text\":\"wait\"}").json().get("id").stringValue();
    String run = "/api/runs/" + open;

    assertThat(post(run + "/pause", "").json().get("message").stringValue()).contains("stops");
    assertThat(post(run + "/resume?language=zh", "{}").json().get("message").stringValue())
        .isEqualTo("继续了。");
    assertThat(post(run + "/observation", "{\"text\":\"x\",\"step\":2}").status()).isEqualTo(200);
    assertThat(post(run + "/consent", "{\"allow\":true}").status()).isEqualTo(200);
    assertThat(daemon.assistant.calls)
        .containsSequence("pause", "resume", "observe 2 x", "consent true");
    Reply early = post(run + "/input", "{\"input\":{\"a\":[1,null]}}");
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.json().get("detail").stringValue()).contains("pause it first");
    assertThat(daemon.assistant.calls).last().isEqualTo("input {a=[1, null]}");
    assertThat(post(run + "/input", "{\"input\":{\"wrong\":1}}").status()).isEqualTo(400);
    assertThat(post(run + "/input", "{\"input\":3}").status()).isEqualTo(400);
    assertThat(post(run + "/consent", "{}").status()).isEqualTo(400);
    assertThat(post(run + "/observation", "{\"text\":\"x\",\"step\":-1}").status()).isEqualTo(400);
    assertThat(post("/api/runs/nope/pause", "").status()).isEqualTo(404);
  }

  @Test
  void runs_pageByPage_areReadWithOrWithoutMessages() throws Exception {
    daemon.assistant.runs.clear();
    for (String text : List.of("one", "two", "three")) {
      post("/api/say", "{\"text\":\"" + text + "\"}");
    }
    JsonNode first = get("/api/runs?limit=2&messages=true").json();
    JsonNode second = get("/api/runs?limit=2&before=" + first.get("next").stringValue()).json();

    assertThat(first.get("runs").get(0).has("messages")).isTrue();
    assertThat(first.get("runs").get(0).get("state").stringValue()).isEqualTo("ended");
    assertThat(second.get("runs").get(0).get("task").stringValue()).isEqualTo("one");
    assertThat(second.get("next").isNull()).isTrue();
    assertThat(get("/api/runs?before=nope").status()).isEqualTo(404);
    assertThat(get("/api/runs?limit=100&messages=true").status()).isEqualTo(400);
  }

  @Test
  void runs_areNewestFirstAndLimited() throws Exception {
    post("/api/say", "{\"text\":\"one\"}");
    post("/api/say", "{\"text\":\"two\"}");
    JsonNode runs = get("/api/runs?limit=1").json().get("runs");

    assertThat(runs.size()).isEqualTo(1);
    assertThat(runs.get(0).has("messages")).isFalse();
    assertThat(get("/api/runs?limit=0").status()).isEqualTo(400);
  }

  // ---- ears ----

  @Test
  void listen_opensTheEars_orSaysWhatIsMissing() throws Exception {
    assertThat(post("/api/listen", "{}").status()).isEqualTo(202);
    assertThat(daemon.assistant.calls).containsExactly("talk");

    daemon.ears.state = ListenState.OFF;
    Reply off = post("/api/listen", "");
    assertThat(off.status()).isEqualTo(503);
    assertThat(off.json().get("detail").stringValue()).contains("earmark doctor");
  }

  @Test
  void listen_muted_isNoCommandOfWords() throws Exception {
    assertThat(post("/api/listen?language=en", "{\"muted\": true}").status()).isEqualTo(202);
    assertThat(post("/api/listen?language=en", "{\"muted\": false}").status()).isEqualTo(202);
    assertThat(daemon.assistant.calls).containsExactly("muted true", "muted false");
    assertThat(daemon.assistant.runs).hasSize(1); // the one that was there before
    assertThat(post("/api/listen?language=en", "{\"muted\": \"yes\"}").status()).isEqualTo(400);
  }

  @Test
  void hear_understood_startsARun() throws Exception {
    daemon.ears.hears =
        List.of(
            new ListenEvent.SpeechStart(0),
            new ListenEvent.Final(new Transcript("暂停", 0.93, 0.2, 0.9, Language.ZH, List.of())));
    Reply reply = audio("RIFF-like".getBytes(StandardCharsets.UTF_8));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().at("/transcript/text").stringValue()).isEqualTo("暂停");
    assertThat(reply.json().at("/transcript/language").stringValue()).isEqualTo("zh");
    assertThat(reply.json().at("/run/task").stringValue()).isEqualTo("暂停");
  }

  @Test
  void hear_silence_hasAReasonAndNoRun() throws Exception {
    daemon.ears.hears = List.of(new ListenEvent.Rejected(ListenEvent.Reason.NOISE, "", 1));
    Reply reply = audio("RIFF".getBytes(StandardCharsets.UTF_8));

    assertThat(reply.json().get("transcript").isNull()).isTrue();
    assertThat(reply.json().get("reason").stringValue()).isEqualTo("noise");
    assertThat(daemon.assistant.calls).isEmpty();
  }

  @Test
  void hear_somethingElse_isRefused() throws Exception {
    assertThat(audio("hello".getBytes(StandardCharsets.UTF_8)).status()).isEqualTo(415);
    assertThat(audio(new byte[0]).status()).isEqualTo(400);
    assertThat(audio(new byte[(32 << 20) + 1]).status()).isEqualTo(413);
  }
}
