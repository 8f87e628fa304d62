package dev.earmark;

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

/** The table of threads in the root package's documentation names every thread that is made. */
final class ThreadTableTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/earmark");

  private static final Pattern IS_ROLE = Pattern.compile("implements [^{]*\\bRole\\b");

  /** A role's name is its thread's. */
  private static final Pattern ROLE =
      Pattern.compile("String name\\(\\) \\{\\s*return \"([a-z-]+)\";");

  /** Where a name is given to a thread, directly or by those who make threads for others. */
  private static final List<Pattern> MADE =
      List.of(
          Pattern.compile("new Thread\\([^;]*?\"([a-z-]*[a-z][a-z-]*)\"", Pattern.DOTALL),
          Pattern.compile("\\},\\s*\"([a-z-]+)\"\\);"), // behind a long body
          Pattern.compile("Threads\\.(?:pool|timer)\\(\\s*\"([a-z-]+)\""),
          Pattern.compile("daemon\\(\\s*\"([a-z-]+)\""),
          Pattern.compile("background\\(\\s*\"([a-z-]+)\""),
          Pattern.compile("setName\\(\\s*\"([a-z-]+)\""));

  @Test
  void everyThread_isInTheTable() throws IOException {
    String table = Files.readString(SOURCES.resolve("package-info.java"));
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        if (IS_ROLE.matcher(text).find()) {
          find(ROLE, text, names);
        }
        MADE.forEach(pattern -> find(pattern, text, names));
      }
    }

    assertThat(names).hasSizeGreaterThan(25).contains("player", "agent", "download-", "shutdown");
    assertThat(names).allSatisfy(name -> assertThat(isIn(table, name)).as(name).isTrue());
  }

  private static void find(Pattern pattern, String text, Set<String> names) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
  }

  /** Looks for {@code agent}, {@code agent-n} or {@code scan-1}. */
  private static boolean isIn(String table, String name) {
    String plain = name.endsWith("-") ? name.substring(0, name.length() - 1) : name;
    return Pattern.compile("\\{@code [A-Z]*" + Pattern.quote(plain) + "(-n|-1)?\\}")
        .matcher(table)
        .find();
  }
}
