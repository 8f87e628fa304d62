package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A key that nobody reads is a promise that is not kept. */
final class KeysTest {
  /** Where secrets lie: read before the sections are made. */
  private static final Set<String> READ_EARLIER =
      Set.of(
          "server.token-file",
          "brain.llm.api-key-env",
          "brain.llm.api-key-file",
          "brain.llm.fallback-api-key-env",
          "brain.llm.fallback-api-key-file",
          "recognizer.openai.api-key-env",
          "recognizer.openai.api-key-file",
          "xiaozhi.endpoints",
          "xiaozhi.endpoint-file",
          "telemetry.otlp-headers-env",
          "telemetry.otlp-headers-file",
          "limits.pin-env",
          "limits.pin-file",
          "mqtt.password-env",
          "mqtt.password-file",
          "voice.openai.api-key-env",
          "voice.openai.api-key-file");

  @Test
  void everyKey_isReadBySomebody() {
    Set<String> unread = new TreeSet<>();
    Values values =
        new Values() {
          @Override
          public <T> T get(Key<T> key) {
            unread.remove(key.path());
            return super.get(key);
          }
        };
    for (Key<?> key : Keys.all()) {
      put(values, key);
      unread.add(key.path());
    }

    new Sections(values)
        .assemble(
            List.of(),
            "",
            new Sections.Outside(
                Map.of(), Map.of(), List.of(), List.of(), List.of(), "", "", "", "", "", "", ""),
            new ArrayList<>());

    unread.removeAll(READ_EARLIER);
    assertThat(unread).isEmpty();
  }

  private static <T> void put(Values values, Key<T> key) {
    values.put(key, key.parser().apply(key.fallback()));
  }
}
