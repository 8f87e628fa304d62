package dev.earmark.remote.http;

/**
 * Where the HTTP server listens, from {@code server.*}.
 *
 * @param bind the address; loopback unless others are to reach it
 * @param port the TCP port; 0 for any free one
 * @param tokenFile where the token for other addresses than loopback is kept; empty for {@code
 *     token} in the state folder
 */
public record ServerSettings(String bind, int port, String tokenFile) {
  /** The defaults. */
  public static final ServerSettings DEFAULT = new ServerSettings("127.0.0.1", 8765, "");
}
