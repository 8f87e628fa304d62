package dev.earmark.browser;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Debian's Chromium without a window, driven by the WebDriver protocol (W3C WebDriver 2) through
 * ChromeDriver. Closing ends both.
 */
public final class Browser implements AutoCloseable {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process driver;
  private final String base;
  private final String session;

  private Browser(Process driver, int port, Path profile) throws IOException, InterruptedException {
    this.driver = driver;
    String server = "http://127.0.0.1:" + port;
    List<String> arguments =
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // A tone in place of a microphone, and nobody who would have to allow it.
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            "--lang=en",
            "--user-data-dir=" + profile);
    Map<String, Object> capabilities =
        Map.of(
            "goog:chromeOptions",
            Map.of("args", arguments, "binary", "/usr/bin/chromium"),
            "goog:loggingPrefs",
            Map.of("browser", "ALL", "performance", "ALL"));
    JsonNode value =
        send(
            HttpRequest.newBuilder(URI.create(server + "/session"))
                .POST(body(Map.of("capabilities", Map.of("alwaysMatch", capabilities)))));
    this.session = value.get("sessionId").stringValue();
    this.base = server + "/session/" + session;
  }

  /** Starts a browser; skips the test where Chromium or its driver is missing. */
  public static Browser startOrSkip(Path folder) throws IOException, InterruptedException {
    for (String program : List.of("/usr/bin/chromium", "/usr/bin/chromedriver")) {
      if (!Files.isExecutable(Path.of(program))) {
        abort("skipped: " + program + " is missing (apt-get install chromium chromium-driver)");
      }
    }
    Process driver =
        new ProcessBuilder("/usr/bin/chromedriver", "--port=0", "--allowed-ips=127.0.0.1")
            .redirectErrorStream(true)
            .start();
    try {
      return new Browser(driver, port(driver), folder.resolve("profile"));
    } catch (IOException | RuntimeException e) {
      driver.destroyForcibly();
      throw e;
    }
  }

  private static int port(Process driver) throws IOException {
    BufferedReader lines = driver.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = PORT.matcher(line);
      if (matcher.find()) {
        drain(lines);
        return Integer.parseInt(matcher.group(1));
      }
    }
    throw new IOException("the browser's driver did not start");
  }

  private static void drain(BufferedReader lines) {
    Thread thread = new Thread(() -> lines.lines().forEach(line -> {}), "chromedriver-log");
    thread.setDaemon(true);
    thread.start();
  }

  private static HttpRequest.BodyPublisher body(Object value) {
    return HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(value));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
    JsonNode value = MAPPER.readTree(answer.body()).get("value");
    if (answer.statusCode() != 200) {
      throw new IOException(value.path("error").asString() + ": " + value.path("message"));
    }
    return value;
  }

  private JsonNode post(String path, Object value) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(base + path)).POST(body(value)));
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(base + path)));
  }

  /** Opens a page and waits until it is loaded. */
  public void open(String url) throws IOException, InterruptedException {
    post("/url", Map.of("url", url));
  }

  /** Lets the page see this width, height and colour scheme ({@code light} or {@code dark}). */
  public void look(int width, int height, String scheme) throws IOException, InterruptedException {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void cdp(String command, Map<String, Object> parameters)
      throws IOException, InterruptedException {
    post("/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  /** Runs a script in the page and returns what it returns. */
  public JsonNode run(String script, Object... arguments) throws IOException, InterruptedException {
    return post("/execute/sync", Map.of("script", script, "args", List.of(arguments)));
  }

  /** Returns the text of the element that the selector finds. */
  public String text(String selector) throws IOException, InterruptedException {
    return run("return document.querySelector(arguments[0]).textContent", selector).stringValue();
  }

  private String find(String selector) throws IOException, InterruptedException {
    return post("/element", Map.of("using", "css selector", "value", selector))
        .get(ELEMENT)
        .stringValue();
  }

  /** Clicks as a mouse does: what is covered cannot be clicked. */
  public void click(String selector) throws IOException, InterruptedException {
    post("/element/" + find(selector) + "/click", Map.of());
  }

  /** Types into an element; {@code \uE007} is Enter. */
  public void type(String selector, String text) throws IOException, InterruptedException {
    post("/element/" + find(selector) + "/value", Map.of("text", text));
  }

  /** Presses a key on whatever has the focus, such as {@code \uE004} for Tab. */
  public void press(String key) throws IOException, InterruptedException {
    List<Map<String, String>> strokes =
        List.of(Map.of("type", "keyDown", "value", key), Map.of("type", "keyUp", "value", key));
    post(
        "/actions",
        Map.of("actions", List.of(Map.of("type", "key", "id", "keyboard", "actions", strokes))));
  }

  /** The element that has the focus, as a screen reader names it. */
  public record Focus(String tag, String id, String name, String role) {}

  /** Returns what has the focus. */
  public Focus focus() throws IOException, InterruptedException {
    String element = get("/element/active").get(ELEMENT).stringValue();
    return new Focus(
        get("/element/" + element + "/name").stringValue(),
        get("/element/" + element + "/property/id").asString(),
        get("/element/" + element + "/computedlabel").asString(),
        get("/element/" + element + "/computedrole").asString());
  }

  /**
   * Returns what the page has written to its console since the last call, errors of loading too.
   */
  public List<String> console() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : post("/se/log", Map.of("type", "browser"))) {
      lines.add(entry.get("level").asString() + " " + entry.get("message").asString());
    }
    return lines;
  }

  /** Returns the addresses that the page has asked for since the last call. */
  public List<String> requests() throws IOException, InterruptedException {
    List<String> urls = new ArrayList<>();
    for (JsonNode entry : post("/se/log", Map.of("type", "performance"))) {
      JsonNode message = MAPPER.readTree(entry.get("message").asString()).path("message");
      if (message.path("method").asString().equals("Network.requestWillBeSent")) {
        urls.add(message.path("params").path("request").path("url").asString());
      }
    }
    return urls;
  }

  /** Saves what the page looks like as a PNG. */
  public void screenshot(Path file) throws IOException, InterruptedException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, Base64.getDecoder().decode(get("/screenshot").stringValue()));
  }

  @Override
  public void close() {
    try {
      send(HttpRequest.newBuilder(URI.create(base)).DELETE());
      driver.destroy();
      if (!driver.waitFor(10, TimeUnit.SECONDS)) {
        driver.destroyForcibly();
      }
    } catch (IOException e) {
      driver.descendants().forEach(ProcessHandle::destroyForcibly);
      driver.destroyForcibly();
    } catch (InterruptedException e) {
      driver.descendants().forEach(ProcessHandle::destroyForcibly);
      driver.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Returns all of the page's text that lies before another colour, with its contrast (WCAG 2). */
  public List<String> weakContrasts(double normal, double large)
      throws IOException, InterruptedException {
    String script =
        """
        const rgb = (c) => { const x = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
          x.fillStyle = c; x.fillRect(0, 0, 1, 1); return [...x.getImageData(0, 0, 1, 1).data]; };
        const lin = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
        const lum = (c) => 0.2126 * lin(c[0]) + 0.7152 * lin(c[1]) + 0.0722 * lin(c[2]);
        const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] / 255 + under[i] * (1 - top[3] / 255));
        const ground = (node) => { const layers = []; let fade = false;
          for (let n = node; n; n = n.parentElement) { const s = getComputedStyle(n);
            if (s.backgroundImage !== 'none' || s.opacity < 1) fade = true;
            const c = rgb(s.backgroundColor); if (c[3] > 0) { layers.push(c); if (c[3] === 255) break; } }
          let result = [255, 255, 255]; for (const c of layers.reverse()) result = over(c, result);
          return fade ? null : result; };
        const weak = [];
        for (const node of document.querySelectorAll('body *')) {
          const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
          const box = node.getBoundingClientRect();
          if (!own || box.width < 2 || box.height < 2 || node.closest('[hidden], dialog, :disabled')) continue;
          const s = getComputedStyle(node); if (s.visibility !== 'visible') continue;
          const under = ground(node); if (!under) continue;
          const a = lum(over(rgb(s.color), under)), b = lum(under);
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const px = parseFloat(s.fontSize); const big = px >= 24 || (px >= 18.66 && s.fontWeight >= 700);
          if (ratio < (big ? arguments[1] : arguments[0])) weak.push(`${node.tagName}.${node.className} "${node.textContent.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
        }
        return weak;
        """;
    List<String> weak = new ArrayList<>();
    for (JsonNode line : run(script, normal, large)) {
      weak.add(line.stringValue());
    }
    return weak;
  }

  /** Returns whether the programs are there, for tests that only want to know. */
  public static boolean isInstalled() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromedriver")
        .allMatch(program -> Files.isExecutable(Path.of(program)));
  }
}
