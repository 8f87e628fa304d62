package dev.earmark.app.catalogues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.CoverSource.Cover;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.cache.Part;
import dev.earmark.playback.SectionFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture inside the sound is the cover where the catalogue has none. */
class CoversTest {
  private static final byte[] PICTURE = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3, 4, 5};
  private static final Path SOUND = Path.of("demo-library/idiom_stories/001.mp3");

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final Album album =
      new Album(
          "a:1",
          "Book",
          List.of(),
          "",
          "",
          "zh",
          "",
          "",
          1,
          List.of(new Section(1, "One", "1.mp3", 0, 60, 0)));
  private final FakeLibraryService library = new FakeLibraryService(album);

  /** Puts an ID3v2.3 tag with a front cover (id3.org/id3v2.3.0, 4.15) before real sound. */
  private static byte[] soundWith(byte[] picture) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write("\0image/jpeg\0\3\0".getBytes(StandardCharsets.ISO_8859_1));
    frame.write(picture);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    int body = frame.size() + 10;
    file.write(new byte[] {'I', 'D', '3', 3, 0, 0, 0, 0, (byte) (body >> 7), (byte) (body & 127)});
    file.write(new byte[] {'A', 'P', 'I', 'C', 0, 0, 0, (byte) frame.size(), 0, 0});
    file.write(frame.toByteArray());
    byte[] sound = Files.readAllBytes(SOUND);
    int tag = sound[0] == 'I' ? 10 + (sound[8] << 7) + sound[9] + (sound[7] << 14) : 0;
    file.write(sound, tag, sound.length - tag);
    return file.toByteArray();
  }

  private Covers covers(FileCache cache, boolean local) {
    BookSounds sounds = new BookSounds(library, cache, a -> local);
    return new Covers(new OkHttpClient(), clock, a -> local, a -> Covers.Reach.PUBLIC, sounds);
  }

  @Test
  void cover_ofACachedBookWithoutOne_isThePictureInsideIt() throws IOException {
    try (FileCache cache = FileCache.open(temp, new CacheSettings(1L << 30, 0), clock)) {
      Covers covers = covers(cache, /* local= */ false);
      assertThat(covers.cover(album)).as("nothing is here yet").isEmpty();
      byte[] file = soundWith(PICTURE);
      try (Part part = cache.part(SectionFiles.key(album, album.sections().get(0)), "mp3")) {
        part.append(file, 0, file.length);
        part.commit(part.sha256(), 60);
      }
      Optional<Cover> cover = covers.cover(album);
      assertThat(cover).isPresent();
      assertThat(cover.get().type()).isEqualTo("image/jpeg");
      assertThat(cover.get().bytes()).isEqualTo(PICTURE);
    }
  }

  @Test
  void cover_ofSoundWithoutOne_isNotLookedForAgainForAWhile() throws IOException {
    byte[] bare = soundWith("no picture at all".getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(temp.resolve("1.mp3"), bare);
    List<Path> opened = new ArrayList<>();
    Covers.Sounds sounds =
        of -> {
          opened.add(file);
          return Optional.of(MediaSources.file(file));
        };
    Covers covers =
        new Covers(new OkHttpClient(), clock, a -> false, a -> Covers.Reach.PUBLIC, sounds);
    assertThat(covers.cover(album)).isEmpty();
    assertThat(covers.cover(album)).isEmpty();
    assertThat(opened).hasSize(1);
    Files.write(file, soundWith(PICTURE));
    clock.advance(Duration.ofMinutes(11));
    assertThat(covers.cover(album)).isPresent();
    assertThat(covers.cover(album)).isPresent();
    assertThat(opened).hasSize(2);
  }

  @Test
  void cover_insideALocalFile_isReadOnce_untilTheFileIsAnother() throws IOException {
    Path file = Files.write(temp.resolve("1.mp3"), soundWith(PICTURE));
    FileTime written = Files.getLastModifiedTime(file);
    Album own =
        new Album("a:1", "B", List.of(), "", "", "zh", "", file.toString(), 1, album.sections());
    Covers covers =
        new Covers(
            new OkHttpClient(), clock, a -> true, a -> Covers.Reach.PUBLIC, of -> Optional.empty());
    assertThat(covers.cover(own)).isPresent();
    Files.writeString(file, "no sound");
    Files.setLastModifiedTime(file, written);
    assertThat(covers.cover(own)).as("from memory").isPresent();
    Files.setLastModifiedTime(file, FileTime.fromMillis(written.toMillis() + 1_000));
    assertThat(covers.cover(own)).isEmpty();
  }

  @Test
  void cover_ofALocalBook_isThePictureInsideIt_andNothingElseIsAPicture() throws IOException {
    Path file = Files.write(temp.resolve("1.mp3"), soundWith(PICTURE));
    library.source("a:1", 1, new SectionSource(file.toUri(), Map.of(), "", 0));
    try (FileCache cache =
        FileCache.open(temp.resolve("cache"), new CacheSettings(1L << 30, 0), clock)) {
      Covers covers = covers(cache, /* local= */ true);
      assertThat(covers.cover(album).map(Cover::bytes)).contains(PICTURE);
      Files.write(file, soundWith("no picture at all".getBytes(StandardCharsets.UTF_8)));
      assertThat(covers(cache, /* local= */ true).cover(album)).isEmpty();
      Files.writeString(file, "no sound");
      assertThat(covers(cache, /* local= */ true).cover(album)).isEmpty();
    }
  }
}
