package dev.earmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lists in the documentation that have to be whole. */
final class DocumentationTest {
  /** The types of events begin with one of these words. */
  private static final Pattern EVENT =
      Pattern.compile(
          "\"((?:turn|listen|run|say|notice|player|play|download|timer)(?:\\.[a-z_]+)?)\"");

  @Test
  void everyTypeOfEvent_isInTheTable() throws IOException {
    String http = Files.readString(Path.of("docs/http.md"));
    String table = http.substring(http.indexOf("## Events"), http.indexOf("## Who may come in"));
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/dev/earmark"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        for (int at = text.indexOf(".publish("); at >= 0; at = text.indexOf(".publish(", at + 1)) {
          Matcher matcher = EVENT.matcher(text.substring(at, text.indexOf(';', at)));
          while (matcher.find()) {
            types.add(matcher.group(1));
          }
        }
      }
    }

    assertThat(types).hasSizeGreaterThan(15).contains("play.dropped", "player.waiting", "notice");
    assertThat(types).allSatisfy(type -> assertThat(table).contains("`" + type + "`"));
  }

  @Test
  void decisions_everyPart_isInTheIndex() throws IOException {
    String text = Files.readString(Path.of("docs/decisions.md"));
    String index = text.substring(0, text.indexOf("\n## "));

    assertThat(text.lines().filter(line -> line.startsWith("## ")))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> {
              String title = line.substring(3);
              String anchor =
                  title.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
              assertThat(index).contains("[" + title + "](#" + anchor + ")");
            });
  }

  /** A name that begins with a dot goes on behind the last one without. */
  @Test
  void everyPackage_isInTheTableOfTheArchitecture() throws IOException {
    Set<String> told = new TreeSet<>();
    String text = Files.readString(Path.of("docs/architecture.md"));
    Matcher row = Pattern.compile("(?m)^\\| (`[^|]*) \\|").matcher(text);
    while (row.find()) {
      String before = "";
      Matcher name = Pattern.compile("`([a-z.]+)`").matcher(row.group(1));
      while (name.find()) {
        boolean goesOn = name.group(1).startsWith(".");
        before = goesOn ? before : name.group(1);
        told.add(goesOn ? before + name.group(1) : name.group(1));
      }
    }
    Path sources = Path.of("src/main/java/dev/earmark");
    try (Stream<Path> files = Files.walk(sources)) {
      assertThat(files.filter(f -> f.endsWith("package-info.java")))
          .map(f -> sources.relativize(f.resolveSibling("")).toString().replace('/', '.'))
          .filteredOn(name -> !name.isEmpty())
          .hasSizeGreaterThan(50)
          .allSatisfy(name -> assertThat(told).contains(name));
    }
  }
}
