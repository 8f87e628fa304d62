package dev.earmark.remote.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The HTTP server, from {@code server.*}.
 *
 * @param bind the address it listens on; anything but a loopback address needs a token
 * @param port 0 for any free one
 * @param tokenFile where the token is, relative to the home folder, made when it is missing; empty
 *     for none
 */
public record ServerSettings(String bind, int port, String tokenFile) {
  /** The defaults: loopback alone, no token. */
  public static final ServerSettings DEFAULT = new ServerSettings("127.0.0.1", 8_765, "");

  /** Checks the port. */
  public ServerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("server.port must be 0 to 65535, not " + port);
    }
  }

  /**
   * Returns whether only this machine can reach the server.
   *
   * @throws UnknownHostException when the address is no address and no known name
   */
  public boolean isLoopback() throws UnknownHostException {
    return !bind.isBlank() && InetAddress.getByName(bind).isLoopbackAddress();
  }
}
