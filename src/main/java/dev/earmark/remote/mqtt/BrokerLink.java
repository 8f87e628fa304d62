package dev.earmark.remote.mqtt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the broker (MQTT 3.1.1). It connects once and never by itself again: the role
 * decides when. All calls come from the role's thread, never from the client's own, where waiting
 * for an answer would wait for ever.
 */
final class BrokerLink implements AutoCloseable {
  private static final int QOS = 1;
  private static final int CONNECT_S = 5;
  private static final int KEEP_ALIVE_S = 20;
  private static final long WAIT_MS = 5_000;
  private static final long CLOSE_MS = 500;

  private final MqttClient client;
  private volatile boolean lost;

  private BrokerLink(MqttClient client) {
    this.client = client;
  }

  /**
   * A message that came.
   *
   * @param retained whether the broker had kept it, so that it may be old
   */
  record Incoming(String topic, String text, boolean retained) {}

  /**
   * Connects; waits up to five seconds.
   *
   * @param topics whose availability the broker takes back when we are gone
   * @param incoming gets messages and null when the connection is lost, on the client's thread
   * @throws IOException with one sentence when it cannot
   */
  static BrokerLink open(
      MqttSettings settings, Topics topics, BiConsumer<BrokerLink, @Nullable Incoming> incoming)
      throws IOException {
    BrokerLink link = null;
    try {
      // a name of its own: a broker throws out the older one of two clients with the same name
      String id = "earmark-" + UUID.randomUUID().toString().substring(0, 8);
      MqttClient client = new MqttClient(settings.broker(), id, new MemoryPersistence());
      link = new BrokerLink(client);
      client.setTimeToWait(WAIT_MS);
      client.setCallback(link.new Listener(incoming));
      client.connect(options(settings, topics));
      return link;
    } catch (MqttException | IllegalArgumentException e) {
      if (link != null) {
        link.close(); // else the client's threads would wait for the broker for ever
      }
      String why = e instanceof MqttException known ? sentence(known) : e.getMessage();
      throw new IOException(why, e);
    }
  }

  private static MqttConnectOptions options(MqttSettings settings, Topics topics) {
    MqttConnectOptions options = new MqttConnectOptions();
    options.setCleanSession(true);
    options.setAutomaticReconnect(false);
    options.setConnectionTimeout(CONNECT_S);
    options.setKeepAliveInterval(KEEP_ALIVE_S);
    options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    if (!settings.user().isEmpty()) {
      options.setUserName(settings.user());
      options.setPassword(settings.password().toCharArray());
    }
    byte[] offline = "offline".getBytes(StandardCharsets.UTF_8);
    options.setWill(topics.availability(), offline, QOS, /* retained= */ true);
    return options;
  }

  private final class Listener implements MqttCallback {
    private final BiConsumer<BrokerLink, @Nullable Incoming> incoming;

    Listener(BiConsumer<BrokerLink, @Nullable Incoming> incoming) {
      this.incoming = incoming;
    }

    @Override
    public void connectionLost(@Nullable Throwable cause) {
      lost = true;
      incoming.accept(BrokerLink.this, null);
    }

    @Override
    public void messageArrived(String topic, MqttMessage message) {
      String text = new String(message.getPayload(), StandardCharsets.UTF_8);
      incoming.accept(BrokerLink.this, new Incoming(topic, text, message.isRetained()));
    }

    @Override
    public void deliveryComplete(IMqttDeliveryToken token) {}
  }

  /** Returns whether the connection is gone. */
  boolean isLost() {
    return lost || !client.isConnected();
  }

  /** Waits for the broker no longer than a moment from now on, because the daemon ends. */
  void hurry() {
    client.setTimeToWait(CLOSE_MS);
  }

  /** Asks for messages; waits for the broker's word. */
  void subscribe(String filter) throws IOException {
    try {
      client.subscribe(filter, QOS);
    } catch (MqttException e) {
      throw new IOException(sentence(e), e);
    }
  }

  /** Publishes; waits until the broker has it. */
  void publish(String topic, byte[] payload, boolean retained) throws IOException {
    try {
      client.publish(topic, payload, QOS, retained);
    } catch (MqttException e) {
      throw new IOException(sentence(e), e);
    }
  }

  /** Ends the connection in good order, so that the broker does not tell the last will. */
  @Override
  public void close() {
    try {
      client.disconnectForcibly(CLOSE_MS, CLOSE_MS, /* sendDisconnectPacket= */ !isLost());
      client.close(/* force= */ true);
    } catch (MqttException e) {
      lost = true; // it is gone either way
    }
  }

  private static String sentence(MqttException e) {
    Throwable cause = e.getCause();
    return switch (e.getReasonCode()) {
      case MqttException.REASON_CODE_FAILED_AUTHENTICATION,
          MqttException.REASON_CODE_NOT_AUTHORIZED ->
          "it refuses mqtt.user or its password";
      case MqttException.REASON_CODE_CLIENT_TIMEOUT -> "it does not answer";
      default ->
          cause == null ? String.valueOf(e.getMessage()) : String.valueOf(cause.getMessage());
    };
  }
}
