package dev.earmark.remote.offer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the tools' own specifications do not say and other programs want to know: titles, hints, the
 * fields of results. Read from {@code traits.json} beside this class.
 */
final class Traits {
  private static final JsonMapper JSON = new JsonMapper();

  private final Map<String, Map<String, Object>> byName;

  private Traits(Map<String, Map<String, Object>> byName) {
    this.byName = byName;
  }

  @SuppressWarnings("unchecked") // a test reads every field of the file
  static Traits read() {
    try (InputStream in = Traits.class.getResourceAsStream("traits.json")) {
      if (in == null) {
        throw new IllegalStateException("traits.json is not in the jar; build it again");
      }
      Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
      Map<?, ?> read = JSON.readValue(in, Map.class);
      read.forEach((name, traits) -> byName.put((String) name, (Map<String, Object>) traits));
      return new Traits(byName);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the tools that are described. */
  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  private Map<String, Object> of(String tool) {
    return byName.getOrDefault(tool, Map.of());
  }

  String title(String tool) {
    return String.valueOf(of(tool).getOrDefault("title", tool));
  }

  OfferedTool.Hints hints(String tool) {
    List<?> hints = (List<?>) of(tool).getOrDefault("hints", List.of());
    return new OfferedTool.Hints(
        hints.contains("read-only"),
        hints.contains("destructive"),
        hints.contains("idempotent"),
        hints.contains("open-world"));
  }

  @SuppressWarnings("unchecked") // a test reads every field of the file
  Map<String, Object> outputSchema(String tool) {
    return Schemas.output(
        (Map<String, Object>) of(tool).getOrDefault("output", Map.of()),
        (List<String>) of(tool).getOrDefault("always", List.of()));
  }
}
