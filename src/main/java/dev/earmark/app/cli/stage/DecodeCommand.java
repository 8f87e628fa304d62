package dev.earmark.app.cli.stage;

import dev.earmark.app.catalogues.AudioTags;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.console.OutputFile;
import dev.earmark.app.stage.Stages;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.library.files.Beside;
import dev.earmark.library.files.FileTags;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.MediaSource;
import dev.earmark.media.decode.DecodeProbe;
import dev.earmark.media.decode.DecodeReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code earmark decode}: the media stage alone. */
@Command(name = "decode", description = "Decode files or URLs whole, and tell what is in them.")
public final class DecodeCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(paramLabel = "FILE|URL", arity = "1..*", description = "What to decode.")
  String[] names = {};

  @Option(
      names = "--out",
      paramLabel = "FILE.wav",
      description = "Write the sound: 48 kHz, stereo.")
  @Nullable Path out;

  @Option(
      names = "--start",
      paramLabel = "S",
      defaultValue = "0",
      description = "From this second.")
  double start;

  @Option(
      names = "--speed",
      paramLabel = "X",
      defaultValue = "1",
      description = "0.5 to 3, pitch kept.")
  double speed;

  @Override
  public Integer call() throws IOException {
    if (!(speed >= 0.5 && speed <= 3) || !(start >= 0) || Double.isInfinite(start)) {
      throw new CliException(CliException.USAGE, "--speed goes from 0.5 to 3, --start from 0");
    }
    if (out != null && names.length > 1) {
      throw new CliException(CliException.USAGE, "--out takes the sound of one file only");
    }
    if (out != null) {
      OutputFile.refuseInput("--out", out, names[0]);
    }
    boolean allPlayable = true;
    try (Stages stages = Stages.of(context.home(), context.config())) {
      for (String name : names) {
        allPlayable &= decode(stages, name);
      }
    }
    return allPlayable ? 0 : CliException.FAILED;
  }

  private boolean decode(Stages stages, String name) throws IOException {
    MediaSource source;
    try {
      source = stages.source(name);
    } catch (FailureException e) {
      show(DecodeReport.unopened(name, e.failure().detail()));
      return false;
    }
    DecodeProbe.Options options = new DecodeProbe.Options(start, speed);
    DecodeReport report;
    if (out == null) {
      report = DecodeProbe.run(name, source, options, block -> {}, new CancelFlag());
    } else {
      report = decode(name, source, options, out);
    }
    show(name.contains("://") ? report : beside(Path.of(name), report));
    return report.playable();
  }

  /** Writes the sound; a file that cannot be played leaves none. */
  private static DecodeReport decode(
      String name, MediaSource source, DecodeProbe.Options options, Path wanted)
      throws IOException {
    try (OutputFile file = OutputFile.of("--out", wanted)) {
      DecodeReport report;
      try (WavWriter wav = new WavWriter(file.path(), AudioFormat.OUTPUT)) {
        report = DecodeProbe.run(name, source, options, wav::write, new CancelFlag());
      }
      if (report.playable()) {
        file.keep();
      }
      return report;
    }
  }

  /** Adds what lies beside a file of this machine. */
  private static DecodeReport beside(Path file, DecodeReport report) throws IOException {
    double wholeS = Math.max(report.declaredS(), report.decodedS());
    Beside found = Beside.of(file, wholeS);
    boolean alone = found.marks().isEmpty() && report.chapters().isEmpty() && report.playable();
    List<Chapter> tracks =
        (alone ? inside(file) : found.marks())
            .stream().map(mark -> new Chapter(mark.title(), mark.startS(), mark.endS())).toList();
    return report.beside(tracks, found.cover().isEmpty() ? null : picture(Path.of(found.cover())));
  }

  /** Returns the tracks of a cue sheet inside the file; none where its head cannot be read. */
  private static List<FileTags.Mark> inside(Path file) throws IOException {
    try {
      return new AudioTags().read(file).chapters();
    } catch (FailureException e) {
      return List.of();
    }
  }

  private static DecodeReport.Cover picture(Path file) throws IOException {
    String name = file.toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String format = extension.equals("jpg") ? "jpeg" : extension;
    return new DecodeReport.Cover(name, format, 0, 0, Files.size(file));
  }

  private void show(DecodeReport report) {
    if (context.json()) {
      context.print(Json.of(report));
      return;
    }
    Messages say = context.say();
    context.print(
        report.playable()
            ? say.text(
                "decode.line",
                report.file(),
                report.codec(),
                report.sampleRateHz(),
                report.channels(),
                report.declaredS(),
                report.decodedS(),
                report.complete() ? "" : say.text("decode.partly"))
            : say.text("decode.failed", report.file(), say.sentence(report.reason())));
    DecodeReport.Cover cover = report.cover();
    if (cover != null) {
      String size = cover.width() > 0 ? " " + cover.width() + "x" + cover.height() : "";
      String where = cover.file().isEmpty() ? "inside the file" : cover.file();
      context.note("  " + say.sentence("cover: " + cover.format() + size + ", " + where));
    }
    if (!report.chapters().isEmpty()) {
      context.note("  " + say.sentence("chapters: " + report.chapters().size()));
    }
    report.warnings().forEach(warning -> context.note("  " + say.sentence(warning)));
  }
}
