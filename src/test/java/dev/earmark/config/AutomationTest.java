package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.remote.mqtt.MqttSettings;
import dev.earmark.remote.webhook.WebhookSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sections {@code mqtt} and {@code webhooks}. */
final class AutomationTest {
  @TempDir Path home;

  private EarmarkConfig read(String yaml) throws Exception {
    Path file = home.resolve("config.yml");
    Files.writeString(file, yaml);
    return ConfigReader.read(file, Map.of("HOOK_SECRET", "sesame"));
  }

  @Test
  void mqtt_isRead_withThePasswordOfAFile() throws Exception {
    Files.writeString(home.resolve("pw"), "sésame\n");
    MqttSettings mqtt =
        read("""
                mqtt:
                  broker: mqtts://broker.example.org:8884
                  user: me
                  password-file: pw
                  topic: home/earmark
                  discovery: ""
                  events: [play.*]
                  commands: false
                """)
            .mqtt();
    assertThat(mqtt.broker()).isEqualTo("ssl://broker.example.org:8884");
    assertThat(mqtt.password()).isEqualTo("sésame");
    assertThat(mqtt.topic()).isEqualTo("home/earmark");
    assertThat(mqtt.discovery()).isEmpty();
    assertThat(mqtt.events().takes("play.failed")).isTrue();
    assertThat(mqtt.events().takes("run.ended")).isFalse();
    assertThat(mqtt.commands()).isFalse();
    assertThat(mqtt.toString()).doesNotContain("sésame");
    assertThat(read("").mqtt().broker()).isEmpty();
    assertThat(read("mqtt: {broker: 'mqtt://[fd00::5]:1884'}").mqtt().broker())
        .isEqualTo("tcp://[fd00::5]:1884");
  }

  @Test
  void mqtt_allProblemsAreNamedAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    mqtt:
                      broker: mqtt://192.168.1.5:99999
                      topic: a/#
                      events: [Play started]
                    """))
        .hasMessageContaining("config.yml line 2: mqtt.broker: expected an address such as mqtt://")
        .hasMessageContaining("config.yml line 3: mqtt.topic: expected a topic")
        .hasMessageContaining("config.yml line 4: mqtt.events: expected events such as");
  }

  @Test
  void webhooks_areRead_andHideTheirSecrets() throws Exception {
    EarmarkConfig config =
        read(
            """
            webhooks:
              - {url: "http://127.0.0.1:8123/api/webhook/hidden", events: ["*"], timeout: 3s}
              - {url: "https://example.org/hook/", secret-env: HOOK_SECRET}
            """);
    WebhookSettings first = config.webhooks().get(0);
    assertThat(first.url()).isEqualTo("http://127.0.0.1:8123/api/webhook/hidden");
    assertThat(first.events().takes("listen.partial")).isTrue();
    assertThat(first.timeout()).isEqualTo(Duration.ofSeconds(3));
    WebhookSettings second = config.webhooks().get(1);
    assertThat(second.url()).isEqualTo("https://example.org/hook/"); // as it is written
    assertThat(second.secret()).isEqualTo("sesame");
    assertThat(second.events().takes("run.ended")).isTrue();
    assertThat(second.events().takes("listen.partial")).isFalse();
    assertThat(config.toString()).doesNotContain("hidden", "sesame");
  }

  @Test
  void webhooks_allProblemsAreNamedAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    webhooks:
                      - {url: "https://me:sesame@example.org/x"}
                      - {url: "https://example.org/", event: [run.ended]}
                      - {url: "https://example.org/", secret-env: NOT_SET}
                      - somewhere
                    """))
        .hasMessageContaining("config.yml line 2: webhooks.url: expected an address such as")
        .hasMessageContaining(
            "config.yml line 3: webhooks.event: a webhook has no such key (did you mean events?)")
        .hasMessageContaining("NOT_SET is not set")
        .hasMessageContaining("webhooks: expected items such as");
  }
}
