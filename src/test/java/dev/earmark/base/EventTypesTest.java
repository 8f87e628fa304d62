package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of event types is what is published, no more and no less, and it is documented. */
final class EventTypesTest {
  private static final Pattern PUBLISHED =
      Pattern.compile(
          "(?:publish|tell)\\(\\s*\"([a-z]+(?:\\.[a-z_]+)?)\"|\"(download\\.(?:progress|ended))\"");

  private static Set<String> published() throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/earmark"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        if (!file.endsWith("EventTypes.java")) {
          Matcher found = PUBLISHED.matcher(Files.readString(file));
          while (found.find()) {
            types.add(found.group(1) == null ? found.group(2) : found.group(1));
          }
        }
      }
    }
    return types;
  }

  @Test
  void everyTypeThatIsPublished_isInTheList() throws Exception {
    assertThat(published()).containsExactlyInAnyOrderElementsOf(EventTypes.ALL);
  }

  @Test
  void everyType_isDocumented() throws Exception {
    String docs = Files.readString(Path.of("docs/http.md"));
    assertThat(EventTypes.ALL).allSatisfy(type -> assertThat(docs).contains("`" + type + "`"));
  }

  @Test
  void patternThatNoEventFits_isIdle() {
    assertThat(
            new EventFilter(List.of("*", "play.*", "run.ended", "bogus.event", "playr.*")).idle())
        .containsExactly("bogus.event", "playr.*");
  }
}
