package dev.earmark.library.jellyfin;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;

/**
 * A Jellyfin server.
 *
 * @param web address and manners
 * @param login who asks
 * @param library the id of the server's library that is searched; empty for all
 */
public record JellyfinSettings(WebSettings web, Login login, String library) implements WebService {
  /**
   * Who asks: a user with a password, or an API key.
   *
   * @param user empty with a key
   * @param secret the password or the key
   */
  public record Login(String user, String secret) {
    /** Returns whether the secret is a key. */
    public boolean isKey() {
      return user.isEmpty();
    }

    @Override
    public String toString() {
      return "Login[" + user + ", ***]";
    }
  }
}
