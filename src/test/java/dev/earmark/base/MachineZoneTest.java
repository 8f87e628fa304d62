package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder stands for the machine's {@code /etc}. */
final class MachineZoneTest {
  @TempDir Path folder;
  private final AtomicInteger readings = new AtomicInteger();

  private Path zoneFile(String name) throws IOException {
    return Files.writeString(folder.resolve(name), name);
  }

  private MachineZone zone;

  @BeforeEach
  void link() throws IOException {
    Files.createSymbolicLink(folder.resolve("localtime"), zoneFile("Shanghai"));
    zone =
        new MachineZone(
            List.of(folder.resolve("localtime"), folder.resolve("timezone")),
            readings::incrementAndGet);
  }

  @Test
  void sameZone_isNotReadAnew() {
    zone.look();
    zone.look();
    assertThat(readings).hasValue(0);
  }

  @Test
  void linkToAnotherZone_isReadAnewOnce() throws IOException {
    Path next = Files.createSymbolicLink(folder.resolve("next"), zoneFile("Berlin"));
    Files.move(next, folder.resolve("localtime"), StandardCopyOption.REPLACE_EXISTING);
    zone.look();
    zone.look();
    assertThat(readings).hasValue(1);
  }

  @Test
  void copyOfAnotherZone_isReadAnew() throws IOException {
    Files.setLastModifiedTime(
        folder.resolve("Shanghai"), FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
    zone.look();
    assertThat(readings).hasValue(1);
  }

  @Test
  void linkThatIsGone_andComesBack_isReadAnew() throws IOException {
    Files.delete(folder.resolve("localtime"));
    zone.look();
    Files.createSymbolicLink(folder.resolve("localtime"), folder.resolve("Shanghai"));
    zone.look();
    assertThat(readings).hasValue(2);
  }

  @Test
  void debiansFile_isReadAnew() throws IOException {
    Files.writeString(folder.resolve("timezone"), "Europe/Berlin\n");
    zone.look();
    assertThat(readings).hasValue(1);
  }
}
