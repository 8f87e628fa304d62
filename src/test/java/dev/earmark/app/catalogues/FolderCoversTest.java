package dev.earmark.app.catalogues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.CoverSource;
import dev.earmark.library.files.FolderCatalog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderCoversTest {
  /** A white dot. */
  private static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");

  @TempDir Path root;
  private final Covers covers =
      new Covers(
          new OkHttpClient(),
          Clock.system(),
          album -> true,
          album -> Covers.Reach.PUBLIC,
          album -> Optional.empty());

  private Album book(String file, byte[] content) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, content);
    Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    FolderCatalog catalog =
        new FolderCatalog("f", root, new AudioTags(), Clock.system(), Runnable::run);
    catalog.scan();
    return catalog.known().get(0);
  }

  /** Returns the file's sound behind a tag with a picture in it (ID3v2.3, frame APIC), if any. */
  private static byte[] withPicture(byte[] picture) throws IOException {
    byte[] mp3 = Files.readAllBytes(Path.of("demo-library/idiom_stories/001.mp3"));
    int sound = 0;
    if (mp3[0] == 'I' && mp3[1] == 'D' && mp3[2] == '3') {
      sound = 10 + (mp3[6] << 21 | mp3[7] << 14 | mp3[8] << 7 | mp3[9]);
    }
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0);
    frame.write("image/png\0".getBytes(StandardCharsets.ISO_8859_1));
    frame.write(3); // the front cover
    frame.write(0);
    frame.write(picture);
    if (picture.length == 0) {
      return Arrays.copyOfRange(mp3, sound, mp3.length);
    }
    int size = frame.size();
    ByteArrayOutputStream tag = new ByteArrayOutputStream();
    tag.write("APIC".getBytes(StandardCharsets.ISO_8859_1));
    tag.write(new byte[] {0, 0, (byte) (size >> 8), (byte) size, 0, 0});
    tag.write(frame.toByteArray());
    int whole = tag.size();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write("ID3".getBytes(StandardCharsets.ISO_8859_1));
    file.write(new byte[] {3, 0, 0, 0, 0, (byte) (whole >> 7), (byte) (whole & 0x7f)});
    file.write(tag.toByteArray());
    file.write(Arrays.copyOfRange(mp3, sound, mp3.length));
    return file.toByteArray();
  }

  @Test
  void pictureInTheAudio_isTheCover_alsoWhereTheTagLiesAboutIt() throws IOException {
    Album album = book("书/1.mp3", withPicture(PNG));
    assertThat(album.cover()).endsWith("1.mp3");
    CoverSource.Cover cover = covers.cover(album).orElseThrow();
    assertThat(cover.type()).isEqualTo("image/png");
    assertThat(cover.bytes()).isEqualTo(PNG);
  }

  @Test
  void pictureThatIsNone_orAFileWithoutOne_givesNoCover() throws IOException {
    Album plain = book("书/1.mp3", withPicture(new byte[0]));
    assertThat(plain.cover()).isEmpty();
    assertThat(covers.cover(plain)).isEqualTo(Optional.empty());
    Album script = book("书/1.mp3", withPicture("<svg/>".getBytes(StandardCharsets.UTF_8)));
    assertThat(covers.cover(script)).isEqualTo(Optional.empty());
    Album gone = Albums.album("f:x", "x", 1);
    assertThat(covers.cover(gone)).isEqualTo(Optional.empty());
  }
}
