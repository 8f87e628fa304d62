import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.speak.LevelledVoice;
import dev.earmark.speak.PhraseCache;
import dev.earmark.speak.SpeechOutput;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceSettings;
import dev.earmark.speak.espeak.EspeakVoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long it takes from the call that speaks to the first sample in the mixer: a phrase that was
 * kept, and a short one that espeak-ng has to make. One daemon's worth of parts, no device. Run it
 * through {@code bench/run speech}.
 */
public final class SpeechBench {
  private SpeechBench() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    Path folder = Files.createTempDirectory("speech-bench");
    Voice voice = new LevelledVoice(new EspeakVoice(VoiceSettings.DEFAULT), -19);
    AtomicLong began = new AtomicLong();
    SpeechOutput output =
        new SpeechOutput(
            new Stamp(began),
            Optional.of(voice),
            new PhraseCache(folder, 64L << 20, Clock.system()),
            VoiceSettings.DEFAULT,
            Clock.system(),
            new Health());
    Thread thread =
        new Thread(
            () -> {
              try {
                while (output.doWork()) {
                  // turns until it is interrupted
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "speak");
    thread.setDaemon(true);
    thread.start();
    for (int i = 0; i < 3; i++) {
      one(output, began, "预热" + "一二三".charAt(i));
    }
    print("first sample, a new short phrase of espeak-ng", times(output, began, rounds));
    print("first sample, a kept phrase", times(output, began, rounds));
    thread.interrupt();
  }

  private static List<Double> times(SpeechOutput output, AtomicLong began, int rounds)
      throws InterruptedException {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      times.add(one(output, began, "好的，第" + (i + 1) + "集。"));
    }
    return times;
  }

  private static double one(SpeechOutput output, AtomicLong began, String text)
      throws InterruptedException {
    began.set(0);
    long start = System.nanoTime();
    output.say(text, Language.ZH);
    while (began.get() == 0) {
      Thread.onSpinWait();
    }
    double ms = (began.get() - start) / 1e6;
    output.hush();
    Thread.sleep(50);
    return ms;
  }

  private static void print(String what, List<Double> ms) {
    double[] sorted = ms.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%-52s n=%d, p50 %.1f, max %.1f ms%n",
        what,
        sorted.length,
        sorted[sorted.length / 2],
        sorted[sorted.length - 1]);
  }

  /** Notes when speech is handed to the mixer. */
  private record Stamp(AtomicLong began) implements MixerControl {
    @Override
    public void setSource(Channel channel, PcmSource source) {
      if (channel == Channel.SPEECH && source != null) {
        began.compareAndSet(0, System.nanoTime());
      }
    }

    @Override
    public void setVolume(int percent) {}

    @Override
    public int volume() {
      return 50;
    }

    @Override
    public void duck(DuckReason reason) {}

    @Override
    public void unduck(DuckReason reason) {}
  }
}
