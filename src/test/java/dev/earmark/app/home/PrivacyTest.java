package dev.earmark.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrivacyTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"0077,true", "0177,false", "0022,false", "0000,false", "0770,false"})
  void mask_isKnownFromTheKernelsStatus(String mask, boolean ownerAlone) throws IOException {
    Path status =
        Files.writeString(
            folder.resolve("status"), "Name:\tjava\nUmask:\t" + mask + "\nState:\tS (sleeping)\n");

    assertThat(Privacy.isOwnerAlone(status)).isEqualTo(ownerAlone);
  }

  @Test
  void mask_thatAnOldKernelDoesNotTell_isNotTakenForSet() throws IOException {
    Path status = Files.writeString(folder.resolve("status"), "Name:\tjava\n");

    assertThat(Privacy.isOwnerAlone(status)).isFalse();
    assertThat(Privacy.isOwnerAlone(folder.resolve("missing"))).isFalse();
  }

  @Test
  void folder_othersCouldRead_isTheOwnersAlone() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("state/runs"));
    Path file = Files.writeString(inner.resolve("run.jsonl"), "{}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwxr-xr-x"));

    Privacy.ofFolder(folder.resolve("state"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inner)))
        .isEqualTo("rwx------");
  }
}
