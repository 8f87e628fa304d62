package dev.earmark.audio.mix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program that never reads its input blocked the output for good: no health entry, and the daemon
 * needed more than five seconds to end.
 */
@Timeout(60)
final class WatchedSpeakerTest {
  private static final PcmBlock SILENCE = new PcmBlock(AudioFormat.OUTPUT, new short[1_920]);

  @Test
  void write_deviceTakesNothing_isClosedAndNamed() {
    BlockedSpeaker blocked = new BlockedSpeaker();
    Speaker speaker = WatchedSpeaker.watch(blocked, Duration.ofMillis(200));

    assertThatThrownBy(() -> speaker.write(SILENCE))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "sh -c deaf took no sound for 1 s and was closed; try it by hand, or change"
                + " speaker.command");
    speaker.close();
    assertThat(blocked.closes).hasValue(1);
  }

  /** The patience of 100 s is longer than the timeout of the test. */
  @Test
  void hurry_writeGoingOn_takesATenthOfThePatience() {
    WatchedSpeaker speaker = WatchedSpeaker.watch(new BlockedSpeaker(), Duration.ofSeconds(20));
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              try {
                speaker.write(SILENCE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    speaker.hurry();

    assertThatThrownBy(writing::join).hasMessageContaining("took no sound");
  }

  /** Each write may be slow; only one and the same counts. */
  @Test
  void look_slowWritesThatComeBack_areNoFault() throws Exception {
    List<Boolean> looks = new ArrayList<>();
    WatchedSpeaker[] self = new WatchedSpeaker[1];
    WatchedSpeaker speaker =
        new WatchedSpeaker(
            new BlockedSpeaker() {
              @Override
              public void write(PcmBlock block) {
                for (int i = 0; i < 5; i++) {
                  looks.add(self[0].isStuck());
                }
              }
            },
            Duration.ofSeconds(1));
    self[0] = speaker;
    for (int i = 0; i < 4; i++) {
      speaker.write(SILENCE);
    }

    assertThat(looks).hasSize(20).containsOnly(false);
  }

  /** The role goes on: the problem is shown, and the device is opened again after a pause. */
  @Test
  void outputRole_deviceTakesNothing_saysSoAndTriesAgain() throws Exception {
    FakeClock clock = new FakeClock();
    Health health = new Health();
    AtomicInteger opened = new AtomicInteger();
    OutputRole role =
        new OutputRole(
            new Mixer(100),
            () -> {
              opened.incrementAndGet();
              return new BlockedSpeaker();
            },
            clock,
            health,
            Duration.ofMillis(20));
    role.onStart();
    role.doWork();

    assertThat(health.parts())
        .singleElement()
        .satisfies(
            part -> {
              assertThat(part.ok()).isFalse();
              assertThat(part.text())
                  .startsWith("sh -c deaf took no sound")
                  .endsWith("(next try in 1 s)");
            });
    for (int turn = 0; turn < 100 && opened.get() < 2; turn++) {
      role.doWork();
    }
    assertThat(opened).hasValue(2);
  }

  /** Its write comes back when it is closed, as that of a pipe whose reader was killed. */
  private static class BlockedSpeaker extends ForwardingSpeaker {
    final AtomicInteger closes = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    protected Speaker delegate() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write(PcmBlock block) throws IOException {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IOException("Broken pipe");
    }

    @Override
    public String description() {
      return "sh -c deaf";
    }

    @Override
    public String setting() {
      return "speaker.command";
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      closed.countDown();
    }
  }
}
