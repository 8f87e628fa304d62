package dev.earmark.config.value;

/**
 * Something wrong in the configuration.
 *
 * @param where {@code config.yml line 12}, or the environment variable
 * @param key the key's path, or what stands in its place
 * @param text one sentence with the remedy
 */
public record Problem(String where, String key, String text) {
  @Override
  public String toString() {
    return key.isEmpty() ? where + ": " + text : where + ": " + key + ": " + text;
  }
}
