package dev.earmark.remote.metrics;

import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import org.jspecify.annotations.Nullable;

/** A mixer that tells when the first frame of each spoken source has been heard. Thread-safe. */
final class AudibleMixer implements MixerControl {
  private final MixerControl mixer;
  private final Runnable onAudible;
  private @Nullable Watched speech; // guarded by this

  AudibleMixer(MixerControl mixer, Runnable onAudible) {
    this.mixer = mixer;
    this.onAudible = onAudible;
  }

  /** A source that is passed on; a silence within it begins it anew. */
  private final class Watched implements PcmSource {
    private final PcmSource source;
    private long told;
    private boolean ranDry = true;

    Watched(PcmSource source) {
      this.source = source;
    }

    @Override
    public int read(short[] target, int frames) {
      int read = source.read(target, frames);
      ranDry |= read == 0;
      return read;
    }

    @Override
    public void heard(long framesHeard) {
      source.heard(framesHeard);
      if (framesHeard > told) {
        told = framesHeard;
        if (ranDry) {
          ranDry = false;
          onAudible.run();
        }
      }
    }
  }

  @Override
  public void setSource(Channel channel, @Nullable PcmSource source) {
    mixer.setSource(channel, channel == Channel.SPEECH ? watched(source) : source);
  }

  /** The same source is set again with each sentence and must stay the same one to the mixer. */
  private synchronized @Nullable PcmSource watched(@Nullable PcmSource source) {
    Watched known = speech;
    if (source == null) {
      speech = null;
    } else if (known == null || known.source != source) {
      speech = new Watched(source);
    }
    return speech;
  }

  @Override
  public void setVolume(int percent) {
    mixer.setVolume(percent);
  }

  @Override
  public int volume() {
    return mixer.volume();
  }

  @Override
  public void duck(DuckReason reason) {
    mixer.duck(reason);
  }

  @Override
  public void unduck(DuckReason reason) {
    mixer.unduck(reason);
  }
}
