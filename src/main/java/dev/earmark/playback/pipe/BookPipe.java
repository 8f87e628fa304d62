package dev.earmark.playback.pipe;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.mix.PcmSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The bounded stretch of decoded sound between the decode thread and the mixer, and the map from
 * frames heard back to the place in the book.
 *
 * <p>Every load or seek raises a generation number: {@link #restart} drops what is queued, and
 * blocks of older generations are refused from then on. Each block says which seconds of which
 * section it holds, at whatever speed, so that a frame is mapped back by interpolation and no speed
 * or clock enters the sum.
 *
 * <p>The sound never starts or ends with a step: the gate opens and shuts over {@code fadeFrames},
 * a restart keeps that many frames of the old sound as a tail that fades out, and when the queue
 * runs dry its last frames are faded.
 *
 * <p>Thread-safe. Locks are held for the copying of one block at most, never while waiting; only
 * {@link #awaitSpace} waits. The edge callback runs on the thread that caused the change, outside
 * of the lock, and must not block.
 */
public final class BookPipe implements PcmSource {
  private static final int CHANNELS = AudioFormat.OUTPUT.channels();
  private static final short[] NO_TAIL = {};
  private static final float UNDIM_SECONDS = 0.2f;

  /** How the pipe stands. */
  public enum Level {
    /** Not enough is queued to start. */
    FILLING,
    /** Sound flows, or would if the gate were open. */
    FLOWING,
    /** The last frame before the boundary it is held at has been heard. */
    HELD,
    /** The producer is done; everything queued has been read. */
    EMPTY,
    /** The producer is done; everything has been heard. */
    DRAINED
  }

  private final int capacityFrames;

  /** So much room is worth waking the decoder for; one block at a time, it costs twice as much. */
  private final int worthFrames;

  private final int fadeFrames;
  private final int rebufferFrames;
  private final Runnable onEdge;

  // all guarded by this
  private final Piece.Store pieces = new Piece.Store();
  private final ArrayDeque<Piece> queue = new ArrayDeque<>();
  private final ArrayDeque<Piece> spans = new ArrayDeque<>(); // handed to the mixer, not yet heard
  private final Ramp gate = new Ramp(0);
  private final Ramp dim = new Ramp(1);
  private final Ramp edge = new Ramp(1); // falls before the queue runs dry
  private long placeGeneration;
  private int placeSection;
  private double placeS;
  private long generation;
  private int readingSection;
  private int holdAfter;
  private int queuedFrames;
  private int primeFrames;
  private boolean primed;
  private boolean finished;
  private short[] tail = NO_TAIL;
  private int tailRead;
  private long readTotal;
  private long heardTotal;
  private long underruns;

  /**
   * Makes an empty, shut pipe.
   *
   * @param capacityFrames the most that is queued
   * @param fadeFrames of every start and end of sound
   * @param rebufferFrames queued before the sound starts again after the queue ran dry
   * @param onEdge told whenever {@link #level()} or the section of {@link #place()} changed
   */
  public BookPipe(int capacityFrames, int fadeFrames, int rebufferFrames, Runnable onEdge) {
    this.capacityFrames = capacityFrames;
    this.worthFrames = capacityFrames / 8;
    this.fadeFrames = fadeFrames;
    this.rebufferFrames = Math.min(rebufferFrames, capacityFrames);
    this.onEdge = onEdge;
  }

  // ---- the player's side

  /**
   * Drops what is queued and begins a new generation at a place.
   *
   * @param prime frames queued before the sound starts
   */
  public synchronized void restart(long newGeneration, int section, double atS, int prime) {
    takeTail();
    dropAll();
    queuedFrames = 0;
    generation = newGeneration;
    readingSection = section;
    heardAt(newGeneration, section, atS);
    primeFrames = Math.min(prime, capacityFrames);
    primed = false;
    finished = false;
    dim.set(1);
    edge.set(1);
    boolean open = gate.target() > 0;
    gate.set(0);
    if (open) {
      gate.to(1, fadeFrames);
    }
    notifyAll();
  }

  private void dropAll() {
    spans.forEach(pieces::done);
    for (Piece piece : queue) {
      if (piece.read == 0) {
        pieces.done(piece); // one that is being read is among the spans as well
      }
    }
    spans.clear();
    queue.clear();
  }

  /** Lets the sound out, fading in. */
  public synchronized void open() {
    if (gate.target() == 0) {
      gate.to(1, fadeFrames);
    }
  }

  /** Fades the sound out and holds the rest back. */
  public synchronized void shut() {
    if (gate.target() > 0) {
      boolean sounding = primed && queuedFrames > 0;
      gate.to(0, sounding ? fadeFrames : 0);
    }
  }

  /** Begins to fade over a long time, for falling asleep. */
  public synchronized void dim(double seconds) {
    dim.to(0, AudioFormat.OUTPUT.frames(seconds));
  }

  /** Brings the full sound back. */
  public synchronized void undim() {
    if (dim.target() < 1) {
      dim.to(1, AudioFormat.OUTPUT.frames(UNDIM_SECONDS));
    }
  }

  /** Lets nothing past the end of the section; 0 takes the boundary away. */
  public synchronized void holdAfter(int section) {
    holdAfter = section;
  }

  /** Returns the place that has really been heard. */
  public synchronized Place place() {
    return new Place(placeGeneration, placeSection, placeS);
  }

  /** Keeps the place in fields: it moves 50 times a second and is asked for much less often. */
  private void heardAt(long ofGeneration, int section, double seconds) {
    placeGeneration = ofGeneration;
    placeSection = section;
    placeS = seconds;
  }

  /** Returns how the pipe stands. */
  public synchronized Level level() {
    if (!primed) {
      return Level.FILLING;
    }
    if (heldAtMark() && spans.isEmpty()) {
      return Level.HELD;
    }
    if (finished && queue.isEmpty()) {
      return spans.isEmpty() ? Level.DRAINED : Level.EMPTY;
    }
    return Level.FLOWING;
  }

  /** Returns the frames queued. */
  public synchronized int queued() {
    return queuedFrames;
  }

  /** Returns how often the sound ran out before its end since the start. */
  public synchronized long underruns() {
    return underruns;
  }

  // ---- the decoder's side

  /** Sets how many frames of this generation must be queued before the sound starts. */
  public void prime(long ofGeneration, int frames) {
    boolean edge;
    synchronized (this) {
      if (ofGeneration != generation || primed) {
        return;
      }
      primeFrames = Math.min(frames, capacityFrames);
      edge = primeIfReady();
    }
    tell(edge);
  }

  /**
   * Queues a copy of a block.
   *
   * @param fromS the second of the section at which it begins
   * @param toS the second at which it ends
   * @return whether it is done with: queued, or dropped because its generation is over; false when
   *     there is no room
   */
  public boolean offer(long ofGeneration, PcmBlock block, int section, double fromS, double toS) {
    boolean edge;
    synchronized (this) {
      if (ofGeneration != generation) {
        return true;
      }
      if (queuedFrames > 0 && queuedFrames + block.frames() > capacityFrames) {
        return false;
      }
      queue.add(pieces.sound(block, section, fromS, toS));
      queuedFrames += block.frames();
      edge = primeIfReady();
    }
    tell(edge);
    return true;
  }

  /** Marks that the next block begins another section. */
  public void beginSection(long ofGeneration, int section, double atS) {
    boolean edge = false;
    synchronized (this) {
      if (ofGeneration == generation) {
        queue.add(pieces.mark(section, atS));
        // When nothing before the mark waits to be heard, nothing but this call can pass it.
        edge = queue.size() == 1 && passMarks();
        edge |= settle(heardTotal);
      }
    }
    tell(edge);
  }

  /** Says that no more blocks of this generation will come. */
  public void finish(long ofGeneration) {
    boolean edge = false;
    synchronized (this) {
      if (ofGeneration == generation && !finished) {
        finished = true;
        primed = true;
        edge = true;
      }
    }
    tell(edge);
  }

  /**
   * Waits until there is room worth waking up for (an eighth of the pipe), or the generation
   * changes, at most the given time; the caller tries again in any case, so a spurious wake-up does
   * no harm.
   */
  @SuppressWarnings("WaitNotInLoop")
  public synchronized void awaitSpace(long ofGeneration, Duration time)
      throws InterruptedException {
    if (ofGeneration == generation && queuedFrames > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, time.toNanos());
    }
  }

  // ---- the mixer's side

  @Override
  public int read(short[] target, int frames) {
    boolean edge;
    int done;
    synchronized (this) {
      done = readTail(target, frames);
      readTotal += done;
      boolean was = primed;
      done += readQueue(target, done, frames);
      edge = was != primed || (finished && queue.isEmpty());
      if (done > 0 && capacityFrames - queuedFrames >= worthFrames) {
        notifyAll();
      }
    }
    tell(edge);
    return done;
  }

  @Override
  public void heard(long framesHeard) {
    boolean edge;
    synchronized (this) {
      edge = settle(Math.max(heardTotal, framesHeard));
    }
    tell(edge);
  }

  private int readTail(short[] target, int frames) {
    int n = Math.min(frames, tail.length / CHANNELS - tailRead);
    if (n <= 0) {
      tail = NO_TAIL;
      tailRead = 0;
      return 0;
    }
    System.arraycopy(tail, tailRead * CHANNELS, target, 0, n * CHANNELS);
    tailRead += n;
    return n;
  }

  /** Copies from the queue behind the frames that are in the target already. */
  private int readQueue(short[] target, int offset, int frames) {
    int done = 0;
    if (primed) {
      lookAhead(frames - offset);
    }
    while (primed && offset + done < frames) {
      passMarks();
      Piece piece = queue.peek();
      if (piece == null || piece.isMark) {
        break;
      }
      int n = Math.min(frames - offset - done, piece.frames - piece.read);
      int copied = copy(piece, target, offset + done, n);
      done += copied;
      if (piece.read == piece.frames) {
        queue.poll();
      }
      if (copied < n) {
        break; // the gate has shut
      }
    }
    if (primed && !finished && queuedFrames == 0 && queue.isEmpty()) {
      runDry();
    }
    return done;
  }

  private static boolean isStill(Ramp ramp) {
    return ramp.value() == 1 && !ramp.moves();
  }

  /**
   * Fades over what is left when the queue is about to run dry, so that the fade is a whole one; a
   * queue that was filled meanwhile comes back.
   */
  private void lookAhead(int frames) {
    boolean ends = !finished && queuedFrames > 0 && queuedFrames <= frames + fadeFrames;
    if (ends && edge.target() == 1) {
      edge.to(0, queuedFrames);
    } else if (!ends && edge.target() == 0) {
      edge.to(1, fadeFrames);
    }
  }

  private int copy(Piece piece, short[] target, int at, int n) {
    if (piece.read == 0) {
      piece.firstFrame = readTotal;
      spans.add(piece);
    }
    short[] samples = piece.samples;
    int from = piece.read * CHANNELS;
    int to = at * CHANNELS;
    int copied = 0;
    if (isStill(gate) && isStill(dim) && isStill(edge)) {
      System.arraycopy(samples, from, target, to, n * CHANNELS);
      copied = n;
    } else {
      while (copied < n && (gate.value() > 0 || gate.target() > 0)) {
        float gain = gate.next() * dim.next() * edge.next();
        for (int c = 0; c < CHANNELS; c++) {
          target[to++] = (short) Math.round(samples[from++] * gain);
        }
        copied++;
      }
    }
    if (copied == 0 && piece.read == 0) {
      spans.pollLast();
    }
    piece.read += copied;
    queuedFrames -= copied;
    readTotal += copied;
    return copied;
  }

  /** The queue ran dry, faded; the next sound starts with a fade too. */
  private void runDry() {
    underruns++;
    edge.set(1);
    boolean open = gate.target() > 0;
    gate.set(0);
    if (open) {
      gate.to(1, fadeFrames);
    }
    primed = false;
    primeFrames = rebufferFrames;
  }

  private boolean heldAtMark() {
    Piece piece = queue.peek();
    return piece != null
        && piece.isMark
        && holdAfter != 0
        && readingSection == holdAfter
        && piece.section != holdAfter;
  }

  /** Takes the section marks at the head of the queue; returns whether there was one. */
  private boolean passMarks() {
    boolean passed = false;
    Piece piece = queue.peek();
    while (piece != null && piece.isMark && !heldAtMark()) {
      queue.poll();
      readingSection = piece.section;
      piece.firstFrame = readTotal;
      spans.add(piece);
      passed = true;
      piece = queue.peek();
    }
    return passed;
  }

  /** Moves the heard place; returns whether the section or the level may have changed. */
  private boolean settle(long framesHeard) {
    heardTotal = framesHeard;
    int before = placeSection;
    boolean had = !spans.isEmpty();
    Piece span = spans.peek();
    while (span != null && span.firstFrame <= heardTotal) {
      long in = heardTotal - span.firstFrame;
      if (in < span.frames) {
        double s = span.fromS + (span.toS - span.fromS) * in / span.frames;
        heardAt(generation, span.section, s);
        break;
      }
      heardAt(generation, span.section, span.toS);
      pieces.done(spans.remove());
      span = spans.peek();
    }
    return before != placeSection || (had && spans.isEmpty());
  }

  private boolean primeIfReady() {
    if (primed || queuedFrames < Math.max(1, primeFrames)) {
      return false;
    }
    primed = true;
    return true;
  }

  /** Keeps the next frames of the old sound, fading out, so that it does not end with a step. */
  private void takeTail() {
    if (tailRead < tail.length / CHANNELS || !primed || gate.value() == 0 || heldAtMark()) {
      return;
    }
    short[] kept = new short[fadeFrames * CHANNELS];
    int n = 0;
    for (Piece piece : queue) {
      int take = Math.min(fadeFrames - n, piece.frames - piece.read);
      System.arraycopy(piece.samples, piece.read * CHANNELS, kept, n * CHANNELS, take * CHANNELS);
      n += take;
    }
    for (int i = 0; i < n; i++) {
      float gain = gate.value() * dim.value() * edge.value() * (1 - (i + 1f) / n);
      for (int c = 0; c < CHANNELS; c++) {
        kept[i * CHANNELS + c] = (short) Math.round(kept[i * CHANNELS + c] * gain);
      }
    }
    tail = Arrays.copyOf(kept, n * CHANNELS);
    tailRead = 0;
  }

  private void tell(boolean edge) {
    if (edge) {
      onEdge.run();
    }
  }
}
