package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.net.NetworkFailures;
import dev.earmark.base.net.PrivateNetwork;
import dev.earmark.media.MediaRequest.Location;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request and follows redirects, at most {@value #MOST}, also from http to https. The body
 * of a redirect is never read. A catalogue's headers go to the host they were meant for only; a
 * foreign one gets none that could hold a secret.
 *
 * <p>The link itself is followed wherever it leads: its catalogue has checked it by its own rule,
 * or a person has typed it. A redirect to another host in the private network is not, unless that
 * is allowed.
 */
final class Hops {
  static final int MOST = 8;
  private static final String USER_AGENT = "Earmark/0.1 (audiobook player)";
  private static final Set<String> HARMLESS =
      Set.of("accept", "accept-language", "referer", "user-agent");

  private final OkHttpClient client;
  private final OkHttpClient publicOnly;
  private final boolean allowPrivate;

  Hops(OkHttpClient shared, DownloadSettings settings) {
    this.allowPrivate = settings.allowPrivate();
    this.client =
        shared
            .newBuilder()
            .followRedirects(false)
            .followSslRedirects(false)
            .connectTimeout(settings.connectTimeout())
            .readTimeout(settings.stallTimeout())
            .build();
    this.publicOnly = client.newBuilder().dns(Hops::publicAddresses).build();
  }

  /**
   * Sends a GET.
   *
   * @param extra headers of ours, such as Range
   * @return the answer that is no redirect; to be closed
   */
  Answer get(Location location, Map<String, String> extra, CancelFlag cancel) throws IOException {
    HttpUrl first = HttpUrl.get(location.uri());
    if (first == null) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "'"
              + location.uri()
              + "' cannot be downloaded; only addresses such as https://example.org/book.mp3 can");
    }
    HttpUrl url = first;
    for (int hop = 0; hop <= MOST; hop++) {
      boolean isFree = allowPrivate || url.host().equals(first.host());
      if (!isFree) {
        checkAddress(url.host());
      }
      Request request = request(url, first, location.headers(), extra);
      Answer answer = send(isFree ? client : publicOnly, request, cancel);
      String target = redirect(answer.response());
      if (target == null) {
        return answer;
      }
      HttpUrl next = url.resolve(target);
      String host = url.host();
      answer.close();
      if (next == null) {
        throw new Failure(
                Failure.Kind.BAD_ANSWER,
                "the server "
                    + host
                    + " redirects to no web address ("
                    + scheme(target)
                    + "); the book's source has to mend its link",
                new Failure.Words("书的链接指到了下载不了的地方", "its link leads to no web address"))
            .asException();
      }
      url = next;
    }
    throw new Failure(
            Failure.Kind.BAD_ANSWER,
            "the server "
                + first.host()
                + " redirects in a circle, more than "
                + MOST
                + " times; the book's source has to mend its link",
            new Failure.Words("书的链接一直在绕圈子", "its link leads in a circle"))
        .asException();
  }

  /** Returns what a target begins with; the rest may hold a secret. */
  private static String scheme(String target) {
    int colon = target.indexOf(':');
    boolean isName =
        colon > 0 && target.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]{0,19}");
    return isName ? target.substring(0, colon + 1).toLowerCase(Locale.ROOT) : "not an address";
  }

  /** An answer, and what ends it when its job is cancelled. */
  record Answer(Response response, CancelFlag.Registration hook) implements AutoCloseable {
    @Override
    public void close() {
      hook.close();
      response.close();
    }
  }

  private static Answer send(OkHttpClient by, Request request, CancelFlag cancel)
      throws IOException {
    Call call = by.newCall(request);
    String host = request.url().host();
    CancelFlag.Registration hook = cancel.onSet(call::cancel);
    boolean answered = false;
    try {
      Response response = call.execute();
      refuseBelowZero(call, response, host);
      answered = true;
      return new Answer(response, hook);
    } catch (FailureException | HttpFailure e) {
      throw e;
    } catch (IOException e) {
      if (e instanceof UnknownHostException && e.getCause() instanceof FailureException denied) {
        throw denied;
      }
      throw HttpFailure.of(NetworkFailures.of("the server " + host, e));
    } finally {
      if (!answered) {
        hook.close();
      }
    }
  }

  /**
   * The client takes a length below zero at its word, and fails over it while it reads and while it
   * closes; so the whole call is ended.
   */
  private static void refuseBelowZero(Call call, Response response, String host)
      throws HttpFailure {
    if (response.body().contentLength() < -1) {
      call.cancel();
      throw HttpFailure.of(
          Failure.Kind.BAD_ANSWER, "the server " + host + " gave a length below zero");
    }
  }

  private static @Nullable String redirect(Response response) {
    return switch (response.code()) {
      case 301, 302, 303, 307, 308 -> response.header("Location");
      default -> null;
    };
  }

  private static Request request(
      HttpUrl url, HttpUrl first, Map<String, String> theirs, Map<String, String> ours) {
    Request.Builder request = new Request.Builder().url(url);
    request.header("User-Agent", USER_AGENT);
    request.header("Accept", "audio/*, application/octet-stream;q=0.9, */*;q=0.5");
    boolean home = isHome(url, first);
    theirs.forEach(
        (name, value) -> {
          if (home || HARMLESS.contains(name.toLowerCase(Locale.ROOT))) {
            request.header(name, value);
          }
        });
    ours.forEach(request::header);
    request.header("Accept-Encoding", "identity");
    return request.build();
  }

  private static boolean isHome(HttpUrl url, HttpUrl first) {
    boolean same = url.port() == first.port() && url.scheme().equals(first.scheme());
    boolean upgraded = url.isHttps() && !first.isHttps() && url.port() == 443 && first.port() == 80;
    return url.host().equals(first.host()) && (same || upgraded);
  }

  /** Addresses in digits are not looked up, so the client's name service does not refuse them. */
  private static void checkAddress(String host) throws IOException {
    if (PrivateNetwork.isLiteral(host)) {
      try {
        publicAddresses(host);
      } catch (UnknownHostException e) {
        throw e.getCause() instanceof FailureException notAllowed ? notAllowed : e;
      }
    }
  }

  private static List<InetAddress> publicAddresses(String host) throws UnknownHostException {
    return PrivateNetwork.publicAddresses(host, "download.allow-private");
  }
}
