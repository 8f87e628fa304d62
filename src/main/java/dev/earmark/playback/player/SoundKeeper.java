package dev.earmark.playback.player;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.playback.habits.KeptSettings;
import java.util.OptionalDouble;

/** Keeps what a listener wants done to the sound, and how loud books are. Thread-safe. */
final class SoundKeeper implements Shaping.Memory {
  private static final String SOUND = "player.sound";
  private static final String LOUDNESS = "loudness:";

  private final KeptSettings kept;

  SoundKeeper(KeptSettings kept) {
    this.kept = kept;
  }

  /** Returns what was kept, or else what is configured; the target is always the configured one. */
  ShapeSettings kept(ShapeSettings configured) {
    String text = kept.setting(SOUND).orElse("");
    return text.isEmpty()
        ? configured
        : new ShapeSettings(
            text.contains("level"),
            configured.targetLufs(),
            text.contains("boost"),
            text.contains("shorten"));
  }

  void keep(ShapeSettings now) {
    kept.put(
        SOUND,
        "sound"
            + (now.level() ? " level" : "")
            + (now.boost() ? " boost" : "")
            + (now.shortenSilence() ? " shorten" : ""));
  }

  @Override
  public OptionalDouble loudness(String book) {
    return kept.setting(LOUDNESS + book).stream().mapToDouble(Double::parseDouble).findFirst();
  }

  @Override
  public void loudness(String book, double lufs) {
    kept.put(LOUDNESS + book, String.valueOf(lufs));
  }
}
