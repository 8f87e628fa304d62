package dev.earmark.listen.models;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lies in the folder {@code models/} and is no model: archives that were refused, and folders
 * without a model in them. Why an archive was refused is noted beside it in a hidden file, so that
 * another process can tell it without unpacking gigabytes.
 */
final class Misfits {
  private static final Logger log = LoggerFactory.getLogger(Misfits.class);
  private static final String NOTE = ".refused";
  private static final List<String> OTHER_ARCHIVES =
      List.of(".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".7z", ".rar");

  private final Path folder;

  Misfits(Path folder) {
    this.folder = folder;
  }

  /** Notes why an archive was refused; without a place for it only the log tells. */
  void note(Path zip, String stamp, String reason) {
    try {
      Files.writeString(noteOf(zip), stamp + "\n" + reason.replace('\n', ' ') + "\n");
    } catch (IOException e) {
      log.debug("no note beside {}", zip, e);
    }
  }

  /** Removes the note of an archive that has become a model, or is gone. */
  void forget(Path zip) {
    try {
      Files.deleteIfExists(noteOf(zip));
    } catch (IOException e) {
      log.debug("the note of {} stays", zip, e);
    }
  }

  /** Returns each with its problem and the remedy, in the order of their names. */
  List<ModelInfo> list(List<Path> children) throws IOException {
    List<ModelInfo> misfits = new ArrayList<>();
    for (Path each : children) {
      String problem = problem(each);
      if (!problem.isEmpty()) {
        misfits.add(
            new ModelInfo(
                each.getFileName().toString(),
                each,
                "0",
                Files.isRegularFile(each) ? Files.size(each) : 0,
                Set.of(),
                /* freeDecoding= */ false,
                /* installed= */ false,
                problem));
      }
    }
    return misfits;
  }

  private String problem(Path each) throws IOException {
    String name = each.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (Files.isDirectory(each)) {
      return ModelArchive.isModel(each) ? "" : ofFolder(each);
    }
    if (lower.endsWith(".zip")) {
      return noted(each);
    }
    if (lower.endsWith(".zip.failed")) {
      return "unpacking it did not end twice; remove it and fetch the model again";
    }
    return OTHER_ARCHIVES.stream().anyMatch(lower::endsWith)
        ? "only ZIP archives are unpacked; unpack it here by hand, or remove it"
        : "";
  }

  private static String ofFolder(Path each) throws IOException {
    try (Stream<Path> inside = Files.list(each)) {
      return inside
          .filter(ModelArchive::isModel)
          .findFirst()
          .map(deeper -> "the model lies one folder deeper: move " + deeper + " to models/")
          .orElse(
              "it is no whole speech model (am/ or conf/ is missing); copy it anew or remove it");
    }
  }

  /** Returns why the archive was refused; empty when it was not tried yet, or was changed since. */
  private String noted(Path zip) throws IOException {
    try {
      List<String> lines = Files.readAllLines(noteOf(zip));
      boolean fits = lines.size() > 1 && lines.get(0).equals(ModelShelf.stamp(zip));
      return fits ? lines.get(1) + "; fetch the archive again, or remove it" : "";
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private Path noteOf(Path zip) {
    return folder.resolve("." + zip.getFileName() + NOTE);
  }
}
