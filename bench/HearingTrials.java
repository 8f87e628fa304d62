import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Makes recordings for {@code HearingScore} out of the quiet ones of the tests: with noise and with
 * a book behind at 20, 10, 5 and 0 dB, in two rooms, slower and faster; and half an hour of the demo
 * library's books and of noises, in which nothing may wake. The same seed gives the same recordings.
 * Needs ffmpeg, which decodes books and noises.
 *
 * <p>{@code java bench/HearingTrials.java OUT [NOISE_FOLDER]}; writes {@code OUT/list.tsv} with one
 * line for each recording: file, kind, language, wake phrase ({@code !}: none, and it must not
 * wake), command ({@code -} for none).
 */
public final class HearingTrials {
  private static final int RATE = 16_000;
  private static final Path SPEECH = Path.of("src/test/resources/speech_synth");
  private static final int[] SNR_DB = {20, 10, 5, 0};

  private final Path out;
  private final List<String> list = new ArrayList<>();

  private HearingTrials(Path out) {
    this.out = out;
  }

  private record Source(
      String name, String language, String wake, String command, int from, int to, double[] sound) {}

  private record Noise(String name, double[] sound) {}

  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    Files.createDirectories(out);
    HearingTrials trials = new HearingTrials(out);
    List<Noise> noises = new ArrayList<>(List.of(new Noise("pink", pink(20 * RATE))));
    if (args.length > 1) {
      noises.add(new Noise("rain", decode(Path.of(args[1], "rain_stereo.flac"))));
      noises.add(new Noise("room", decode(Path.of(args[1], "s2p_background.wav"))));
    }
    List<Noise> books = books();
    for (Source source : sources()) {
      trials.make(source, noises, books);
    }
    trials.withoutPhrase(args.length > 1 ? Path.of(args[1]) : null);
    Files.write(out.resolve("list.tsv"), trials.list);
    System.out.println(trials.list.size() + " recordings in " + out);
  }

  private static List<Source> sources() throws Exception {
    List<Source> sources = new ArrayList<>();
    for (String line : Files.readAllLines(SPEECH.resolve("INDEX.tsv"))) {
      String[] f = line.split("\t", -1);
      if (f[8].equals("clean") || f[8].endsWith("_20db")) {
        String command = f[4].equals("none") ? "-" : f[2].substring(f[3].length()).strip();
        double[] sound = decode(SPEECH.resolve(f[0]));
        sources.add(
            new Source(
                f[0].replaceAll(".*/|\\.wav", ""),
                f[1],
                f[3],
                command,
                (int) (Double.parseDouble(f[9]) * RATE),
                (int) (Double.parseDouble(f[12]) * RATE),
                sound));
      }
    }
    return sources;
  }

  private static List<Noise> books() throws Exception {
    List<Noise> books = new ArrayList<>();
    for (String book :
        List.of(
            "zh/strange_tales/002.opus", "zh/three_kingdoms/003.opus", "zh/journey_to_the_west/005.opus",
            "en/aesops_fables/003", "en/alice_in_wonderland/003", "en/sherlock_holmes/002.opus")) {
      Path path = Path.of("demo-library", book.substring(3));
      String stem = path.getFileName().toString().replaceAll("\\..*", "");
      try (Stream<Path> files = Files.list(path.getParent())) {
        Path file =
            files
                .filter(each -> each.getFileName().toString().startsWith(stem))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow();
        books.add(new Noise("book " + book.substring(0, 2), decode(file)));
      }
    }
    return books;
  }

  /** All books of the demo library as they are, and the rain and the room where they are there. */
  private void withoutPhrase(Path noises) throws Exception {
    List<Path> files;
    try (Stream<Path> found = Files.walk(Path.of("demo-library"))) {
      files =
          new ArrayList<>(
              found.filter(file -> file.toString().matches(".*\\.(opus|mp3|m4b)")).sorted().toList());
    }
    if (noises != null) {
      files.add(noises.resolve("rain_stereo.flac"));
      files.add(noises.resolve("s2p_background.wav"));
    }
    List<String> chinese =
        List.of("strange_tales", "three_kingdoms", "journey_to_the_west", "idiom_stories");
    double[] noise = pink(120 * RATE);
    write(new Source("pink", "en", "!", "-", 0, 0, noise), "no phrase", noise);
    for (Path file : files) {
      String folder = file.getParent().getFileName().toString();
      String name = folder + "_" + file.getFileName().toString().replaceAll("\\..*", "");
      String language = chinese.contains(folder) ? "zh" : "en";
      Source source = new Source(name, language, "!", "-", 0, 0, decode(file));
      write(source, "no phrase", source.sound);
    }
  }

  private void make(Source source, List<Noise> noises, List<Noise> books) throws IOException {
    Random random = new Random(source.name.hashCode());
    write(source, "as it is", source.sound);
    for (int snr : SNR_DB) {
      for (Noise noise : noises) {
        write(source, noise.name + " " + snr, mixed(source, noise.sound, snr, random));
      }
      List<Noise> same = books.stream().filter(b -> b.name.endsWith(source.language)).toList();
      Noise book = same.get(random.nextInt(same.size()));
      write(source, "book " + snr, mixed(source, book.sound, snr, random));
    }
    write(source, "echo small", room(source.sound, 0.25, 0.5, random));
    write(source, "echo large", room(source.sound, 0.5, 1.0, random));
    write(source, "slow", stretched(source.sound, 0.88));
    write(source, "fast", stretched(source.sound, 1.15));
    write(source, "far", gain(mixed(source, pink(10 * RATE), 25, random), 0.08));
  }

  private static double[] mixed(Source source, double[] noise, int snrDb, Random random) {
    int from = random.nextInt(Math.max(1, noise.length - source.sound.length));
    double speech = power(source.sound, source.from, source.to);
    double[] behind = new double[source.sound.length];
    for (int i = 0; i < behind.length; i++) {
      behind[i] = noise[(from + i) % noise.length];
    }
    double factor = Math.sqrt(speech / power(behind, 0, behind.length) / Math.pow(10, snrDb / 10.0));
    double[] sum = new double[behind.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = source.sound[i] + factor * behind[i];
    }
    return sum;
  }

  /** Convolves with a decaying noise behind the direct sound. */
  private static double[] room(double[] sound, double rt60S, double reverbToDirect, Random random) {
    double[] tail = new double[(int) (rt60S * RATE)];
    for (int i = RATE / 500; i < tail.length; i++) {
      tail[i] = random.nextGaussian() * Math.pow(10, -3.0 * i / (rt60S * RATE));
    }
    double factor = Math.sqrt(reverbToDirect / (power(tail, 0, tail.length) * tail.length));
    double[] sum = sound.clone();
    for (int k = RATE / 500; k < tail.length; k++) {
      double weight = factor * tail[k];
      for (int i = k; i < sum.length; i++) {
        sum[i] += weight * sound[i - k];
      }
    }
    return sum;
  }

  private static double[] stretched(double[] sound, double speed) {
    double[] other = new double[(int) (sound.length / speed) - 1];
    for (int i = 0; i < other.length; i++) {
      double at = i * speed;
      int low = (int) at;
      other[i] = sound[low] + (at - low) * (sound[Math.min(low + 1, sound.length - 1)] - sound[low]);
    }
    return other;
  }

  private static double[] gain(double[] sound, double factor) {
    return Arrays.stream(sound).map(x -> x * factor).toArray();
  }

  private static double power(double[] sound, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += sound[i] * sound[i];
    }
    return sum / (to - from);
  }

  /** Pink noise by Paul Kellet's filter of white noise. */
  private static double[] pink(int samples) {
    Random random = new Random(7);
    double[] pink = new double[samples];
    double a = 0;
    double b = 0;
    double c = 0;
    for (int i = 0; i < samples; i++) {
      double white = random.nextGaussian() * 500;
      a = 0.99765 * a + white * 0.0990460;
      b = 0.96300 * b + white * 0.2965164;
      c = 0.57000 * c + white * 1.0526913;
      pink[i] = a + b + c + white * 0.1848;
    }
    return pink;
  }

  private void write(Source source, String kind, double[] sound) throws IOException {
    double peak = Arrays.stream(sound).map(Math::abs).max().orElse(0);
    double factor = peak > 32_000 ? 32_000 / peak : 1;
    ByteBuffer wav =
        ByteBuffer.allocate(44 + 2 * sound.length).order(ByteOrder.LITTLE_ENDIAN);
    wav.put("RIFF".getBytes()).putInt(36 + 2 * sound.length).put("WAVEfmt ".getBytes());
    wav.putInt(16).putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(2 * RATE);
    wav.putShort((short) 2).putShort((short) 16).put("data".getBytes()).putInt(2 * sound.length);
    for (double x : sound) {
      wav.putShort((short) Math.round(x * factor));
    }
    Path file = out.resolve(source.name + "_" + kind.replace(' ', '_') + ".wav");
    Files.write(file, wav.array());
    list.add(String.join("\t", file.toString(), kind, source.language, source.wake, source.command));
  }

  private static double[] decode(Path file) throws Exception {
    Process ffmpeg =
        new ProcessBuilder(
                "ffmpeg", "-v", "error", "-nostdin", "-i", file.toString(), "-vn", "-ac", "1", "-ar",
                String.format(Locale.ROOT, "%d", RATE), "-f", "s16le", "-")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] bytes;
    try (InputStream in = ffmpeg.getInputStream()) {
      bytes = in.readAllBytes();
    }
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
}
