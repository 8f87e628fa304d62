import dev.earmark.app.SameWish;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.base.Clock;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.echo.EchoFilter;
import dev.earmark.listen.echo.EchoReference;
import dev.earmark.listen.echo.SpeexCanceller;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.machine.Listener;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts how often a wake phrase, and a stop word without one, is found while Earmark plays a book
 * in the same room: in quiet, beside the book, and with the book taken out. Quiet recordings of the
 * tests and phrases by espeak-ng are played over a book of the demo library, which goes through a
 * loudspeaker that limits, a room of 0.3 s and a delay of 80 to 400 ms nobody knows beforehand.
 *
 * <p>{@code java -cp 'target/classes:target/lib/*' bench/EchoTrials.java [DB [LEAD_S [PPM]]]}: how
 * far the book is below the speaker, how long it has played before, and how much the clocks of
 * microphone and speaker differ. Needs ffmpeg, espeak-ng and libspeexdsp.
 */
public final class EchoTrials {
  private static final int RATE = 16_000;
  private static final int BLOCK = 320;
  private static final Path SPEECH = Path.of("src/test/resources/speech_synth");
  private static final Set<String> STOPS = Set.of("停", "停止", "暂停", "停下", "stop", "pause");
  private static final List<String> WAYS = List.of("quiet", "beside the book", "book taken out");

  private EchoTrials() {}

  private record Source(String name, String kind, String language, double[] sound) {}

  /** What a microphone hears, and what was played at that time; one block of each. */
  private record Scene(short[] quiet, short[] heard, short[] played, int from) {}

  public static void main(String[] args) throws Exception {
    double below = args.length > 0 ? Double.parseDouble(args[0]) : 10;
    int lead = (int) (RATE * (args.length > 1 ? Double.parseDouble(args[1]) : 10));
    double ppm = args.length > 2 ? Double.parseDouble(args[2]) : 40;
    Map<String, double[]> books =
        Map.of("zh", decode(book("three_kingdoms")), "en", decode(book("sherlock_holmes")));
    Map<String, int[]> found = new TreeMap<>();
    double[] left = new double[2]; // the book's power before and after
    double[] spent = new double[2]; // seconds of the processor, and of sound
    try (SpeechEngine engine = engine()) {
      for (Source source : sources()) {
        Scene scene = scene(source, books.get(source.language), below, lead, ppm);
        long start = System.nanoTime();
        short[] cancelled = cancelled(scene);
        spent[0] += (System.nanoTime() - start) / 1e9;
        spent[1] += cancelled.length / (double) RATE;
        left[0] += power(scene.heard, lead - 2 * RATE, lead);
        left[1] += power(cancelled, lead - 2 * RATE, lead);
        short[][] ways = {scene.quiet, scene.heard, cancelled};
        for (int way = 0; way < ways.length; way++) {
          int[] count =
              found.computeIfAbsent(
                  source.kind + ", " + WAYS.get(way), key -> new int[2]);
          count[0] += isFound(engine, ways[way], scene.from / (double) RATE) ? 1 : 0;
          count[1]++;
        }
      }
    }
    found.forEach((row, n) -> System.out.printf("%-42s %3d of %3d%n", row, n[0], n[1]));
    System.out.printf(
        Locale.ROOT,
        "the book is %.1f dB less after %d s; %.4f of a core%n",
        10 * Math.log10(left[0] / left[1]), lead / RATE, spent[0] / spent[1]);
    System.exit(0);
  }

  private static SpeechEngine engine() throws Exception {
    Path model;
    try (Stream<Path> models = Files.list(Path.of("models"))) {
      model = models.filter(Files::isDirectory).sorted().reduce((first, last) -> last).orElseThrow();
    }
    SpeechEngine engine =
        new SpeechEngine(
            List.of(new VoskModels().open(model)), ListenSettings.DEFAULT, new SameWish());
    engine.setTitles(new DemoServer(Path.of("demo-library")).titles());
    return engine;
  }

  private static boolean isFound(SpeechEngine engine, short[] sound, double fromS)
      throws Exception {
    boolean[] found = {false};
    int[] at = {(int) (fromS - 3) * RATE}; // the canceller has heard all, the listener the end
    double skippedS = at[0] / (double) RATE;
    Listener listener =
        new Listener(
            wait -> {
              PcmBlock block =
                  new PcmBlock(
                      AudioFormat.SPEECH, Arrays.copyOfRange(sound, at[0], at[0] + BLOCK));
              at[0] += BLOCK;
              return block;
            },
            ListenSettings.DEFAULT,
            FvadActivity::open,
            new Hearing(ListenSettings.DEFAULT, FvadActivity::open, block -> block),
            OwnSound.none(),
            event ->
                found[0] |=
                    event instanceof ListenEvent.Wake wake && wake.atS() + skippedS > fromS
                        || event instanceof ListenEvent.Final last
                            && last.transcript().startS() + skippedS > fromS - 0.5,
            Clock.system());
    listener.use(engine.share());
    listener.onStart();
    listener.setBookPlaying(true);
    while (at[0] + BLOCK <= sound.length) {
      listener.doWork();
    }
    listener.onClose();
    listener.free();
    return found[0];
  }

  private static short[] cancelled(Scene scene) throws IOException {
    short[] left = new short[scene.heard.length];
    EchoReference reference = new EchoReference();
    PcmConverter converter = new PcmConverter(AudioFormat.SPEECH, AudioFormat.OUTPUT);
    try (EchoFilter filter = new EchoFilter(reference, SpeexCanceller::open)) {
      for (int i = 0; i + BLOCK <= left.length; i += BLOCK) {
        reference.played(
            new PcmBlock(
                AudioFormat.OUTPUT,
                converter.process(Arrays.copyOfRange(scene.played, i, i + BLOCK))));
        PcmBlock heard =
            new PcmBlock(AudioFormat.SPEECH, Arrays.copyOfRange(scene.heard, i, i + BLOCK));
        System.arraycopy(filter.apply(heard, i).samples(), 0, left, i, BLOCK);
      }
    }
    return left;
  }

