import com.sun.management.OperatingSystemMXBean;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.vosk.VoskModels;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the cost of recognition with Vosk's own Python API: the same model, grammar, recordings,
 * blocks of 20 ms, and a partial result each 100 ms, one process after the other. Counted are the
 * processor seconds of the whole process (garbage collector and compiler too) for each second of
 * sound, after one round to warm up, so that other work on the machine matters little. Without a
 * Python it measures Earmark alone. Run it through {@code bench/run recognise}.
 */
public final class RecogniseBench {
  private static final Path MODEL = Path.of("models/vosk-model-tiny-zh-en-earmark-0.2");
  private static final int BLOCK = 320;

  private RecogniseBench() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of("src/test/resources/speech_synth"))) {
      files = all.filter(file -> file.toString().endsWith(".wav")).sorted().toList();
    }
    List<String> phrases = phrases();
    Path grammar = Files.createTempFile("grammar", ".json");
    Files.writeString(grammar, new JsonMapper().writeValueAsString(phrases));
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    try (SpeechModel model = new VoskModels().open(MODEL)) {
      cost(model, phrases, files);
      for (int i = 0; i < rounds; i++) {
        if (args.length > 1) {
          theirs.add(peer(args[1], grammar, files));
        }
        ours.add(cost(model, phrases, files));
      }
    }
    Files.delete(grammar);
    print("earmark, processor seconds a second of sound", ours);
    if (!theirs.isEmpty()) {
      print("vosk (Python), processor seconds a second of sound", theirs);
      System.out.printf(
          Locale.ROOT, "earmark / vosk: %.3f (median)%n", median(ours) / median(theirs));
    }
  }

  private static List<String> phrases() {
    List<String> phrases =
        new ArrayList<>(
            List.of(
                "播放 西游记", "暂停", "继续 播放", "下 一 集", "play treasure island", "pause", "next chapter"));
    for (String tens : "一二三四五六七八九十".split("")) {
      for (String ones : "一二三四五六七八九".split("")) {
        phrases.add("第 " + tens + " " + ones + " 回");
      }
    }
    phrases.add("[unk]");
    return phrases;
  }

  private static double cost(SpeechModel model, List<String> phrases, List<Path> files)
      throws Exception {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double seconds = 0;
    long start = system.getProcessCpuTime();
    for (Path file : files) {
      short[] samples = read(file);
      seconds += samples.length / 16_000.0;
      try (SpeechModel.Decoding decoding = model.decode(phrases, 0)) {
        int block = 0;
        for (int at = 0; at < samples.length; at += BLOCK) {
          decoding.feed(Arrays.copyOfRange(samples, at, Math.min(samples.length, at + BLOCK)));
          if (++block % 5 == 0) {
            decoding.partial();
          }
        }
        decoding.finish();
      }
    }
    return (system.getProcessCpuTime() - start) / 1e9 / seconds;
  }

  private static double peer(String python, Path grammar, List<Path> files) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(python, "bench/listen_peer.py", MODEL.toString(), grammar.toString()));
    files.forEach(file -> words.add(file.toString()));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String answer = new String(process.getInputStream().readAllBytes(), "UTF-8").strip();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("the peer failed");
    }
    return Double.parseDouble(answer);
  }

  private static short[] read(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    short[] samples = new short[(bytes.length - 44) / 2];
    ByteBuffer.wrap(bytes, 44, samples.length * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asShortBuffer()
        .get(samples);
    return samples;
  }

  private static void print(String what, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT, "%-52s median %.4f, from %.4f to %.4f, n=%d%n",
        what, median(values), sorted.get(0), sorted.get(sorted.size() - 1), sorted.size());
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
