package dev.earmark.remote.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.eclipse.paho.client.mqttv3.IMqttMessageListener;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Another program at the broker: knows the newest message of every topic. */
final class Watcher implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, String> newest = new ConcurrentHashMap<>();
  private final MqttClient client;

  Watcher(TestBroker broker, String user, String password) throws MqttException {
    client = new MqttClient(broker.url(), "watcher-" + System.nanoTime(), new MemoryPersistence());
    MqttConnectOptions options = new MqttConnectOptions();
    if (!user.isEmpty()) {
      options.setUserName(user);
      options.setPassword(password.toCharArray());
    }
    client.connect(options);
    IMqttMessageListener listener =
        (topic, message) ->
            newest.put(topic, new String(message.getPayload(), StandardCharsets.UTF_8));
    client.subscribe("#", listener);
  }

  void send(String topic, String text, boolean retained) throws MqttException {
    client.publish(topic, text.getBytes(StandardCharsets.UTF_8), 1, retained);
  }

  String text(String topic) {
    return newest.getOrDefault(topic, "");
  }

  Collection<String> topics() {
    return newest.keySet();
  }

  void forget(String topic) {
    newest.remove(topic);
  }

  void awaitText(String topic, String text) {
    await().untilAsserted(() -> assertThat(text(topic)).isEqualTo(text));
  }

  JsonNode json(String topic) {
    return JSON.readTree(text(topic).isEmpty() ? "{}" : text(topic));
  }

  JsonNode awaitJson(String topic, Predicate<JsonNode> wanted) {
    await().until(() -> wanted.test(json(topic)));
    return json(topic);
  }

  @Override
  public void close() throws MqttException {
    client.disconnectForcibly(100, 100);
    client.close();
  }
}
