package dev.earmark.playback.player;

import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mixer that only remembers what it was told. Thread-safe. */
public final class FakeMixer implements MixerControl {
  private final Map<Channel, PcmSource> sources = new EnumMap<>(Channel.class);
  private final Set<DuckReason> ducks = EnumSet.noneOf(DuckReason.class);
  private int volume = -1;

  @Override
  public synchronized void setSource(Channel channel, @Nullable PcmSource source) {
    if (source == null) {
      sources.remove(channel);
    } else {
      sources.put(channel, source);
    }
  }

  public synchronized @Nullable PcmSource source(Channel channel) {
    return sources.get(channel);
  }

  @Override
  public synchronized void setVolume(int percent) {
    volume = percent;
  }

  @Override
  public synchronized int volume() {
    return volume;
  }

  @Override
  public synchronized void duck(DuckReason reason) {
    ducks.add(reason);
  }

  @Override
  public synchronized void unduck(DuckReason reason) {
    ducks.remove(reason);
  }
}
