import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Plays the tests' recorded commands through virtual sound devices into a real daemon, and prints
 * how long each stage took, by condition. Needs PulseAudio, of which it starts one of its own. Run
 * it through {@code bench/run stages}.
 *
 * <p>wake: from the end of the wake phrase in the room to the event that tells of it. end: from the
 * last word to the found end of speech, which holds the silence that it takes. recognise: from
 * there to the words. agent: from the words to the ended run. audio: from the end of speech found to
 * the first sound of the answer or the book. The first two hold the devices' delay, about 40 ms.
 */
public final class StageBench {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final List<String> STAGES = List.of("wake", "end", "recognise", "agent", "audio");

  private static volatile boolean ending; // the daemon is being stopped, and its events with it

  private StageBench() {}

  private record Recording(
      Path file, String condition, String language, double wakeEndS, double speechEndS) {}

  private record Event(String type, JsonNode data, long nanos) {}

  public static void main(String[] args) throws Exception {
    int most = Integer.parseInt(args[0]);
    Path work = Files.createTempDirectory("stage-bench");
    Process pulse = pulse(work);
    String server = "unix:" + work.resolve("pulse.sock");
    Map<String, Map<String, List<Double>>> times = new LinkedHashMap<>();
    Map<String, int[]> found = new LinkedHashMap<>();
    Process daemon = null;
    try {
      daemon = daemon(work, server);
      String url = url(daemon, work);
      awaitIdle(url);
      BlockingQueue<Event> events = events(url);
      for (Recording recording : recordings(most)) {
        Map<String, Double> stages = play(recording, server, url, events);
        String row = recording.language + " " + recording.condition;
        int[] count = found.computeIfAbsent(row, key -> new int[3]);
        count[0]++;
        count[1] += stages.containsKey("wake") ? 1 : 0;
        count[2] += stages.containsKey("recognise") ? 1 : 0;
        stages.forEach(
            (stage, ms) ->
                times
                    .computeIfAbsent(row, key -> new HashMap<>())
                    .computeIfAbsent(stage, key -> new ArrayList<>())
                    .add(ms));
      }
    } finally {
      ending = true;
      if (daemon != null) {
        daemon.descendants().forEach(ProcessHandle::destroy);
        daemon.destroy();
        daemon.waitFor(10, TimeUnit.SECONDS);
      }
      pulse.destroy();
      pulse.waitFor(5, TimeUnit.SECONDS);
      delete(work);
    }
    print(times, found);
  }

