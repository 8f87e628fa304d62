package dev.earmark.listen.record;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.Clock;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.RecognizerLayer;
import dev.earmark.listen.Transcript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest commands as files: {@code TIME-heard.wav} is all that the recogniser was fed, {@code
 * TIME-judged.wav} what it judged in the end, {@code TIME.txt} what became of it. Times are UTC.
 *
 * <p>The folder is for its owner alone. Files are written and removed on the worker; one that
 * cannot be is told in the log once. What is too old goes at the start and while it runs, also when
 * nothing more is kept.
 */
public final class HeardFiles {
  private static final Logger log = LoggerFactory.getLogger(HeardFiles.class);
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss.SSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final int NAME_LENGTH = "2026-01-01T00-00-00.000".length();

  private final Path folder;
  private final RecordingSettings settings;
  private final Clock clock;
  private final Executor worker;
  private boolean told; // worker only

  /**
   * Makes it.
   *
   * @param folder made when the first command is kept
   * @param worker runs one task at a time
   */
  public HeardFiles(Path folder, RecordingSettings settings, Clock clock, Executor worker) {
    this.folder = folder;
    this.settings = settings;
    this.clock = clock;
    this.worker = worker;
  }

  /** Returns a layer over another one, which keeps what its recognisers hear. */
  public RecognizerLayer over(RecognizerLayer layer) {
    if (settings.keep() == 0) {
      return layer;
    }
    return (embedded, titles) -> new RecordedRecognizer(layer.over(embedded, titles), this);
  }

  /**
   * Removes what is too old, and what is more than is kept; returns at once. To be called often.
   */
  public void tidy() {
    try {
      worker.execute(this::removeOldIfAny);
    } catch (RejectedExecutionException e) {
      log.debug("what was heard is looked through later, because the disk does not keep up");
    }
  }

  private void removeOldIfAny() {
    try {
      if (Files.isDirectory(folder)) {
        removeOld();
      }
    } catch (IOException | RuntimeException e) {
      tell("what was heard cannot be removed from", e);
    }
  }

  /** Keeps one command; returns at once. */
  void keep(short[] heard, Recognizer.Cut cut, Recognizer.Result result) {
    try {
      worker.execute(() -> write(heard, cut, result));
    } catch (RejectedExecutionException e) {
      log.debug("a command is not kept, because the disk does not keep up or the daemon ends");
    }
  }

  private void write(short[] heard, Recognizer.Cut cut, Recognizer.Result result) {
    String name = NAME.format(clock.now());
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
      wav(name + "-heard.wav", heard);
      wav(name + "-judged.wav", cut.samples());
      Files.writeString(folder.resolve(name + ".txt"), text(result));
      removeOld();
      told = false;
    } catch (IOException | RuntimeException e) {
      tell("what was heard cannot be kept in", e);
    }
  }

  private void tell(String what, Exception e) {
    if (!told) {
      log.warn("{} {}: {}", what, folder, e.toString());
    }
    told = true;
  }

  private void wav(String name, short[] samples) throws IOException {
    WavWriter.write(folder.resolve(name), new PcmBlock(AudioFormat.SPEECH, samples));
  }

  private static String text(Recognizer.Result result) {
    return result
        .transcript()
        .map(HeardFiles::text)
        .orElse("not understood; heard: " + result.heard() + "\n");
  }

  private static String text(Transcript transcript) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s\nlanguage %s, confidence %.2f, %.2f to %.2f s\n",
            transcript.text(),
            transcript.language().code(),
            transcript.confidence(),
            transcript.startS(),
            transcript.endS()));
    for (Transcript.Word word : transcript.words()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s\t%.2f\t%.2f to %.2f s\n",
              word.text(),
              word.confidence(),
              word.startS(),
              word.endS()));
    }
    return text.toString();
  }

  /**
   * Removes the files of all commands but the newest, and of those that are too old. Where nothing
   * more is kept, only age counts: who has switched it off wants to look at what there is.
   */
  private void removeOld() throws IOException {
    List<String> names = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(HeardFiles::isOwn).toList();
    }
    files.stream().map(HeardFiles::time).distinct().forEach(names::add);
    names.sort(Comparator.reverseOrder());
    Instant oldest = clock.now().minus(settings.maxAge());
    int keep = settings.keep() == 0 ? names.size() : settings.keep();
    List<String> kept = names.subList(0, Math.min(keep, names.size()));
    for (Path file : files) {
      if (!kept.contains(time(file)) || time(file).compareTo(NAME.format(oldest)) < 0) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static String time(Path file) {
    return String.valueOf(file.getFileName()).substring(0, NAME_LENGTH);
  }

  private static boolean isOwn(Path file) {
    return String.valueOf(file.getFileName())
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}(-heard\\.wav|-judged\\.wav|\\.txt)");
  }
}
