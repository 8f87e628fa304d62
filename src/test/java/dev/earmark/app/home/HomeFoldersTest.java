package dev.earmark.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeFoldersTest {
  @TempDir Path folder;

  @Test
  void make_newHome_makesAllThree() throws IOException {
    Home home = home(folder.resolve("home"));

    HomeFolders.make(home);
    HomeFolders.make(home);

    assertThat(home.state()).isDirectory();
    assertThat(home.cache()).isDirectory();
    assertThat(home.models()).isDirectory();
  }

  @Test
  void make_fileInTheWay_saysSo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> HomeFolders.make(home(file)))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("a file is in its place")
        .hasMessageContaining("--home");
  }

  @Test
  void take_lockFileIsAFolder_saysWhichFolderCannotBeUsed() throws IOException {
    Files.createDirectory(folder.resolve("daemon.lock"));

    assertThatThrownBy(() -> InstanceLock.take(folder))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("the folder " + folder + " cannot be used");
  }

  @Test
  void trouble_everyReason_namesFolderAndRemedy() {
    Path state = Path.of("/srv/state");
    Failure full = HomeFolders.trouble(state, new IOException("No space left on device")).failure();
    Failure denied = HomeFolders.trouble(state, new AccessDeniedException("/srv")).failure();
    Failure readOnly =
        HomeFolders.trouble(
                state, new FileSystemException("/srv/state", null, "Read-only file system"))
            .failure();

    assertThat(full.kind()).isEqualTo(Failure.Kind.DISK_FULL);
    assertThat(full.detail())
        .isEqualTo(
            "the disk of /srv/state is full; free some space, or choose another home folder with"
                + " --home");
    assertThat(denied.detail()).contains("/srv/state cannot be made or written").contains("chown");
    assertThat(readOnly.detail()).contains("mounted read-only").contains("mount it writable");
  }

  private static Home home(Path at) {
    return Home.find(at.toString(), Map.of(), Path.of("/usr/lib/earmark"));
  }
}
