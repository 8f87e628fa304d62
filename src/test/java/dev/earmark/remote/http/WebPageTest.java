package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page: its words, and what a real browser makes of it where there is one. */
final class WebPageTest {
  private static final Path WEB = Path.of("src/main/resources/web");

  @Test
  void words_thatAreUsed_areThereInBothLanguages() throws Exception {
    Map<String, String> table = new TreeMap<>();
    Matcher entry =
        Pattern.compile("(?ms)^  (\\w+): \\[(.*?)\\],?$")
            .matcher(Files.readString(WEB.resolve("words.js")));
    while (entry.find()) {
      String before = table.put(entry.group(1), entry.group(2));
      assertThat(before).as("the second one of the name %s", entry.group(1)).isNull();
    }
    assertThat(table).hasSizeGreaterThan(120);
    assertThat(table.values())
        .allSatisfy(both -> assertThat(both).containsPattern("[\\u4e00-\\u9fff]|English|分钟"));

    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.list(WEB)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(js|html)")).toList()) {
        Matcher uses =
            Pattern.compile("data-(?:t|label|hint)=\"(\\w+)\"|(?<!\\w)w\\(\\)\\.(\\w+)")
                .matcher(Files.readString(file));
        while (uses.find()) {
          used.add(uses.group(1) == null ? uses.group(2) : uses.group(1));
        }
      }
    }
    assertThat(used).hasSizeGreaterThan(100);
    assertThat(table.keySet()).containsAll(used);
  }

  @Test
  void page_inARealBrowser_showsWhatPlays(@TempDir Path folder) throws Exception {
    Optional<Path> browser = browser();
    assumeTrue(browser.isPresent(), "skipped: there is no chromium on this machine");
    FakeDaemon daemon = new FakeDaemon();
    daemon.plays.playAlbum("demo:alice", 4, "");
    daemon.assistant.begin("播放西游记第一集", null, /* aloud= */ false);
    daemon.library.albums.add(
        FakeDaemon.album("demo:evil", "<img src=x onerror=alert(1)>", "<b>", "en", 1));
    HttpServer server =
        new HttpServer(new ServerSettings("127.0.0.1", 0, ""), daemon.ports(), Path.of("."));
    server.start();
    try {
      String dom = dom(browser.orElseThrow(), server.url(), folder);

      assertThat(dom).contains("Alice's Adventures in Wonderland", "播放西游记第一集", "search_and_play");
      assertThat(dom)
          .contains("&lt;img src=x onerror=alert(1)&gt;")
          .doesNotContain("<img src=\"x\"");
    } finally {
      server.close();
    }
  }

  /** Returns the document after its script has run. */
  private static String dom(Path browser, String url, Path folder) throws Exception {
    Path out = folder.resolve("dom.html");
    List<String> command = new ArrayList<>(List.of(browser.toString()));
    command.addAll(
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--user-data-dir=" + folder.resolve("profile"),
            "--virtual-time-budget=3000",
            "--dump-dom",
            url + "/"));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the browser ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private static Optional<Path> browser() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }
}
