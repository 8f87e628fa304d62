package dev.earmark.listen.models;

/**
 * How speech models come to the machine, from {@code models.*}.
 *
 * @param autoInstall whether the daemon fetches the official small models of its languages in the
 *     background
 * @param listUrl where the list of the official models is, a JSON document with size and md5 for
 *     each
 */
public record ModelSettings(boolean autoInstall, String listUrl) {
  /** The defaults. */
  public static final ModelSettings DEFAULT =
      new ModelSettings(
          /* autoInstall= */ true, "https://alphacephei.com/vosk/models/model-list.json");
}
