package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.media.MediaInfo;
import dev.earmark.playback.habits.UpNext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Commands to the player, its settings, timers and habits. */
final class PlayerRoutesTest extends ServerFixture {
  // ---- player ----

  /** The command said that it plays, and exited with 0. */
  @Test
  void player_playADamagedFile_saysSoInsteadOfThatItPlays() throws Exception {
    daemon.plays.damaged = true;
    Reply played = player("play", "{\"keyword\":\"西游记\",\"section\":2}");
    daemon.plays.damaged = false;
    assertThat(played.json().get("ok").booleanValue()).isFalse();
    assertThat(played.json().get("message").stringValue()).isEqualTo("没能播放：西游记第2集：文件坏了");
  }

  @Test
  void player_commands_doWhatTheySayAndGiveTheStatus() throws Exception {
    Reply played = player("play", "{\"keyword\":\"西游记\",\"section\":2}");
    assertThat(played.json().at("/status/section/number").intValue()).isEqualTo(2);
    assertThat(played.json().get("message").stringValue()).isEqualTo("正在播放：西游记第2集");
    assertThat(player("pause", "").json().at("/status/state").stringValue()).isEqualTo("paused");
    assertThat(player("pause", "").json().get("ok").booleanValue()).isFalse();
    assertThat(player("resume", "{}").json().at("/status/state").stringValue())
        .isEqualTo("playing");
    assertThat(player("next", "").json().at("/status/section/number").intValue()).isEqualTo(3);
    assertThat(player("previous", "").json().at("/status/section/number").intValue()).isEqualTo(2);
    assertThat(
            player("seek", "{\"position\":\"12:41\"}").json().at("/status/position_s").intValue())
        .isEqualTo(761);
    assertThat(player("seek", "{\"seconds\":-61}").json().at("/status/position_s").intValue())
        .isEqualTo(700);
    assertThat(player("volume", "{\"level\":40}").json().at("/status/volume").intValue())
        .isEqualTo(40);
    assertThat(player("volume", "{\"delta\":-10}").json().at("/status/volume").intValue())
        .isEqualTo(30);
    assertThat(player("speed", "{\"rate\":1.5}").json().at("/status/speed").doubleValue())
        .isEqualTo(1.5);
    assertThat(player("sleep", "{\"minutes\":30}").json().at("/status/sleep/ends_in_s").intValue())
        .isEqualTo(1_800);
    assertThat(player("sleep", "{\"sections\":2}").json().at("/status/sleep/ends_after").intValue())
        .isEqualTo(2);
    assertThat(player("sleep", "{\"minutes\":0}").json().at("/status/sleep").isNull()).isTrue();
    assertThat(player("stop", "").json().at("/status/state").stringValue()).isEqualTo("stopped");
  }

