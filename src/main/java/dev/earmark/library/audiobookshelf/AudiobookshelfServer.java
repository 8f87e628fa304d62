package dev.earmark.library.audiobookshelf;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the server, with the key in a header and never in an address, and notes how its clock
 * differs from ours. Thread-safe.
 */
final class AudiobookshelfServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final MediaType TYPE = MediaType.get("application/json");

  private final WebClient web;
  private final String key;
  private final Clock clock;
  private volatile Duration ahead = Duration.ZERO;

  AudiobookshelfServer(WebClient web, String key, Clock clock) {
    this.web = web;
    this.key = key;
    this.clock = clock;
  }

  HttpUrl.Builder path(String segments) {
    return web.path(segments);
  }

  /** Returns an address that the server gave, perhaps relative to its own. */
  HttpUrl link(String given) throws FailureException {
    return web.link(given);
  }

  Map<String, String> headers() {
    return Map.of("Authorization", "Bearer " + key);
  }

  /** Asks for JSON. */
  JsonNode get(HttpUrl url, CancelFlag cancel) throws IOException {
    return checked(send(new Request.Builder().url(url), cancel)).json();
  }

  /** Sends JSON with a method and returns the answer, whatever its status is but 401. */
  Answer send(String method, HttpUrl url, Object body, CancelFlag cancel) throws IOException {
    RequestBody json = RequestBody.create(JSON.writeValueAsBytes(body), TYPE);
    return checked(send(new Request.Builder().url(url).method(method, json), cancel));
  }

  private Answer send(Request.Builder request, CancelFlag cancel) throws IOException {
    headers().forEach(request::header);
    Answer answer = web.ask(request.build(), cancel);
    note(answer.header("Date"));
    return answer;
  }

  private void note(String date) {
    if (date.isEmpty()) {
      return;
    }
    try {
      Instant there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration difference = Duration.between(clock.now(), there);
      // The header has whole seconds and the answer was under way, so less is no difference.
      ahead = difference.abs().compareTo(Duration.ofSeconds(2)) <= 0 ? Duration.ZERO : difference;
    } catch (DateTimeException e) {
      ahead = Duration.ZERO;
    }
  }

  /** Returns a time of the server's clock by ours. */
  Instant ours(long serverMillis) {
    return Instant.ofEpochMilli(serverMillis).minus(ahead);
  }

  private Answer checked(Answer answer) throws FailureException {
    if (answer.status() == 401) {
      throw new FailureException(
          new Failure(
              Failure.Kind.FORBIDDEN,
              web.base().host()
                  + " does not take the key of the catalogue: it is wrong or has expired; make a"
                  + " new one there",
              new Failure.Words(
                  "书库的密钥不对或者过期了，到服务器上重新建一个",
                  "the catalogue's key is wrong or has expired; make a new one on its server")),
          null);
    }
    return answer;
  }
}
