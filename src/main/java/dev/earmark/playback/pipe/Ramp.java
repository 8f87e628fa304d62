package dev.earmark.playback.pipe;

/**
 * A gain that moves in a straight line from one value to another, frame by frame. Not thread-safe.
 */
final class Ramp {
  private float value;
  private float target;
  private float step;

  Ramp(float value) {
    this.value = value;
    this.target = value;
  }

  /** Starts to move from where it is; arrives after the given frames. */
  void to(float newTarget, long frames) {
    target = newTarget;
    if (frames <= 0) {
      value = newTarget;
    } else {
      step = (newTarget - value) / frames;
    }
  }

  /** Is at the value at once. */
  void set(float newValue) {
    value = newValue;
    target = newValue;
  }

  /** Returns the gain of the next frame and moves on. */
  float next() {
    float current = value;
    if (value != target) {
      value += step;
      if (step > 0 ? value >= target : value <= target) {
        value = target;
      }
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
    return value != target;
  }
}
