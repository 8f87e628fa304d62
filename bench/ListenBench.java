import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What listening costs: processor seconds for each second of recordings and of silence, one thread.
 *
 * <p>{@code java -cp 'target/classes:target/lib/*' bench/ListenBench.java}; the peer on the same
 * recordings is {@code bench/listen_peer.py}.
 */
public final class ListenBench {
  public static void main(String[] args) throws Exception {
    Path model = Path.of("models/vosk-model-tiny-zh-en-earmark-0.2");
    ListenSettings settings = ListenSettings.DEFAULT;
    Hearing hearing = new Hearing(settings, FvadActivity::open, block -> block);
    SpeechEngine engine = new SpeechEngine(List.of(new VoskModels().open(model)), settings);
    engine.setTitles(List.of("西游记", "三国演义", "Treasure Island", "Sherlock Holmes"));
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of("src/test/resources/speech_synth"))) {
      files = all.filter(file -> file.toString().endsWith(".wav")).sorted().toList();
    }
    for (int round = 0; round < 3; round++) {
      double seconds = 0;
      long start = System.nanoTime();
      for (Path file : files) {
        PcmBlock audio = read(file);
        seconds += audio.seconds();
        hearing.hear(engine.share(), audio, new Hearing.Options(true, List.of()), event -> {});
      }
      report("recordings, wake phrase and command", seconds, System.nanoTime() - start);
      PcmBlock silence = new PcmBlock(AudioFormat.SPEECH, quiet(300 * 16_000));
      start = System.nanoTime();
      hearing.hear(engine.share(), silence, new Hearing.Options(true, List.of()), event -> {});
      report("room without speech", silence.seconds(), System.nanoTime() - start);
    }
  }

  private static void report(String what, double seconds, long nanos) {
    System.out.printf(
        Locale.ROOT, "%-40s %7.1f s of sound, %.4f of one core%n", what, seconds, nanos / 1e9 / seconds);
  }

  /** Noise of about -65 dBFS. */
  private static short[] quiet(int samples) {
    java.util.Random random = new java.util.Random(1);
    short[] noise = new short[samples];
    for (int i = 0; i < samples; i++) {
      noise[i] = (short) (random.nextGaussian() * 18);
    }
    return noise;
  }

  private static PcmBlock read(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    short[] samples = new short[(bytes.length - 44) / 2];
    ByteBuffer.wrap(bytes, 44, samples.length * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asShortBuffer()
        .get(samples);
    return new PcmBlock(AudioFormat.SPEECH, samples);
  }
}
