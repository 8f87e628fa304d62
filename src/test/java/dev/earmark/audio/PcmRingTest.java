package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class PcmRingTest {
  private static final Duration NO_WAIT = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final PcmRing ring = new PcmRing(3);

  @Test
  void put_full_dropsTheOldestAndKeepsStreamTime() throws Exception {
    for (int i = 0; i < 5; i++) {
      ring.put(block(i));
    }

    assertThat(ring.dropped()).isEqualTo(2);
    assertThat(first(ring)).isEqualTo(2);
    assertThat(ring.takenFrame()).isEqualTo(640);
    assertThat(first(ring)).isEqualTo(3);
    assertThat(first(ring)).isEqualTo(4);
    assertThat(ring.take(NO_WAIT)).isNull();
    assertThat(ring.framesPut()).isEqualTo(1_600);
  }

  @Test
  void take_waitsForABlock() throws Exception {
    CompletableFuture<PcmBlock> taken =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return ring.take(LONG);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    ring.put(block(9));

    assertThat(taken.get(10, TimeUnit.SECONDS).samples()[0]).isEqualTo((short) 9);
  }

  @Test
  void putWaiting_full_waitsInsteadOfDropping() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(ring.putWaiting(block(i), NO_WAIT)).isTrue();
    }
    assertThat(ring.putWaiting(block(3), Duration.ofMillis(60))).isFalse();
    assertThat(first(ring)).isZero();
    assertThat(ring.putWaiting(block(3), NO_WAIT)).isTrue();
    assertThat(ring.dropped()).isZero();
  }

  @Test
  void end_afterTheLastBlock_takeWaitsNoLonger() throws Exception {
    ring.put(block(1));
    ring.end();
    assertThat(first(ring)).isEqualTo(1);
    assertThat(ring.take(Duration.ofHours(1))).isNull();
  }

  /**
   * Who listens took again at once, and kept a core busy, since a file had been read to its end.
   */
  @Test
  void end_isToldOnce_thenTakeWaitsAgain() throws Exception {
    ring.end();
    assertThat(ring.take(Duration.ofHours(1))).isNull();

    AtomicReference<PcmBlock> taken = new AtomicReference<>();
    Thread taker =
        new Thread(
            () -> {
              try {
                taken.set(ring.take(Duration.ofHours(1)));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    taker.start();
    await()
        .until(
            taker::getState, s -> s == Thread.State.TIMED_WAITING || s == Thread.State.TERMINATED);
    assertThat(taken).as("it waits").hasNullValue();
    ring.put(block(9));
    taker.join();
    assertThat(Objects.requireNonNull(taken.get()).samples()[0]).isEqualTo((short) 9);
  }

  private static int first(PcmRing ring) throws InterruptedException {
    PcmBlock block = ring.take(NO_WAIT);
    return block == null ? -1 : block.samples()[0];
  }

  private static PcmBlock block(int value) {
    short[] samples = new short[320];
    samples[0] = (short) value;
    return new PcmBlock(AudioFormat.SPEECH, samples);
  }
}
