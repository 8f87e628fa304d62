package dev.earmark.telemetry;

import java.util.Map;

/**
 * Where runs are exported to, from {@code telemetry.*}.
 *
 * @param endpoint the base address of an OTLP receiver, such as {@code http://127.0.0.1:4318};
 *     empty for no export
 * @param headers further headers of each request, for receivers that want a key; never logged
 * @param content whether the words of tasks, answers, arguments and results are exported too
 */
public record TelemetrySettings(String endpoint, Map<String, String> headers, boolean content) {
  /** No export. */
  public static final TelemetrySettings OFF =
      new TelemetrySettings("", Map.of(), /* content= */ false);

  /** Copies the map. */
  public TelemetrySettings {
    headers = Map.copyOf(headers);
  }

  /** Returns whether anything is exported. */
  public boolean isOn() {
    return !endpoint.isEmpty();
  }

  /** Returns the address for traces: as given when it names the path, else below the base. */
  String tracesUrl() {
    return endpoint.endsWith("/v1/traces") ? endpoint : endpoint + "/v1/traces";
  }

  @Override
  public String toString() {
    return "TelemetrySettings[" + endpoint + ", " + headers.keySet() + ", content=" + content + "]";
  }
}
