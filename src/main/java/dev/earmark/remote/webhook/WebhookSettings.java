package dev.earmark.remote.webhook;

import dev.earmark.base.EventFilter;
import java.net.URI;
import java.time.Duration;

/**
 * An address that is told what happens.
 *
 * @param url where events are posted; its path may be a secret and is never shown
 * @param events which ones
 * @param secret signs the messages, or empty for none
 * @param timeout of one request
 */
public record WebhookSettings(String url, EventFilter events, String secret, Duration timeout) {
  /** Returns the address as it may be shown: without its path and query, which often are keys. */
  public String shown() {
    URI uri = URI.create(url);
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + port;
  }

  /** Shows no secret. */
  @Override
  public String toString() {
    return "WebhookSettings[" + shown() + ", " + events.patterns() + "]";
  }
}
