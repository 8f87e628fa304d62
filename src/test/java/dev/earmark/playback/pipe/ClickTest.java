package dev.earmark.playback.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Spectrum;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.audio.mix.MixerControl.Channel;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.audio.mix.PcmSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What is heard at every start, stop, jump and pause, by its spectrum: a deep tone has nothing at
 * high frequencies, and a step in it has.
 */
final class ClickTest {
  private static final double ABOVE_HZ = 4_000;

  /** A step of this tone is at -45 dB; what a ramp of 10 ms leaves is below -80 dB. */
  private static final double SILENT_DB = -75;

  private static final int FADE = 960;
  private final BookPipe pipe = new BookPipe(110_400, FADE, 9_600, () -> {});
  private final Mixer mixer = new Mixer(100);
  private final short[] sound = new short[48_000 * 20];
  private int length;
  private long generation;
  private double phase;

  private static short tone(double seconds, double hz, double level) {
    return (short) Math.round(32_767 * level * Math.sin(2 * Math.PI * hz * seconds + 1));
  }

  /** Begins at a place in the book, where the tone has another phase. */
  private void jump(double atS) {
    generation++;
    phase = atS;
    pipe.restart(generation, 1, atS, 1);
  }

  private void feed(double seconds) {
    for (int i = 0; i < Math.round(seconds * 10); i++) {
      short[] samples = new short[9_600];
      for (int s = 0; s < samples.length; s++) {
        int frame = s / 2;
        samples[s] = tone(phase + frame / 48_000.0, 440, 0.5);
      }
      PcmBlock block = new PcmBlock(AudioFormat.OUTPUT, samples);
      assertThat(pipe.offer(generation, block, 1, phase, phase + 0.1)).isTrue();
      phase += 0.1;
    }
  }

  private void hear(double seconds) {
    for (int i = 0; i < Math.round(seconds * 50); i++) {
      short[] block = mixer.next().samples();
      mixer.heard(0);
      for (int s = 0; s < Mixer.BLOCK_FRAMES; s++) {
        sound[length++] = block[2 * s];
      }
    }
  }

  private double clicks() {
    return Spectrum.loudestAbove(Arrays.copyOf(sound, length), ABOVE_HZ);
  }

  @Test
  void everyStartStopPauseAndJump_makesNoClick() {
    mixer.setSource(Channel.BOOK, pipe);
    hear(0.1);
    jump(0);
    pipe.open();
    feed(1);
    hear(0.3); // plays
    pipe.shut();
    hear(0.1); // pauses
    pipe.open();
    hear(0.3); // goes on
    jump(17.3456789);
    feed(0.5);
    hear(0.3); // jumps while it sounds
    hear(0.4); // runs dry
    feed(1);
    hear(0.3); // and goes on
    pipe.shut();
    jump(3.21);
    hear(0.1); // jumps in silence
    feed(1);
    pipe.open();
    hear(0.3);
    jump(0.777);
    pipe.shut();
    hear(0.2); // stops

    assertThat(clicks()).isLessThan(SILENT_DB);
  }

  @Test
  void runsDryAfterAnyNumberOfFrames_makesNoClick() {
    mixer.setSource(Channel.BOOK, pipe);
    for (int frames : new int[] {1, 7, 480, 500, 959, 961, 2_000}) {
      jump(frames);
      pipe.open();
      short[] samples = new short[2 * (9_600 + frames)];
      for (int s = 0; s < samples.length; s++) {
        int frame = s / 2;
        samples[s] = tone(frame / 48_000.0, 440, 0.5);
      }
      pipe.offer(generation, new PcmBlock(AudioFormat.OUTPUT, samples), 1, 0, 1);
      hear(0.3);
    }
    assertThat(clicks()).isLessThan(SILENT_DB);
  }

  @Test
  void speechChimesDuckingAndVolume_makeNoClick() {
    mixer.setSource(Channel.BOOK, pipe);
    jump(0);
    pipe.open();
    feed(2);
    hear(0.2);
    mixer.duck(DuckReason.LISTENING);
    mixer.setSource(Channel.SPEECH, new Tone());
    hear(0.2);
    mixer.setSource(Channel.CHIME, new Tone());
    hear(0.2);
    mixer.setSource(Channel.SPEECH, null); // interrupted
    mixer.setVolume(40);
    hear(0.2);
    mixer.setSource(Channel.CHIME, new Tone()); // another one
    hear(0.2);
    mixer.setSource(Channel.CHIME, null);
    mixer.unduck(DuckReason.LISTENING);
    hear(0.3);
    mixer.setSource(Channel.BOOK, null);
    hear(0.2);

    assertThat(clicks()).isLessThan(SILENT_DB);
  }

  @Test
  void step_isFound() {
    for (int i = 0; i < 24_000; i++) {
      sound[length++] = i < 12_000 ? tone(i / 48_000.0, 440, 0.5) : 0;
    }
    assertThat(clicks()).isGreaterThan(-50);
  }

  @Test
  void fadeOfATenthOfTheTime_isFound() {
    for (int i = 0; i < 24_000; i++) {
      double gain = Math.max(0, Math.min(1, (12_000 - i) / 48.0));
      sound[length++] = (short) (gain * tone(i / 48_000.0, 440, 0.5));
    }
    assertThat(clicks()).isGreaterThan(SILENT_DB);
  }

  private static final class Tone implements PcmSource {
    private long at;

    @Override
    public int read(short[] target, int frames) {
      for (int i = 0; i < frames; i++) {
        short sample = tone(at++ / 48_000.0, 300, 0.3);
        target[2 * i] = sample;
        target[2 * i + 1] = sample;
      }
      return frames;
    }

    @Override
    public void heard(long framesHeard) {}
  }
}
