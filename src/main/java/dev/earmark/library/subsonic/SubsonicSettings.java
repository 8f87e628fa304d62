package dev.earmark.library.subsonic;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;

/**
 * A Subsonic or OpenSubsonic server.
 *
 * @param web address and manners
 * @param login who asks
 * @param musicFolder the id of the server's folder that is searched; empty for all
 */
public record SubsonicSettings(WebSettings web, Login login, String musicFolder)
    implements WebService {
  /**
   * Who asks: a user with a password, or a key of the server (OpenSubsonic's {@code
   * apiKeyAuthentication}).
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