  @Test
  void play_ofAnUnknownBook_isFetched_ofAMissingSectionRefused() throws Exception {
    Reply fetched = player("play", "{\"keyword\":\"三体\"}");
    Reply missing = player("play", "{\"album_id\":\"demo:alice\",\"section\":99}");

    assertThat(fetched.json().get("ok").booleanValue()).isTrue();
    assertThat(missing.json().get("ok").booleanValue()).isFalse();
    assertThat(player("play", "{\"album_id\":\"demo:none\"}").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          player/play   | {}                           | keyword
          player/play   | {"keyword":7}                | a text
          player/play   | {"keyword":"a","section":-1} | section
          player/play   | {"keyword":"a","wish":"r-1"} | 'wish'
          player/sleep  | {"at":"24:00"}               | midnight is 00:00
          player/seek   | {}                           | seconds
          player/seek   | {"position":"1:2:3:4"}       | 12:41
          player/seek   | {"position":-5}              | 0 or more
          player/volume | {"level":"loud"}             | whole number
          player/volume | {"level":1,"delta":1}        | either
          player/volume | {"level":101}                | 0 to 100
          player/volume | {"level":-1}                 | 0 to 100
          player/speed  | {"rate":0}                   | 0.5
          player/speed  | {"rate":3.1}                 | 0.5 to 3.0
          player/speed  | {"rate":0.4}                 | 0.5 to 3.0
          player/sleep  | {"minutes":-1}               | minutes
          player/pause  | {"now":true}                 | not known
          say           | {"text":" "}                 | missing
          say           | {"text":"a","aloud":"yes"}   | true or false
          say           | {"text":"a","language":"fr"} | zh or en
          say           | [1]                          | object
          say           | {"text":                     | line 1
          """)
  void badBody_isOneClearSentence(String path, String body, String says) throws Exception {
    Reply reply = post("/api/" + path, body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.type()).startsWith("application/problem+json");
    assertThat(reply.json().get("detail").stringValue()).contains(says).endsWith(".");
    assertThat(reply.json().get("instance").stringValue()).isEqualTo("/api/" + path);
  }

  @Test
  void timers_areSetListedAndCalledOff() throws Exception {
    Reply set = post("/api/timers", "{\"seconds\": 180, \"name\": \"煮蛋\"}");
    assertThat(set.status()).isEqualTo(201);
    String id = set.json().get("id").stringValue();
    assertThat(set.json().get("kind").stringValue()).isEqualTo("timer");
    assertThat(set.json().get("ends_in_s").doubleValue()).isBetween(0.0, 180.0);
    Reply daily =
        post("/api/timers", "{\"at\": \"7:30\", \"kind\": \"alarm\", \"repeat\": \"daily\"}");
    assertThat(daily.json().get("repeat").stringValue()).isEqualTo("daily");
    assertThat(get("/api/timers").json().get("timers")).hasSize(2);

    assertThat(send("DELETE", "/api/timers/" + id, null).json().get("timers")).hasSize(1);
    assertThat(send("DELETE", "/api/timers/" + id, null).status()).isEqualTo(404);
    send("DELETE", "/api/timers/" + daily.json().get("id").stringValue(), null);
  }

  @Test
  void timers_ofABadWish_areRefusedWithTheRemedy() throws Exception {
    for (String body :
        List.of(
            "{}",
            "{\"seconds\": 1, \"at\": \"7:30\"}",
            "{\"at\": \"soon\"}",
            "{\"seconds\": -5}",
            "{\"seconds\": 60, \"repeat\": \"daily\"}",
            "{\"seconds\": 60, \"kind\": \"egg\"}")) {
      assertThat(post("/api/timers", body).status()).as(body).isEqualTo(400);
    }
    assertThat(get("/api/timers").json().get("timers")).isEmpty();
  }

  @Test
  void chaptersAndSettings_tellWhatIsOnTheDesk() throws Exception {
    player("play", "{\"keyword\": \"Alice\", \"section\": 2}");
    daemon.playerHabits.marks = List.of(new MediaInfo.Chapter("Down", 0, 61.5));
    player("skips", "{\"intro_s\": 12}");
    player("sound", "{\"boost\": true}");

    JsonNode chapters = get("/api/player/chapters").json();
    assertThat(chapters.get("section").intValue()).isEqualTo(2);
    assertThat(chapters.at("/chapters/0/title").stringValue()).isEqualTo("Down");
    assertThat(chapters.at("/chapters/0/end_s").doubleValue()).isEqualTo(61.5);
    JsonNode settings = get("/api/player/settings").json();
    assertThat(settings.at("/skips/intro_s").doubleValue()).isEqualTo(12);
    assertThat(settings.at("/sound/boost").booleanValue()).isTrue();
    daemon.playerHabits.hasBook = false;
    assertThat(get("/api/player/settings").json().get("skips").isNull()).isTrue();
    daemon.playerHabits.hasBook = true;
    daemon.playerHabits.sound = ShapeSettings.DEFAULT;
  }

  @Test
  void habits_skipsSoundQueueBookmarksAndKeptBooks() throws Exception {
    player("play", "{\"keyword\": \"Alice\"}");
    assertThat(player("skips", "{\"intro_s\": 30}").json().get("ok").booleanValue()).isTrue();
    assertThat(player("skips", "{}").json().get("message").stringValue()).isEqualTo("这本书每集跳过片头30秒");
    assertThat(player("skips", "{\"intro_s\": -1}").status()).isEqualTo(400);
    assertThat(player("sound", "{\"boost\": true}").json().get("message").stringValue())
        .isEqualTo("音量均衡开，人声增强开，缩短静音关");
    assertThat(player("queue", "{\"keyword\": \"Pan\", \"after\": \"later\"}").status())
        .isEqualTo(400);
    player("queue", "{\"keyword\": \"Pan\"}");
    assertThat(get("/api/queue").json().at("/queue/0/keyword").stringValue()).isEqualTo("Pan");
    assertThat(send("DELETE", "/api/queue/7", null).status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/queue/1", null).json().at("/queue").isEmpty()).isTrue();
    assertThat(player("queue", "{\"keyword\": \"没有的书\"}").json().get("message").stringValue())
        .contains("没有的书", "还不认识这本书");
    send("DELETE", "/api/queue/0", null);
    assertThat(player("seek", "{\"position\": \"99:99\"}").status()).isEqualTo(400);
    assertThat(player("sleep", "{\"extend\": 10}").json().get("ok").booleanValue()).isTrue();
    assertThat(player("sleep", "{\"at\": \"late\"}").status()).isEqualTo(400);
    assertThat(player("sleep", "{\"chapters\": 1, \"minutes\": 3}").status()).isEqualTo(400);
    assertThat(get("/api/history").json().get("days").isArray()).isTrue();
    assertThat(get("/api/kept").json().get("kept").isEmpty()).isTrue();
    assertThat(send("DELETE", "/api/kept/demo:none", null).status()).isEqualTo(404);
    assertThat(send("DELETE", "/api/library/bookmarks/99", null).status()).isEqualTo(404);
  }

  @Test
  void sleepByChapters_saysWhatWasSet() throws Exception {
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("message").stringValue())
        .isEqualTo("听完3章就停");
    daemon.playerHabits.sectionsLeft = 1;
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("message").stringValue())
        .isEqualTo("听完这一集就停");
    daemon.playerHabits.hasBook = false;
    assertThat(player("sleep", "{\"chapters\": 3}").json().get("ok").booleanValue()).isFalse();
    assertThat(player("sleep", "{\"chapters\": 0}").json().get("message").stringValue())
        .isEqualTo("睡眠定时已取消");
    daemon.playerHabits.sectionsLeft = 0;
    daemon.playerHabits.hasBook = true;
  }

  @Test
  void sound_withoutAField_isToldAndNotKept() throws Exception {
    ShapeSettings before = daemon.playerHabits.sound;
    assertThat(player("sound", "{}").json().get("ok").booleanValue()).isTrue();
    assertThat(daemon.playerHabits.sound).isSameAs(before);
  }

  @Test
  void queue_full_saysWhatToDo() throws Exception {
    for (int i = 0; i < UpNext.MOST; i++) {
      player("queue", "{\"keyword\": \"Pan\"}");
    }
    assertThat(player("queue", "{\"keyword\": \"Pan\"}").json().get("message").stringValue())
        .isEqualTo("播放队列满了，先清空一下");
    send("DELETE", "/api/queue/0", null);
  }

  @Test
  void kept_idWithSpecialCharacters_isReleased() throws Exception {
    daemon.kept.put("kept:feed:a#b?c%d", "Book");
    assertThat(send("DELETE", "/api/kept/feed%3Aa%23b%3Fc%25d", null).status()).isEqualTo(200);
    assertThat(daemon.kept.setting("kept:feed:a#b?c%d")).isEmpty();
  }
}
