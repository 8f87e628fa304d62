import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.library.Position;
import dev.earmark.library.sqlite.SqliteProgressStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Ends the real daemon by {@code kill -9} at random moments, again and again on the same home folders, while
 * a book plays and often right after a jump, and reads from the store what it has kept: what was heard
 * of this book, and the place in another one, which must never change. Run it by {@code bench/run kill}.
 */
public final class KillBench {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String BOOK = "demo:journey_to_the_west";
  private static final String OTHER = "demo:treasure_island";

  private KillBench() {}

  public static void main(String[] args) throws Exception {
    int kills = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    int homes = Math.min(kills, Integer.parseInt(args[2]));
    AtomicInteger left = new AtomicInteger(kills);
    ExecutorService threads = Executors.newFixedThreadPool(homes);
    List<Future<Lost>> parts = new ArrayList<>();
    for (int i = 0; i < homes; i++) {
      Random random = new Random(seed + i);
      parts.add(threads.submit(() -> lives(random, left)));
    }
    List<Double> lost = new ArrayList<>();
    int damaged = 0;
    for (Future<Lost> part : parts) {
      lost.addAll(part.get().seconds());
      damaged += part.get().damaged();
    }
    threads.shutdown();
    List<Double> sorted = lost.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-52s n=%d, p50 %.2f, p99 %.2f, max %.2f s; more than 2 s: %d; another book's place changed: %d%n",
        "seconds heard that kill -9 has lost",
        sorted.size(),
        sorted.get(sorted.size() / 2),
        sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1),
        sorted.get(sorted.size() - 1),
        sorted.stream().filter(s -> s > 2).count(),
        damaged);
  }

  /** What the kills of one home have lost, in seconds each, and how often another book's place changed. */
  private record Lost(List<Double> seconds, int damaged) {}

  /** Lets a daemon live and die on one home as long as kills are left. */
  private static Lost lives(Random random, AtomicInteger left) throws Exception {
    Path home = Files.createTempDirectory("earmark-kill");
    List<Double> lost = new ArrayList<>();
    int damaged = 0;
    Position other = null;
    try {
      for (boolean first = true; first || left.getAndDecrement() > 0; first = false) {
        double heard = life(home, random, first ? "treasure island" : "西游记");
        try (SqliteProgressStore store =
            SqliteProgressStore.open(home.resolve("state/progress.db"), Clock.system(), new Health())) {
          Position kept = store.position(first ? OTHER : BOOK).orElse(null);
          Position untouched = store.position(OTHER).orElse(null);
          if (first) {
            other = untouched;
          } else {
            lost.add(Math.max(0, heard - (kept == null ? 0 : kept.seconds())));
            damaged += untouched != null && untouched.equals(other) ? 0 : 1;
          }
        }
        if (!first && lost.size() % 10 == 0) {
          System.err.printf(
              Locale.ROOT,
              "bench: %d kills are left; this home: %d, at most %.2f s lost, %d other places changed%n",
              Math.max(0, left.get()),
              lost.size(),
              lost.stream().mapToDouble(Double::doubleValue).max().orElse(0),
              damaged);
        }
      }
    } finally {
      delete(home);
    }
    return new Lost(lost, damaged);
  }

  /** One life of the daemon; returns the second of the section that was heard when it was killed. */
  private static double life(Path home, Random random, String book) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("./earmark", "run", "--home", home.toString());
    builder.environment().putAll(
        Map.of(
            "EARMARK_SERVER_PORT", "0",
            "EARMARK_MICROPHONE_TYPE", "none",
            "EARMARK_SPEAKER_TYPE", "none",
            "EARMARK_PLAYER_REWIND", "false",
            "EARMARK_NO_INSTALL", "1",
            "EARMARK_MODELS_AUTO_INSTALL", "false"));
    builder.redirectError(home.resolve("daemon.log").toFile());
    Process process = builder.start();
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      if (line == null || !line.startsWith("ready in ")) {
        throw new IOException("the daemon did not start: " + Files.readString(home.resolve("daemon.log")));
      }
      String url = line.substring(line.indexOf("http://"));
      post(url + "/api/player/play", Map.of("keyword", book, "section", 1));
      awaitHeard(url, 0.3);
      Thread.sleep(random.nextInt(2_000));
      if (random.nextBoolean()) {
        post(url + "/api/player/seek", Map.of("position", 5 + random.nextInt(30)));
        Thread.sleep(random.nextInt(400));
      }
      double heard = status(url).path("position_s").asDouble();
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
      return heard;
    } finally {
      process.destroyForcibly();
    }
  }

  private static void awaitHeard(String url, double seconds) throws Exception {
    for (int i = 0; i < 1_200; i++) {
      JsonNode status = status(url);
      if (status.path("state").asString("").equals("playing")
          && status.path("position_s").asDouble() >= seconds) {
        return;
      }
      Thread.sleep(20);
    }
    throw new IOException("nothing plays: " + status(url));
  }

  private static JsonNode status(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url + "/api/status")).GET());
  }

  private static void post(String address, Map<String, ?> body) throws Exception {
    send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private static JsonNode send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.uri() + " answered " + response.body());
    }
    return JSON.readTree(response.body());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
