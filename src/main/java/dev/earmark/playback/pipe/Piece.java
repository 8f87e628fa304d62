package dev.earmark.playback.pipe;

import dev.earmark.audio.PcmBlock;
import java.util.ArrayDeque;

/**
 * Sound in the queue of a pipe, or, without sound, the mark where a section begins. Once the mixer
 * has begun to read it, it also says what the frames from {@code firstFrame} on hold. Guarded by
 * the lock of its pipe.
 */
final class Piece {
  short[] samples = {};
  boolean isMark;
  int section;
  double fromS;
  double toS;
  int frames;
  int read;
  long firstFrame;

  private Piece() {}

  /**
   * Makes pieces out of those that are done with, so that a pipe in use allocates nothing. There
   * are no more of them than the pipe has held at once.
   */
  static final class Store {
    private final ArrayDeque<Piece> spare = new ArrayDeque<>();

    /** Returns a copy of a block. */
    Piece sound(PcmBlock block, int section, double fromS, double toS) {
      Piece piece = piece(section, fromS, toS);
      int count = block.samples().length;
      if (piece.samples.length < count) {
        piece.samples = new short[count];
      }
      System.arraycopy(block.samples(), 0, piece.samples, 0, count);
      piece.frames = block.frames();
      return piece;
    }

    /** Returns the mark where a section begins. */
    Piece mark(int section, double atS) {
      Piece piece = piece(section, atS, atS);
      piece.isMark = true;
      return piece;
    }

    private Piece piece(int section, double fromS, double toS) {
      Piece known = spare.poll();
      Piece piece = known == null ? new Piece() : known;
      piece.isMark = false;
      piece.section = section;
      piece.fromS = fromS;
      piece.toS = toS;
      piece.frames = 0;
      piece.read = 0;
      piece.firstFrame = 0;
      return piece;
    }

    /** Takes a piece back that nobody holds any more. */
    void done(Piece piece) {
      spare.push(piece);
    }
  }
}
