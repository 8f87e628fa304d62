package dev.earmark.config;

import dev.earmark.base.EventFilter;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import dev.earmark.remote.webhook.WebhookSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the list of addresses that are told what happens. */
final class Webhooks {
  static final String KEY = "webhooks";

  /** What an automation acts on; not the partial words and steps, of which there are many. */
  static final String USUAL_EVENTS =
      "play.started,play.failed,player.changed,player.problem,run.ended,timer.fired,notice";

  private static final String ENCODED = "whsec_";
  private static final Key<String> URL = Catalogues.text("url");
  private static final Key<String> SECRET_ENV = Catalogues.text("secret-env");
  private static final Key<String> SECRET_FILE = Catalogues.text("secret-file");
  private static final Key<EventFilter> EVENTS =
      new Key<>(
          "events", USUAL_EVENTS.replace(",", Key.SEPARATOR), Webhooks::events, /* isList= */ true);
  private static final Key<Duration> TIMEOUT =
      new Key<>(
          "timeout",
          "10s",
          Parsers.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
          /* isList= */ false);

  private final Path file;
  private final List<Problem> problems;
  private final List<EarmarkConfig.Effective> effective;
  private final Secrets secrets;
  private final List<Problem> warnings;

  /**
   * Makes a reader.
   *
   * @param problems gets what is wrong
   * @param effective gets what counts
   * @param secrets reads what signs the messages
   * @param warnings gets what has no effect
   */
  Webhooks(
      Path file,
      List<Problem> problems,
      List<EarmarkConfig.Effective> effective,
      Secrets secrets,
      List<Problem> warnings) {
    this.file = file;
    this.problems = problems;
    this.effective = effective;
    this.secrets = secrets;
    this.warnings = warnings;
  }

  static EventFilter events(String joined) {
    return new EventFilter(Parsers.list(joined).stream().map(String::strip).toList());
  }

  /** Returns the addresses of the file's entry. */
  List<WebhookSettings> read(YamlTree.@Nullable Entry entry) {
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(KEY, "", "default"));
      return List.of();
    }
    String place = String.valueOf(file.getFileName());
    String where = place + " line " + entry.line();
    List<WebhookSettings> hooks = new ArrayList<>();
    for (Object item : entry.items()) {
      if (item instanceof YamlTree.Item map) {
        WebhookSettings hook = hook(new CatalogueItem(map, place, problems, KEY));
        if (hook != null) {
          hooks.add(hook);
        }
      } else {
        problems.add(
            new Problem(
                where, KEY, "expected items such as {url: \"https://…\", events: [run.ended]}"));
      }
    }
    String shown = String.join(", ", hooks.stream().map(WebhookSettings::shown).toList());
    effective.add(new EarmarkConfig.Effective(KEY, shown, where));
    return hooks;
  }

  private @Nullable WebhookSettings hook(CatalogueItem item) {
    String url = item.get(URL);
    boolean isAddress = isAddress(url);
    if (!isAddress) {
      item.problem(
          "url", "expected an address such as http://192.168.1.5:8123/api/webhook/earmark");
    }
    String secret = secret(item);
    EventFilter events = item.get(EVENTS);
    events
        .idle()
        .forEach(
            type -> warnings.add(ConfigReader.idle(item.where("events"), KEY + ".events", type)));
    Duration timeout = item.get(TIMEOUT);
    item.refuseOthers("webhook");
    return isAddress ? new WebhookSettings(url, events, secret, timeout) : null;
  }

  /** Reads what signs the messages; each address has its own, so there is no common credential. */
  private String secret(CatalogueItem item) {
    String variable = item.get(SECRET_ENV);
    String secretFile = item.get(SECRET_FILE);
    if (variable.isEmpty() && secretFile.isEmpty()) {
      return "";
    }
    String secret =
        secrets.read(
            new Secrets.Source(variable, item.where("secret-env"), KEY + ".secret-env"),
            /* isNeeded= */ true,
            new Secrets.Source(secretFile, item.where("secret-file"), KEY + ".secret-file"),
            KEY);
    if (secret.startsWith(ENCODED) && !isBase64(secret.substring(ENCODED.length()))) {
      item.problem(
          variable.isEmpty() ? "secret-file" : "secret-env",
          "behind whsec_ the secret is not Base64; write it as it was given");
      return "";
    }
    return secret;
  }

  /**
   * Returns whether it can be posted to as it is written; a user and password have no place in it.
   */
  private static boolean isAddress(String written) {
    try {
      URI uri = new URI(written);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return http && Parsers.hasPlainHost(uri);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
