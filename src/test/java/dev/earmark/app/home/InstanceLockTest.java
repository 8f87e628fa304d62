package dev.earmark.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstanceLockTest {
  @TempDir Path state;

  @Test
  void take_whileHeld_refusesAndNamesTheOwner() throws IOException {
    try (InstanceLock held = InstanceLock.take(state)) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> InstanceLock.take(state))
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("--home");
    }
  }

  @Test
  void take_afterRelease_succeeds() throws IOException {
    InstanceLock.take(state).close();
    try (InstanceLock again = InstanceLock.take(state)) {
      assertThat(again).isNotNull();
      assertThat(Files.readString(state.resolve("daemon.lock")))
          .isEqualTo(Long.toString(ProcessHandle.current().pid()));
    }
  }
}
