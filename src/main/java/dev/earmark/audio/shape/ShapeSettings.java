package dev.earmark.audio.shape;

/**
 * What is done to the sound of a book.
 *
 * @param level whether all sections are brought to one loudness
 * @param targetLufs that loudness, in LUFS as EBU R128 measures it, -40 to -10
 * @param boost whether the voice is made clearer and quiet words louder
 * @param shortenSilence whether long silences are shortened
 */
public record ShapeSettings(
    boolean level, double targetLufs, boolean boost, boolean shortenSilence) {
  /** The defaults: one loudness of -19 LUFS, and nothing else. */
  public static final ShapeSettings DEFAULT =
      new ShapeSettings(/* level= */ true, -19, /* boost= */ false, /* shortenSilence= */ false);

  /** Nothing is done. */
  public static final ShapeSettings OFF =
      new ShapeSettings(/* level= */ false, -19, /* boost= */ false, /* shortenSilence= */ false);

  /** Returns whether the sound passes as it is. */
  boolean isOff() {
    return !level && !boost && !shortenSilence;
  }
}
