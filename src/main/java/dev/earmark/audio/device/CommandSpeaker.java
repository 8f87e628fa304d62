package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A program that reads raw s16le samples, 48 kHz stereo, from its stdin, such as {@code pacat}.
 *
 * <p>The pipe to the program is made as small as one page (21 ms), because what waits in it cannot
 * be called back when speech is cut off; Linux gives 64 KiB (340 ms) otherwise. What is pending is
 * the pipe and the configured latency of the program, less the time since the last write.
 */
final class CommandSpeaker implements Speaker {
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);

  private final SoundProcess process;
  private final OutputStream pipe;
  private final String description;
  private final Clock clock;
  private final long buffered;
  private byte[] buffer = {}; // the writing thread
  private long pendingAtWrite; // guarded by this
  private long writeNanos; // guarded by this

  private CommandSpeaker(
      SoundProcess process, String description, int latencyMs, int pipeBytes, Clock clock) {
    this.process = process;
    this.pipe = process.input();
    this.description = description;
    this.clock = clock;
    this.buffered = latencyMs * 48L + pipeBytes / AudioFormat.OUTPUT.bytesPerFrame();
  }

  static Speaker open(SpeakerSettings settings, Clock clock) throws IOException {
    SoundProcess process = SoundProcess.start(settings.command(), "speaker");
    int pipeBytes = PipeSize.shrinkStdin(process.pid());
    return new CommandSpeaker(
        process,
        String.join(" ", settings.command()),
        settings.commandLatencyMs(),
        pipeBytes,
        clock);
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    try {
      buffer = Pcm.toBytes(block.samples(), buffer);
      pipe.write(buffer);
      pipe.flush();
    } catch (IOException e) {
      if (process.isClosed()) {
        throw e;
      }
      IOException ended = process.ended();
      ended.initCause(e);
      throw ended;
    }
    synchronized (this) {
      pendingAtWrite = Math.min(buffered, pendingFrames() + block.frames());
      writeNanos = clock.nanoTime();
    }
  }

  @Override
  public synchronized long pendingFrames() {
    long played = (clock.nanoTime() - writeNanos) * 48 / 1_000_000;
    return Math.max(0, pendingAtWrite - played);
  }

  @Override
  public String setting() {
    return "speaker.command";
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void drain() {
    Pace.drain(clock, this::pendingFrames, LONGEST_DRAIN);
  }

  @Override
  public void close() {
    process.close();
  }
}
