package dev.earmark.audio.shape;

/** A second-order filter for one channel, transposed direct form II. Confined to one thread. */
final class Biquad {
  private static final double RATE = 48_000;
  private static final double TINY = 1e-25;

  private final double b0;
  private final double b1;
  private final double b2;
  private final double a1;
  private final double a2;
  private double z1;
  private double z2;

  Biquad(double b0, double b1, double b2, double a1, double a2) {
    this.b0 = b0;
    this.b1 = b1;
    this.b2 = b2;
    this.a1 = a1;
    this.a2 = a2;
  }

  /** The first filter of the K-weighting of ITU-R BS.1770-4 at 48 kHz: the head. */
  static Biquad head() {
    return new Biquad(
        1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585);
  }

  /** The second filter of the K-weighting at 48 kHz: what is too low to be heard as loud. */
  static Biquad lowCut() {
    return new Biquad(1, -2, 1, -1.99004745483398, 0.99007225036621);
  }

  /** Lets pass what is above a frequency (Audio EQ Cookbook, second-order high-pass, Q 0.707). */
  static Biquad highPass(double hz) {
    double w = 2 * Math.PI * hz / RATE;
    double alpha = Math.sin(w) / (2 * Math.sqrt(0.5));
    double cos = Math.cos(w);
    double a0 = 1 + alpha;
    return new Biquad(
        (1 + cos) / 2 / a0, -(1 + cos) / a0, (1 + cos) / 2 / a0, -2 * cos / a0, (1 - alpha) / a0);
  }

  /** Lifts a band (Audio EQ Cookbook, peaking). */
  static Biquad peak(double hz, double q, double db) {
    double w = 2 * Math.PI * hz / RATE;
    double alpha = Math.sin(w) / (2 * q);
    double a = Math.pow(10, db / 40);
    double cos = Math.cos(w);
    double a0 = 1 + alpha / a;
    return new Biquad(
        (1 + alpha * a) / a0,
        -2 * cos / a0,
        (1 - alpha * a) / a0,
        -2 * cos / a0,
        (1 - alpha / a) / a0);
  }

  double next(double x) {
    double y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    return y;
  }

  /** Takes over what another one of the same kind has heard. */
  void follow(Biquad other) {
    z1 = other.z1;
    z2 = other.z2;
  }

  /** Ends what has become too small to be a normal number, which processors are slow with. */
  void settle() {
    if (Math.abs(z1) < TINY && Math.abs(z2) < TINY) {
      reset();
    }
  }

  /** Forgets what it heard. */
  void reset() {
    z1 = 0;
    z2 = 0;
  }
}
