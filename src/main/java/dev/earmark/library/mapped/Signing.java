package dev.earmark.library.mapped;

import dev.earmark.base.Clock;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests as a mapping says: a digest, or a keyed digest (HMAC, RFC 2104), of a text that is
 * made of the key, a secret, the time and the parameters. Thread-safe.
 */
final class Signing {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final int NONCE = 8; // bytes
  private static final Map<String, String> NAMES =
      Map.of(
          "md5", "MD5",
          "sha1", "SHA-1",
          "sha256", "SHA-256",
          "hmac-md5", "HmacMD5",
          "hmac-sha1", "HmacSHA1",
          "hmac-sha256", "HmacSHA256");

  private final MappedSettings.Sign sign;
  private final String key;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  Signing(MappedSettings.Sign sign, String key, Clock clock) {
    this.sign = sign;
    this.key = key;
    this.clock = clock;
  }

  /** Returns what templates of one request may hold beside the request's own variables. */
  Map<String, String> variables() {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    long millis = clock.now().toEpochMilli();
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("timestamp", String.valueOf(millis / 1_000));
    variables.put("timestamp_ms", String.valueOf(millis));
    variables.put("nonce", HexFormat.of().formatHex(nonce));
    return variables;
  }

  /** Returns whether requests are signed at all. */
  boolean isOn() {
    return !sign.algorithm().isEmpty();
  }

  /**
   * Returns the signature.
   *
   * @param params all that are sent, without the signature
   * @param variables those of {@link #variables()}
   */
  String of(Map<String, String> params, Map<String, String> variables) {
    Map<String, String> values = new LinkedHashMap<>(variables);
    values.put("key", key);
    values.put("secret", secret());
    values.put(
        "params",
        new TreeMap<>(params)
            .entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("&")));
    params.forEach(values::putIfAbsent);
    String text =
        VARIABLE
            .matcher(sign.text())
            .replaceAll(match -> Matcher.quoteReplacement(values.getOrDefault(match.group(1), "")));
    String hex = HexFormat.of().formatHex(digest(text.getBytes(StandardCharsets.UTF_8)));
    return sign.isUpper() ? hex.toUpperCase(Locale.ROOT) : hex;
  }

  private String secret() {
    return sign.secret().isEmpty() ? key : sign.secret();
  }

  private byte[] digest(byte[] text) {
    String name = NAMES.get(sign.algorithm());
    if (name == null) {
      throw new IllegalStateException(
          "the configuration lets " + sign.algorithm() + " not through");
    }
    try {
      if (!sign.algorithm().startsWith("hmac")) {
        return MessageDigest.getInstance(name).digest(text);
      }
      Mac mac = Mac.getInstance(name);
      byte[] secret = secret().getBytes(StandardCharsets.UTF_8);
      mac.init(new SecretKeySpec(secret.length == 0 ? new byte[1] : secret, name));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }
}
