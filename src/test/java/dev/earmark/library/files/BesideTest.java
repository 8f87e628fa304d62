package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to one audio file because it lies beside it. */
final class BesideTest {
  private static final String SHEET =
      """
      TITLE "聊斋志异"
      FILE "第一集.wav" WAVE
        TRACK 01 AUDIO
          TITLE "崂山道士"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "画皮"
          INDEX 00 09:58:00
          INDEX 01 10:00:37
      """;

  @TempDir Path folder;

  @Test
  void of_cueSheetInGbkAndACover_givesTracksAndThePicture() throws IOException {
    Path audio = Files.createFile(folder.resolve("第一集.mp3"));
    Files.createFile(folder.resolve("第二集.mp3"));
    Files.write(folder.resolve("第一集.cue"), SHEET.getBytes(Charset.forName("GBK")));
    Path cover = Files.createFile(folder.resolve("Cover.JPG"));
    Files.createFile(folder.resolve("back.jpg"));
    Files.createSymbolicLink(folder.resolve("gone.mp3"), folder.resolve("nowhere"));

    Beside found = Beside.of(audio, 1_200);

    assertThat(found.cover()).isEqualTo(cover.toString());
    assertThat(found.marks())
        .containsExactly(
            new FileTags.Mark("崂山道士", 0, 600 + 37 / 75.0),
            new FileTags.Mark("画皮", 600 + 37 / 75.0, 1_200));
  }

  @Test
  void of_cueSheetInUtf16_givesTracks() throws IOException {
    Path audio = Files.createFile(folder.resolve("第一集.mp3"));
    Files.writeString(folder.resolve("第一集.cue"), SHEET, java.nio.charset.StandardCharsets.UTF_16);
    assertThat(Beside.of(audio, 1_200).marks())
        .extracting(FileTags.Mark::title)
        .containsExactly("崂山道士", "画皮");
  }

  @Test
  void cueSheet_insideTheFile_givesTracks_oneAloneNone() {
    assertThat(FileTags.cueSheet(SHEET.replace("第一集.wav", "CDImage.wav"), 1_200))
        .containsExactly(
            new FileTags.Mark("崂山道士", 0, 600 + 37 / 75.0),
            new FileTags.Mark("画皮", 600 + 37 / 75.0, 1_200));
    assertThat(FileTags.cueSheet(SHEET.substring(0, SHEET.indexOf("TRACK 02")), 1_200)).isEmpty();
    assertThat(FileTags.cueSheet("", 1_200)).isEmpty();
  }

  @Test
  void of_listOfChapters_givesThem_theCueSheetGoesBefore() throws IOException {
    Path audio = Files.createFile(folder.resolve("第一集.mp3"));
    Files.createFile(folder.resolve("第二集.mp3"));
    Files.writeString(
        folder.resolve("第一集.chapters.xml"),
        "<psc:chapters><psc:chapter start='60' title='b'/><psc:chapter start='0' title='a'/>"
            + "</psc:chapters>");
    Files.writeString(folder.resolve("chapters.psc"), "<chapters/>");
    assertThat(Beside.of(audio, 100).marks())
        .containsExactly(new FileTags.Mark("a", 0, 60), new FileTags.Mark("b", 60, 100));
    Files.writeString(folder.resolve("第一集.cue"), SHEET);
    assertThat(Beside.of(audio, 1_200).marks().get(0).title()).isEqualTo("崂山道士");
  }

  @Test
  void of_fileThatTheSheetDoesNotName_getsNothingOfIt() throws IOException {
    Files.createFile(folder.resolve("第一集.mp3"));
    Path other = Files.createFile(folder.resolve("第二集.mp3"));
    Files.writeString(folder.resolve("第一集.cue"), SHEET);

    assertThat(Beside.of(other, 60)).isEqualTo(new Beside("", java.util.List.of()));
  }

  @Test
  void of_fileThatIsGone_isNothing() throws IOException {
    assertThat(Beside.of(folder.resolve("x.mp3"), 0).marks()).isEmpty();
  }
}
