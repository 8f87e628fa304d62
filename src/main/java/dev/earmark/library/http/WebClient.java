package dev.earmark.library.http;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.NetworkFailures;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks one service on the web for JSON. Thread-safe; a call blocks for the network and for the
 * pace, and ends at once when its flag is set.
 *
 * <p>Requests keep the configured pace and any pause that the service asks for (429 or 503 with
 * Retry-After, RFC 6585 and 9110). What may pass is tried once more: a broken connection, status
 * 500, 502 or 504 to a GET, and a pause that is short. At most {@value #HOPS} redirects are
 * followed; a foreign host gets none of the headers that could hold a secret. No address is ever
 * part of a message but for its host, since keys may stand in it.
 */
public final class WebClient {
  private static final int HOPS = 5;
  private static final String USER_AGENT = "Earmark/0.1 (audiobook player)";
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Set<String> HARMLESS =
      Set.of("accept", "accept-language", "referer", "user-agent");

  private final WebSettings settings;
  private final HttpUrl base;
  private final Links links;
  private final Pace pace;
  private final OkHttpClient client;
  private final Clock clock;

  /**
   * Makes a client; nothing is asked yet.
   *
   * @param catalogue its name, for messages
   * @param shared whose connections and threads are used
   */
  public WebClient(String catalogue, WebSettings settings, OkHttpClient shared, Clock clock) {
    this.settings = settings;
    this.base =
        Objects.requireNonNull(
            HttpUrl.parse(settings.url()), "the configuration lets addresses through only");
    this.links = new Links(catalogue, base, settings.allowPrivate());
    this.pace = new Pace(base.host(), settings, clock);
    this.clock = clock;
    this.client =
        shared
            .newBuilder()
            .followRedirects(false)
            .followSslRedirects(false)
            .callTimeout(settings.timeout())
            .dns(links)
            .build();
  }

  /** Returns the service's address, to build others of. */
  public HttpUrl base() {
    return base;
  }

  /** Begins an address below the service's own. */
  public HttpUrl.Builder path(String segments) {
    return base.newBuilder().addPathSegments(segments);
  }

  /**
   * Asks for the JSON at an address.
   *
   * @throws FailureException with the class of the failure
   */
  public JsonNode get(HttpUrl url, CancelFlag cancel) throws IOException {
    return ask(new Request.Builder().url(url).build(), cancel).json();
  }

  /**
   * Sends a request and reads the answer, whatever its status is.
   *
   * @throws FailureException when there is no answer, when it is too large, {@code THROTTLED} when
   *     the service asks to wait
   */
  public Answer ask(Request request, CancelFlag cancel) throws IOException {
    for (int attempt = 1; ; attempt++) {
      pace.await(cancel);
      boolean isLast = attempt > 1;
      Request ours = withOurHeaders(request);
      try {
        Answer answer = follow(ours, cancel);
        if (!isLast && isPassing(answer.status()) && isGet(request)) {
          pace.rest(RETRY);
          continue;
        }
        return answer;
      } catch (Pause e) {
        if (isLast || e.time.compareTo(Pace.PATIENCE) >= 0) {
          throw e.failure;
        }
      } catch (FailureException e) {
        if (isLast || !isGet(request) || e.failure().kind() != Failure.Kind.SERVER_FAULT) {
          throw e;
        }
        pace.rest(RETRY);
      }
    }
  }

  /**
   * Makes an address of a link that the service gave, which may be relative to its own address.
   * Looks its host up, so it may block.
   *
   * @throws FailureException {@code WRONG_CONTENT} when it is no web address, {@code NOT_ALLOWED}
   *     when it leads into the private network and the setting does not allow that
   */
  public HttpUrl link(String given) throws FailureException {
    return link(base, given);
  }

  /**
   * Makes an address of a link as {@link #link(String)} does.
   *
   * @param from where the document came from that has the link (RFC 3986 §5.1.3)
   */
  public HttpUrl link(HttpUrl from, String given) throws FailureException {
    HttpUrl url = given.isBlank() ? null : from.resolve(given.strip());
    if (url == null) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, from.host() + " gave a link that is no web address");
    }
    links.check(url);
    return url;
  }

  private static boolean isGet(Request request) {
    return request.method().equals("GET");
  }

  private static boolean isPassing(int status) {
    return status == 500 || status == 502 || status == 504;
  }

  private static Request withOurHeaders(Request request) {
    Request.Builder builder = request.newBuilder();
    if (request.header("User-Agent") == null) {
      builder.header("User-Agent", USER_AGENT);
    }
    if (request.header("Accept") == null) {
      builder.header("Accept", "application/json");
    }
    return builder.build();
  }

  private Answer follow(Request first, CancelFlag cancel) throws IOException, Pause {
    Request request = first;
    HttpUrl movedTo = null;
    boolean isForGood = true;
    for (int hop = 0; hop <= HOPS; hop++) {
      links.checkLiteral(request.url());
      Call call = client.newCall(request);
      CancelFlag.Registration hook = cancel.onSet(call::cancel);
      try (Response response = call.execute()) {
        Request next = redirect(response, first);
        if (next == null) {
          checkPause(response);
          return read(response, movedTo);
        }
        request = next;
        isForGood &= response.code() == 301 || response.code() == 308;
        movedTo = isForGood ? next.url() : movedTo;
      } catch (FailureException e) {
        throw e;
      } catch (IOException e) {
        throw failure(request.url().host(), e, cancel);
      } finally {
        hook.close();
      }
    }
    throw new FailureException(
        Failure.Kind.BAD_REQUEST,
        base.host() + " redirects in a circle; correct the address of the catalogue");
  }

  private static @Nullable Request redirect(Response response, Request first)
      throws FailureException {
    int status = response.code();
    String target =
        switch (status) {
          case 301, 302, 303, 307, 308 -> response.header("Location");
          default -> null;
        };
    if (target == null) {
      return null;
    }
    Request asked = response.request();
    HttpUrl url = asked.url().resolve(target);
    if (url == null) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, asked.url().host() + " redirects to no web address");
    }
    Request.Builder next = asked.newBuilder().url(url);
    boolean isHome = isHome(url, first.url());
    if (!isHome) {
      for (String header : asked.headers().names()) {
        if (!HARMLESS.contains(header.toLowerCase(Locale.ROOT))) {
          next.removeHeader(header);
        }
      }
    }
    // A body may hold a key: it goes on to the same host only.
    boolean keepsBody = isHome && (status == 307 || status == 308);
    return keepsBody || isGet(asked) ? next.build() : next.get().build();
  }

  /** Returns whether it is the same server, perhaps on a safer way; secrets go nowhere else. */
  private static boolean isHome(HttpUrl url, HttpUrl first) {
    boolean same = url.port() == first.port() && url.scheme().equals(first.scheme());
    boolean upgraded = url.isHttps() && !first.isHttps();
    return url.host().equals(first.host()) && (same || upgraded);
  }

  private void checkPause(Response response) throws Pause {
    int status = response.code();
    if (status != 429 && status != 503) {
      return;
    }
    Duration asked = HttpFailures.retryAfter(response.header("Retry-After"), clock.now());
    Duration time = asked == null ? PAUSE : asked;
    pace.rest(time);
    throw new Pause(
        time,
        new FailureException(
            HttpFailures.kindOf(status),
            response.request().url().host()
                + " answered with status "
                + status
                + " and is not asked for "
                + time.toSeconds()
                + " s"));
  }

  /** The service asks to wait. */
  private static final class Pause extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Duration time;
    private final FailureException failure;

    Pause(Duration time, FailureException failure) {
      super(failure);
      this.time = time;
      this.failure = failure;
    }
  }

  private Answer read(Response response, @Nullable HttpUrl movedTo) throws IOException {
    BufferedSource source = response.body().source();
    Buffer buffer = new Buffer();
    while (buffer.size() <= settings.maxBytes() && source.read(buffer, 8_192) >= 0) {
      // until the end or the limit; the client has unpacked it
    }
    if (buffer.size() > settings.maxBytes()) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT,
          response.request().url().host()
              + " answered with more than "
              + settings.maxBytes()
              + " bytes (max-size)");
    }
    return new Answer(response, movedTo, buffer.readByteArray());
  }

  private static FailureException failure(String host, IOException e, CancelFlag cancel) {
    if (cancel.isSet()) {
      return new FailureException(new Failure(Failure.Kind.CANCELLED, "cancelled"), e);
    }
    if (e instanceof UnknownHostException && e.getCause() instanceof FailureException refused) {
      return refused;
    }
    return new FailureException(NetworkFailures.of(host, e), e);
  }
}
