package dev.earmark.remote.http;

import dev.earmark.remote.http.reply.Replies;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The web page: a few files of the jar, served with a strict content policy. */
final class WebPage {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private record Asset(String resource, String type) {}

  private static final Map<String, Asset> ASSETS =
      Map.of(
          "/", new Asset("index.html", "text/html; charset=utf-8"),
          "/app.js", new Asset("app.js", "text/javascript; charset=utf-8"),
          "/runs.js", new Asset("runs.js", "text/javascript; charset=utf-8"),
          "/style.css", new Asset("style.css", "text/css; charset=utf-8"),
          "/icon.svg", new Asset("icon.svg", "image/svg+xml"),
          "/api/openapi.json", new Asset("openapi.json", "application/json; charset=utf-8"));

  private WebPage() {}

  static void register(RoutesConfig routes) {
    ASSETS.forEach(
        (path, asset) -> {
          byte[] bytes = load(asset.resource());
          String tag = Replies.tag(bytes);
          routes.get(path, ctx -> serve(ctx, asset, bytes, tag));
        });
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
