package dev.earmark.config;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.archive.ArchiveSettings;
import dev.earmark.library.audiobookshelf.AudiobookshelfSettings;
import dev.earmark.library.feed.FeedSettings;
import dev.earmark.library.http.WebSettings;
import dev.earmark.library.jellyfin.JellyfinSettings;
import dev.earmark.library.librivox.LibrivoxSettings;
import dev.earmark.library.subsonic.SubsonicSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the keys of the catalogues on the web; those of one type are read for that type alone. */
final class WebServices {
  /** The types, as they are written. */
  static final List<String> TYPES =
      List.of(
          "librivox", "archive", "mapped", "subsonic", "jellyfin", "audiobookshelf", "podcasts");

  private static final Key<Duration> TIMEOUT =
      key("timeout", "10s", Parsers.duration(Duration.ofMillis(100), Duration.ofMinutes(1)));
  private static final Key<Integer> MOST_PER_DAY =
      key("most-per-day", "0", Parsers.integer(0, 10_000_000));
  private static final Key<Boolean> ALLOW_PRIVATE = key("allow-private", "false", Parsers::flag);
  private static final Key<Boolean> SYNC = key("sync", "true", Parsers::flag);
  private static final Key<List<String>> FEEDS = list("feeds", List.of(), WebServices::addresses);
  private static final Key<Duration> EVERY =
      key("every", "1h", Parsers.duration(Duration.ofMinutes(5), Duration.ofDays(7)));
  private static final Key<List<String>> COLLECTIONS =
      list("collections", ArchiveSettings.COLLECTIONS, WebServices::collections);
  private static final Key<List<String>> FORMATS =
      list("formats", ArchiveSettings.FORMATS, Parsers::list);

  private final Secrets secrets;

  WebServices(Secrets secrets) {
    this.secrets = secrets;
  }

  private static <T> Key<T> key(
      String path, String fallback, java.util.function.Function<String, T> parser) {
    return new Key<>(path, fallback, parser, /* isList= */ false);
  }

  private static <T> Key<T> list(
      String path, List<String> fallback, java.util.function.Function<String, T> parser) {
    return new Key<>(path, String.join(Key.SEPARATOR, fallback), parser, /* isList= */ true);
  }

  /** Returns the settings; null when there is no such type. */
  CatalogueSettings.@Nullable Service read(String name, String type, CatalogueItem item) {
    return switch (type) {
      case "librivox" -> new LibrivoxSettings(web(item, LibrivoxSettings.URL, "200ms"));
      case "archive" ->
          new ArchiveSettings(
              web(item, ArchiveSettings.URL, "200ms"), item.get(COLLECTIONS), item.get(FORMATS));
      case "mapped" -> mapped(name, item);
      case "subsonic" -> subsonic(name, item);
      case "jellyfin" -> jellyfin(name, item);
      case "audiobookshelf" -> audiobookshelf(name, item);
      case "podcasts" -> podcasts(item);
      default -> null;
    };
  }

  private static CatalogueSettings.Service podcasts(CatalogueItem item) {
    List<String> feeds = item.get(FEEDS);
    String opml = item.get(Catalogues.text("opml"));
    if (!item.has("feeds") && opml.isEmpty()) {
      item.problem("feeds", "addresses of feeds are needed here, or opml with the path of a list");
    }
    return new FeedSettings(web(item, /* url= */ "", "1s", "20MiB"), feeds, opml, item.get(EVERY));
  }

  private CatalogueSettings.Service jellyfin(String name, CatalogueItem item) {
    String user = item.get(Catalogues.text("user"));
    String secret = login(name, item, user);
    return new JellyfinSettings(
        web(item, needed(item), "0s"),
        new JellyfinSettings.Login(user, secret),
        item.get(Catalogues.text("library")));
  }

  private CatalogueSettings.Service audiobookshelf(String name, CatalogueItem item) {
    String key = secret(name, item, "key");
    if (key.isEmpty() && !item.has("key-env") && !item.has("key-file")) {
      item.problem("key-env", "key-env or key-file with an API key of the server is needed here");
    }
    return new AudiobookshelfSettings(
        web(item, needed(item), "0s"), key, item.get(Catalogues.text("library")), item.get(SYNC));
  }

  /** Returns the password of a user, or else a key. */
  private String login(String name, CatalogueItem item, String user) {
    String what = user.isEmpty() ? "key" : "password";
    String secret = secret(name, item, what);
    if (secret.isEmpty() && !item.has(what + "-env") && !item.has(what + "-file")) {
      item.problem(
          user.isEmpty() ? "user" : "password-env",
          "a user with password-env or password-file, or else key-env or key-file, is needed here");
    }
    return secret;
  }

  private CatalogueSettings.Service subsonic(String name, CatalogueItem item) {
    String user = item.get(Catalogues.text("user"));
    String secret = login(name, item, user);
    return new SubsonicSettings(
        web(item, needed(item), "0s"),
        new SubsonicSettings.Login(user, secret),
        item.get(Catalogues.text("music-folder")));
  }

  private CatalogueSettings.Service mapped(String name, CatalogueItem item) {
    MappedKeys keys = new MappedKeys(item);
    keys.addPreset();
    String secret = secret(name, item, "key");
    String signSecret = keys.hasSignSecret() ? secret(name, item, "secret") : "";
    return keys.read(web(item, needed(item), "1s"), secret, signSecret);
  }

  /** Returns an address to go on with when the service's own is missing. */
  private static String needed(CatalogueItem item) {
    if (!item.has("url")) {
      item.problem("url", "the address of the service is needed here, such as https://example.org");
    }
    return "http://127.0.0.1";
  }

  private String secret(String name, CatalogueItem item, String what) {
    String variable = item.get(Catalogues.text(what + "-env"));
    String file = item.get(Catalogues.text(what + "-file"));
    Secrets.Source ofVariable = source(item, what + "-env", variable);
    Secrets.Source ofFile = source(item, what + "-file", file);
    String owner = MissingSecret.ofCatalogue(name);
    return what.equals("key")
        ? secrets.readKey(ofVariable, /* isNeeded= */ true, ofFile, owner)
        : secrets.read(ofVariable, /* isNeeded= */ true, ofFile, owner);
  }

  private static Secrets.Source source(CatalogueItem item, String key, String name) {
    return new Secrets.Source(name, item.where(key), Catalogues.KEY + "." + key);
  }

  private static WebSettings web(CatalogueItem item, String url, String pace) {
    return web(item, item.get(key("url", url, Parsers::httpAddress)), pace, "8MiB");
  }

  private static WebSettings web(CatalogueItem item, String url, String pace, String maxSize) {
    return new WebSettings(
        url,
        item.get(TIMEOUT),
        item.get(key("pace", pace, Parsers.duration(Duration.ZERO, Duration.ofMinutes(1)))),
        item.get(MOST_PER_DAY),
        item.get(key("max-size", maxSize, Parsers.sizeUpTo(64L << 20))),
        item.get(ALLOW_PRIVATE));
  }

  private static List<String> addresses(String joined) {
    List<String> addresses = Parsers.list(joined).stream().map(String::strip).toList();
    addresses.forEach(Parsers::httpAddress);
    return addresses;
  }

  private static List<String> collections(String joined) {
    List<String> names = Parsers.list(joined);
    if (!names.stream().allMatch(name -> name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"))) {
      throw new IllegalArgumentException(
          "expected identifiers of collections such as [librivoxaudio]");
    }
    return names;
  }
}
