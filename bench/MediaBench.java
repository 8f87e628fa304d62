import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Clock;
import dev.earmark.media.Decoder;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.decode.FfmpegDecoderFactory;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.media.download.Downloads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import okhttp3.OkHttpClient;

/**
 * Compares the media stage with the ffmpeg command (speed of decoding) and with mpv (time from the
 * start of a download to the first sound), alternating in one run. Prints one line a measurement
 * and the medians. Run it through {@code bench/media}.
 */
public final class MediaBench {
  private static final FfmpegDecoderFactory DECODERS = new FfmpegDecoderFactory();

  private MediaBench() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[1]);
    for (int i = 2; i < args.length; i++) {
      Path file = Path.of(args[i]);
      if (args[0].equals("decode")) {
        decode(file, rounds);
      } else {
        start(file, rounds);
      }
    }
  }

  private static void decode(Path file, int rounds) throws Exception {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    decodeOurs(file);
    for (int i = 0; i < rounds; i++) {
      theirs.add(
          timed(
              () ->
                  command(
                      "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", file.toString(), "-vn",
                      "-ar", "48000", "-ac", "2", "-f", "s16le", "/dev/null")));
      ours.add(timed(() -> decodeOurs(file)));
    }
    print("decode", file, "ffmpeg", ours, theirs);
  }

  private static void decodeOurs(Path file) throws IOException {
    long sum = 0;
    try (MediaSource source = MediaSources.file(file);
        Decoder decoder = DECODERS.open(source)) {
      PcmBlock block;
      while ((block = decoder.next()) != null) {
        sum += block.samples()[0];
      }
    }
    if (sum == Long.MIN_VALUE) {
      System.out.println(sum);
    }
  }

  private static void start(Path file, int rounds) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    byte[] bytes = Files.readAllBytes(file);
    server.createContext("/", exchange -> serve(exchange, bytes));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/" + file.getFileName();
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    DECODERS.warmUp();
    for (int i = 0; i < rounds + 1; i++) {
      double mpv = startMpv(url);
      double earmark = startOurs(url);
      if (i > 0) {
        theirs.add(mpv);
        ours.add(earmark);
      }
    }
    print("start", file, "mpv", ours, theirs);
    System.out.printf(
        Locale.ROOT,
        "  (mpv's time includes the start of its process: mpv --version takes %.3f s)%n",
        timed(() -> command("mpv", "--version")));
    server.stop(0);
  }

  private static double startOurs(String url) throws Exception {
    Path folder = Files.createTempDirectory("earmark-bench");
    try (FileCache cache = FileCache.open(folder, CacheSettings.DEFAULT, Clock.system());
        Downloads downloads =
            new Downloads(
                cache,
                new OkHttpClient(),
                DownloadSettings.DEFAULT,
                DECODERS,
                Clock.system(),
                new Random())) {
      MediaRequest request =
          new MediaRequest(
              url, "", "", 1, "", 0,
              cancel -> new MediaRequest.Location(URI.create(url), Map.of(), "", 0));
      long begin = System.nanoTime();
      Download download = downloads.fetch(request, true);
      double seconds;
      try (MediaSource source = downloads.open(download);
          Decoder decoder = DECODERS.open(source)) {
        decoder.next();
        seconds = (System.nanoTime() - begin) / 1e9;
      }
      downloads.cancel(download.id());
      return seconds;
    } finally {
      command("rm", "-r", folder.toString());
    }
  }

  private static double startMpv(String url) throws Exception {
    Path pipe = Files.createTempDirectory("earmark-bench").resolve("pcm");
    command("mkfifo", pipe.toString());
    long begin = System.nanoTime();
    Process mpv =
        new ProcessBuilder(
                "mpv", "--no-config", "--no-video", "--ao=pcm", "--ao-pcm-waveheader=no",
                "--ao-pcm-file=" + pipe, url)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    double seconds;
    try (InputStream in = Files.newInputStream(pipe)) {
      in.read();
      seconds = (System.nanoTime() - begin) / 1e9;
    }
    mpv.destroyForcibly().waitFor();
    Files.delete(pipe);
    return seconds;
  }

  /** Serves at 1 Mbit/s, with ranges. */
  private static void serve(HttpExchange exchange, byte[] bytes) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = 0;
    if (range != null && range.startsWith("bytes=")) {
      from = Integer.parseInt(range.substring(6, range.indexOf('-')));
      String value = "bytes " + from + "-" + (bytes.length - 1) + "/" + bytes.length;
      exchange.getResponseHeaders().set("Content-Range", value);
    }
    exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
    exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
    exchange.sendResponseHeaders(range == null ? 200 : 206, bytes.length - from);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int at = from; at < bytes.length; at += 1_250) {
        out.write(bytes, at, Math.min(1_250, bytes.length - at));
        out.flush();
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // the player has heard enough
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static double timed(Work work) throws Exception {
    long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1e9;
  }

  private static void command(String... words) throws Exception {
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed");
    }
  }

  private static void print(
      String what, Path file, String peer, List<Double> ours, List<Double> theirs) {
    for (int i = 0; i < ours.size(); i++) {
      System.out.printf(
          Locale.ROOT, "%s earmark %.3f s, %s %.3f s%n", what, ours.get(i), peer, theirs.get(i));
    }
    double a = median(ours);
    double b = median(theirs);
    System.out.printf(
        Locale.ROOT,
        "%s %s: median earmark %.3f s, %s %.3f s; earmark takes %.2f times as long%n",
        what, file.getFileName(), a, peer, b, a / b);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
