package dev.earmark.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The memory of what was played. */
final class OwnSoundTest {
  private final List<Integer> converted = new ArrayList<>();
  private final OwnSound ownSound =
      new OwnSound(
          block -> {
            converted.add(block.frames());
            return Recordings.of(new short[block.frames() / 3]);
          });

  private static PcmBlock output(int frames, int sample) {
    short[] samples = new short[2 * frames];
    Arrays.fill(samples, (short) sample);
    return new PcmBlock(AudioFormat.OUTPUT, samples);
  }

  /** Counts blocks and hears the phrase at the end, or never. */
  private static final class Counting implements WakeDetector {
    private final boolean hears;
    int blocks;
    boolean closed;

    Counting(boolean hears) {
      this.hears = hears;
    }

    @Override
    public void begin() {
      blocks = 0;
    }

    @Override
    public Optional<Hit> feed(short[] block) {
      blocks++;
      return Optional.empty();
    }

    @Override
    public Optional<Hit> end() {
      return hears ? Optional.of(new Hit("小书童", 1, 0, 1)) : Optional.empty();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void wakes_nothingPlayed_isFalseAndTheDetectorIsClosed() throws IOException {
    Counting detector = new Counting(/* hears= */ true);
    assertThat(ownSound.wakes(detector)).isFalse();
    assertThat(detector.closed).isTrue();
  }

  @Test
  void wakes_silencePlayed_isFalseWithoutWork() throws IOException {
    ownSound.played(output(48_000, 0));
    assertThat(ownSound.wakes(new Counting(/* hears= */ true))).isFalse();
    assertThat(converted).isEmpty();
  }

  @Test
  void wakes_phraseInTheEndOfWhatWasPlayed_isTrue() throws IOException {
    ownSound.played(output(48_000, 1_000));
    assertThat(ownSound.wakes(new Counting(/* hears= */ true))).isTrue();
    assertThat(ownSound.wakes(new Counting(/* hears= */ false))).isFalse();
  }

  @Test
  void played_forMinutes_onlyTheLastSecondsAreKept() throws IOException {
    for (int i = 0; i < 50 * 120; i++) {
      ownSound.played(output(960, 1_000));
    }
    Counting detector = new Counting(/* hears= */ false);
    ownSound.wakes(detector);
    assertThat(converted).singleElement().isEqualTo(5 * 48_000);
    assertThat(detector.blocks).isEqualTo(250);
  }

  /** The mixer's block is its own again when it has been written. */
  @Test
  void played_blockThatIsWrittenOver_isKeptAsItWas() throws IOException {
    PcmBlock reused = output(48_000, 1_000);
    ownSound.played(reused);
    java.util.Arrays.fill(reused.samples(), (short) 0);
    assertThat(ownSound.wakes(new Counting(/* hears= */ true))).isTrue();
  }

  @Test
  void heardThrough_everythingWritten_reachesTheSpeakerAndIsKept() throws IOException {
    List<PcmBlock> written = new ArrayList<>();
    Speaker through = ownSound.heardThrough(new Recorder(written));
    PcmBlock block = output(960, 500);
    through.write(block);
    assertThat(written).containsExactly(block);
    assertThat(ownSound.wakes(new Counting(/* hears= */ true))).isTrue();
    assertThat(through.description()).isEqualTo("recorder");
    assertThat(through.pendingFrames()).isEqualTo(7);
  }

  private record Recorder(List<PcmBlock> written) implements Speaker {
    @Override
    public void write(PcmBlock block) {
      written.add(block);
    }

    @Override
    public long pendingFrames() {
      return 7;
    }

    @Override
    public String description() {
      return "recorder";
    }

    @Override
    public void drain() {
      // Plays at once.
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
