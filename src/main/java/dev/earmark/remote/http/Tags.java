package dev.earmark.remote.http;

import io.javalin.http.Context;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Entity tags, so that an unchanged answer is not sent twice. */
final class Tags {
  private Tags() {}

  /** Returns a weak tag of the bytes. */
  static String of(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "W/\"" + HexFormat.of().formatHex(hash, 0, 8) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Sets the tag on the answer and returns whether the caller has the same thing already. */
  static boolean matches(Context ctx, String tag) {
    ctx.header("ETag", tag);
    String known = ctx.header("If-None-Match");
    return known != null
        && Arrays.stream(known.split(",", -1))
            .map(String::strip)
            .anyMatch(k -> k.equals("*") || k.equals(tag) || ("W/" + k).equals(tag));
  }
}