  private static Scene scene(Source source, double[] book, double below, int lead, double ppm) {
    Random random = new Random(source.name.hashCode());
    int length = (lead + source.sound.length + RATE) / BLOCK * BLOCK;
    int from = random.nextInt(book.length - length);
    double[] played = Arrays.copyOfRange(book, from, from + length);
    double limit = 4 * Math.sqrt(power(played, 0, length));
    double[] sounding = new double[length];
    for (int i = 0; i < length - 1; i++) {
      double at = i * (1 - ppm / 1e6);
      int low = (int) at;
      double x = played[low] + (at - low) * (played[low + 1] - played[low]);
      sounding[i] = limit * Math.tanh(x / limit);
    }
    double[] echo = room(sounding, 0.08 + 0.32 * random.nextDouble(), random);
    double factor =
        Math.sqrt(
            power(source.sound, 0, source.sound.length)
                / power(echo, lead, length)
                / Math.pow(10, below / 10));
    double[] quiet = new double[length];
    double[] heard = new double[length];
    for (int i = 0; i < length; i++) {
      double speech = i >= lead && i < lead + source.sound.length ? source.sound[i - lead] : 0;
      quiet[i] = speech + random.nextGaussian() * 10;
      heard[i] = quiet[i] + factor * echo[i];
    }
    return new Scene(shorts(quiet), shorts(heard), shorts(played), lead);
  }

  private static double[] room(double[] sound, double delayS, Random random) {
    int delay = (int) (delayS * RATE);
    double[] answer = new double[(int) (0.3 * RATE)];
    double energy = 0;
    for (int i = RATE / 500; i < answer.length; i += 1 + random.nextInt(15)) {
      answer[i] = random.nextGaussian() * Math.pow(10, -3.0 * i / answer.length);
      energy += answer[i] * answer[i];
    }
    double factor = Math.sqrt(0.5 / energy);
    double[] sum = new double[sound.length];
    System.arraycopy(sound, 0, sum, delay, sound.length - delay);
    for (int k = RATE / 500; k < answer.length; k++) {
      double weight = factor * answer[k];
      if (weight == 0) {
        continue;
      }
      for (int i = k + delay; i < sum.length; i++) {
        sum[i] += weight * sound[i - k - delay];
      }
    }
    return sum;
  }

  private static List<Source> sources() throws Exception {
    List<Source> sources = new ArrayList<>();
    for (String line : Files.readAllLines(SPEECH.resolve("INDEX.tsv"))) {
      String[] f = line.split("\t", -1);
      boolean quiet = f[8].equals("clean") || f[8].endsWith("_20db");
      if (quiet && !f[3].isEmpty()) {
        sources.add(
            new Source(f[0], f[1] + " wake phrase", f[1], decode(SPEECH.resolve(f[0]))));
      } else if (f[8].equals("clean") && STOPS.contains(f[2])) {
        sources.add(new Source(f[0], f[1] + " stop word", f[1], decode(SPEECH.resolve(f[0]))));
      }
    }
    Path file = Files.createTempFile("echo-trials", ".wav");
    for (String voice : List.of("en-us", "en-gb", "en-us+f3", "en-us+m3", "en-gb+f2", "en-us+m7")) {
      for (String speed : List.of("130", "150", "170")) {
        sources.add(
            spoken("wake phrase by espeak", voice, speed, "hey earmark, pause for a moment", file));
        sources.add(spoken("stop word by espeak", voice, speed, "stop", file));
      }
    }
    Files.delete(file);
    return sources;
  }

  private static Source spoken(String kind, String voice, String speed, String text, Path file)
      throws Exception {
    int code =
        new ProcessBuilder("espeak-ng", "-v", voice, "-s", speed, "-w", file.toString(), text)
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("espeak-ng ended with code " + code);
    }
    return new Source(voice + speed + text, "en " + kind, "en", decode(file));
  }

  private static Path book(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("demo-library", folder))) {
      return files
          .filter(file -> file.getFileName().toString().matches("00[23]\\.(opus|mp3|m4b)"))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }

  private static double[] decode(Path file) throws Exception {
    Process ffmpeg =
        new ProcessBuilder(
                "ffmpeg", "-v", "error", "-nostdin", "-i", file.toString(), "-vn", "-ac", "1", "-ar",
                String.valueOf(RATE), "-f", "s16le", "-")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] bytes = ffmpeg.getInputStream().readAllBytes();
    if (ffmpeg.waitFor() != 0) {
      throw new IOException("ffmpeg cannot decode " + file);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    double[] sound = new double[bytes.length / 2];
    for (int i = 0; i < sound.length; i++) {
      sound[i] = buffer.getShort(2 * i);
    }
    return sound;
  }

  private static short[] shorts(double[] sound) {
    double peak = Arrays.stream(sound).map(Math::abs).max().orElse(0);
    double factor = peak > 32_000 ? 32_000 / peak : 1;
    short[] samples = new short[sound.length];
    for (int i = 0; i < sound.length; i++) {
      samples[i] = (short) Math.round(factor * sound[i]);
    }
    return samples;
  }

  private static double power(short[] sound, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (double) sound[i] * sound[i];
    }
    return sum / (to - from);
  }

  private static double power(double[] sound, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += sound[i] * sound[i];
    }
    return sum / (to - from);
  }
}