  private static List<Recording> recordings(int most) throws IOException {
    Path folder = Path.of("src/test/resources/speech_synth");
    List<Recording> all = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("INDEX.tsv"))) {
      String[] f = line.split("\t", -1);
      if (!f[0].equals("path") && !f[3].isEmpty() && !f[4].equals("none")) {
        all.add(
            new Recording(
                folder.resolve(f[0]),
                f[8],
                f[1],
                Double.parseDouble(f[10]),
                Double.parseDouble(f[12])));
      }
    }
    all.sort(Comparator.comparing(Recording::condition).thenComparing(Recording::language));
    return all.subList(0, Math.min(most, all.size()));
  }

  private static Map<String, Double> play(
      Recording recording, String server, String url, BlockingQueue<Event> events)
      throws Exception {
    post(url, "/api/player/stop");
    Thread.sleep(2_500); // the room is quiet again
    events.clear();
    Process playing =
        new ProcessBuilder(
                "paplay",
                "--server=" + server,
                "--device=mouth",
                "--latency-msec=20",
                recording.file.toString())
            .start();
    long start = System.nanoTime();
    Map<String, Long> at = new HashMap<>();
    long limit = start + Math.round((recording.speechEndS + 8) * 1e9);
    while (System.nanoTime() < limit && !at.containsKey("turn.ended")) {
      Event event = events.poll(100, TimeUnit.MILLISECONDS);
      if (event == null) {
        continue;
      }
      boolean sounds =
          event.type.equals("say.started")
              || event.type.equals("play.started") && event.data.path("ok").asBoolean(true);
      at.putIfAbsent(sounds ? "audio" : event.type, event.nanos);
      if (event.type.equals("listen.rejected")) {
        break;
      }
    }
    playing.waitFor(20, TimeUnit.SECONDS);
    Map<String, Double> stages = new HashMap<>();
    put(stages, "wake", at.get("listen.wake"), start + Math.round(recording.wakeEndS * 1e9));
    put(stages, "end", at.get("listen.speech_end"), start + Math.round(recording.speechEndS * 1e9));
    put(stages, "recognise", at.get("listen.final"), at.get("listen.speech_end"));
    put(stages, "agent", at.get("run.ended"), at.get("listen.final"));
    put(stages, "audio", at.get("audio"), at.get("listen.speech_end"));
    return stages;
  }

  private static void put(Map<String, Double> stages, String name, Long to, Long from) {
    if (to != null && from != null) {
      stages.put(name, (to - from) / 1e6);
    }
  }

  private static void print(
      Map<String, Map<String, List<Double>>> times, Map<String, int[]> found) {
    System.out.printf("%-16s%10s%8s%12s", "condition", "commands", "woken", "understood");
    STAGES.forEach(stage -> System.out.printf("%20s", stage + ", ms"));
    System.out.println("   (median, most)");
    Map<String, List<Double>> all = new HashMap<>();
    found.forEach(
        (row, count) -> {
          Map<String, List<Double>> stages = times.getOrDefault(row, Map.of());
          stages.forEach(
              (stage, ms) -> all.computeIfAbsent(stage, key -> new ArrayList<>()).addAll(ms));
          row(row, count, stages);
        });
    int[] total = new int[3];
    found.values().forEach(count -> add(total, count));
    row("all", total, all);
  }

  private static void add(int[] total, int[] count) {
    for (int i = 0; i < total.length; i++) {
      total[i] += count[i];
    }
  }

  private static void row(String name, int[] count, Map<String, List<Double>> stages) {
    System.out.printf("%-16s%10d%8d%12d", name, count[0], count[1], count[2]);
    for (String stage : STAGES) {
      List<Double> ms = stages.getOrDefault(stage, List.of()).stream().sorted().toList();
      System.out.printf(
          "%20s",
          ms.isEmpty()
              ? "-"
              : String.format(
                  Locale.ROOT, "%.0f, %.0f", ms.get(ms.size() / 2), ms.get(ms.size() - 1)));
    }
    System.out.println();
  }

  private static Process pulse(Path work) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            "pulseaudio",
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "--use-pid-file=no",
            "--realtime=no",
            "--high-priority=no",
            "--disable-shm=yes",
            "-L",
            "module-native-protocol-unix socket=" + work.resolve("pulse.sock") + " auth-anonymous=1",
            "-L",
            "module-null-sink sink_name=speaker rate=48000 channels=2",
            "-L",
            "module-null-sink sink_name=mouth rate=16000 channels=1",
            "-L",
            "module-remap-source master=mouth.monitor source_name=mic");
    builder.environment().put("XDG_RUNTIME_DIR", work.toString());
    builder.environment().put("HOME", work.toString());
    builder.redirectErrorStream(true).redirectOutput(work.resolve("pulse.log").toFile());
    Process process = builder.start();
    for (int i = 0; i < 100 && !Files.exists(work.resolve("pulse.sock")); i++) {
      Thread.sleep(50);
    }
    return process;
  }

  private static Process daemon(Path work, String server) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("./earmark", "run", "--home", work.resolve("home").toString());
    builder
        .environment()
        .putAll(
            Map.of(
                "EARMARK_SERVER_PORT", "0",
                "EARMARK_MODELS_AUTO_INSTALL", "false",
                "EARMARK_MPRIS_BUS", "none",
                "EARMARK_MICROPHONE_TYPE", "command",
                "EARMARK_MICROPHONE_COMMAND",
                    "parec,--server=" + server
                        + ",--device=mic,--format=s16le,--rate=16000,--channels=1,--latency-msec=20",
                "EARMARK_SPEAKER_TYPE", "command",
                "EARMARK_SPEAKER_COMMAND",
                    "pacat,--server=" + server
                        + ",--device=speaker,--format=s16le,--rate=48000,--channels=2,"
                        + "--latency-msec=60"));
    builder.redirectError(work.resolve("daemon.log").toFile());
    return builder.start();
  }

  private static String url(Process daemon, Path work) throws Exception {
    BufferedReader out = daemon.inputReader();
    String line = out.readLine();
    if (line == null || !line.startsWith("ready in ")) {
      throw new IOException(
          "the daemon did not start: " + Files.readString(work.resolve("daemon.log")));
    }
    return line.substring(line.indexOf("http://"));
  }

  private static void awaitIdle(String url) throws Exception {
    for (int i = 0; i < 600; i++) {
      String body =
          HTTP.send(
                  HttpRequest.newBuilder(URI.create(url + "/api/status")).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      if (JSON.readTree(body).at("/listening/state").asString("").equals("idle")) {
        Thread.sleep(2_000);
        return;
      }
      Thread.sleep(100);
    }
    throw new IOException("the daemon does not listen");
  }

  private static void post(String url, String path) throws Exception {
    HTTP.send(
        HttpRequest.newBuilder(URI.create(url + path))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static BlockingQueue<Event> events(String url) throws Exception {
    BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    InputStream in =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(url + "/api/events")).build(),
                HttpResponse.BodyHandlers.ofInputStream())
            .body();
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new java.io.InputStreamReader(in, "UTF-8"))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  if (line.startsWith("data:")) {
                    JsonNode event = JSON.readTree(line.substring(5));
                    queue.add(
                        new Event(
                            event.path("type").asString(""),
                            event.path("data"),
                            System.nanoTime()));
                  }
                }
              } catch (IOException e) {
                if (!ending) {
                  System.err.println("the events ended: " + e.getMessage());
                }
              }
            },
            "events");
    reader.setDaemon(true);
    reader.start();
    return queue;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
