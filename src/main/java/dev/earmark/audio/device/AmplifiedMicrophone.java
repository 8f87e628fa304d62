package dev.earmark.audio.device;

import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A microphone whose samples are made louder or softer; what would be too loud is clipped. */
final class AmplifiedMicrophone implements Microphone {
  private static final double DB_PER_FACTOR_TEN = 20;

  private final Microphone microphone;
  private final double factor;

  /**
   * @param microphone closed with this one
   */
  AmplifiedMicrophone(Microphone microphone, double gainDb) {
    this.microphone = microphone;
    this.factor = Math.pow(10, gainDb / DB_PER_FACTOR_TEN);
  }

  @Override
  public @Nullable PcmBlock read() throws IOException {
    PcmBlock block = microphone.read();
    if (block == null) {
      return null;
    }
    short[] samples = block.samples();
    short[] louder = new short[samples.length];
    for (int i = 0; i < samples.length; i++) {
      long value = Math.round(samples[i] * factor);
      louder[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
    }
    return new PcmBlock(block.format(), louder);
  }

  @Override
  public String description() {
    return microphone.description();
  }

  @Override
  public String setting() {
    return microphone.setting();
  }

  @Override
  public boolean live() {
    return microphone.live();
  }

  @Override
  public @Nullable String warning() {
    return microphone.warning();
  }

  @Override
  public @Nullable String problem() {
    return microphone.problem();
  }

  @Override
  public void close() {
    microphone.close();
  }
}
