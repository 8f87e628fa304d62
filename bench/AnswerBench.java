import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures how long each command of the player takes over HTTP while a book plays, from the request to the
 * last byte of the answer, beside a request that does nothing ({@code GET /healthz}); and how long the daemon itself says
 * that it took for the command and for the status in the answer ({@code Server-Timing}). Run it by {@code bench/run answers}.
 */
public final class AnswerBench {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private AnswerBench() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Path home = Files.createTempDirectory("earmark-answers");
    ProcessBuilder builder = new ProcessBuilder("./earmark", "run", "--home", home.toString());
    builder.environment().putAll(
        Map.of(
            "EARMARK_SERVER_PORT", "0",
            "EARMARK_MICROPHONE_TYPE", "none",
            "EARMARK_SPEAKER_TYPE", "none",
            "EARMARK_NO_INSTALL", "1",
            "EARMARK_MODELS_AUTO_INSTALL", "false"));
    builder.redirectError(home.resolve("daemon.log").toFile());
    Process process = builder.start();
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      if (line == null || !line.startsWith("ready in ")) {
        throw new IOException("the daemon did not start: " + Files.readString(home.resolve("daemon.log")));
      }
      measure(line.substring(line.indexOf("http://")), rounds);
    } finally {
      process.destroy();
      process.waitFor();
      try (Stream<Path> tree = Files.walk(home)) {
        for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static void measure(String url, int rounds) throws Exception {
    send(url, "play", "{\"keyword\":\"西游记\",\"section\":2}");
    for (int i = 0; i < 600 && !get(url + "/api/status").contains("\"state\":\"playing\""); i++) {
      Thread.sleep(100);
    }
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("seek", "{\"position\":10}");
    commands.put("pause", "");
    commands.put("resume", "");
    commands.put("next", "");
    commands.put("previous", "");
    commands.put("volume", "{\"level\":40}");
    commands.put("speed", "{\"rate\":1.1}");
    commands.put("sleep", "{\"minutes\":20}");
    Map<String, List<Long>> times = new LinkedHashMap<>();
    Map<String, List<Long>> inside = new LinkedHashMap<>();
    for (int i = -20; i < rounds; i++) { // the first ones warm it up
      long before = System.nanoTime();
      get(url + "/healthz");
      note(times, "(nothing)", i, before);
      for (Map.Entry<String, String> command : commands.entrySet()) {
        before = System.nanoTime();
        String timing = send(url, command.getKey(), command.getValue());
        note(times, command.getKey(), i, before);
        if (i >= 0) {
          add(inside, command.getKey() + ": command", millis(timing, "command"));
          add(inside, command.getKey() + ": status", millis(timing, "status"));
        }
        Thread.sleep(20);
      }
    }
    times.forEach((name, nanos) -> print("answer over HTTP to " + name, nanos));
    inside.forEach((name, nanos) -> print("in process, " + name, nanos));
  }

  private static double millis(String timing, String part) {
    java.util.regex.Matcher found = java.util.regex.Pattern.compile(part + ";dur=([0-9.]+)").matcher(timing);
    if (!found.find()) {
      throw new IllegalStateException("no " + part + " in Server-Timing: " + timing);
    }
    return Double.parseDouble(found.group(1));
  }

  private static void add(Map<String, List<Long>> times, String name, double millis) {
    times.computeIfAbsent(name, n -> new ArrayList<>()).add(Math.round(millis * 1e6));
  }

  private static void note(Map<String, List<Long>> times, String name, int round, long before) {
    if (round >= 0) {
      times.computeIfAbsent(name, n -> new ArrayList<>()).add(System.nanoTime() - before);
    }
  }

  private static void print(String name, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-52s n=%d, p50 %.2f, p99 %.2f, max %.2f ms%n",
        name,
        sorted.size(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1) / 1e6,
        sorted.get(sorted.size() - 1) / 1e6);
  }

  private static String send(String url, String command, String body) throws Exception {
    HttpResponse<String> response =
        HTTP.send(
            HttpRequest.newBuilder(URI.create(url + "/api/player/" + command))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(command + " answered " + response.body());
    }
    return response.headers().firstValue("Server-Timing").orElse("");
  }

  private static String get(String address) throws Exception {
    return HTTP.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}
