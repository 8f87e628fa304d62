package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How FFmpeg's native libraries come into a process, each time a new one. */
final class FfmpegLoadTest {
  private static final String BOOK = "demo-library/journey_to_the_west/001.opus";
  private static final Pattern INITIALIZING =
      Pattern.compile("Initializing '(org/bytedeco/[^']+)'");
  private static final int LIMIT_S = 60;

  @TempDir Path folder;

  /**
   * A book that was asked for right after the start once waited for ever: its thread began with
   * avutil, whose library needs Pointer, while the thread that warms up began with Pointer, which
   * needs the loader that the first thread held. Nobody may begin with anything else than Pointer.
   */
  @Test
  void javaCpp_beginsWithPointer_whoeverComesFirst() throws Exception {
    Path initialized = folder.resolve("init.log");

    run("-Xlog:class+init=info:file=" + initialized, "dev.earmark.app.Main", "decode", BOOK);

    List<String> classes = new ArrayList<>();
    Matcher matcher = INITIALIZING.matcher(Files.readString(initialized));
    while (matcher.find()) {
      classes.add(matcher.group(1));
    }
    assertThat(classes)
        .startsWith("org/bytedeco/javacpp/Pointer")
        .contains("org/bytedeco/ffmpeg/global/avutil", "org/bytedeco/ffmpeg/global/avformat");
  }

  @Test
  void librariesThatCannotBeLoaded_areOneSentence() throws Exception {
    String out =
        run(
            "-Dorg.bytedeco.javacpp.platform=linux-armhf",
            "dev.earmark.app.Main",
            "decode",
            "--json",
            BOOK);

    assertThat(out).contains("\"playable\":false").contains("FFmpeg's libraries cannot be loaded");
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    try {
      assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }
}
