import dev.earmark.app.SameWish;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often a quiet recording of a command is understood when it comes as a microphone gives
 * it: begun anywhere within a block, louder or softer, converted between 16, 44.1 and 48 kHz, with
 * a little noise, with more or less silence around it. The same seed gives the same variants.
 *
 * <p>{@code java -cp 'target/classes:target/lib/*' bench/MicrophoneTrials.java [VARIANTS [SEED
 * [NAME]]]}.
 * The first variant of each is the recording as it is. A recording without a command counts as
 * quiet when none is heard in it.
 */
public final class MicrophoneTrials {
  private static final int RATE = 16_000;
  private static final Path SPEECH = Path.of("src/test/resources/speech_synth");
  private static final int[][] PATHS = {{}, {48_000}, {44_100}, {44_100, 48_000}};

  /** Standard deviations in units of the last bit: none, about dither, −75 and −60 dBFS. */
  private static final double[] NOISES = {0, 1, 6, 33};

  private static final Logger log = LoggerFactory.getLogger("dev.earmark.listen.MicrophoneTrials");

  private MicrophoneTrials() {}

  private record Source(
      String name, String condition, String wake, String command, short[] sound) {}

  private record Variant(String how, short[] sound) {}

  public static void main(String[] args) throws Exception {
    int variants = args.length > 0 ? Integer.parseInt(args[0]) : 60;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
    Hearing hearing =
        new Hearing(ListenSettings.DEFAULT, FvadActivity::open, block -> block);
    Path model;
    try (Stream<Path> models = Files.list(Path.of("models"))) {
      model = models.filter(Files::isDirectory).sorted().reduce((first, last) -> last).orElseThrow();
    }
    Map<String, int[]> counts = new TreeMap<>(); // right, wrong, all
    try (SpeechEngine engine =
        new SpeechEngine(
                List.of(new VoskModels().open(model)), ListenSettings.DEFAULT, new SameWish())) {
      List<String> titles = new ArrayList<>(new DemoServer(Path.of("demo-library")).titles());
      titles.addAll(List.of("孙悟空", "fairy tales"));
      engine.setTitles(titles);
      for (Source source : sources(args.length > 2 ? args[2] : "")) {
        Map<String, Integer> heard = new TreeMap<>();
        int[] count = counts.computeIfAbsent(source.condition, condition -> new int[3]);
        int good = 0;
        Random random = new Random(seed * 31 + source.name.hashCode());
        for (int i = 0; i < variants; i++) {
          Variant variant = i == 0 ? new Variant("as it is", source.sound) : variant(source, random);
          log.debug("{} {}", source.name, variant.how);
          String result = hear(hearing, engine, source, variant);
          log.debug("{} {}: {}", source.name, variant.how, result);
          boolean ok = result.equals(source.command);
          good += ok ? 1 : 0;
          count[1] += ok || result.startsWith("(") ? 0 : 1;
          if (!ok) {
            heard.merge(result, 1, Integer::sum);
          }
        }
        count[0] += good;
        count[2] += variants;
        System.out.printf("%-6s %3d of %3d  %s  %s%n", source.name, good, variants, source.command, heard);
      }
    }
    counts.forEach(
        (condition, n) ->
            System.out.printf(
                Locale.ROOT, "%-9s right %d of %d (%.2f %%), wrong %d%n",
                condition, n[0], n[2], 100.0 * n[0] / n[2], n[1]));
  }

  private static String hear(Hearing hearing, SpeechEngine engine, Source source, Variant variant)
      throws Exception {
    List<ListenEvent> events = new ArrayList<>();
    hearing.hear(
        engine.share(),
        new PcmBlock(AudioFormat.SPEECH, variant.sound),
        new Hearing.Options(!source.wake.isEmpty(), List.of()),
        events::add);
    String result = "(no wake phrase)";
    for (ListenEvent event : events) {
      if (event instanceof ListenEvent.Final last) {
        return last.transcript().text();
      } else if (event instanceof ListenEvent.Rejected no) {
        result = "(" + no.reason() + " " + no.text() + ")";
      }
    }
    return source.command.startsWith("(") ? source.command : result;
  }

  /** Returns the quiet recordings, or the one of that name whatever is mixed into it. */
  private static List<Source> sources(String name) throws Exception {
    List<Source> sources = new ArrayList<>();
    for (String line : Files.readAllLines(SPEECH.resolve("INDEX.tsv"))) {
      String[] f = line.split("\t", -1);
      boolean quiet = f[8].equals("clean") || f[8].equals("pink_20db");
      if (name.isEmpty() ? quiet : f[0].contains(name)) {
        String command =
            f[4].equals("none") ? "(no command)" : f[2].substring(f[3].length()).strip();
        short[] sound = WavFile.readAll(SPEECH.resolve(f[0])).samples();
        sources.add(
            new Source(f[0].replaceAll(".*/|\\.wav", ""), f[8], f[3], command, sound));
      }
    }
    return sources;
  }

  private static Variant variant(Source source, Random random) {
    int phase = random.nextInt(RATE / 50);
    double gainDb = -6 + 9 * random.nextDouble();
    int[] path = PATHS[random.nextInt(PATHS.length)];
    double noise = NOISES[random.nextInt(NOISES.length)];
    int before = (int) ((-0.6 + 1.6 * random.nextDouble()) * RATE) / 320 * 320 + phase;
    int after = (int) ((-0.6 + 1.6 * random.nextDouble()) * RATE);
    short[] sound = padded(source.sound, before, after);
    PcmBlock block = new PcmBlock(AudioFormat.SPEECH, sound);
    for (int rate : path) {
      block = PcmConverter.convert(block, new AudioFormat(rate, 1));
    }
    sound = PcmConverter.convert(block, AudioFormat.SPEECH).samples().clone();
    double factor = Math.pow(10, gainDb / 20);
    for (int i = 0; i < sound.length; i++) {
      double x = sound[i] * factor + noise * random.nextGaussian();
      sound[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(x)));
    }
    String how =
        String.format(
            Locale.ROOT, "%+d before, %+d after, %+.1f dB, by %s, noise %.0f",
            before, after, gainDb, Arrays.toString(path), noise);
    return new Variant(how, sound);
  }

  /** Lengthens or shortens the silence at both ends. */
  private static short[] padded(short[] sound, int before, int after) {
    short[] padded = new short[sound.length + before + after];
    int from = Math.max(0, -before);
    int to = Math.min(sound.length, sound.length + after);
    System.arraycopy(sound, from, padded, Math.max(0, before), to - from);
    return padded;
  }
}
