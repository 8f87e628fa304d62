package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.TestData;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.CaptureRole;
import dev.earmark.audio.Correlation;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.PcmRing;
import dev.earmark.audio.VirtualSound;
import dev.earmark.audio.WavFile;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.OutputRole;
import dev.earmark.audio.mix.PcmSource;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The roles and command adapters on a real sound server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("realtime")
final class PulseSoundTest {
  private static final Path COMMAND = TestData.speech("zh/zh_06.wav");
  private static final Duration LONG = Duration.ofSeconds(60);

  private final Clock clock = Clock.system();
  private final Health health = new Health();
  private VirtualSound sound;

  @BeforeAll
  void start() throws Exception {
    sound = VirtualSound.startOrSkip();
  }

  @AfterAll
  void stop() {
    if (sound != null) {
      sound.close();
    }
  }

  @Test
  void output_whatTheMixerPlays_comesOutOfTheSpeaker() throws Exception {
    PcmBlock speech = PcmConverter.convert(WavFile.readAll(COMMAND), AudioFormat.OUTPUT);
    Mixer mixer = new Mixer(100);
    RoleRunner output =
        new RoleRunner(
                new OutputRole(
                    mixer, Devices.speaker(sound.speakerSettings(), clock), clock, health),
                clock,
                Duration.ofSeconds(1))
            .start();
    try (VirtualSound.Recording recording = sound.startRecording()) {
      BlockSource source = new BlockSource(speech);
      mixer.setSource(MixerControl.Channel.BOOK, source);
      await().atMost(LONG).until(() -> source.heard >= speech.frames());
      Thread.sleep(200);

      assertThat(Correlation.median(speech, recording.stop(), 0.1)).isGreaterThan(0.95);
    } finally {
      assertThat(output.close(Duration.ofSeconds(5))).isTrue();
    }
    assertThat(health.parts())
        .anySatisfy(
            part -> {
              assertThat(part.part()).isEqualTo("speaker");
              assertThat(part.ok()).isTrue();
            });
  }

  @Test
  void capture_whatIsSpoken_arrivesAndAnUnpluggedMicrophoneIsReopened() throws Exception {
    PcmRing ring = new PcmRing(3_000);
    RoleRunner capture =
        new RoleRunner(
                new CaptureRole(
                    Devices.microphone(sound.microphoneSettings(), clock), ring, clock, health),
                clock,
                Duration.ofSeconds(1))
            .start();
    try {
      await().atMost(LONG).until(() -> ring.framesPut() > 0);
      assertThat(likenessOfWhatIsHeard(ring)).isGreaterThan(0.9);

      sound.unplugMicrophone();
      await().atMost(LONG).until(() -> !microphoneOk());
      sound.plugInMicrophone();
      await().atMost(LONG).until(this::microphoneOk);

      assertThat(likenessOfWhatIsHeard(ring)).isGreaterThan(0.9);
    } finally {
      assertThat(capture.close(Duration.ofSeconds(5))).isTrue();
    }
  }

  private boolean microphoneOk() {
    return health.parts().stream().anyMatch(part -> part.part().equals("microphone") && part.ok());
  }

  private double likenessOfWhatIsHeard(PcmRing ring) throws Exception {
    while (ring.take(Duration.ZERO) != null) {
      Thread.onSpinWait();
    }
    sound.speakInto(COMMAND);
    Thread.sleep(300);
    List<PcmBlock> blocks = new ArrayList<>();
    for (PcmBlock b = ring.take(Duration.ZERO); b != null; b = ring.take(Duration.ZERO)) {
      blocks.add(b);
    }
    short[] heard = new short[blocks.size() * 320];
    for (int i = 0; i < blocks.size(); i++) {
      System.arraycopy(blocks.get(i).samples(), 0, heard, i * 320, blocks.get(i).frames());
    }
    return Correlation.median(speech(), new PcmBlock(AudioFormat.SPEECH, heard), 0.1);
  }

  private static PcmBlock speech() throws IOException {
    return PcmConverter.convert(WavFile.readAll(COMMAND), AudioFormat.SPEECH);
  }

  /** Plays a block once. */
  private static final class BlockSource implements PcmSource {
    private final PcmBlock block;
    private int at;
    volatile long heard;

    BlockSource(PcmBlock block) {
      this.block = block;
    }

    @Override
    public int read(short[] target, int frames) {
      int n = Math.min(2 * frames, block.samples().length - at);
      System.arraycopy(block.samples(), at, target, 0, n);
      at += n;
      return n / 2;
    }

    @Override
    public void heard(long framesHeard) {
      heard = framesHeard;
    }
  }
}
