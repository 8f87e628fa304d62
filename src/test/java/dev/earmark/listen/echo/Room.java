package dev.earmark.listen.echo;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import java.util.Arrays;
import java.util.Random;

/** A room where a speaker plays something like speech, and a microphone hears it later. */
final class Room {
  static final int RATE = 16_000;
  static final int BLOCK = 320;

  private final PcmConverter toOutput = new PcmConverter(AudioFormat.SPEECH, AudioFormat.OUTPUT);

  /** Returns noise that comes and goes like syllables, differently for each seed. */
  static short[] syllables(int seed, double seconds, double amplitude) {
    Random random = new Random(seed);
    short[] sound = new short[(int) (seconds * RATE)];
    double smooth = 0;
    for (int at = 0; at < sound.length; ) {
      int length = 1_200 + random.nextInt(3_600);
      double loud = random.nextInt(4) == 0 ? 0 : amplitude * (0.2 + random.nextDouble());
      for (int i = 0; i < length && at < sound.length; i++, at++) {
        smooth = 0.8 * smooth + random.nextGaussian();
        double shape = Math.sin(Math.PI * i / length);
        sound[at] = (short) (loud * shape * smooth);
      }
    }
    return sound;
  }

  /** Returns what a microphone hears of a sound: later, softer, and with a room around it. */
  static short[] echo(short[] played, int delay, double gain) {
    Random random = new Random(5);
    double[] answer = new double[1_600];
    answer[0] = 1;
    for (int i = 40; i < answer.length; i += 25) {
      answer[i] = 0.3 * random.nextGaussian() * Math.exp(-i / 400.0);
    }
    short[] heard = new short[played.length];
    for (int i = delay; i < heard.length; i++) {
      double sum = 0;
      for (int k = 0; k < answer.length && k <= i - delay; k += k == 0 ? 40 : 25) {
        sum += answer[k] * played[i - delay - k];
      }
      heard[i] = (short) Math.round(gain * sum);
    }
    return heard;
  }

  /** Returns the next 20 ms as they are written to a speaker. */
  PcmBlock written(short[] sound, int from) {
    short[] block = Arrays.copyOfRange(sound, from, from + BLOCK);
    return new PcmBlock(AudioFormat.OUTPUT, toOutput.process(block));
  }

  static PcmBlock heard(short[] sound, int from) {
    return new PcmBlock(AudioFormat.SPEECH, Arrays.copyOfRange(sound, from, from + BLOCK));
  }

  /** Returns the mean square. */
  static double power(short[] sound, double fromS, double toS) {
    double sum = 0;
    for (int i = (int) (fromS * RATE); i < (int) (toS * RATE); i++) {
      sum += (double) sound[i] * sound[i];
    }
    return sum / ((toS - fromS) * RATE);
  }
}
