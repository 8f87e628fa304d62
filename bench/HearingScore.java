import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.app.SameWish;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Language;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the listening stage makes of recordings whose words are known, by kind.
 *
 * <p>{@code java -cp 'target/classes:target/lib/*' bench/HearingScore.java LIST.tsv [DETAILS.tsv]};
 * a list has a line for each recording: file, kind, language, wake phrase (empty: the recording is
 * taken for a command at once; {@code !}: it holds none and must not wake), command ({@code -}: it
 * holds none). {@code HearingTrials} makes
 * one; {@code speech_synth} stands for the recordings of the tests.
 *
 * <p>right: the very words. same: other words that call the same tool with the same arguments.
 * wrong: anything else that would have been acted on. rejected: nothing was understood. false: a
 * command out of a recording without one. The interval is Wilson's, 95 %.
 */
public final class HearingScore {
  private static final String[] VERDICTS = {"right", "same", "wrong", "rejected", "false", "quiet"};

  private static final Logger log = LoggerFactory.getLogger("dev.earmark.listen.HearingScore");

  private HearingScore() {}

  private record Trial(Path file, String kind, Language language, String wake, String command) {}

  /** What was counted of one kind. */
  private static final class Count {
    final Map<String, Integer> verdicts = new TreeMap<>();
    int wakes;
    int woken;
    int falseWakes;
    double phraselessS;

    int of(String verdict) {
      return verdicts.getOrDefault(verdict, 0);
    }

    int commands() {
      return of("right") + of("same") + of("wrong") + of("rejected");
    }
  }

  public static void main(String[] args) throws Exception {
    List<Trial> trials = args[0].equals("speech_synth") ? own() : list(Path.of(args[0]));
    List<Path> models;
    try (Stream<Path> found = Files.list(Path.of("models"))) {
      models = found.filter(Files::isDirectory).sorted().toList();
    }
    for (Path model : models) {
      System.out.println("model " + model.getFileName());
      print(score(trials, model, args.length > 1 ? args[1] : "/dev/null"));
    }
  }

  private static Map<String, Count> score(List<Trial> trials, Path model, String detailsFile)
      throws Exception {
    Map<String, Count> counts = new TreeMap<>();
    Hearing hearing =
        new Hearing(
            ListenSettings.DEFAULT,
            FvadActivity::open,
            block -> PcmConverter.convert(block, AudioFormat.SPEECH));
    try (SpeechEngine engine =
            new SpeechEngine(
                List.of(new VoskModels().open(model)), ListenSettings.DEFAULT, new SameWish());
        PrintWriter details = new PrintWriter(detailsFile, "UTF-8")) {
      engine.setTitles(titles(trials));
      for (Trial trial : trials) {
        log.debug("{}: {}", trial.file, trial.command);
        String row = trial.language.code() + " " + trial.kind;
        Count count = counts.computeIfAbsent(row, kind -> new Count());
        hear(hearing, engine, trial, count, details);
      }
    }
    return counts;
  }

  /** The demo library's titles, and those that only the recordings speak of. */
  private static List<String> titles(List<Trial> trials) {
    List<String> titles = new ArrayList<>(new DemoServer(Path.of("demo-library")).titles());
    titles.addAll(List.of("孙悟空", "fairy tales"));
    return titles;
  }

