package dev.earmark.listen.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.WavFile;
import dev.earmark.base.FakeClock;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.RecognizerContract;
import dev.earmark.listen.RecognizerLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands kept as files, by a recogniser that hears as before. */
final class HeardFilesTest extends RecognizerContract {
  @TempDir Path state;
  private final FakeClock clock = new FakeClock();

  @Override
  protected RecognizerLayer layer() {
    return layer(new RecordingSettings(2, Duration.ofHours(1)));
  }

  private RecognizerLayer layer(RecordingSettings settings) {
    return files(settings).over(RecognizerLayer.NONE);
  }

  private HeardFiles files(RecordingSettings settings) {
    return new HeardFiles(folder(), settings, clock, Runnable::run);
  }

  private Path folder() {
    return state.resolve("heard");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private void say(String... words) throws IOException {
    recogniser.finish(cut(spoken(words)));
    clock.advance(Duration.ofMinutes(1));
  }

  @Test
  void command_isKeptAsSoundAndText_forItsOwnerAlone() throws IOException {
    short[] samples = spoken("暂停");
    recogniser.feed(FakeModel.silence(0.2));
    recogniser.finish(cut(samples));
    String time = "2026-01-01T00-00-00.000";
    assertThat(names()).containsExactly(time + "-heard.wav", time + "-judged.wav", time + ".txt");
    assertThat(WavFile.readAll(folder().resolve(time + "-judged.wav")).samples())
        .isEqualTo(samples);
    assertThat(WavFile.readAll(folder().resolve(time + "-heard.wav")).samples())
        .isEqualTo(FakeModel.join(samples, FakeModel.silence(0.2)));
    assertThat(Files.readString(folder().resolve(time + ".txt")))
        .startsWith("暂停\nlanguage zh, confidence ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
        .isEqualTo("rwx------");
  }

  @Test
  void resultFoundAhead_isKeptWhenItIsTaken() throws IOException {
    short[] samples = spoken("暂停");
    recogniser.ahead(cut(samples));
    recogniser.cancel();
    recogniser.cancel();
    assertThat(names()).hasSize(3);
  }

  @Test
  void whatWasNotUnderstood_saysSo() throws IOException {
    say("别的话");
    assertThat(Files.readString(folder().resolve("2026-01-01T00-00-00.000.txt")))
        .startsWith("not understood");
  }

  @Test
  void onlyTheNewestAreKept_andNotForLong_otherFilesStay() throws IOException {
    say("暂停");
    say("停");
    Files.writeString(folder().resolve("notes.txt"), "mine");
    say("暂停");
    assertThat(names())
        .hasSize(7)
        .contains("notes.txt")
        .noneMatch(name -> name.contains("T00-00-"))
        .anyMatch(name -> name.contains("T00-01-"));
    clock.advance(Duration.ofHours(2));
    say("停");
    assertThat(names()).hasSize(4).contains("notes.txt");
  }

  @Test
  void oldOnes_goWithoutANewOne() throws IOException {
    HeardFiles files = files(new RecordingSettings(2, Duration.ofHours(1)));
    files.tidy();
    say("暂停");
    files.tidy();
    assertThat(names()).hasSize(3);
    clock.advance(Duration.ofHours(1));
    files.tidy();
    assertThat(names()).isEmpty();
  }

  @Test
  void oldOnes_goAlsoWhenNothingMoreIsKept_youngOnesStayToBeLookedAt() throws IOException {
    say("暂停");
    Files.writeString(folder().resolve("notes.txt"), "mine");
    HeardFiles files = files(new RecordingSettings(0, Duration.ofHours(1)));
    files.tidy();
    assertThat(names()).hasSize(4);
    clock.advance(Duration.ofHours(1));
    files.tidy();
    assertThat(names()).containsExactly("notes.txt");
  }

  @Test
  void folderThatCannotBeMade_isNoReasonNotToHear() throws IOException {
    Files.writeString(folder(), "a file");
    assertThat(recogniser.finish(cut(spoken("暂停"))).transcript()).isPresent();
  }

  @Test
  void stopWordBesideABook_isNotKept() throws IOException {
    recogniser.finish(cut(model.say(0.4, "停")));
    assertThat(folder()).doesNotExist();
  }

  @Test
  void nothingIsKept_unlessAskedFor() {
    assertThat(layer(RecordingSettings.DEFAULT)).isSameAs(RecognizerLayer.NONE);
  }
}
