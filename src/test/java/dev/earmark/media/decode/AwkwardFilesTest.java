package dev.earmark.media.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.TestData;
import dev.earmark.base.CancelFlag;
import dev.earmark.media.MediaSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Every awkward file of the collection, against what its index says of it. */
final class AwkwardFilesTest {
  private static final Pattern TRUE_LENGTH = Pattern.compile("true duration ([0-9.]+) s");
  private static final Pattern CODEC =
      Pattern.compile("codec ([a-z0-9_]+), (\\d+) Hz, (\\d+) channels?");
  private static final Pattern TITLE = Pattern.compile("title ([^;]+?)(?: after [^;]+)?(?:;|$)");
  private static final Pattern CHAPTERS = Pattern.compile("(\\d+) chapters: (.*?)(?:;|$)");
  private static final Pattern COVER = Pattern.compile("cover picture [a-z]+ \\d+x\\d+");
  private static final Pattern DECLARED = Pattern.compile("header declares ([0-9.]+) s");

  @TestFactory
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  Stream<DynamicTest> decode_awkwardFile_isAsItsIndexSays() throws IOException {
    Path folder = TestData.sharedOrSkip("");
    List<String> lines = Files.readAllLines(TestData.sharedOrSkip("INDEX.tsv"));
    return lines.stream()
        .filter(line -> line.startsWith("media/") && !line.startsWith("media/cue_"))
        .map(line -> line.split("\t", -1))
        .map(row -> DynamicTest.dynamicTest(row[0], () -> check(folder.resolve(row[0]), row[5])));
  }

  private static void check(Path file, String expected) throws IOException {
    DecodeReport report =
        DecodeProbe.run(
            file.toString(),
            MediaSources.file(file),
            DecodeProbe.Options.WHOLE,
            block -> {},
            new CancelFlag());
    boolean silent =
        expected.contains("not playable")
            || expected.contains("opens but gives no sound")
            || expected.contains("no sound in it");
    assertThat(report.playable()).as("%s", report).isEqualTo(!silent);
    if (silent) {
      assertThat(report.reason()).isNotEmpty();
      return;
    }
    assertThat(report.reason()).as("%s", report).isEmpty();
    Matcher length = TRUE_LENGTH.matcher(expected);
    if (length.find()) {
      double true_ = Double.parseDouble(length.group(1));
      assertThat(report.decodedS()).isCloseTo(true_, within(Math.max(0.08, true_ * 0.01)));
    }
    Matcher codec = CODEC.matcher(expected);
    if (codec.find()) {
      assertThat(report.codec()).isEqualTo(codec.group(1));
      assertThat(report.sampleRateHz()).isEqualTo(Integer.parseInt(codec.group(2)));
      assertThat(report.channels()).isEqualTo(Integer.parseInt(codec.group(3)));
    }
    checkTexts(report, expected);
  }

  private static void checkTexts(DecodeReport report, String expected) {
    Matcher title = TITLE.matcher(expected.replace("\"", "").replace(": must not become", ";"));
    if (title.find()) {
      String wanted = title.group(1).replaceAll(",.*", "").strip();
      assertThat(report.title()).startsWith(wanted);
    }
    Matcher chapters = CHAPTERS.matcher(expected);
    if (chapters.find()) {
      assertThat(report.chapters()).hasSize(Integer.parseInt(chapters.group(1)));
      Matcher first = Pattern.compile("([0-9.]+) ([^|,]+)").matcher(chapters.group(2));
      assertThat(first.find()).isTrue();
      assertThat(report.chapters().get(0).startS())
          .isCloseTo(Double.parseDouble(first.group(1)), within(0.02));
      assertThat(report.chapters().get(0).title()).isEqualTo(first.group(2).strip());
    }
    Matcher picture = COVER.matcher(expected);
    if (picture.find()) {
      DecodeReport.Cover cover = Optional.ofNullable(report.cover()).orElseThrow();
      String format = cover.format().replace("jpeg", "mjpeg");
      assertThat(expected).contains(format + " " + cover.width() + "x" + cover.height());
      assertThat(cover.bytes()).isPositive();
    }
    Matcher declared = DECLARED.matcher(expected);
    if (declared.find()) {
      double wanted = Double.parseDouble(declared.group(1));
      assertThat(report.declaredS()).isCloseTo(wanted, within(Math.max(0.15, wanted * 0.05)));
    }
  }
}
