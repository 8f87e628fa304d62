package dev.earmark.listen;

/** Tells voice from other sound, block by block. Confined to one thread. */
public interface VoiceActivity extends AutoCloseable {
  /** Returns whether the block of 320 samples (20 ms at 16 kHz) holds voice. */
  boolean isVoice(short[] block);

  /** Forgets what was heard, so that a stuck state cannot last longer than one utterance. */
  void reset();

  /** Frees the native memory, on the thread that uses it; does not block. */
  @Override
  void close();

  /** Makes detectors, one for each stream. */
  @FunctionalInterface
  interface Factory {
    /** Returns a new detector. */
    VoiceActivity open();
  }

  /** Returns a detector that takes every sound for voice, so that loudness alone decides. */
  static VoiceActivity loudnessOnly() {
    return new VoiceActivity() {
      @Override
      public boolean isVoice(short[] block) {
        return true;
      }

      @Override
      public void reset() {
        // Keeps no state.
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }
}
