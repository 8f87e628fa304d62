package dev.earmark.remote.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.EventFilter;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.RoleRunner;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayService;
import dev.earmark.remote.FakePlayer;
import dev.earmark.remote.http.reply.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The role at a real mosquitto, with another client watching. */
final class MqttRoleTest {
  private static final Pattern FIELD = Pattern.compile("value_json\\.(\\w+)");

  @TempDir Path folder;

  private final FakePlayer player = new FakePlayer();
  private final FakePlayService service = new FakePlayService();
  private final FakeAssistant assistant = new FakeAssistant();
  private final Health health = new Health();
  private final Events events = new Events(Clock.system());
  private @Nullable RoleRunner runner;

  @AfterEach
  void stop() {
    end();
  }

  private void end() {
    if (runner != null) {
      runner.close(Duration.ofSeconds(30));
      runner = null;
    }
  }

  private MqttRole start(String url, String user, String password) {
    MqttSettings settings =
        new MqttSettings(
            url,
            user,
            password,
            "home/earmark",
            "homeassistant",
            new EventFilter(List.of("run.*")),
            /* commands= */ true);
    MqttRole role =
        new MqttRole(
            settings,
            player,
            service,
            assistant,
            "1.2",
            Language.EN,
            Json::bytes,
            health,
            Clock.system());
    events.subscribe(role::onEvent);
    runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(50)).start();
    return role;
  }

  private Health.Part part() {
    return health.parts().stream()
        .filter(part -> part.part().equals("mqtt"))
        .findFirst()
        .orElse(new Health.Part("mqtt", true, ""));
  }

  @Test
  void state_isRetained_andFollowsThePlayer() throws Exception {
    player.load(FakePlayer.book("demo:journey", "西游记", 3), 2, 7, State.PLAYING);
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true)) {
      start(broker.url(), "", "");
      await().until(() -> part().text().startsWith("connected"));
      try (Watcher late = new Watcher(broker, "", "")) { // gets what the broker keeps
        late.awaitText("home/earmark/availability", "online");
        JsonNode state = late.awaitJson("home/earmark/state", node -> node.has("state"));
        assertThat(state.path("state").asString()).isEqualTo("playing");
        assertThat(state.path("title").asString()).isEqualTo("西游记");
        assertThat(state.path("section").asInt()).isEqualTo(2);
        assertThat(state.path("sections").asInt()).isEqualTo(3);
        assertThat(state.path("position_s").asInt()).isEqualTo(7);
        assertThat(state.path("duration_s").asInt()).isEqualTo(100);
        assertThat(state.path("listening").asString()).isEqualTo("ON");
        player.setVolume(33);
        late.awaitJson("home/earmark/state", node -> node.path("volume").asInt() == 33);
        player.pause();
        late.awaitJson(
            "home/earmark/state", node -> node.path("state").asString().equals("paused"));
        player.moveTo(80); // a jump that nobody has told
        late.awaitJson("home/earmark/state", node -> node.path("position_s").asInt() == 80);
        assistant.setMuted(true);
        late.awaitJson(
            "home/earmark/state", node -> node.path("listening").asString().equals("OFF"));
        end();
        late.awaitText("home/earmark/availability", "offline");
      }
    }
  }

  @Test
  void discovery_namesOnlyWhatThereIs() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Watcher home = new Watcher(broker, "", "")) {
      start(broker.url(), "", "");
      home.awaitText("home/earmark/availability", "online");
      JsonNode state = home.awaitJson("home/earmark/state", node -> node.has("state"));
      List<String> entities =
          home.topics().stream().filter(topic -> topic.startsWith("homeassistant/")).toList();
      assertThat(entities)
          .hasSize(17)
          .contains(
              "homeassistant/sensor/home_earmark/state/config",
              "homeassistant/button/home_earmark/pause/config",
              "homeassistant/number/home_earmark/volume/config",
              "homeassistant/switch/home_earmark/listening/config",
              "homeassistant/text/home_earmark/say/config");
      assertThat(entities.stream().map(topic -> home.json(topic).path("unique_id").asString()))
          .doesNotHaveDuplicates()
          .allMatch(id -> id.startsWith("home_earmark_"));
      for (String topic : entities) {
        JsonNode entity = home.json(topic);
        assertThat(entity.path("availability_topic").asString())
            .isEqualTo("home/earmark/availability");
        assertThat(entity.path("device").path("identifiers").path(0).asString())
            .isEqualTo("home_earmark");
        Matcher field = FIELD.matcher(entity.path("value_template").asString(""));
        if (field.find()) {
          assertThat(state.has(field.group(1))).as(topic).isTrue();
        }
        String command = entity.path("command_topic").asString("");
        if (!command.isEmpty()) {
          String level = new Topics("home/earmark").level(command);
          assertThat(Command.of(level)).as(topic).isPresent();
        }
      }
    }
  }

  @Test
  void homeAssistantThatStartsLater_isToldAgain() throws Exception {
    String entity = "homeassistant/sensor/home_earmark/title/config";
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Watcher home = new Watcher(broker, "", "")) {
      start(broker.url(), "", "");
      home.awaitText("home/earmark/availability", "online");
      home.send(entity, "", /* retained= */ true);
      home.awaitText(entity, "");
      home.send("homeassistant/status", "online", /* retained= */ false);
      home.awaitJson(entity, node -> node.path("name").asString("").equals("Book"));
    }
  }

  @Test
  void commands_reachThePlayer_andWhatIsNoneIsTold() throws Exception {
    player.load(FakePlayer.book("demo:journey", "西游记", 3), 1, 0, State.PLAYING);
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Watcher home = new Watcher(broker, "", "")) {
      start(broker.url(), "", "");
      home.awaitText("home/earmark/availability", "online");
      Map<String, String> calls =
          Map.of(
              "volume", "setVolume 40",
              "speed", "setSpeed 1.25",
              "seek", "seekTo 12.0",
              "sleep", "sleepAfterMinutes 20.0");
      calls.forEach(
          (level, call) -> {
            send(home, level, call.substring(call.indexOf(' ') + 1));
            await().until(() -> player.calls().contains(call));
          });
      send(home, "transport", "pause");
      await().until(() -> player.calls().contains("pause"));
      send(home, "transport", "NEXT");
      await().until(() -> player.snapshot().section() == 2);
      send(home, "listening", "OFF");
      await().until(() -> assistant.told.contains("muted true"));
      send(home, "say", " 播放西游记 ");
      await().until(() -> assistant.told.contains("say 播放西游记 aloud"));
      send(home, "book", "Alice");
      await().until(() -> service.calls().contains("play Alice 0"));
      send(home, "book", "{\"keyword\": \"Dune\", \"section\": 3}");
      await().until(() -> service.calls().contains("play Dune 3"));

      Map<String, String> wrong =
          Map.of(
              "volume", "loud",
              "speed", "9",
              "transport", "EJECT",
              "listening", "perhaps",
              "book", "{\"section\": 1}",
              "sleep", "NaN",
              "brightness", "3",
              "say", " ");
      int before = player.calls().size();
      wrong.forEach(
          (level, text) -> {
            home.forget("home/earmark/error");
            send(home, level, text);
            await().until(() -> home.text("home/earmark/error").startsWith(level + ": "));
          });
      assertThat(player.calls()).hasSize(before);
    }
  }

  private static void send(Watcher home, String level, String text) {
    try {
      home.send("home/earmark/" + level + "/set", text, /* retained= */ false);
    } catch (org.eclipse.paho.client.mqttv3.MqttException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void retainedCommand_ofLastWeek_startsNothing() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Watcher home = new Watcher(broker, "", "")) {
      home.send("home/earmark/book/set", "Alice", /* retained= */ true);
      start(broker.url(), "", "");
      home.awaitText("home/earmark/availability", "online");
      send(home, "book", "Dune"); // comes after the retained one
      await().until(() -> service.calls().contains("play Dune 0"));
      assertThat(service.calls()).doesNotContain("play Alice 0");
    }
  }

  @Test
  void events_areTold_asFarAsWanted() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Watcher home = new Watcher(broker, "", "")) {
      start(broker.url(), "", "");
      await().until(() -> part().text().startsWith("connected"));
      events.publish("listen.partial", Map.of("text", "播放"));
      events.publish("run.ended", Map.of("answer", "好的"));
      JsonNode event = home.awaitJson("home/earmark/event/run.ended", node -> node.has("data"));
      assertThat(event.path("data").path("answer").asString()).isEqualTo("好的");
      assertThat(home.topics()).doesNotContain("home/earmark/event/listen.partial");
    }
  }

  @Test
  void brokerThatGoesAway_isFoundAgain() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true)) {
      MqttRole role = start(broker.url(), "", "");
      await().until(() -> part().text().startsWith("connected"));
      broker.stop();
      await().until(() -> !part().ok());
      assertThat(part().text()).contains(broker.url(), "mqtt in config.yml");
      events.publish("run.ended", Map.of("run_id", "run-1"));
      events.publish("player.changed", Map.of());
      assertThat(role.dropped()).as("only what is wanted").isEqualTo(1);
      broker.startAgain();
      await().until(() -> part().ok());
      try (Watcher late = new Watcher(broker, "", "")) {
        late.awaitText("home/earmark/availability", "online");
        late.awaitJson("homeassistant/button/home_earmark/play/config", n -> n.has("name"));
      }
    }
  }

  @Test
  void daemonThatIsCutOff_isOfflineForOthers() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ true);
        Relay cable = new Relay(broker.port());
        Watcher home = new Watcher(broker, "", "")) {
      start("tcp://127.0.0.1:" + cable.port(), "", "");
      home.awaitText("home/earmark/availability", "online");
      cable.cut();
      home.awaitText("home/earmark/availability", "offline");
    }
  }

  @Test
  void wrongPassword_isNamed_andNeverShown() throws Exception {
    try (TestBroker broker = TestBroker.startOrSkip(folder, /* anonymous= */ false)) {
      start(broker.url(), TestBroker.USER, "wrong-guess");
      await().until(() -> !part().ok());
      assertThat(part().text())
          .contains("refuses mqtt.user or its password")
          .doesNotContain("wrong-guess");
      end();
      start(broker.url(), TestBroker.USER, TestBroker.PASSWORD);
      await().until(() -> part().text().startsWith("connected"));
      assertThat(part().text()).doesNotContain("sesame");
    }
  }

  /** A port proxy in front of a dead broker does this: it takes the connection and says nothing. */
  @Test
  void brokerThatIsSilent_isGivenUp_withoutThreadsThatStay() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      MqttSettings there =
          new MqttSettings(
              "tcp://127.0.0.1:" + silent.getLocalPort(),
              "",
              "",
              "home/earmark",
              "",
              new EventFilter(List.of()),
              /* commands= */ true);
      assertThatThrownBy(
              () -> BrokerLink.open(there, new Topics(there.topic()), (link, message) -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage("it does not answer");
      String port = "" + silent.getLocalPort();
      await()
          .untilAsserted(
              () ->
                  assertThat(Thread.getAllStackTraces().keySet())
                      .extracting(Thread::getName)
                      .noneMatch(name -> name.startsWith("MQTT ") && name.contains(port)));
    }
  }
}
