package dev.earmark.config;

import java.util.List;

/**
 * A configuration that may lack secrets.
 *
 * @param config a secret that is not there is empty
 * @param missing the secrets that are not there, in the order of their reading
 */
public record ReadConfig(EarmarkConfig config, List<MissingSecret> missing) {
  /** Copies the list. */
  public ReadConfig {
    missing = List.copyOf(missing);
  }
}
