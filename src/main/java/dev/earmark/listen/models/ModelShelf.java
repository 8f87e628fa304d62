package dev.earmark.listen.models;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder {@code models/}: which models are there, and which are best. Thread-safe.
 *
 * <p>A model is any folder with {@code am/} and {@code conf/} in it, whatever its name; a ZIP file
 * that somebody drops there is unpacked. Names that begin with a dot are work in progress.
 */
public final class ModelShelf {
  private static final Logger log = LoggerFactory.getLogger(ModelShelf.class);
  private static final Pattern VERSION = Pattern.compile("(\\d+(?:\\.\\d+)+)");
  private static final int PAPER_LINES = 5;

  private final Path folder;
  private final ModelProbe probe;
  private final Map<String, ModelInfo> known = new HashMap<>(); // by stamp; guarded by this
  private final Set<String> refusedZips = new LinkedHashSet<>(); // by stamp; guarded by this

  /** Makes a shelf of a folder, which need not exist. */
  public ModelShelf(Path folder, ModelProbe probe) {
    this.folder = folder;
    this.probe = probe;
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  /** Returns all models in the order of their names, damaged ones with their problem. */
  public synchronized List<ModelInfo> list() throws IOException {
    List<ModelInfo> models = new ArrayList<>();
    Map<String, ModelInfo> seen = new HashMap<>();
    for (Path each : children()) {
      if (ModelArchive.isModel(each)) {
        String stamp = stamp(each);
        ModelInfo info = known.containsKey(stamp) ? known.get(stamp) : look(each);
        if (info != null) {
          seen.put(stamp, info);
          models.add(info);
        }
      }
    }
    known.clear();
    known.putAll(seen);
    return models;
  }

  /** Unpacks ZIP files that were dropped into the folder; each bad one is reported once. */
  public synchronized void takeDroppedZips() throws IOException {
    for (Path each : children()) {
      String name = each.getFileName().toString();
      if (name.endsWith(".zip")
          && Files.isRegularFile(each)
          && !refusedZips.contains(stamp(each))) {
        try {
          Path installed = installZip(each, "dropped " + name, "", new CancelFlag());
          Files.delete(each);
          log.info("unpacked {} to {}", name, installed.getFileName());
        } catch (FailureException e) {
          refusedZips.add(stamp(each));
          log.warn("{} cannot be used: {}", name, e.failure().detail());
        }
      }
    }
  }

  /**
   * Returns the best usable models for the languages, the best first: those that understand free
   * speech before the others, then the higher version. For each language the first one in the list
   * that knows it is meant.
   */
  public List<ModelInfo> active(Collection<Language> languages) throws IOException {
    List<ModelInfo> best =
        list().stream()
            .filter(ModelInfo::ok)
            .sorted(
                Comparator.comparing(ModelInfo::freeDecoding)
                    .thenComparing(ModelInfo::version, ModelShelf::compareVersions)
                    .reversed())
            .toList();
    Set<Language> open = new LinkedHashSet<>(languages);
    List<ModelInfo> chosen = new ArrayList<>();
    for (ModelInfo model : best) {
      if (open.removeAll(model.languages())) {
        chosen.add(model);
      }
    }
    return chosen;
  }

  /** Checks all models: structure, and checksums where they were recorded. */
  public List<ModelInfo> verify() throws IOException {
    List<ModelInfo> checked = new ArrayList<>();
    synchronized (this) {
      known.clear();
    }
    for (ModelInfo model : list()) {
      Optional<InstallRecord> paper = InstallRecord.read(model.folder());
      Optional<String> different =
          paper.isPresent() ? paper.get().firstDifference(model.folder()) : Optional.empty();
      checked.add(
          model.ok() && different.isPresent()
              ? withProblem(
                  model, different.get() + " is not as it was installed; install it again")
              : model);
    }
    return checked;
  }

  /**
   * Deletes a model.
   *
   * @throws FailureException when there is none of that name
   */
  public synchronized void remove(String name) throws IOException {
    ModelInfo model =
        list().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.NOT_FOUND,
                        "there is no model " + name + "; see 'earmark models list'"));
    Path doomed = folder.resolve("." + name + ".removed");
    Files.move(model.folder(), doomed);
    ModelArchive.delete(doomed);
  }

  /**
   * Unpacks a ZIP file into a hidden folder, checks the model, records the checksums, and puts it
   * in its place in one step.
   *
   * @return the model's folder
   */
  synchronized Path installZip(Path zip, String source, String version, CancelFlag cancel)
      throws IOException {
    Files.createDirectories(folder);
    Path work = Files.createTempDirectory(folder, ".unpack-");
    try {
      Path model = new ModelArchive(zip).unpack(work, cancel);
      probe.probe(model);
      InstallRecord.write(model, source, version);
      String name = model.equals(work) ? baseName(zip) : model.getFileName().toString();
      Path target = folder.resolve(name.startsWith(".") ? name.substring(1) : name);
      place(model, target);
      return target;
    } finally {
      ModelArchive.delete(work);
    }
  }

  private static void place(Path model, Path target) throws IOException {
    Path old = target.resolveSibling("." + target.getFileName() + ".old");
    ModelArchive.delete(old);
    if (Files.exists(target)) {
      Files.move(target, old);
    }
    try {
      Files.move(model, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException | FileAlreadyExistsException e) {
      throw new FailureException(
          new Failure(Failure.Kind.UNAVAILABLE, "cannot put the model to " + target), e);
    }
    ModelArchive.delete(old);
  }

  private static String baseName(Path zip) {
    return zip.getFileName().toString().replaceFirst("\\.zip$", "");
  }

  private List<Path> children() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> !each.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  private ModelInfo look(Path model) throws IOException {
    Optional<InstallRecord> paper = InstallRecord.read(model);
    ModelProbe.Abilities abilities = new ModelProbe.Abilities(Set.of(), /* freeDecoding= */ false);
    String problem = "";
    try {
      abilities = probe.probe(model);
      if (abilities.languages().isEmpty()) {
        problem = "it knows neither Chinese nor English";
      }
    } catch (FailureException e) {
      problem = e.failure().detail();
    }
    return new ModelInfo(
        model.getFileName().toString(),
        model,
        version(model, paper),
        size(model),
        abilities.languages(),
        abilities.freeDecoding(),
        paper.isPresent(),
        problem);
  }

  private static ModelInfo withProblem(ModelInfo model, String problem) {
    return new ModelInfo(
        model.name(),
        model.folder(),
        model.version(),
        model.bytes(),
        model.languages(),
        model.freeDecoding(),
        model.installed(),
        problem);
  }

  /**
   * Taken from the installation's paper, the README's first lines, or at last the folder's name.
   */
  private static String version(Path model, Optional<InstallRecord> paper) throws IOException {
    List<String> sources = new ArrayList<>();
    paper.map(InstallRecord::version).ifPresent(sources::add);
    Path readme = model.resolve("README");
    if (Files.isRegularFile(readme)) {
      try (Stream<String> lines = Files.lines(readme)) {
        lines.limit(PAPER_LINES).forEach(sources::add);
      }
    }
    sources.add(model.getFileName().toString());
    for (String source : sources) {
      Matcher matcher = VERSION.matcher(source);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return "0";
  }

  /** Compares versions number by number: 0.22 is higher than 0.3. */
  static int compareVersions(String one, String other) {
    int[] a = Arrays.stream(one.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    int[] b = Arrays.stream(other.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    return Arrays.compare(a, b);
  }

  private static long size(Path model) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(model)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Changes when the folder or file is replaced or its size changes. */
  private static String stamp(Path path) throws IOException {
    long bytes = Files.isDirectory(path) ? size(path) : Files.size(path);
    return path + " " + Files.getLastModifiedTime(path).toMillis() + " " + bytes;
  }
}
