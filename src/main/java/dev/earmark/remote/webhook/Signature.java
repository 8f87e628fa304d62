package dev.earmark.remote.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a message as the Standard Webhooks specification says: HMAC-SHA256 over {@code
 * id.timestamp.body}, in Base64, behind {@code v1,}. A secret that begins with {@code whsec_} is
 * Base64 behind that, another one is taken as it is written.
 */
final class Signature {
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * Returns the value of the header {@code webhook-signature}.
   *
   * @param seconds since 1970, as in the header {@code webhook-timestamp}
   * @throws IllegalArgumentException when the secret is empty, or no Base64 behind its prefix
   */
  static String of(String secret, String id, long seconds, byte[] body) {
    byte[] key =
        secret.startsWith(PREFIX)
            ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
            : secret.getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
