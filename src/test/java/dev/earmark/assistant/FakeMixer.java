package dev.earmark.assistant;

import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mixer that only keeps the reasons to duck. */
final class FakeMixer implements MixerControl {
  final Set<DuckReason> ducked = EnumSet.noneOf(DuckReason.class);
  private int volume = 50;

  @Override
  public void setSource(Channel channel, @Nullable PcmSource source) {}

  @Override
  public void setVolume(int percent) {
    volume = percent;
  }

  @Override
  public int volume() {
    return volume;
  }

  @Override
  public void duck(DuckReason reason) {
    ducked.add(reason);
  }

  @Override
  public void unduck(DuckReason reason) {
    ducked.remove(reason);
  }
}
