package dev.earmark.audio.mix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OutputRoleTest {
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final Mixer mixer = new Mixer(100);
  private final FakeSpeakers speakers = new FakeSpeakers();
  private final OutputRole role = new OutputRole(mixer, speakers, clock, health);

  @Test
  void doWork_afterOpening_writesSilenceFirst() throws Exception {
    mixer.setSource(MixerControl.Channel.BOOK, FakeSource.constant(500));
    turns(3);

    for (int block = 0; block < 8; block++) {
      assertThat(speakers.written.get(block).samples()).containsOnly((short) 0);
    }
    assertThat(speakers.written.get(9).samples()).contains((short) 500);
  }

  @Test
  void doWork_writes_tellsTheSourceWhatIsHeard() throws Exception {
    FakeSource book = FakeSource.constant(500);
    mixer.setSource(MixerControl.Channel.BOOK, book);
    speakers.pending = 1_000;
    turns(11);

    assertThat(book.heard).isEqualTo(10 * 960 - 1_000);
  }

  @Test
  void doWork_deviceMissing_retriesWithGrowingPausesAndSaysWhy() throws Exception {
    speakers.failures = 4;
    role.onStart();
    List<Long> tries = new ArrayList<>();
    for (int i = 0; i < 200 && speakers.opened == 0; i++) {
      int before = speakers.attempts;
      role.doWork();
      if (speakers.attempts > before) {
        tries.add(clock.nanoTime() / 1_000_000_000L);
      }
      if (speakers.attempts == 1) {
        assertThat(health.parts().get(0))
            .isEqualTo(
                new Health.Part("speaker", false, "no speaker; plug one in (next try in 1 s)"));
      }
    }

    assertThat(tries).containsExactly(0L, 1L, 3L, 7L, 15L);
    for (int i = 0; i < 30; i++) {
      role.doWork();
    }
    assertThat(health.parts().get(0)).isEqualTo(new Health.Part("speaker", true, "fake speaker"));
  }

  /** The device is unplugged and comes back: not one frame of the book is lost or repeated. */
  @Test
  void doWork_deviceLost_goesOnWithTheSameBlock() throws Exception {
    FakeSource book = FakeSource.ramp();
    mixer.setSource(MixerControl.Channel.BOOK, book);
    turns(5);
    speakers.breakNextWrite = true;
    turns(40);

    assertThat(speakers.opened).isEqualTo(2);
    List<Short> heard = new ArrayList<>();
    for (PcmBlock block : speakers.written) {
      for (short sample : block.samples()) {
        heard.add(sample);
      }
    }
    int lead = 8 * 1_920;
    int firstPart = 4 * 1_920;
    for (int i = 1_920; i < 20 * 1_920; i++) {
      int at = i < firstPart ? lead + i : 2 * lead + i;
      int after = i - firstPart; // the first 10 ms on the new device are faded in
      int expected =
          after >= 0 && after < 960 ? book.sample(i) * (after / 2) / 480 : book.sample(i);
      assertThat((int) heard.get(at)).as("sample %d", i).isEqualTo(expected);
    }
  }

  @Test
  void doWork_deviceLostAndFound_tellsBoth() throws Exception {
    List<Boolean> told = new ArrayList<>();
    role.tell(told::add);
    turns(5);
    speakers.breakNextWrite = true;
    speakers.failures = 0;
    turns(40);

    assertThat(told).containsExactly(false, true, false);
  }

  @Test
  void doWork_deviceLost_countsItsBufferAsHeardButNotTheKeptBlock() throws Exception {
    FakeSource book = FakeSource.constant(5);
    mixer.setSource(MixerControl.Channel.BOOK, book);
    speakers.pending = 4_000;
    turns(6);
    speakers.breakNextWrite = true;
    turns(1);

    assertThat(book.heard).isEqualTo(5 * 960);
  }

  @Test
  void doWork_speakerWithAWarning_showsIt() throws Exception {
    speakers.warning = "no speaker is called 'x', the default one is used; there are: a, b";
    turns(30);

    assertThat(health.parts()).containsExactly(new Health.Part("speaker", false, speakers.warning));
  }

  @Test
  void onClose_fadesAndDrainsBeforeClosing() throws Exception {
    mixer.setSource(MixerControl.Channel.BOOK, FakeSource.constant(9_000));
    turns(6);
    role.onClose();

    short[] last = speakers.written.get(speakers.written.size() - 1).samples();
    assertThat(last[0]).isGreaterThan((short) 8_000);
    assertThat(last[last.length - 1]).isZero();
    assertThat(speakers.calls).endsWith("drain", "close");
  }

  private void turns(int count) throws InterruptedException {
    if (speakers.attempts == 0) {
      role.onStart();
    }
    for (int i = 0; i < count; i++) {
      role.doWork();
    }
  }

  private static final class FakeSpeakers implements Speaker.Opener {
    final List<PcmBlock> written = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    int failures;
    int attempts;
    int opened;
    long pending;
    boolean breakNextWrite;
    String warning = "";

    @Override
    public Speaker open() throws IOException {
      attempts++;
      if (attempts <= failures) {
        throw new FailureException(Failure.Kind.UNAVAILABLE, "no speaker; plug one in");
      }
      opened++;
      return new FakeSpeaker(this);
    }
  }

  private record FakeSpeaker(FakeSpeakers all) implements Speaker {
    @Override
    public void write(PcmBlock block) throws IOException {
      if (all.breakNextWrite) {
        all.breakNextWrite = false;
        throw new IOException("unplugged");
      }
      all.written.add(new PcmBlock(block.format(), block.samples().clone()));
    }

    @Override
    public long pendingFrames() {
      return all.pending;
    }

    @Override
    public String description() {
      return "fake speaker";
    }

    @Override
    public @Nullable String warning() {
      return all.warning.isEmpty() ? null : all.warning;
    }

    @Override
    public void drain() {
      all.calls.add("drain");
    }

    @Override
    public void close() {
      all.calls.add("close");
    }
  }
}
