package dev.earmark.audio.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ShapingTest {
  private static final int RATE = 48_000;
  private static final int BLOCK = 4_800;

  private final Map<String, Double> memory = new HashMap<>();

  private Shaping shaping(ShapeSettings settings) {
    return new Shaping(
        settings,
        new Shaping.Memory() {
          @Override
          public OptionalDouble loudness(String book) {
            Double lufs = memory.get(book);
            return lufs == null ? OptionalDouble.empty() : OptionalDouble.of(lufs);
          }

          @Override
          public void loudness(String book, double lufs) {
            memory.put(book, lufs);
          }
        });
  }

  /** A tone of 997 Hz in both channels. */
  private static PcmBlock tone(double dbfs, long fromFrame, int frames) {
    short[] samples = new short[2 * frames];
    double peak = 32_767 * Math.pow(10, dbfs / 20);
    for (int i = 0; i < frames; i++) {
      short s = (short) Math.round(peak * Math.sin(2 * Math.PI * 997 * (fromFrame + i) / RATE));
      samples[2 * i] = s;
      samples[2 * i + 1] = s;
    }
    return new PcmBlock(AudioFormat.OUTPUT, samples);
  }

  private static double peakDb(PcmBlock block) {
    int peak = 1;
    for (short s : block.samples()) {
      peak = Math.max(peak, Math.abs(s));
    }
    return 20 * Math.log10(peak / 32_768.0);
  }

  private static PcmBlock play(Shaping shaping, String book, int section, double dbfs, double s) {
    PcmBlock last = tone(dbfs, 0, BLOCK);
    for (long f = 0; f < s * RATE; f += BLOCK) {
      last = shaping.shape(book, section, tone(dbfs, f, BLOCK));
    }
    return last;
  }

  @Test
  void meter_stereoToneOf997HzAtMinus23_isMinus23Lufs() { // EBU Tech 3341, case 1
    LoudnessMeter meter = new LoudnessMeter();
    for (long f = 0; f < 20L * RATE; f += BLOCK) {
      meter.add(tone(-23, f, BLOCK).samples(), BLOCK);
    }
    assertThat(meter.lufs().orElseThrow()).isCloseTo(-23, within(0.1));
  }

  @Test
  void meter_quietParts_areGatedOut() { // EBU Tech 3341, case 3: -36, -23, -36
    LoudnessMeter meter = new LoudnessMeter();
    long at = 0;
    for (double[] part : new double[][] {{-36, 10}, {-23, 60}, {-36, 10}}) {
      for (long f = 0; f < part[1] * RATE; f += BLOCK) {
        meter.add(tone(part[0], at, BLOCK).samples(), BLOCK);
        at += BLOCK;
      }
    }
    assertThat(meter.lufs().orElseThrow()).isCloseTo(-23, within(0.1));
  }

  @Test
  void level_quietAndLoudBooks_comeToTheSameLoudness() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    assertThat(peakDb(play(shaping, "quiet", 1, -31, 20))).isCloseTo(-19, within(0.3));
    assertThat(peakDb(play(shaping, "loud", 1, -9, 20))).isCloseTo(-19, within(0.3));
  }

  @Test
  void level_nextSection_beginsWithTheGainOfItsBook_alsoAfterARestart() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    play(shaping, "quiet", 1, -29, 20);
    PcmBlock next = shaping.shape("quiet", 2, tone(-29, 0, BLOCK));
    assertThat(peakDb(next)).isCloseTo(-19, within(0.3));
    PcmBlock later = shaping(ShapeSettings.DEFAULT).shape("quiet", 2, tone(-29, 0, BLOCK));
    assertThat(peakDb(later)).isCloseTo(-19, within(0.3));
  }

  @Test
  void level_loudness_isKeptWhenTheBookIsLeft_orJumpedIn() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    play(shaping, "quiet", 1, -29, 20);
    assertThat(memory).isEmpty();
    shaping.shape("other", 1, tone(-20, 0, BLOCK));
    assertThat(memory).containsOnlyKeys("quiet");
    assertThat(memory.get("quiet")).isCloseTo(-29, within(0.2));
    play(shaping, "other", 1, -20, 20);
    shaping.jumped();
    assertThat(memory.get("other")).isCloseTo(-20, within(0.2));
  }

  @Test
  void level_switchedOff_goesBackAsSlowlyAsItCame() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    double before = peakDb(play(shaping, "b", 1, -31, 20));
    shaping.set(ShapeSettings.OFF);
    for (int i = 0; i < 60; i++) {
      double now = peakDb(shaping.shape("b", 1, tone(-31, (long) i * BLOCK, BLOCK)));
      assertThat(Math.abs(now - before)).isLessThan(0.45);
      before = now;
    }
    assertThat(before).isCloseTo(-31, within(0.1));
    PcmBlock block = tone(-31, 0, BLOCK);
    assertThat(shaping.shape("b", 1, block)).isSameAs(block);
  }

  @Test
  void limiter_peakInTheMiddleOfABlock_isMetByTheGain_notClipped() {
    float[] before = new float[2 * BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      double loudness = i >= 2_000 && i < 2_800 ? 2 : 0.5;
      before[2 * i] = (float) (loudness * Math.sin(2 * Math.PI * 997 * i / RATE));
      before[2 * i + 1] = before[2 * i];
    }
    float[] after = before.clone();
    new PeakLimiter().apply(after, BLOCK);
    double last = Double.NaN;
    for (int i = 0; i < BLOCK; i++) {
      assertThat(Math.abs(after[2 * i])).isLessThanOrEqualTo(0.8913f);
      if (Math.abs(before[2 * i]) < 0.05) {
        last = Double.NaN; // too little to tell the gain by
        continue;
      }
      double gain = after[2 * i] / before[2 * i];
      if (!Double.isNaN(last)) { // a quarter in 64 frames at most: clipping moves it faster
        assertThat(Math.abs(gain - last)).as("frame %d", i).isLessThan(0.0045);
      }
      last = gain;
    }
  }

  @Test
  void level_neverMovesFasterThanItsSlew_andStopsAtMostDb() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    double before = -50;
    for (int i = 0; i < 300; i++) {
      double now = peakDb(shaping.shape("b", 1, tone(-50, (long) i * BLOCK, BLOCK)));
      assertThat(now - before).isLessThan(0.45);
      before = now;
    }
    assertThat(before).isCloseTo(-35, within(0.3));
  }

  @Test
  void level_peaks_areLimited_withoutAStepBehindTheFirstMilliseconds() {
    Shaping shaping = shaping(ShapeSettings.DEFAULT);
    play(shaping, "b", 1, -31, 20);
    PcmBlock loud = shaping.shape("b", 1, tone(-1, 0, BLOCK));
    assertThat(peakDb(loud)).isLessThanOrEqualTo(-0.99);
    short[] s = loud.samples();
    int steepest = 0;
    for (int i = 2 * 64; i < s.length; i += 2) { // it looks ahead inside the block only
      steepest = Math.max(steepest, Math.abs(s[i] - s[i - 2]));
    }
    // a tone of 997 Hz at full scale moves by 4,280 a sample at most
    assertThat(steepest).isLessThan(5_200);
  }

  @Test
  void boost_quietWords_comeNearerToLoudOnes() {
    Shaping shaping = shaping(new ShapeSettings(false, -19, /* boost= */ true, false));
    double loud = peakDb(play(shaping, "b", 1, -10, 2));
    double quiet = peakDb(play(shaping, "b", 1, -35, 2));
    assertThat(loud - quiet).isBetween(10.0, 20.0);
    assertThat(quiet).isGreaterThan(-31);
  }

  @Test
  void silence_longOnes_areShortened_shortOnesStay() {
    Shaping shaping = shaping(new ShapeSettings(false, -19, false, /* shortenSilence= */ true));
    assertThat(framesOf(shaping, 0.3)).isCloseTo(1.3, within(0.02));
    assertThat(framesOf(shaping, 3)).isCloseTo(1.35, within(0.03));
  }

  /** Seconds that come out of half a second of tone, a silence, and half a second of tone. */
  private static double framesOf(Shaping shaping, double silenceS) {
    shaping.jumped();
    int out = 0;
    for (double[] part : new double[][] {{-20, 0.5}, {-100, silenceS}, {-20, 0.5}}) {
      for (int f = 0; f < Math.round(part[1] * 10); f++) {
        out += shaping.shape("b", 1, tone(part[0], (long) f * BLOCK, BLOCK)).frames();
      }
    }
    return out / (double) RATE;
  }

  @Test
  void off_blocksPassAsTheyAre() {
    PcmBlock block = tone(-20, 0, BLOCK);
    assertThat(shaping(ShapeSettings.OFF).shape("b", 1, block)).isSameAs(block);
  }
}
