package dev.earmark.remote.http;

import dev.earmark.remote.http.reply.Replies;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The web page: a few files of the jar, served with a strict content policy. */
final class WebPage {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private record Asset(String resource, String type) {}

  private static final Asset DESCRIPTION =
      new Asset("openapi.json", "application/json; charset=utf-8");
  private static final List<String> SCRIPTS =
      List.of(
          "app.js",
          "base.js",
          "books.js",
          "covers.js",
          "hearing.js",
          "places.js",
          "player.js",
          "recorder.js",
          "room.js",
          "runs.js",
          "words.js");
  private static final Map<String, Asset> ASSETS = assets();

  private static Map<String, Asset> assets() {
    Map<String, Asset> assets = new TreeMap<>();
    assets.put("/", new Asset("index.html", "text/html; charset=utf-8"));
    assets.put("/style.css", new Asset("style.css", "text/css; charset=utf-8"));
    assets.put("/icon.svg", new Asset("icon.svg", "image/svg+xml"));
    for (String script : SCRIPTS) {
      assets.put("/" + script, new Asset(script, "text/javascript; charset=utf-8"));
    }
    return assets;
  }

  private WebPage() {}

  static void register(RoutesConfig routes) {
    ASSETS.forEach((path, asset) -> register(routes, path, asset));
    register(routes, "/api/openapi.json", DESCRIPTION);
  }

  private static void register(RoutesConfig routes, String path, Asset asset) {
    byte[] bytes = load(asset.resource());
    String tag = Replies.tag(bytes);
    routes.get(path, ctx -> serve(ctx, asset, bytes, tag));
  }

  /** Returns the paths of the page's files, which need no token. */
  static Set<String> paths() {
    return ASSETS.keySet();
  }

  private static void serve(Context ctx, Asset asset, byte[] bytes, String tag) {
    ctx.header("Content-Security-Policy", POLICY);
    ctx.header("Cache-Control", "no-cache");
    if (Replies.unchanged(ctx, tag)) {
      ctx.status(304);
      return;
    }
    ctx.contentType(asset.type()).result(bytes);
  }

  private static byte[] load(String name) {
    try (InputStream in = WebPage.class.getResourceAsStream("/web/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks web/" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
