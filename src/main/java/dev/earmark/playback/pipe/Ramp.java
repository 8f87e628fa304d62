package dev.earmark.playback.pipe;

/**
 * A gain that moves in a straight line from one value to another, frame by frame. Not thread-safe.
 */
final class Ramp {
  private float value;
  private float target;
  private float step;
  private long left;

  Ramp(float value) {
    this.value = value;
    this.target = value;
  }

  /** Starts to move from where it is; arrives after the given frames. */
  void to(float newTarget, long frames) {
    target = newTarget;
    if (frames <= 0) {
      set(newTarget);
    } else {
      step = (newTarget - value) / frames;
      left = frames;
    }
  }

  /** Is at the value at once. */
  void set(float newValue) {
    value = newValue;
    target = newValue;
    left = 0;
  }

  /** Returns the gain of the next frame and moves on. */
  float next() {
    float current = value;
    if (left > 0) {
      left--;
      value = left == 0 ? target : value + step;
    }
    return current;
  }

  float value() {
    return value;
  }

  float target() {
    return target;
  }

  boolean moves() {
    return left > 0;
  }
}