  private static List<Trial> list(Path file) throws Exception {
    List<Trial> trials = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] f = line.split("\t", -1);
      trials.add(new Trial(Path.of(f[0]), f[1], Language.of(f[2]), f[3], f[4]));
    }
    return trials;
  }

  private static List<Trial> own() throws Exception {
    Path folder = Path.of("src/test/resources/speech_synth");
    List<Trial> trials = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("INDEX.tsv"))) {
      String[] f = line.split("\t", -1);
      if (!f[0].equals("path")) {
        String command = f[4].equals("none") ? "-" : f[2].substring(f[3].length()).strip();
        String kind = f[8].replaceAll("_.*", "");
        trials.add(new Trial(folder.resolve(f[0]), kind, Language.of(f[1]), f[3], command));
      }
    }
    return trials;
  }

  private static void hear(
      Hearing hearing, SpeechEngine engine, Trial trial, Count count, PrintWriter details)
      throws Exception {
    PcmBlock audio = WavFile.readAll(trial.file);
    List<ListenEvent> events = new ArrayList<>();
    boolean wake = !trial.wake.isEmpty();
    hearing.hear(engine.share(), audio, new Hearing.Options(wake, List.of()), events::add);
    String heard = "";
    double confidence = 0;
    String rejected = "";
    int woken = 0;
    for (ListenEvent event : events) {
      if (event instanceof ListenEvent.Final last) {
        heard = last.transcript().text();
        confidence = last.transcript().confidence();
      } else if (event instanceof ListenEvent.Rejected no) {
        rejected = no.reason() + " " + no.text();
      } else if (event instanceof ListenEvent.Wake) {
        woken++;
      }
    }
    String verdict = verdict(trial, heard);
    count.verdicts.merge(verdict, 1, Integer::sum);
    if (trial.wake.equals("!")) {
      count.falseWakes += woken;
      count.phraselessS += audio.seconds();
    } else if (wake) {
      count.wakes++;
      count.woken += woken > 0 ? 1 : 0;
    }
    details.printf(
        Locale.ROOT, "%s\t%s\t%s\t%s\t%s\t%.2f\t%s\t%s%n",
        verdict, trial.file, trial.kind, trial.command, heard, confidence,
        wake ? woken > 0 ? "woke" : "missed" : "", rejected);
  }

  private static String verdict(Trial trial, String heard) {
    if (trial.command.equals("-")) {
      return heard.isEmpty() ? "quiet" : "false";
    } else if (heard.isEmpty()) {
      return "rejected";
    } else if (heard.equals(trial.command)) {
      return "right";
    }
    Decision wanted = decision(trial.command, trial.language);
    Decision got = decision(heard, trial.language);
    return wanted.call() != null && wanted.call().equals(got.call()) ? "same" : "wrong";
  }

  private static Decision decision(String text, Language language) {
    return new RuleModel().decide(text, Language.guess(text, language), Situation.NOTHING);
  }

  private static void print(Map<String, Count> counts) {
    System.out.printf("%-16s", "language, kind");
    for (String verdict : VERDICTS) {
      System.out.printf("%9s", verdict);
    }
    System.out.printf("%12s%26s%26s%n", "woken", "right or same, %", "wrong, %");
    Count all = new Count();
    counts.forEach(
        (kind, count) -> {
          row(kind, count);
          count.verdicts.forEach((verdict, n) -> all.verdicts.merge(verdict, n, Integer::sum));
          all.wakes += count.wakes;
          all.woken += count.woken;
          all.falseWakes += count.falseWakes;
          all.phraselessS += count.phraselessS;
        });
    row("all", all);
    if (all.phraselessS > 0) {
      System.out.printf(
          Locale.ROOT, "woken without a phrase: %d times in %.1f minutes%n",
          all.falseWakes, all.phraselessS / 60);
    }
  }

  private static void row(String kind, Count count) {
    System.out.printf("%-16s", kind);
    for (String verdict : VERDICTS) {
      System.out.printf("%9d", count.of(verdict));
    }
    System.out.printf("%8d/%3d", count.woken, count.wakes);
    System.out.printf("%26s", share(count.of("right") + count.of("same"), count.commands()));
    System.out.printf("%26s%n", share(count.of("wrong"), count.commands()));
  }

  private static String share(int k, int n) {
    if (n == 0) {
      return "–";
    }
    double z = 1.96;
    double p = (double) k / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * Math.sqrt(p * (1 - p) / n + z * z / (4.0 * n * n)) / (1 + z * z / n);
    return String.format(
        Locale.ROOT, "%.1f (%.1f to %.1f)", 100 * p, 100 * (middle - half), 100 * (middle + half));
  }
}
