package dev.earmark.library.mapped;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.PlainText;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends the requests of a mapping and judges the answers: what the service itself says about a
 * failure is what the listener is told. Thread-safe.
 */
final class Service {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final MediaType JSON_TYPE = MediaType.get("application/json");
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final int LONGEST_MESSAGE = 120;

  private final String name;
  private final MappedSettings settings;
  private final WebClient web;
  private final Signing signing;

  Service(String name, MappedSettings settings, WebClient web, Clock clock) {
    this.signing = new Signing(settings.sign(), settings.key().value(), clock);
    this.name = name;
    this.settings = settings;
    this.web = web;
  }

  /**
   * Asks.
   *
   * @param given values of this request's variables
   * @throws FailureException also for a failure that the service tells in its answer
   */
  JsonNode ask(MappedSettings.Query query, Map<String, String> given, CancelFlag cancel)
      throws IOException {
    Map<String, String> variables = new HashMap<>(settings.variables());
    variables.putAll(given);
    Map<String, String> signed = signing.variables();
    variables.putAll(signed);
    Answer answer = web.ask(request(query, variables, signed), cancel);
    if (answer.isSuccess()) {
      JsonNode content = answer.json();
      checkVerdict(content, 200);
      return content;
    }
    throw refused(answer);
  }

  /** Returns the failure in the service's own words, or that of the status when it has none. */
  private FailureException refused(Answer answer) {
    FailureException byStatus = answer.refused();
    try {
      JsonNode content = answer.content();
      return message(content).isEmpty() ? byStatus : failure(content, answer.status());
    } catch (FailureException e) {
      byStatus.addSuppressed(e);
      return byStatus;
    }
  }

  private Request request(
      MappedSettings.Query query, Map<String, String> variables, Map<String, String> signed)
      throws FailureException {
    String path = filled(query.path(), variables, /* encode= */ true);
    HttpUrl base = HttpUrl.parse(settings.web().url() + path);
    if (base == null) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "the path of the catalogue " + name + " makes no address; correct it in config.yml");
    }
    Map<String, String> params = new LinkedHashMap<>();
    query
        .params()
        .forEach((key, value) -> params.put(key, filled(value, variables, /* encode= */ false)));
    MappedSettings.Secret key = settings.key();
    if (!key.value().isEmpty() && !key.param().isEmpty()) {
      params.put(key.param(), key.value());
    }
    Request.Builder request = new Request.Builder();
    settings.headers().forEach((header, value) -> request.header(header, known(value, signed)));
    sign(params, request, signed);
    if (!key.value().isEmpty() && !key.header().isEmpty()) {
      request.header(key.header(), key.prefix() + key.value());
    }
    switch (query.method()) {
      case GET -> {
        HttpUrl.Builder url = base.newBuilder();
        params.forEach(url::setQueryParameter);
        request.url(url.build());
      }
      case FORM -> {
        FormBody.Builder form = new FormBody.Builder(StandardCharsets.UTF_8);
        params.forEach(form::add);
        request.url(base).post(form.build());
      }
      case JSON ->
          request.url(base).post(RequestBody.create(JSON.writeValueAsBytes(params), JSON_TYPE));
      default -> throw new IllegalStateException("unknown method " + query.method());
    }
    return request.build();
  }

  private void sign(
      Map<String, String> params, Request.Builder request, Map<String, String> signed) {
    if (!signing.isOn()) {
      return;
    }
    String signature = signing.of(params, signed);
    MappedSettings.Sign sign = settings.sign();
    if (!sign.header().isEmpty()) {
      request.header(sign.header(), signature);
    }
    if (!sign.param().isEmpty()) {
      params.put(sign.param(), signature);
    }
  }

  /** Fills the variables that are known and leaves everything else in a header as it is written. */
  private static String known(String template, Map<String, String> variables) {
    String text = template;
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      text = text.replace("{" + variable.getKey() + "}", variable.getValue());
    }
    return text;
  }

  private static String filled(String template, Map<String, String> variables, boolean encode) {
    Matcher matcher = VARIABLE.matcher(template);
    return matcher.replaceAll(
        match -> {
          String value = variables.getOrDefault(match.group(1), "");
          return Matcher.quoteReplacement(
              encode
                  ? URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20")
                  : value);
        });
  }

  private void checkVerdict(JsonNode content, int status) throws FailureException {
    MappedSettings.Verdict verdict = settings.verdict();
    if (verdict.ok().isEmpty()) {
      return;
    }
    String found = Lenient.text(Pointers.value(content, verdict.ok()));
    if (!verdict.okValues().contains(found)) {
      throw failure(content, status);
    }
  }

  private String message(JsonNode content) {
    String message =
        PlainText.of(
            Lenient.joined(Pointers.value(content, settings.verdict().message())), LONGEST_MESSAGE);
    for (String secret : List.of(settings.key().value(), settings.sign().secret())) {
      message = secret.isEmpty() ? message : message.replace(secret, "***");
    }
    return message;
  }

  private FailureException failure(JsonNode content, int status) {
    String code = Lenient.text(Pointers.value(content, settings.verdict().ok()));
    String message = message(content);
    Failure.Kind kind = kind(message, code.matches("[45]\\d\\d") ? code : "", status);
    String shown = code.isEmpty() ? String.valueOf(status) : code;
    if (message.isEmpty()) {
      return new FailureException(kind, name + " answered with the failure " + shown);
    }
    return new FailureException(
        new Failure(
            kind,
            name + " says: " + message + " (" + shown + ")",
            new Failure.Words(name + "说：" + message, name + " says: " + message)),
        null);
  }

  private Failure.Kind kind(String message, String code, int status) {
    if (contains(message, settings.verdict().quotaWords())) {
      return Failure.Kind.THROTTLED;
    }
    if (contains(message, settings.verdict().keyWords())) {
      return Failure.Kind.FORBIDDEN;
    }
    if (status != 200) {
      return HttpFailures.kindOf(status);
    }
    return code.isEmpty() ? Failure.Kind.SERVER_FAULT : HttpFailures.kindOf(Integer.parseInt(code));
  }

  private static boolean contains(@Nullable String message, List<String> words) {
    return message != null && words.stream().anyMatch(message::contains);
  }
}
