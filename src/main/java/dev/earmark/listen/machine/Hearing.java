package dev.earmark.listen.machine;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Hears finished recordings with the same state machine as the microphone's stream, as fast as the
 * machine can. Thread-safe as far as its engine is; each call runs on the caller's thread.
 */
public final class Hearing {
  private static final Duration TAIL = Duration.ofMillis(1_800);

  private final ListenSettings settings;
  private final VoiceActivity.Factory activities;
  private final UnaryOperator<PcmBlock> toSpeech;

  /**
   * Makes a hearing.
   *
   * @param toSpeech converts a block of any format to {@link AudioFormat#SPEECH}; not called for
   *     what has that format
   */
  public Hearing(
      ListenSettings settings, VoiceActivity.Factory activities, UnaryOperator<PcmBlock> toSpeech) {
    this.settings = settings;
    this.activities = activities;
    this.toSpeech = toSpeech;
  }

  /**
   * How a recording is heard.
   *
   * @param wakePhraseNeeded whether only what follows a wake phrase is a command
   * @param phrases what may be said; empty for the commands and titles
   */
  public record Options(boolean wakePhraseNeeded, List<String> phrases) {
    /** Copies the phrases. */
    public Options {
      phrases = List.copyOf(phrases);
    }
  }

  /**
   * Hears a recording.
   *
   * @param engine closed before it returns
   * @param audio any format and length
   * @param events gets the events in order, times since the recording's beginning
   * @throws dev.earmark.base.FailureException when a recogniser cannot be made
   */
  public void hear(
      SpeechEngine engine, PcmBlock audio, Options options, Consumer<ListenEvent> events)
      throws IOException {
    PcmBlock speech =
        audio.frames() == 0 || audio.format().equals(AudioFormat.SPEECH)
            ? audio
            : toSpeech.apply(audio);
    List<ListenEvent> pending = new ArrayList<>();
    try (ListenMachine machine =
        new ListenMachine(settings, activities.open(), OwnSound.none(), pending::add)) {
      machine.expectFloor(floor(speech.samples()));
      machine.setTitles(engine.titles());
      machine.setEngine(engine);
      if (!options.phrases().isEmpty()) {
        machine.setRecogniser(engine.newRecognizer(options.phrases()));
      }
      Duration wait = Duration.ofMillis((long) (speech.seconds() * 1000) + TAIL.toMillis() * 2);
      int at = 0;
      int end = speech.samples().length + (int) (TAIL.toMillis() * 16);
      while (at < end) {
        if (!options.wakePhraseNeeded() && !machine.busy()) {
          machine.openWindow(wait);
        }
        machine.accept(block(speech.samples(), at));
        at += SoundHistory.BLOCK;
        pending.forEach(events);
        pending.clear();
      }
    }
  }

  /** Returns the loudness that only a tenth of the recording stays below. */
  private static double floor(short[] samples) {
    double[] levels =
        IntStream.range(0, samples.length / SoundHistory.BLOCK)
            .mapToDouble(i -> SoundHistory.levelDb(block(samples, i * SoundHistory.BLOCK)))
            .sorted()
            .toArray();
    return levels.length == 0 ? SoundHistory.SILENCE_DB : levels[levels.length / 10];
  }

  /** Returns a block of the recording, filled up with silence. */
  private static short[] block(short[] samples, int from) {
    short[] block = new short[SoundHistory.BLOCK];
    int length = Math.max(0, Math.min(block.length, samples.length - from));
    if (length > 0) {
      System.arraycopy(samples, from, block, 0, length);
    }
    return block;
  }
}
