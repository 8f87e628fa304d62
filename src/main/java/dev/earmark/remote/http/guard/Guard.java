package dev.earmark.remote.http.guard;

import dev.earmark.base.Clock;
import dev.earmark.remote.http.reply.Problem;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may come in.
 *
 * <p>Three dangers: a web page of somebody else that lets the user's browser send commands (its
 * {@code Origin} is not ours), a name of somebody else that resolves to this machine (its {@code
 * Host} is not ours), and anybody on the network (a token is needed beyond loopback). With a token
 * the {@code Host} is free, because such a page has no token and a reverse proxy has names of its
 * own.
 */
public final class Guard {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final byte @Nullable [] token;

  private final Set<String> open;
  private final Guesses guesses;

  /**
   * Guards with a token, or with none on loopback.
   *
   * @param open paths that need no token
   */
  public Guard(@Nullable String token, Set<String> open, Clock clock) {
    this.guesses = new Guesses(clock);
    this.open = Set.copyOf(open);
    this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
  }

  /** Throws a {@link Problem} when the request may not come in. */
  public void check(Context ctx) {
    check(ctx.req(), ctx.res());
  }

  /** Throws a {@link Problem} when the request may not come in. */
  public void check(HttpServletRequest request, HttpServletResponse response) {
    checkHost(request);
    if (!READING.contains(request.getMethod())) {
      checkOrigin(request);
    }
    checkToken(request, response);
  }

  /**
   * Throws a {@link Problem} when the request may not come in; reading is a command too, since a
   * stream may be opened by it.
   */
  public void checkStrictly(HttpServletRequest request, HttpServletResponse response) {
    checkHost(request);
    checkOrigin(request);
    checkToken(request, response);
  }

  private void checkHost(HttpServletRequest request) {
    if (token == null && !isLoopback(hostName(request.getHeader("Host")))) {
      throw Problem.forbidden(
          "This server answers only to localhost and 127.0.0.1; use one of them in the address.");
    }
  }

  private static void checkOrigin(HttpServletRequest request) {
    String origin = request.getHeader("Origin");
    boolean foreign = origin != null && !isSame(origin, request.getHeader("Host"));
    if (foreign || "cross-site".equals(request.getHeader("Sec-Fetch-Site"))) {
      throw Problem.forbidden(
          "Commands from another web site are refused; use Earmark's own page.");
    }
  }

  private void checkToken(HttpServletRequest request, HttpServletResponse response) {
    if (token == null || open.contains(request.getRequestURI())) {
      return;
    }
    String header = request.getHeader("Authorization");
    String given =
        header != null && header.regionMatches(/* ignoreCase= */ true, 0, "Bearer ", 0, 7)
            ? header.substring(7).strip()
            : "";
    String address = request.getRemoteAddr();
    long wait = given.isEmpty() ? 0 : guesses.waitS(address);
    if (wait > 0) {
      response.setHeader("Retry-After", String.valueOf(wait));
      throw Problem.tooMany(
          "Too many wrong tokens came from " + address + "; try again in " + wait + " s.");
    }
    if (!MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))) {
      if (!given.isEmpty()) {
        guesses.wrong(address, given);
      }
      response.setHeader("WWW-Authenticate", "Bearer");
      throw Problem.unauthorized(
          "Send the header 'Authorization: Bearer TOKEN' with the token of this Earmark: the content of server.token-file, or else of state/token in its home folder (/var/lib/earmark/token of a service).");
    }
  }

  private static boolean isSame(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0 && host != null && origin.substring(scheme + 3).equalsIgnoreCase(host);
  }

  /** Returns the name of a Host header without its port, in lower case. */
  private static String hostName(@Nullable String host) {
    if (host == null) {
      return "";
    }
    String name = host.toLowerCase(Locale.ROOT);
    if (name.startsWith("[")) {
      int end = name.indexOf(']');
      return end < 0 ? "" : name.substring(1, end);
    }
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  private static boolean isLoopback(String name) {
    return name.equals("localhost")
        || name.equals("::1")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
