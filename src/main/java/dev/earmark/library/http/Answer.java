package dev.earmark.library.http;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.file.StrictText;
import dev.earmark.base.net.HttpFailures;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a service answered, read to its end. Immutable. */
public final class Answer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Failure.Words ODD =
      new Failure.Words("书库的回答看不懂", "the catalogue's answer makes no sense");

  private final HttpUrl url;
  private final String host;
  private final int status;
  private final @Nullable MediaType type;
  private final Headers headers;
  private final @Nullable HttpUrl movedTo;
  private final byte[] body;

  Answer(Response response, @Nullable HttpUrl movedTo, byte[] body) {
    this.url = response.request().url();
    this.host = url.host();
    this.status = response.code();
    this.type = response.body().contentType();
    this.movedTo = movedTo;
    this.headers = response.headers();
    this.body = body;
  }

  /** Returns the HTTP status, never one of a redirect that could be followed. */
  public int status() {
    return status;
  }

  /** Returns a header's value; empty when it is not there. */
  public String header(String name) {
    return Objects.requireNonNullElse(headers.get(name), "");
  }

  /**
   * Returns the address to ask from now on: where status 301 or 308 led, before any redirect that
   * is for this time only (RFC 9110 §15.4); null when what was asked has not moved.
   */
  public @Nullable HttpUrl movedTo() {
    return movedTo;
  }

  /** Returns where it came from, behind all redirects: links in it are relative to there. */
  public HttpUrl url() {
    return url;
  }

  /** Returns the bytes of the body, unpacked. */
  public byte[] bytes() {
    return body.clone();
  }

  /** Returns whether the status is 2xx. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /**
   * Returns the JSON.
   *
   * @throws FailureException {@code WRONG_CONTENT} when it is none; the kind of the status when
   *     that is no success
   */
  public JsonNode json() throws FailureException {
    if (!isSuccess()) {
      throw refused();
    }
    return content();
  }

  /** Returns the JSON whatever the status is; see {@link #json}. */
  public JsonNode content() throws FailureException {
    String text = text().strip();
    if (text.isEmpty()) {
      throw odd(host + " gave an empty answer", null);
    }
    if (text.startsWith("<")) {
      throw odd(
          host + " answered with a web page and not with JSON; check the address and the network",
          null);
    }
    try {
      JsonNode node = JSON.readTree(text);
      if (node.isObject() || node.isArray()) {
        return node;
      }
      throw odd(host + " answered with something that is no JSON object", null);
    } catch (JacksonException e) {
      throw odd(host + " answered with broken JSON", e);
    }
  }

  /** Returns the failure that the status means. */
  public FailureException refused() {
    Failure.Kind kind = HttpFailures.kindOf(status);
    String detail = host + " answered with status " + status;
    return kind == Failure.Kind.FORBIDDEN
        ? new FailureException(
            new Failure(
                kind,
                detail + "; check key, user and password",
                new Failure.Words("书库不让访问", "the catalogue refuses access")),
            null)
        : new FailureException(kind, detail);
  }

  /**
   * Decodes the body: as it is declared, else as UTF-8, else as GB18030, which some services send
   * without saying so.
   */
  private String text() throws FailureException {
    Charset declared = type == null ? null : type.charset();
    for (Charset charset :
        declared == null
            ? new Charset[] {StandardCharsets.UTF_8, GB18030}
            : new Charset[] {declared, StandardCharsets.UTF_8, GB18030}) {
      String text = StrictText.decode(body, charset);
      if (text != null) {
        return text.startsWith("\ufeff") ? text.substring(1) : text;
      }
    }
    throw odd(host + " answered with something that is no text", null);
  }

  private static FailureException odd(String detail, @Nullable Throwable cause) {
    return new FailureException(new Failure(Failure.Kind.WRONG_CONTENT, detail, ODD), cause);
  }
}
