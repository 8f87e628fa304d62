import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the real daemon from outside: how soon it is ready, how long search_and_play's observation
 * takes (as the run's trace says), memory while a book plays and after a thousand commands, and the
 * processor time of playing and of listening to silence. Run it through {@code bench/run}.
 */
public final class DaemonBench {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Path WORK = makeWork();

  private DaemonBench() {}

  public static void main(String[] args) throws Exception {
    try {
      switch (args[0]) {
        case "ready" -> ready(Integer.parseInt(args[1]));
        case "play" -> play(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        case "idle" -> idle(Integer.parseInt(args[1]));
        default -> throw new IllegalArgumentException("ready, play or idle");
      }
    } finally {
      delete(WORK);
    }
  }

  private static void ready(int rounds) throws Exception {
    List<Double> ms = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      try (Daemon daemon = new Daemon(Map.of())) {
        cpu.add(daemon.cpuAtReady * 1e3);
        ms.add(daemon.readyMs);
        daemon.get("/api/status");
      }
    }
    line("ready after the start of the process", ms, "ms");
    line("  processor time until then", cpu, "ms");
  }

  private static void play(int homes, int commands) throws Exception {
    List<Double> first = new ArrayList<>();
    List<Double> misses = new ArrayList<>();
    List<Double> burst = new ArrayList<>();
    List<Double> control = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      control(); // until it is compiled
    }
    List<Double> hits = new ArrayList<>();
    for (int home = 0; home < homes; home++) {
      try (Daemon daemon = new Daemon(Map.of())) {
        List<String> asked = new ArrayList<>();
        for (JsonNode album : demoBooks()) {
          String title = album.path("title").asString("");
          boolean han = title.codePoints().anyMatch(Character::isIdeographic);
          for (int section = 1; section <= album.path("sections").size(); section++) {
            asked.add(
                han
                    ? "播放" + title + "第" + section + "集"
                    : "play chapter " + section + " of " + title);
          }
        }
        boolean cold = true;
        for (int i = 0; i < asked.size(); i++) {
          // The first half one after the other, as a person would; the rest without a pause.
          boolean spaced = i < asked.size() / 2;
          double took = observation(daemon, asked.get(i));
          (cold ? first : spaced ? misses : burst).add(took);
          cold = false;
          if (spaced) {
            daemon.awaitPlaying();
          }
        }
        daemon.awaitDownloads();
        for (int i = 0; i < 10; i++) {
          for (String text : asked) {
            hits.add(observation(daemon, text));
            control.add(control());
          }
        }
        if (home == homes - 1) {
          daemon.say("播放西游记第一集");
          daemon.awaitModel();
          memory(daemon, commands);
        }
      }
    }
    line("search_and_play, very first call of a daemon", first, "ms");
    line("search_and_play, not in the cache", misses, "ms");
    line("search_and_play, not in the cache, without a pause", burst, "ms");
    line("search_and_play, in the cache", hits, "ms");
    line("for comparison: plain arithmetic meanwhile", control, "ms");
  }

  private static volatile long sink;

  /** Times a fixed bit of arithmetic, about a millisecond: what it takes longer is the machine's load. */
  private static double control() {
    long begin = System.nanoTime();
    long x = begin;
    for (int i = 0; i < 500_000; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    sink = x;
    return (System.nanoTime() - begin) / 1e6;
  }

  private static List<JsonNode> demoBooks() throws IOException {
    List<JsonNode> books = new ArrayList<>();
    try (Stream<Path> folders = Files.list(Path.of("demo-library"))) {
      for (Path folder : folders.sorted().toList()) {
        Path album = folder.resolve("album.json");
        if (Files.exists(album)) {
          books.add(JSON.readTree(Files.readString(album)));
        }
      }
    }
    return books;
  }

  private static double observation(Daemon daemon, String text) throws Exception {
    for (JsonNode step : daemon.say(text).path("steps")) {
      if (step.path("action").asString("").equals("search_and_play")) {
        return step.path("tool_ms").asDouble(-1);
      }
    }
    throw new IOException("'" + text + "' did not lead to search_and_play");
  }

  /** Plays for a while, then types commands, and looks at the memory before and behind. */
  private static void memory(Daemon daemon, int commands) throws Exception {
    String[] texts = {
      "暂停", "继续", "现在放的是哪一集", "音量调到四十", "快进十秒", "搜一下三国演义", "下一集", "上一集",
      "pause", "resume", "what am I listening to", "search for sherlock holmes", "volume fifty",
      "播放西游记第二集", "play chapter one of Alice", "二十分钟后提醒我收衣服", "取消所有定时器"
    };
    double before = daemon.cpu();
    long begin = System.nanoTime();
    double most = 0;
    for (int i = 0; i < 30; i++) {
      if (!daemon.get("/api/status").path("state").asString("").equals("playing")) {
        daemon.say("播放西游记第一集");
      }
      Thread.sleep(1_000);
      most = Math.max(most, daemon.rssMiB());
    }
    double share = (daemon.cpu() - before) / ((System.nanoTime() - begin) / 1e9);
    print("resident while a book plays, model loaded", most, "MiB");
    print("processor share while a book plays", share * 100, "% of a core");
    for (int i = 0; i < commands; i++) {
      daemon.say(texts[i % texts.length]);
      most = Math.max(most, daemon.rssMiB());
      if (i + 1 == commands / 2) {
        print("resident after " + (i + 1) + " commands", daemon.rssMiB(), "MiB");
      }
    }
    print("resident after " + commands + " commands", daemon.rssMiB(), "MiB");
    print("resident at most", most, "MiB");
  }

  private static void idle(int seconds) throws Exception {
    Path wav = WORK.resolve("silence.wav");
    writeNoise(wav, seconds + 60);
    double deaf = idleShare(Map.of(), seconds);
    double listening =
        idleShare(
            Map.of("EARMARK_MICROPHONE_TYPE", "file", "EARMARK_MICROPHONE_FILE", wav.toString()),
            seconds);
    print("whole daemon, no microphone, nothing plays", deaf * 100, "% of a core");
    print("whole daemon, listening to a quiet room", listening * 100, "% of a core");
    print("listening in silence (the difference)", (listening - deaf) * 100, "% of a core");
  }

  private static double idleShare(Map<String, String> more, int seconds) throws Exception {
    try (Daemon daemon = new Daemon(more)) {
      daemon.awaitModel();
      Thread.sleep(10_000); // what loads behind the start is not idling
      double before = daemon.cpu();
      long begin = System.nanoTime();
      Thread.sleep(seconds * 1_000L);
      return (daemon.cpu() - before) / ((System.nanoTime() - begin) / 1e9);
    }
  }

  /** Noise of about -65 dBFS: a quiet room. */
  private static void writeNoise(Path wav, int seconds) throws IOException {
    int bytes = seconds * 16_000 * 2;
    ByteBuffer out = ByteBuffer.allocate(44 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put("RIFF".getBytes()).putInt(36 + bytes).put("WAVEfmt ".getBytes()).putInt(16);
    out.putShort((short) 1).putShort((short) 1).putInt(16_000).putInt(32_000);
    out.putShort((short) 2).putShort((short) 16).put("data".getBytes()).putInt(bytes);
    Random random = new Random(1);
    while (out.hasRemaining()) {
      out.putShort((short) (random.nextGaussian() * 18));
    }
    Files.write(wav, out.array());
  }

  /** A daemon in a home of its own. */
  private static final class Daemon implements AutoCloseable {
    final double readyMs;
    final double cpuAtReady;
    private final Process process;
    private final String url;

    Daemon(Map<String, String> more) throws Exception {
      Path home = Files.createTempDirectory(WORK, "home");
      ProcessBuilder builder = new ProcessBuilder("./earmark", "run", "--home", home.toString());
      Map<String, String> environment = new HashMap<>();
      environment.put("EARMARK_SERVER_PORT", "0");
      environment.put("EARMARK_MICROPHONE_TYPE", "none");
      environment.put("EARMARK_SPEAKER_TYPE", "none");
      environment.put("EARMARK_MODELS_AUTO_INSTALL", "false");
      environment.putAll(more);
      builder.environment().putAll(environment);
      builder.redirectError(WORK.resolve("daemon.log").toFile());
      process = builder.start();
      BufferedReader out = process.inputReader();
      String line = out.readLine();
      if (line == null || !line.startsWith("ready in ")) {
        throw new IOException("the daemon did not start: " + Files.readString(WORK.resolve("daemon.log")));
      }
      cpuAtReady = cpu();
      readyMs = Double.parseDouble(line.split(" ")[2]);
      url = line.substring(line.indexOf("http://"));
    }

    JsonNode get(String path) throws Exception {
      return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
    }

    JsonNode say(String text) throws Exception {
      String body = JSON.writeValueAsString(Map.of("text", text));
      return send(
          HttpRequest.newBuilder(URI.create(url + "/api/say"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static JsonNode send(HttpRequest.Builder request) throws Exception {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException(response.uri() + " answered " + response.body());
      }
      return JSON.readTree(response.body());
    }

    void awaitPlaying() throws Exception {
      for (int i = 0; i < 600; i++) {
        Thread.sleep(50);
        JsonNode status = get("/api/status");
        if (status.path("state").asString("").equals("playing")) {
          Thread.sleep(200);
          return;
        }
      }
      throw new IOException("nothing plays: " + get("/api/status"));
    }

    void awaitDownloads() throws Exception {
      for (int i = 0; i < 300; i++) {
        boolean running = false;
        for (JsonNode download : get("/api/status").path("downloads")) {
          String state = download.path("state").asString("");
          running |= state.equals("running") || state.equals("queued") || state.equals("waiting");
        }
        if (!running) {
          return;
        }
        Thread.sleep(100);
      }
      throw new IOException("the downloads do not end");
    }

    void awaitModel() throws Exception {
      for (int i = 0; i < 600; i++) {
        if (get("/api/status").path("recognizer").asString("").contains("vosk")) {
          return;
        }
        Thread.sleep(100);
      }
      throw new IOException("no speech model was loaded");
    }

    /** Processor seconds so far. */
    double cpu() throws IOException {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    double rssMiB() throws IOException {
      for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
      }
      throw new IOException("no VmRSS");
    }

    @Override
    public void close() throws Exception {
      process.destroy();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  private static void print(String what, double value, String unit) {
    System.out.printf(Locale.ROOT, "%-52s %8.2f %s%n", what, value, unit);
  }

  private static void line(String what, List<Double> values, String unit) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    System.out.printf(
        Locale.ROOT,
        "%-52s n=%d, p50 %.2f, p99 %.2f, max %.2f, min %.2f %s%n",
        what, n, sorted.get(n / 2), sorted.get((int) Math.ceil(n * 0.99) - 1), sorted.get(n - 1),
        sorted.get(0), unit);
  }

  private static Path makeWork() {
    try {
      return Files.createTempDirectory("earmark-bench");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(folder)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
