package dev.earmark.remote.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BusAddressTest {
  private static final String NAMED = "DBUS_SESSION_BUS_ADDRESS";

  @TempDir Path folder;

  @Test
  void find_nothingKnown_isEmpty() {
    assertThat(BusAddress.find("auto", Map.of())).isEmpty();
    assertThat(BusAddress.find("session", Map.of("XDG_RUNTIME_DIR", folder.toString()))).isEmpty();
  }

  @Test
  void find_runtimeFolderWithABus_isThatSocket() throws IOException {
    Path socket = Files.createFile(folder.resolve("bus"));
    assertThat(BusAddress.find("auto", Map.of("XDG_RUNTIME_DIR", folder.toString())))
        .contains("unix:path=" + socket);
  }

  @Test
  void find_namedAddress_isTakenAsItIs() throws IOException {
    Path socket = Files.createFile(folder.resolve("a bus"));
    String address = "unix:path=" + folder + "/a%20bus,guid=0123";
    assertThat(BusAddress.socket(address)).contains(socket);
    assertThat(BusAddress.find("auto", Map.of(NAMED, address))).contains(address);
  }

  @Test
  void find_severalAddresses_takesTheFirstThatIsThere() throws IOException {
    Path socket = Files.createFile(folder.resolve("second"));
    String list =
        "unix:abstract=/tmp/x;tcp:host=localhost;unix:path="
            + folder.resolve("first")
            + ";unix:guid=1,path="
            + socket;
    assertThat(BusAddress.find("session", Map.of(NAMED, list)))
        .contains("unix:guid=1,path=" + socket);
  }

  @Test
  void find_namedAddressIsGone_doesNotFallBack() throws IOException {
    Files.createFile(folder.resolve("bus"));
    assertThat(
            BusAddress.find(
                "auto",
                Map.of(NAMED, "unix:path=/nowhere/bus", "XDG_RUNTIME_DIR", folder.toString())))
        .isEmpty();
  }

  @Test
  void find_systemBus_asksItsOwnVariable() throws IOException {
    Path socket = Files.createFile(folder.resolve("system"));
    assertThat(BusAddress.find("system", Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + socket)))
        .contains("unix:path=" + socket);
  }
}
