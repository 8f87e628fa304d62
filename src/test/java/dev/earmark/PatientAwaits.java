package dev.earmark;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every {@code await()} of the tests wait up to a minute, not ten seconds: on a loaded machine
 * a thread may be late by that much, and what is awaited costs no time when it comes.
 *
 * <p>Found by the engine through {@code META-INF/services}.
 */
public final class PatientAwaits implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
