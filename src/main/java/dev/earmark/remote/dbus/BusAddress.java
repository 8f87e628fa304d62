package dev.earmark.remote.dbus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the socket of a bus as the D-Bus specification says ("Well-known Message Bus Instances"):
 * an environment variable, else the place where systemd puts it.
 */
final class BusAddress {
  private static final Pattern SOCKET = Pattern.compile("unix:(?:.*,)?path=([^,;]+).*");
  private static final String SYSTEM_SOCKET = "/run/dbus/system_bus_socket";

  private BusAddress() {}

  /**
   * Returns the address of a bus that can be reached through a socket file which is there; empty
   * when there is none.
   *
   * @param bus {@code auto}, {@code session} or {@code system}
   */
  static Optional<String> find(String bus, Map<String, String> environment) {
    boolean system = bus.equals("system");
    String named =
        environment.getOrDefault(
            system ? "DBUS_SYSTEM_BUS_ADDRESS" : "DBUS_SESSION_BUS_ADDRESS", "");
    for (String address : named.split(";", -1)) {
      Optional<Path> socket = socket(address).filter(Files::exists);
      if (socket.isPresent()) {
        return Optional.of(address);
      }
    }
    if (!named.isBlank()) {
      return Optional.empty();
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    Path usual = Path.of(system || runtime.isEmpty() ? SYSTEM_SOCKET : runtime + "/bus");
    boolean there = (system || !runtime.isEmpty()) && Files.exists(usual);
    return there ? Optional.of("unix:path=" + escaped(usual.toString())) : Optional.empty();
  }

  /** Returns the socket file of an address; other transports and abstract sockets have none. */
  static Optional<Path> socket(String address) {
    Matcher matcher = SOCKET.matcher(address.strip());
    return matcher.matches() ? Optional.of(Path.of(plain(matcher.group(1)))) : Optional.empty();
  }

  private static String plain(String value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '%' && i + 2 < value.length()) {
        text.append((char) Integer.parseInt(value.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static String escaped(String path) {
    return path.replace("%", "%25").replace(",", "%2c").replace(";", "%3b");
  }
}
