package dev.earmark.library.jellyfin;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Logs in and asks. A user's token is asked for once, and once more when the server does not know
 * it any longer. Thread-safe.
 */
final class JellyfinServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final MediaType TYPE = MediaType.get("application/json");
  private static final String CLIENT =
      "MediaBrowser Client=\"Earmark\", Device=\"Earmark\", DeviceId=\"earmark\", Version=\"1\"";

  private final WebClient web;
  private final JellyfinSettings.Login login;
  private String token = ""; // guarded by this

  JellyfinServer(WebClient web, JellyfinSettings.Login login) {
    this.web = web;
    this.login = login;
  }

  /** Returns what to send with a request, for files too. */
  Map<String, String> headers(CancelFlag cancel) throws IOException {
    return headers(token(cancel));
  }

  private static Map<String, String> headers(String token) {
    return Map.of("Authorization", CLIENT + ", Token=\"" + token + "\"");
  }

  private synchronized String token(CancelFlag cancel) throws IOException {
    if (login.isKey()) {
      return login.secret();
    }
    if (token.isEmpty()) {
      Map<String, String> who = new LinkedHashMap<>();
      who.put("Username", login.user());
      who.put("Pw", login.secret());
      Answer answer =
          web.ask(
              new Request.Builder()
                  .url(web.path("Users/AuthenticateByName").build())
                  .header("Authorization", CLIENT)
                  .post(RequestBody.create(JSON.writeValueAsBytes(who), TYPE))
                  .build(),
              cancel);
      if (answer.status() == 401) {
        throw wrongLogin();
      }
      token = Lenient.text(answer.json().path("AccessToken"));
      if (token.isEmpty()) {
        throw new FailureException(
            Failure.Kind.WRONG_CONTENT,
            web.base().host() + " does not answer as a Jellyfin server; correct the url");
      }
    }
    return token;
  }

  /**
   * Forgets a token that was refused, unless another request has renewed it meanwhile.
   *
   * @return whether there is another one to ask with
   */
  private synchronized boolean forgotToken(String refused) {
    if (token.equals(refused)) {
      token = "";
    }
    return !login.isKey();
  }

  private FailureException wrongLogin() {
    return new FailureException(
        new Failure(
            Failure.Kind.FORBIDDEN,
            web.base().host() + " does not know the user, password or key of the catalogue",
            new Failure.Words("书库的账号、密码或密钥不对", "the catalogue's user, password or key is wrong")),
        null);
  }

  /** Asks for JSON; an expired token is renewed once. */
  JsonNode get(HttpUrl url, CancelFlag cancel) throws IOException {
    String used = token(cancel);
    Answer answer = ask(url, used, cancel);
    if (answer.status() == 401 && forgotToken(used)) {
      answer = ask(url, token(cancel), cancel);
    }
    if (answer.status() == 401) {
      throw wrongLogin();
    }
    return answer.json();
  }

  private Answer ask(HttpUrl url, String with, CancelFlag cancel) throws IOException {
    Request.Builder request = new Request.Builder().url(url);
    headers(with).forEach(request::header);
    return web.ask(request.build(), cancel);
  }

  HttpUrl.Builder path(String segments) {
    return web.path(segments);
  }
}
