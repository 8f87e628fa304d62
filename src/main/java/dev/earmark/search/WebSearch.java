package dev.earmark.search;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.PlainText;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.PrivateNetwork;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the configured search server. Thread-safe; a search blocks its caller for the time-out at
 * most, and ends at once when it is cancelled.
 *
 * <p>At most {@value #HOPS} redirects are followed. Without {@code allowPrivate} no address in the
 * private network is asked, with one exception: a server on this machine that is configured so.
 */
public final class WebSearch {
  private static final int HOPS = 3;
  private static final int LONGEST = 300; // characters of a title or an excerpt
  private static final JsonMapper MAPPER = new JsonMapper();

  private final SearchSettings settings;
  private final OkHttpClient client;

  /** Makes a search; the client is shared. */
  public WebSearch(SearchSettings settings, OkHttpClient shared) {
    this.settings = settings;
    this.client =
        shared
            .newBuilder()
            .followRedirects(false)
            .followSslRedirects(false)
            .callTimeout(settings.timeout())
            .dns(settings.allowPrivate() ? Dns.SYSTEM : WebSearch::publicAddresses)
            .build();
  }

  /**
   * Something that was found; texts are short and without markup.
   *
   * @param link an http address, or empty
   */
  public record Result(String title, String link, String text) {}

  /**
   * Searches.
   *
   * @throws FailureException when nothing came, with one sentence about why
   */
  public List<Result> search(String query, Language language, CancelFlag cancel)
      throws FailureException {
    HttpUrl url = address(query, language);
    HttpUrl first = url;
    for (int hop = 0; hop <= HOPS; hop++) {
      checkAddress(url, /* given= */ url.host().equals(first.host()));
      Call call = client.newCall(request(url));
      CancelFlag.Registration onCancel = cancel.onSet(call::cancel);
      try (Response response = call.execute()) {
        HttpUrl next = redirect(response);
        if (next == null) {
          return read(response);
        }
        url = next;
      } catch (FailureException e) {
        throw e;
      } catch (IOException e) {
        throw failure(url.host(), e, cancel);
      } finally {
        onCancel.close();
      }
    }
    throw failure(
        Failure.Kind.BAD_REQUEST,
        "搜索服务器一直在转圈，请改正配置里的 search.url",
        "the search server redirects in a circle; correct search.url");
  }

  private HttpUrl address(String query, Language language) throws FailureException {
    String template = settings.url();
    if (!template.contains("{query}")) {
      String base =
          template.endsWith("/") ? template.substring(0, template.length() - 1) : template;
      template = base + "/search?q={query}&format=json&language={language}";
    }
    HttpUrl url =
        HttpUrl.parse(
            template.replace("{language}", language.code()).replace("{query}", encoded(query)));
    if (url == null) {
      throw failure(
          Failure.Kind.BAD_REQUEST,
          "配置里的 search.url 不是网址，要像 http://127.0.0.1:8888 这样",
          "search.url is no address; one looks like http://127.0.0.1:8888");
    }
    return url;
  }

  private static String encoded(String query) {
    return URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Request request(HttpUrl url) {
    return new Request.Builder()
        .url(url)
        .header("Accept", "application/json")
        .header("User-Agent", "Earmark/0.1 (search)")
        .build();
  }

  private static @Nullable HttpUrl redirect(Response response) throws FailureException {
    String target =
        switch (response.code()) {
          case 301, 302, 303, 307, 308 -> response.header("Location");
          default -> null;
        };
    if (target == null) {
      return null;
    }
    HttpUrl next = response.request().url().resolve(target);
    if (next == null) {
      throw failure(
          Failure.Kind.BAD_REQUEST,
          "搜索服务器转到的地方不是网址",
          "the search server redirects to no web address");
    }
    return next;
  }

  private List<Result> read(Response response) throws IOException {
    if (!response.isSuccessful()) {
      boolean refused = response.code() == 403;
      throw failure(
          HttpFailures.kindOf(response.code()),
          "搜索服务器答的是状态 "
              + response.code()
              + (refused ? "，SearXNG 要在 settings.yml 的 search.formats 里加上 json" : ""),
          "the search server answers with status "
              + response.code()
              + (refused ? "; a SearXNG needs json among search.formats of its settings.yml" : ""));
    }
    JsonNode answer;
    try {
      answer = MAPPER.readTree(body(response.body().source()));
    } catch (JacksonException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.WRONG_CONTENT,
              "the search server did not answer in JSON; see search.url",
              new Failure.Words(
                  "搜索服务器答的不是 JSON，请看配置里的 search.url",
                  "the search server did not answer in JSON; see search.url")),
          e);
    }
    JsonNode list = answer.at(settings.list());
    if (!list.isArray()) {
      throw failure(
          Failure.Kind.WRONG_CONTENT,
          "搜索服务器的回答里没有 " + settings.list() + " 这个列表，请看配置里的 search.list",
          "the answer of the search server has no list at "
              + settings.list()
              + "; see search.list");
    }
    return results(list);
  }

  private byte[] body(BufferedSource source) throws IOException {
    Buffer buffer = new Buffer();
    while (buffer.size() <= settings.maxBytes() && source.read(buffer, 8_192) >= 0) {
      // until the end or the limit
    }
    if (buffer.size() > settings.maxBytes()) {
      throw failure(
          Failure.Kind.WRONG_CONTENT,
          "搜索服务器的回答超过了 " + settings.maxBytes() + " 字节",
          "the search server's answer has more than " + settings.maxBytes() + " bytes");
    }
    return buffer.readByteArray();
  }

  private List<Result> results(JsonNode list) {
    List<Result> results = new ArrayList<>();
    for (JsonNode item : list) {
      String link = item.at(settings.link()).asString("").strip();
      Result result =
          new Result(
              PlainText.of(item.at(settings.title()).asString(""), LONGEST),
              link.matches("https?://\\S{1,2000}") ? link : "",
              PlainText.of(item.at(settings.text()).asString(""), LONGEST));
      if (!result.title().isEmpty() || !result.text().isEmpty()) {
        results.add(result);
      }
      if (results.size() >= settings.results()) {
        break;
      }
    }
    return List.copyOf(results);
  }

  /** A failure in words for the listener, with the remedy. */
  private static FailureException failure(Failure.Kind kind, String zh, String en) {
    return new Failure(kind, en, new Failure.Words(zh, en)).asException();
  }

  private static FailureException failure(String host, IOException e, CancelFlag cancel) {
    if (cancel.isSet()) {
      return new FailureException(new Failure(Failure.Kind.CANCELLED, "cancelled"), e);
    }
    if (e instanceof InterruptedIOException) {
      return new FailureException(
          new Failure(Failure.Kind.TIMEOUT, "the search server " + host + " does not answer"), e);
    }
    if (e instanceof UnknownHostException && e.getCause() instanceof FailureException refused) {
      return refused;
    }
    return new FailureException(
        new Failure(
            Failure.Kind.NETWORK,
            "the search server " + host + " cannot be reached; start it or correct search.url",
            new Failure.Words(
                "网络连不上搜索服务器 " + host + "，请启动它，或改正配置里的 search.url",
                "the search server "
                    + host
                    + " cannot be reached; start it or correct search.url")),
        e);
  }

  /** An address that is written as numbers is never looked up, so it is checked here. */
  private void checkAddress(HttpUrl url, boolean given) throws FailureException {
    boolean literal = PrivateNetwork.isLiteral(url.host());
    boolean here = PrivateNetwork.isThisMachine(url.host());
    if (!settings.allowPrivate() && literal && !(given && here)) {
      try {
        publicAddresses(url.host());
      } catch (UnknownHostException e) {
        throw failure(url.host(), e, new CancelFlag());
      }
    }
  }

  private static List<InetAddress> publicAddresses(String host) throws UnknownHostException {
    return PrivateNetwork.publicAddresses(host, "search.allow-private");
  }
}
