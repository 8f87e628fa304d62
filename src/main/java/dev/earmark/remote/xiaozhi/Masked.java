package dev.earmark.remote.xiaozhi;

/** Addresses without their secrets. */
public final class Masked {
  private Masked() {}

  /** Returns an address with its whole query masked, since the token may have any name there. */
  public static String address(String url) {
    int query = url.indexOf('?');
    String bare = query < 0 ? url : url.substring(0, query) + "?***";
    int scheme = bare.indexOf("://");
    int at = bare.indexOf('@');
    return scheme > 0 && at > scheme
        ? bare.substring(0, scheme + 3) + "***" + bare.substring(at)
        : bare;
  }

  /** Returns a text in which an address, and what stands in its query, is masked. */
  static String in(String text, String url) {
    String masked = text.replace(url, address(url));
    int query = url.indexOf('?');
    if (query >= 0 && query + 1 < url.length()) {
      for (String part : url.substring(query + 1).split("&", -1)) {
        String value = part.substring(part.indexOf('=') + 1);
        if (value.length() >= 4) {
          masked = masked.replace(value, "***");
        }
      }
    }
    return masked;
  }
}
