package dev.earmark.audio.mix;

/**
 * A gain that moves to its target in a straight line, frame by frame, so that no step is heard.
 * Confined to one thread.
 */
final class Gain {
  private float value;
  private float target;
  private float step;
  private int left;

  Gain(float value) {
    this.value = value;
    this.target = value;
  }

  /** Sets out for a target; a new target is reached after the given frames. */
  void moveTo(float newTarget, int frames) {
    if (newTarget == target) {
      return;
    }
    target = newTarget;
    left = Math.max(1, frames);
    step = (target - value) / left;
  }

  /** Returns whether it is still on its way. */
  boolean moves() {
    return left > 0;
  }

  /** Returns the gain of the next frame. */
  float next() {
    if (left > 0) {
      left--;
      value = left == 0 ? target : value + step;
    }
    return value;
  }
}
