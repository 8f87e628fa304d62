package dev.earmark.playback.decode;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.library.Album;
import dev.earmark.playback.pipe.BookPipe;
import java.util.ArrayDeque;

/**
 * What has been decoded and waits for room in the pipe, with the sound already shaped. Confined to
 * the decode thread.
 */
final class Outbox {
  private sealed interface Out {}

  /** A block; one object for most of them, because there is one at a time as a rule. */
  private static final class Sound implements Out {
    PcmBlock block = EMPTY;
    int section;
    double fromS;
    double toS;
  }

  private record Mark(int section, double atS) implements Out {}

  private record End() implements Out {}

  private static final PcmBlock EMPTY = new PcmBlock(AudioFormat.OUTPUT, new short[0]);

  private final BookPipe pipe;
  private final Shaping shaping;
  private final ArrayDeque<Out> waiting = new ArrayDeque<>();
  private final Sound usual = new Sound();
  private long generation;
  private String album = "";
  private boolean ended;

  Outbox(BookPipe pipe, Shaping shaping) {
    this.pipe = pipe;
    this.shaping = shaping;
  }

  /** Drops everything. */
  void clear() {
    waiting.clear();
    ended = false;
    shaping.jumped();
  }

  /** Says for which generation of the pipe what follows is. */
  void begin(long ofGeneration, Album ofAlbum) {
    generation = ofGeneration;
    album = ofAlbum.id();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Takes a block, which must hold until it was pushed or the next one is given. */
  void sound(PcmBlock block, int section, double fromS, double toS) {
    boolean alone = waiting.isEmpty();
    if (!alone) {
      keepWaiting();
    }
    PcmBlock shaped = shaping.shape(album, section, block);
    if (shaped.frames() > 0) {
      Sound sound = alone ? usual : new Sound();
      sound.block = shaped;
      sound.section = section;
      sound.fromS = fromS;
      sound.toS = toS;
      waiting.add(sound);
    }
  }

  /** Copies what waits, because decoder and shaping use their memory again for the next block. */
  private void keepWaiting() {
    for (Out out : waiting) {
      if (out instanceof Sound sound) {
        sound.block = new PcmBlock(sound.block.format(), sound.block.samples().clone());
      }
    }
  }

  void mark(int section, double atS) {
    waiting.add(new Mark(section, atS));
  }

  void end() {
    waiting.add(new End());
  }

  /** Returns whether the end has been handed on. */
  boolean hasEnded() {
    return ended;
  }

  /** Hands on what there is room for; false when something has to wait. */
  boolean push() {
    Out out = waiting.peek();
    while (out != null) {
      if (out instanceof Sound s) {
        if (!pipe.offer(generation, s.block, s.section, s.fromS, s.toS)) {
          return false;
        }
      } else if (out instanceof Mark mark) {
        pipe.beginSection(generation, mark.section(), mark.atS());
      } else {
        ended = true;
        pipe.finish(generation);
      }
      waiting.poll();
      out = waiting.peek();
    }
    return true;
  }
}
