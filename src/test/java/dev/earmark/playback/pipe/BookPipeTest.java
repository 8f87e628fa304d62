package dev.earmark.playback.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class BookPipeTest {
  private static final int FADE = 100;
  private static final short LOUD = 10_000;
  private final AtomicInteger edges = new AtomicInteger();
  private final BookPipe pipe = new BookPipe(10_000, FADE, 4_000, edges::incrementAndGet);
  private final List<Short> sound = new ArrayList<>();
  private long read;

  @Test
  void read_beforeEnoughIsQueued_isSilent() {
    pipe.restart(1, 1, 0, 2_000);
    pipe.open();
    pipe.offer(1, block(1_000), 1, 0, 1);
    assertThat(take(500)).isZero();
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.FILLING);
    pipe.offer(1, block(1_000), 1, 1, 2);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.FLOWING);
    assertThat(take(500)).isEqualTo(500);
  }

  @Test
  void read_everyStartAndEnd_hasNoStep() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(3_000), 1, 0, 3);
    take(1_000); // starts
    pipe.shut();
    take(500); // paused
    pipe.open();
    take(300); // resumed
    pipe.restart(2, 1, 50, 1); // seeks
    pipe.offer(2, block(1_000), 1, 50, 51);
    take(700);
    take(700); // runs dry
    pipe.offer(2, block(4_000), 1, 51, 55); // and starts again
    take(1_000);
    pipe.restart(3, 1, 0, 1); // stops
    pipe.shut();
    take(500);
    assertThat(sound.get(sound.size() - 1)).isZero();
    int largest = 0;
    for (int i = 1; i < sound.size(); i++) {
      largest = Math.max(largest, Math.abs(sound.get(i) - sound.get(i - 1)));
    }
    assertThat(largest).isLessThanOrEqualTo(LOUD / FADE + 2);
  }

  @Test
  void shut_keepsTheRest_andOpenGoesOnWithTheNextFrame() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(5_000), 1, 0, 5);
    take(1_000);
    pipe.shut();
    take(1_000);
    long paused = read;
    assertThat(paused).isEqualTo(1_000 + FADE);
    pipe.heard(read);
    assertThat(pipe.place().seconds()).isCloseTo(1.1, within(1e-6));
    assertThat(take(1_000)).isZero();
    pipe.open();
    take(2_000);
    pipe.heard(read);
    assertThat(pipe.place().seconds()).isCloseTo(3.1, within(1e-6));
  }

  @Test
  void offer_ofAnOldGeneration_isDropped() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.restart(2, 3, 7, 1);
    assertThat(pipe.offer(1, block(100), 1, 0, 1)).isTrue();
    pipe.finish(1);
    assertThat(pipe.queued()).isZero();
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.FILLING);
    assertThat(pipe.place()).isEqualTo(new Place(2, 3, 7));
  }

  @Test
  void offer_whenFull_isRefused() {
    pipe.restart(1, 1, 0, 1);
    assertThat(pipe.offer(1, block(9_000), 1, 0, 9)).isTrue();
    assertThat(pipe.offer(1, block(2_000), 1, 9, 11)).isFalse();
    pipe.open();
    take(2_000);
    assertThat(pipe.offer(1, block(2_000), 1, 9, 11)).isTrue();
  }

  @Test
  void heard_ofFramesBeforeASeek_neverMovesTheNewPlace() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(5_000), 1, 0, 5);
    take(3_000);
    pipe.restart(2, 1, 100, 1);
    pipe.heard(2_500); // still on its way through the device
    assertThat(pipe.place().seconds()).isEqualTo(100);
    pipe.offer(2, block(1_000), 1, 100, 101);
    take(500);
    pipe.heard(3_000 + FADE); // the tail
    assertThat(pipe.place().seconds()).isEqualTo(100);
    pipe.heard(3_000 + FADE + 200);
    assertThat(pipe.place().seconds()).isCloseTo(100.2, within(1e-6));
  }

  @Test
  void holdAfter_letsNothingPastTheSection() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(1_000), 1, 59, 60);
    pipe.beginSection(1, 2, 0);
    pipe.offer(1, block(1_000), 2, 0, 1);
    pipe.holdAfter(1);
    assertThat(take(1_500)).isEqualTo(1_000);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.FLOWING);
    pipe.heard(1_000);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.HELD);
    assertThat(pipe.place()).isEqualTo(new Place(1, 1, 60));
    pipe.holdAfter(0);
    assertThat(take(500)).isEqualTo(500);
    pipe.heard(1_001);
    assertThat(pipe.place().section()).isEqualTo(2);
  }

  @Test
  void beginSection_withNothingBehindIt_isReachedAll_theSame() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(1_000), 1, 59, 60);
    take(2_000);
    pipe.heard(1_000);
    pipe.beginSection(1, 2, 0);
    assertThat(pipe.place()).isEqualTo(new Place(1, 2, 0));
  }

  @Test
  void finish_isDrainedOnlyOnceEverythingWasHeard() {
    pipe.restart(1, 1, 0, 2_000);
    pipe.open();
    pipe.offer(1, block(1_000), 1, 0, 1);
    pipe.finish(1);
    take(1_000);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.EMPTY);
    pipe.heard(999);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.EMPTY);
    pipe.heard(1_000);
    assertThat(pipe.level()).isEqualTo(BookPipe.Level.DRAINED);
    assertThat(pipe.place().seconds()).isEqualTo(1);
  }

  @Test
  void dim_fadesOverTheTime_andUndimBringsItBack() {
    pipe.restart(1, 1, 0, 1);
    pipe.open();
    pipe.offer(1, block(9_000), 1, 0, 9);
    take(200);
    pipe.dim(AudioFormat.OUTPUT.seconds(4_000));
    take(2_000);
    assertThat((int) sound.get(2_199)).isBetween(LOUD / 2 - 50, LOUD / 2 + 50);
    pipe.undim();
    pipe.offer(1, block(9_000), 1, 9, 18);
    take(2_000);
    assertThat((int) sound.get(4_199)).isGreaterThan(LOUD / 2 + 500);
  }

  @Property(tries = 200)
  void place_atAnySpeedAndBlockSize_isTheSecondOfTheFrameHeard(
      @ForAll @DoubleRange(min = 0.5, max = 3) double rate,
      @ForAll @IntRange(min = 1, max = 900) int blockFrames,
      @ForAll @IntRange(min = 1, max = 700) int readFrames,
      @ForAll @IntRange(min = 0, max = 3_000) int latency) {
    BookPipe fresh = new BookPipe(10_000, 0, 1, () -> {});
    fresh.restart(1, 1, 100, 1);
    fresh.open();
    double at = 100;
    long taken = 0;
    short[] target = new short[readFrames * 2];
    for (int round = 0; round < 40; round++) {
      double to = at + blockFrames * rate / 48_000;
      if (fresh.offer(1, block(blockFrames), 1, at, to)) {
        at = to;
      }
      taken += fresh.read(target, readFrames);
      long heard = Math.max(0, taken - latency);
      fresh.heard(heard);
      double expected = 100 + heard * rate / 48_000;
      assertThat(fresh.place().seconds()).isCloseTo(expected, within(1e-6));
    }
  }

  private int take(int frames) {
    short[] target = new short[frames * 2];
    int n = pipe.read(target, frames);
    for (int i = 0; i < frames; i++) {
      sound.add(i < n ? target[2 * i] : (short) 0);
    }
    read += n;
    return n;
  }

  private static PcmBlock block(int frames) {
    short[] samples = new short[frames * 2];
    java.util.Arrays.fill(samples, LOUD);
    return new PcmBlock(AudioFormat.OUTPUT, samples);
  }
}
