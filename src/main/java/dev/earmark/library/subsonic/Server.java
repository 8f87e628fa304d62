package dev.earmark.library.subsonic;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import okhttp3.HttpUrl;
import tools.jackson.databind.JsonNode;

/**
 * Signs requests and opens the envelope of the answers. The password is never sent: each request
 * has a salt of its own and the MD5 of password and salt, as the interface demands since 1.13.
 * Thread-safe.
 */
final class Server {
  private static final String VERSION = "1.16.1";
  private static final int SALT = 12; // bytes

  private final WebClient web;
  private final SubsonicSettings settings;
  private final Random random;

  Server(WebClient web, SubsonicSettings settings, Random random) {
    this.web = web;
    this.settings = settings;
    this.random = random;
  }

  /** Begins the address of a call, signed. */
  HttpUrl.Builder call(String method) {
    HttpUrl.Builder url = web.path("rest/" + method);
    SubsonicSettings.Login login = settings.login();
    if (login.isKey()) {
      url.addQueryParameter("apiKey", login.secret());
    } else {
      byte[] raw = new byte[SALT];
      random.nextBytes(raw);
      String salt = HexFormat.of().formatHex(raw);
      url.addQueryParameter("u", login.user())
          .addQueryParameter("t", md5(login.secret() + salt))
          .addQueryParameter("s", salt);
    }
    return url.addQueryParameter("v", VERSION)
        .addQueryParameter("c", "earmark")
        .addQueryParameter("f", "json");
  }

  private static String md5(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  /**
   * Asks and opens the envelope.
   *
   * @throws FailureException also for a failure in the envelope, which some servers put beside the
   *     status "ok"
   */
  JsonNode ask(HttpUrl url, CancelFlag cancel) throws IOException {
    JsonNode envelope = web.get(url, cancel).path("subsonic-response");
    if (!envelope.isObject()) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT,
          web.base().host() + " does not answer as a Subsonic server; correct the url");
    }
    boolean isOk = Lenient.text(envelope.path("status")).equals("ok");
    if (!isOk || envelope.has("error")) {
      throw failure(envelope.path("error"));
    }
    return envelope;
  }

  private FailureException failure(JsonNode error) {
    int code = (int) Lenient.whole(error.path("code"));
    String message = Lenient.text(error.path("message"));
    String detail = web.base().host() + " says: " + message + " (" + code + ")";
    return switch (code) {
      case 40, 41, 42, 43, 44 ->
          new FailureException(
              new Failure(
                  Failure.Kind.FORBIDDEN,
                  detail + "; check user, password or key of the catalogue",
                  new Failure.Words(
                      "书库的账号、密码或密钥不对", "the catalogue's user, password or key is wrong")),
              null);
      case 50, 60 ->
          new FailureException(
              new Failure(
                  Failure.Kind.FORBIDDEN,
                  detail,
                  new Failure.Words(
                      "书库不让这个账号访问", "the catalogue does not allow this user to do that")),
              null);
      case 70 -> new FailureException(Failure.Kind.NOT_FOUND, detail);
      case 10, 20, 30 -> new FailureException(Failure.Kind.BAD_REQUEST, detail);
      default -> new FailureException(Failure.Kind.SERVER_FAULT, detail);
    };
  }
}
