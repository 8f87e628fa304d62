package dev.earmark.remote.http;

import dev.earmark.remote.http.reply.Operation;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The web page: a few files of the jar, served with a strict content policy. The API's description
 * names them ({@code x-file}).
 */
final class WebPage {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private WebPage() {}

  static void register(Operations to) {
    for (Operation operation : to.left()) {
      operation.file().ifPresent(file -> register(to, operation, file));
    }
  }

  private static void register(Operations to, Operation operation, String file) {
    byte[] bytes = load(file);
    String tag = Replies.tag(bytes);
    String type =
        operation.type().startsWith("image/")
            ? operation.type()
            : operation.type() + "; charset=utf-8";
    to.on(operation.id(), ctx -> serve(ctx, type, bytes, tag));
  }

  private static void serve(Context ctx, String type, byte[] bytes, String tag) {
    ctx.header("Content-Security-Policy", POLICY);
    ctx.header("Cache-Control", "no-cache");
    if (Replies.unchanged(ctx, tag)) {
      ctx.status(304);
      return;
    }
    ctx.contentType(type).result(bytes);
  }

  /** Returns a file of the page. */
  static byte[] load(String name) {
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
