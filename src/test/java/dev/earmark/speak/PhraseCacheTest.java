package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Tone;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PhraseCacheTest {
  private static final PcmBlock SPEECH = Tone.of(new AudioFormat(22_050, 1), 300, 0.5, 0.1);
  private static final long ENTRY_BYTES = 16 + 2 * 2_205;

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  @Test
  void get_afterPut_givesTheSameSoundAlsoToALaterCache() {
    cache(1 << 20).put("v", Language.ZH, "好的", SPEECH);

    PcmBlock found = cache(1 << 20).get("v", Language.ZH, "好的").orElseThrow();

    assertThat(found.format()).isEqualTo(SPEECH.format());
    assertThat(found.samples()).isEqualTo(SPEECH.samples());
  }

  @Test
  void get_otherVoiceLanguageOrText_isAnotherPhrase() {
    PhraseCache cache = cache(1 << 20);
    cache.put("v", Language.ZH, "好的", SPEECH);

    assertThat(cache.get("w", Language.ZH, "好的")).isEmpty();
    assertThat(cache.get("v", Language.EN, "好的")).isEmpty();
    assertThat(cache.get("v", Language.ZH, "好")).isEmpty();
  }

  @Test
  void put_pastTheQuota_dropsWhatWasUsedLongestAgo() {
    PhraseCache cache = cache(3 * ENTRY_BYTES);
    for (String text : List.of("a", "b", "c")) {
      cache.put("v", Language.EN, text, SPEECH);
      clock.advance(Duration.ofSeconds(2));
    }
    assertThat(cache.get("v", Language.EN, "a")).isPresent();
    clock.advance(Duration.ofSeconds(2));

    cache.put("v", Language.EN, "d", SPEECH);

    assertThat(cache.get("v", Language.EN, "b")).isEmpty();
    for (String text : List.of("a", "c", "d")) {
      assertThat(cache.get("v", Language.EN, text)).as(text).isPresent();
    }
  }

  @Test
  void get_damagedEntry_isAbsentAndCanBeReplaced() throws IOException {
    PhraseCache cache = cache(1 << 20);
    cache.put("v", Language.ZH, "好的", SPEECH);
    Path file = onlyFile();
    byte[] bytes = Files.readAllBytes(file);
    bytes[500] ^= 1;
    Files.write(file, bytes);
    assertThat(cache.get("v", Language.ZH, "好的")).isEmpty();

    cache.put("v", Language.ZH, "好的", SPEECH);
    assertThat(cache.get("v", Language.ZH, "好的")).isPresent();
    Files.write(file, new byte[3]);
    assertThat(cache.get("v", Language.ZH, "好的")).isEmpty();
  }

  @Test
  void put_folderCannotBeWritten_isNoFailure() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    PhraseCache cache = new PhraseCache(file.resolve("cache"), 1 << 20, clock);

    cache.put("v", Language.ZH, "好的", SPEECH);

    assertThat(cache.get("v", Language.ZH, "好的")).isEmpty();
  }

  @Test
  void get_nothingCanBeWrittenAnyMore_stillReads() throws IOException {
    cache(1 << 20).put("v", Language.ZH, "好的", SPEECH);
    PhraseCache cache = cache(1 << 20);
    // A folder in the place of the temporary file stops root as well, unlike permissions.
    Files.createDirectory(folder.resolve("new-0.tmp"));
    cache.put("v", Language.ZH, "不好", SPEECH);

    assertThat(cache.get("v", Language.ZH, "不好")).isEmpty();
    assertThat(cache.get("v", Language.ZH, "好的")).isPresent();
  }

  @Test
  void put_leftoversOfAKilledProcess_areRemovedAndOthersFilesAreNot() throws IOException {
    Path killed = Files.write(folder.resolve("new-3.tmp"), new byte[1_000]);
    Path written = Files.write(folder.resolve("new-4.tmp"), new byte[1_000]); // by another process
    Path others = Files.write(folder.resolve("notes.tmp"), new byte[10]);
    FileTime yesterday = FileTime.from(clock.now().minus(Duration.ofDays(1)));
    Files.setLastModifiedTime(killed, yesterday);
    Files.setLastModifiedTime(written, FileTime.from(clock.now()));
    Files.setLastModifiedTime(others, yesterday);

    cache(1 << 20).put("v", Language.EN, "a", SPEECH);

    assertThat(killed).doesNotExist();
    assertThat(written).exists();
    assertThat(others).exists();
  }

  private PhraseCache cache(long quota) {
    return new PhraseCache(folder, quota, clock);
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findFirst().orElseThrow();
    }
  }
}
