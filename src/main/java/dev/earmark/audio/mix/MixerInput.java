package dev.earmark.audio.mix;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One channel of the {@link Mixer}: its source, the fades where sources come, go or run dry, and
 * the account of what has been heard. Confined to the output thread but for {@link #setSource}.
 */
final class MixerInput {
  /** The fade where a source is taken away: 10 ms. */
  private static final int FADE_FRAMES = 480;

  /** The fade where a source begins, and the decay where one stops abruptly: 10 ms. */
  private static final int DECAY_FRAMES = 480;

  private static final Logger log = LoggerFactory.getLogger(MixerInput.class);

  /** A source with its account; compared by identity. */
  private static final class Playing {
    final PcmSource source;
    final Timeline timeline = new Timeline();
    long told;
    boolean broken;

    Playing(PcmSource source) {
      this.source = source;
    }
  }

  private final String name;
  private final Gain gain;
  private final float[] gains = new float[Mixer.BLOCK_FRAMES];
  private final short[] scratch = new short[2 * Mixer.BLOCK_FRAMES];
  private final List<Playing> retired = new ArrayList<>();
  private volatile @Nullable Playing wanted;
  private @Nullable Playing current;
  private int fadeIn; // frames of the fade-in that are left
  private float lastLeft;
  private float lastRight;
  private int decay; // frames of the decay that are left
  private boolean dry = true;

  MixerInput(String name, float gain) {
    this.name = name;
    this.gain = new Gain(gain);
  }

  /** Sets the source from any thread; the same source again changes nothing. */
  synchronized void setSource(@Nullable PcmSource source) {
    Playing now = wanted;
    if (source == null) {
      wanted = null;
    } else if (now == null || now.source != source) {
      wanted = new Playing(source);
    }
  }

  /** Moves the gain of this channel. */
  void gainTo(float target, int frames) {
    gain.moveTo(target, frames);
  }

  /** Adds this channel to the mix. */
  void mixInto(float[] mix, int frames, long mixFrame) {
    Playing next = wanted;
    Playing old = current;
    if (next == null && old == null && decay == 0 && !gain.moves()) {
      return; // nothing sounds
    }
    for (int i = 0; i < frames; i++) {
      gains[i] = gain.next();
    }
    if (next != old) {
      if (old != null) {
        int n = read(old, Math.min(FADE_FRAMES, frames), mixFrame);
        addFaded(mix, n, frames, -1f / FADE_FRAMES);
        retired.add(old);
      }
      current = next;
      dry = true;
    }
    if (next != null) {
      int n = read(next, frames, mixFrame);
      addCurrent(mix, frames, n);
    } else {
      addDecay(mix, 0, frames);
    }
  }

  /** Tells the sources what has been heard when the mix is heard up to the given frame. */
  void heard(long mixHeard) {
    Playing now = current;
    if (now != null) {
      tell(now, mixHeard);
    }
    if (!retired.isEmpty()) {
      for (Playing playing : retired) {
        tell(playing, mixHeard);
      }
      retired.removeIf(playing -> playing.timeline.isHeard());
    }
  }

  private void tell(Playing playing, long mixHeard) {
    long heard = playing.timeline.heardAt(mixHeard);
    if (heard != playing.told) {
      playing.told = heard;
      try {
        playing.source.heard(heard);
      } catch (RuntimeException e) {
        log.error("the source of {} failed while it was told what was heard", name, e);
      }
    }
  }

  private int read(Playing playing, int frames, long mixFrame) {
    if (playing.broken) {
      return 0;
    }
    int n;
    try {
      n = Math.max(0, Math.min(frames, playing.source.read(scratch, frames)));
    } catch (RuntimeException e) {
      log.error("the source of {} failed and is silent from now on", name, e);
      playing.broken = true;
      return 0;
    }
    playing.timeline.add(mixFrame, n);
    return n;
  }

  /** Adds what is in the scratch, from full level down to nothing. */
  private void addFaded(float[] mix, int n, int frames, float slope) {
    for (int i = 0; i < n; i++) {
      float g = gains[i] * Math.max(0, 1 + slope * (i + 1));
      mix[2 * i] += scratch[2 * i] / 32_768f * g;
      mix[2 * i + 1] += scratch[2 * i + 1] / 32_768f * g;
    }
    if (n > 0) {
      // A source that gave less than the whole fade leaves a step, which decays instead.
      float rest = Math.max(0, 1 + slope * n) * gains[n - 1] / 32_768f;
      lastLeft = scratch[2 * n - 2] * rest;
      lastRight = scratch[2 * n - 1] * rest;
      decay = 0;
      addDecayFrom(mix, n, frames);
    } else if (!dry) {
      addDecayFrom(mix, 0, frames);
    }
    dry = true;
  }

  private void addCurrent(float[] mix, int frames, int n) {
    if (n > 0 && dry) {
      fadeIn = DECAY_FRAMES;
      dry = false;
    }
    addDecay(mix, 0, frames);
    for (int i = 0; i < n; i++) {
      float g = gains[i];
      if (fadeIn > 0) {
        g *= 1f - (float) fadeIn / DECAY_FRAMES;
        fadeIn--;
      }
      lastLeft = scratch[2 * i] / 32_768f * g;
      lastRight = scratch[2 * i + 1] / 32_768f * g;
      mix[2 * i] += lastLeft;
      mix[2 * i + 1] += lastRight;
    }
    if (n < frames && !dry) {
      dry = true;
      addDecayFrom(mix, n, frames);
    }
  }

  private void addDecayFrom(float[] mix, int from, int frames) {
    decay = DECAY_FRAMES;
    addDecay(mix, from, frames);
  }

  private void addDecay(float[] mix, int from, int frames) {
    for (int i = from; i < frames && decay > 0; i++) {
      decay--;
      float share = (float) decay / DECAY_FRAMES;
      mix[2 * i] += lastLeft * share;
      mix[2 * i + 1] += lastRight * share;
    }
  }
}
