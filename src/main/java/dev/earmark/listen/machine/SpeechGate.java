package dev.earmark.listen.machine;

import dev.earmark.listen.VoiceActivity;

/**
 * Opens while somebody may be speaking, so that recognisers rest in silence. Confined to one
 * thread.
 *
 * <p>The noise floor follows quiet sound at once and louder sound slowly (about 7 s). The gate
 * opens when at least three of five blocks are voice and 6 dB above the floor, and closes 0.6 s
 * after the last such block.
 */
final class SpeechGate {
  private static final double ABOVE_FLOOR_DB = 6;
  private static final double LOWEST_FLOOR_DB = -70;
  private static final double HIGHEST_FLOOR_DB = -25;
  private static final int RECENT = 0b11111;
  private static final int ENOUGH = 3;
  private static final int HOLD_BLOCKS = 30;

  private final VoiceActivity activity;
  private double floorDb = -55;
  private int recent;
  private int hold;
  private boolean voice;

  SpeechGate(VoiceActivity activity) {
    this.activity = activity;
  }

  /** Takes a block with its loudness; returns whether the gate is open. */
  boolean accept(short[] block, double levelDb) {
    double speed = levelDb < floorDb ? 0.3 : 0.003;
    floorDb += (levelDb - floorDb) * speed;
    floorDb = Math.min(HIGHEST_FLOOR_DB, Math.max(LOWEST_FLOOR_DB, floorDb));
    boolean loud = levelDb > floorDb + ABOVE_FLOOR_DB;
    voice = loud && activity.isVoice(block);
    recent = (recent << 1 | (voice ? 1 : 0)) & RECENT;
    if (Integer.bitCount(recent) >= ENOUGH) {
      hold = HOLD_BLOCKS;
    } else if (hold > 0) {
      hold--;
      if (hold == 0) {
        activity.reset();
      }
    }
    return hold > 0;
  }

  void expectFloor(double levelDb) {
    floorDb = Math.min(HIGHEST_FLOOR_DB, Math.max(LOWEST_FLOOR_DB, levelDb));
  }

  /** Returns whether the newest block is voice. */
  boolean voice() {
    return voice;
  }

  /** Returns the noise floor in dBFS. */
  double floorDb() {
    return floorDb;
  }
}
