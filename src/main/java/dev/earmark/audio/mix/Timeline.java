package dev.earmark.audio.mix;

import java.util.ArrayDeque;

/**
 * Maps the mixer's frames to the frames of one source, which differ by every pause and gap, to tell
 * how much of the source has been heard. Confined to one thread.
 */
final class Timeline {
  private static final class Segment {
    final long mixStart;
    final long sourceStart;
    long frames;

    Segment(long mixStart, long sourceStart, long frames) {
      this.mixStart = mixStart;
      this.sourceStart = sourceStart;
      this.frames = frames;
    }
  }

  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private long sourceFrames;
  private long heard;

  /** Notes that frames of the source went into the mix at the given mixer frame. */
  void add(long mixStart, int frames) {
    if (frames == 0) {
      return;
    }
    Segment last = segments.peekLast();
    if (last != null && last.mixStart + last.frames == mixStart) {
      last.frames += frames;
    } else {
      segments.addLast(new Segment(mixStart, sourceFrames, frames));
    }
    sourceFrames += frames;
  }

  /** Returns how many frames of the source are heard when the mix is heard up to a frame. */
  long heardAt(long mixHeard) {
    while (true) {
      Segment first = segments.peekFirst();
      if (first == null || first.mixStart >= mixHeard) {
        return heard;
      }
      long within = Math.min(first.frames, mixHeard - first.mixStart);
      heard = Math.max(heard, first.sourceStart + within);
      if (within < first.frames) {
        return heard;
      }
      segments.removeFirst();
    }
  }

  /** Returns whether everything that went into the mix has been heard. */
  boolean isHeard() {
    return heard == sourceFrames;
  }
}
