package dev.earmark.playback.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.audio.mix.MixerControl.Channel;
import dev.earmark.audio.mix.OutputRole;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.listen.OwnSound;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The output thread makes no garbage while a book plays: a collection would be an underrun. */
final class GarbageTest {
  private static final int BLOCKS = 2_000;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final BookPipe pipe = new BookPipe(110_400, 960, 9_600, () -> {});
  private final Mixer mixer = new Mixer(60);
  private final OwnSound ownSound = OwnSound.none();
  private final OutputRole output =
      new OutputRole(
          mixer, () -> ownSound.heardThrough(new Bytes()), new FakeClock(), new Health());
  private final PcmBlock tenth = new PcmBlock(AudioFormat.OUTPUT, new short[9_600]);
  private double atS;

  /** What the decode thread does; what it allocates does not count here. */
  private void feed() {
    while (pipe.offer(1, tenth, 1, atS, atS + 0.1)) {
      atS += 0.1;
    }
  }

  /** Takes the bytes as a device does. */
  private static final class Bytes implements Speaker {
    private byte[] buffer = {};

    @Override
    public void write(PcmBlock block) {
      buffer = Pcm.toBytes(block.samples(), buffer);
    }

    @Override
    public long pendingFrames() {
      return 4_800;
    }

    @Override
    public String description() {
      return "bytes";
    }

    @Override
    public void drain() {
      // plays at once
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  /** Returns the bytes that so many blocks allocate on this thread, from the pipe to the device. */
  private long allocated(int blocks) throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < blocks; i++) {
      feed();
      long before = threads.getCurrentThreadAllocatedBytes();
      output.doWork();
      sum += threads.getCurrentThreadAllocatedBytes() - before;
    }
    return sum;
  }

  @Test
  void output_whileABookPlays_allocatesNothing() throws InterruptedException {
    output.onStart();
    mixer.setSource(Channel.BOOK, pipe);
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    allocated(BLOCKS); // classes are loaded, buffers have their size

    long bytes = allocated(BLOCKS);

    assertThat(pipe.place().seconds()).as("it did play").isGreaterThan(60);
    output.onClose();
    assertThat((double) bytes / BLOCKS).as("bytes a block").isLessThan(1);
  }
}
