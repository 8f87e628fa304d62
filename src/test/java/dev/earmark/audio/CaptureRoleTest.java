package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class CaptureRoleTest {
  private static final PcmBlock SOUND = block(100);
  private static final PcmBlock ZEROS = block(0);

  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final PcmRing ring = new PcmRing(10_000);
  private final FakeMicrophones microphones = new FakeMicrophones();
  private final CaptureRole role = new CaptureRole(microphones, ring, clock, health);

  @AfterEach
  void close() {
    role.onClose();
  }

  @Test
  void doWork_blocksCome_flowIntoTheRing() throws Exception {
    role.onStart();
    role.doWork();
    microphones.give(SOUND, SOUND, SOUND);

    untilHealth("fake microphone 1");
    assertThat(ring.take(Duration.ofSeconds(1))).isSameAs(SOUND);
    await().until(() -> ring.framesPut() == 960);
  }

  @Test
  void doWork_microphoneFails_isOpenedAgain() throws Exception {
    role.onStart();
    role.doWork();
    microphones.give(SOUND);
    untilHealth("fake microphone 1");
    microphones.fail();

    untilHealth("unplugged (next try in 1 s)");
    untilOpened(2);
    microphones.give(SOUND);
    untilHealth("fake microphone 2");
  }

  /** It was a warning every 30 s, for as long as the machine had no microphone. */
  @Test
  void doWork_noMicrophoneForLong_warnsOnce_andAgainAfterOneWasThere() throws Exception {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger log = context.getLogger(CaptureRole.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    try {
      microphones.busy = 5;
      role.onStart();
      untilOpened(1);
      assertThat(warnings(lines)).hasSize(1);

      microphones.busy = microphones.attempts + 3;
      microphones.give(SOUND);
      untilHealth("fake microphone 1");
      microphones.fail();
      untilOpened(2);
      assertThat(warnings(lines)).hasSize(3); // unplugged, then busy
    } finally {
      log.detachAppender(lines);
    }
  }

  private static List<String> warnings(ListAppender<ILoggingEvent> lines) {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  /** Two busy answers, the third try works. */
  @Test
  void doWork_deviceBusyTwice_opensAtTheThirdTry() throws Exception {
    microphones.busy = 2;
    role.onStart();
    untilOpened(1);

    assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void doWork_noBlockForThreeSeconds_isOpenedAgain() throws Exception {
    role.onStart();
    role.doWork();
    microphones.give(SOUND);
    untilHealth("fake microphone 1");
    clock.advance(Duration.ofMillis(3_100));

    untilHealth(
        "fake microphone 1 has given no sound for 3 s; try it by hand, or change microphone.type"
            + " (next try in 1 s)");
    await().until(() -> microphones.closed.contains(1));
    untilOpened(2);
  }

  @Test
  void doWork_openHangs_isGivenUpAfterTenSeconds() throws Exception {
    microphones.hangs = true;
    role.onStart();
    role.doWork();
    await().until(() -> microphones.hanging);
    clock.advance(Duration.ofSeconds(11));

    untilHealth("the device did not open within 10 s (next try in 1 s)");
  }

  /** A driver that never answers: each retry had added one more thread that hangs. */
  @Test
  void doWork_openHangsForAnHour_isTriedOnlyOnce() throws Exception {
    microphones.hangs = true;
    role.onStart();
    role.doWork();
    await().until(() -> microphones.hanging);
    clock.advance(Duration.ofSeconds(11));
    for (int i = 0; i < 60; i++) {
      role.doWork();
      clock.advance(Duration.ofMinutes(1));
    }
    assertThat(microphones.attempts).isEqualTo(1);
    assertThat(health.parts())
        .singleElement()
        .satisfies(part -> assertThat(part.ok()).isFalse())
        .satisfies(part -> assertThat(part.text()).contains("did not open", "still hangs"));

    microphones.hangs = false;
    microphones.answer.countDown();
    await()
        .until(
            () -> {
              role.doWork();
              return microphones.opened == 2;
            });
    assertThat(microphones.closed).as("the one that came too late").contains(1);
  }

  @Test
  void doWork_blocksAreDropped_isToldAndForgottenAgain() throws Exception {
    PcmRing small = new PcmRing(10);
    CaptureRole tight = new CaptureRole(microphones, small, clock, health);
    clock.advance(Duration.ofMinutes(5));
    tight.onStart();
    tight.doWork();
    microphones.giveTimes(15, SOUND);
    await().until(() -> small.dropped() == 5);
    tight.doWork();
    assertThat(text()).startsWith("fake microphone 1; 5 blocks of 20 ms were lost");

    microphones.give(SOUND);
    await().until(() -> small.dropped() == 6);
    tight.doWork();
    assertThat(text()).as("not again within ten seconds").contains("5 blocks");

    clock.advance(Duration.ofSeconds(11));
    microphones.give(SOUND);
    await().until(() -> small.dropped() == 7);
    tight.doWork();
    assertThat(text()).contains("7 blocks");

    clock.advance(Duration.ofSeconds(61));
    assertThat(small.take(Duration.ofSeconds(1))).isNotNull();
    microphones.give(SOUND);
    await().until(() -> small.framesPut() == 18 * 320);
    tight.doWork();
    assertThat(text()).isEqualTo("fake microphone 1");
    tight.onClose();
  }

  private String text() {
    return health.parts().get(0).text();
  }

  @Test
  void doWork_onlyZerosForTenSeconds_isOpenedAgain() throws Exception {
    role.onStart();
    role.doWork();
    microphones.give(SOUND);
    microphones.giveTimes(500, ZEROS);

    untilHealth(
        "it has given nothing but digital silence for 10 s; is it muted? (next try in 1 s)");
    untilOpened(2);
  }

  @Test
  void doWork_microphoneThatClips_isTold_andStaysInUse() throws Exception {
    role.onStart();
    role.doWork();
    microphones.give(SOUND);
    untilHealth("fake microphone 1");
    microphones.giveTimes(500, block(32_767));
    untilHealth(
        "fake microphone 1: it is too loud and clips; turn its level down in the mixer, or lower"
            + " microphone.gain");
    assertThat(health.parts().get(0).ok()).isFalse();
    microphones.giveTimes(500, SOUND);
    untilHealth("fake microphone 1");
    assertThat(microphones.opened).isEqualTo(1);
  }

  /** A virtual or push-to-talk microphone is silent between sounds; that is no fault. */
  @Test
  void doWork_soundAfterZeros_makesZerosNormal() throws Exception {
    role.onStart();
    role.doWork();
    microphones.giveTimes(60, ZEROS);
    microphones.give(SOUND);
    microphones.giveTimes(1_500, ZEROS);
    await().until(() -> ring.framesPut() == 1_561 * 320L);
    for (int i = 0; i < 5; i++) {
      role.doWork();
    }

    assertThat(microphones.opened).isEqualTo(1);
  }

  @Test
  void doWork_endOfAFile_idlesAndTellsTheRing() throws Exception {
    microphones.live = false;
    role.onStart();
    role.doWork();
    microphones.give(SOUND);
    microphones.end();

    untilHealth("fake microphone 1 has been read to its end");
    assertThat(ring.take(Duration.ZERO)).isSameAs(SOUND);
    assertThat(ring.take(Duration.ofHours(1))).as("after the end of the file").isNull();
    assertThat(role.doWork()).isTrue();
    assertThat(microphones.opened).isEqualTo(1);
  }

  @Test
  void doWork_noMicrophoneWanted_isNoProblemAndNotTriedAgain() throws Exception {
    microphones.refusal =
        new FailureException(Failure.Kind.NOT_ALLOWED, "off (microphone.type is none)");
    role.onStart();

    untilHealth("off (microphone.type is none)");
    assertThat(health.parts().get(0).ok()).isTrue();
    int attempts = microphones.attempts;
    for (int i = 0; i < 50; i++) {
      role.doWork();
    }
    assertThat(microphones.attempts).isEqualTo(attempts);
  }

  private void untilHealth(String text) {
    turnUntil(() -> health.parts().stream().anyMatch(part -> part.text().equals(text)));
  }

  private void untilOpened(int times) {
    turnUntil(() -> microphones.opened >= times);
    assertThat(microphones.opened).isEqualTo(times);
  }

  /**
   * Turns the role until the condition holds; real time passes, since the reader is a real thread.
   */
  private void turnUntil(BooleanSupplier condition) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              if (!condition.getAsBoolean()) {
                role.doWork();
              }
              return condition.getAsBoolean();
            });
  }

  private static PcmBlock block(int value) {
    short[] samples = new short[320];
    Arrays.fill(samples, (short) value);
    return new PcmBlock(AudioFormat.SPEECH, samples);
  }

  /** Opens microphones that give what the test gives; the newest one gets it. */
  private static final class FakeMicrophones implements Microphone.Opener {
    final List<Integer> closed = new CopyOnWriteArrayList<>();
    volatile int opened;
    volatile int attempts;
    volatile int busy;
    volatile boolean hangs;
    final CountDownLatch answer = new CountDownLatch(1);
    volatile boolean hanging;
    volatile boolean live = true;
    volatile @Nullable FailureException refusal;
    volatile FakeMicrophone newest = new FakeMicrophone(this, 0);

    @Override
    public synchronized Microphone open() throws IOException {
      attempts = attempts + 1;
      FailureException no = refusal;
      if (no != null) {
        throw no;
      }
      if (attempts <= busy) {
        throw new FailureException(Failure.Kind.UNAVAILABLE, "the device is busy");
      }
      if (hangs) {
        hanging = true;
        hang(answer);
      }
      opened = opened + 1;
      newest = new FakeMicrophone(this, opened);
      return newest;
    }

    void give(PcmBlock... blocks) {
      await().until(() -> opened > 0);
      for (PcmBlock block : blocks) {
        newest.actions.add(() -> block);
      }
    }

    void giveTimes(int times, PcmBlock block) {
      give(Collections.nCopies(times, block).toArray(PcmBlock[]::new));
    }

    void fail() {
      newest.actions.add(
          () -> {
            throw new IOException("unplugged");
          });
    }

    void end() {
      newest.actions.add(() -> null);
    }
  }

  /** A device driver that does not answer. */
  private static void hang(CountDownLatch answer) {
    try {
      answer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Action {
    @Nullable PcmBlock run() throws IOException;
  }

  private static final class FakeMicrophone implements Microphone {
    final FakeMicrophones all;
    final int number;
    final BlockingQueue<Action> actions = new LinkedBlockingQueue<>();

    FakeMicrophone(FakeMicrophones all, int number) {
      this.all = all;
      this.number = number;
    }

    @Override
    public @Nullable PcmBlock read() throws IOException {
      try {
        return actions.take().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }

    @Override
    public boolean live() {
      return all.live;
    }

    @Override
    public String description() {
      return "fake microphone " + number;
    }

    @Override
    public void close() {
      all.closed.add(number);
      actions.add(() -> null);
    }
  }
}
