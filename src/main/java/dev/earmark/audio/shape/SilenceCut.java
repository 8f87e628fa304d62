package dev.earmark.audio.shape;

/**
 * Shortens long silences: their first quarter of a second and their last tenth are kept, so that a
 * pause stays a pause and no word loses its beginning. Confined to one thread.
 */
final class SilenceCut {
  private static final int PIECE = 480;
  private static final int KEPT_HEAD = 12_000;
  private static final int KEPT_TAIL = 4_800;
  private static final int FADE = 240;

  private final short[] tail = new short[2 * KEPT_TAIL];
  private int tailFrames;
  private int silentFrames;
  private boolean cut; // something between the head and the tail was dropped

  /**
   * Copies what is to be heard.
   *
   * @param peak a piece whose samples all stay below it is silent
   * @param target room for {@code frames} and {@link #mostMore} more
   * @return the frames copied
   */
  int apply(short[] samples, int frames, int peak, short[] target) {
    int out = 0;
    for (int from = 0; from < frames; from += PIECE) {
      int n = Math.min(PIECE, frames - from);
      if (!isSilent(samples, from, n, peak)) {
        out += putTail(target, out);
        silentFrames = 0;
      } else {
        silentFrames += n;
        if (silentFrames > KEPT_HEAD) {
          keep(samples, from, n);
          continue;
        }
      }
      System.arraycopy(samples, 2 * from, target, 2 * out, 2 * n);
      out += n;
    }
    return out;
  }

  /** Returns how many frames more than it is given may come out of it. */
  static int mostMore() {
    return KEPT_TAIL;
  }

  private static boolean isSilent(short[] samples, int from, int n, int peak) {
    for (int i = 2 * from; i < 2 * (from + n); i++) {
      if (Math.abs(samples[i]) >= peak) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the newest frames of what is left out. */
  private void keep(short[] samples, int from, int n) {
    int over = Math.max(0, tailFrames + n - KEPT_TAIL);
    if (over > 0) {
      cut = true;
      System.arraycopy(tail, 2 * over, tail, 0, 2 * (tailFrames - over));
      tailFrames -= over;
    }
    System.arraycopy(samples, 2 * from, tail, 2 * tailFrames, 2 * n);
    tailFrames += n;
  }

  private int putTail(short[] target, int at) {
    int n = tailFrames;
    for (int i = 0; i < n; i++) {
      float gain = cut && i < FADE ? (i + 1f) / FADE : 1;
      target[2 * (at + i)] = (short) (tail[2 * i] * gain);
      target[2 * (at + i) + 1] = (short) (tail[2 * i + 1] * gain);
    }
    reset();
    return n;
  }

  void reset() {
    tailFrames = 0;
    silentFrames = 0;
    cut = false;
  }
}
