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
import java.util.LinkedHashMap;
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
  private static final String ZIP = ".zip";
  private static final String INSTALLING = ".installing";
  private static final String AGAIN = ".installing-again";
  private static final String FAILED = ".failed";

  private final Path folder;
  private final ModelProbe probe;
  private final Misfits misfits;
  private final Map<String, ModelInfo> known = new HashMap<>(); // by stamp; guarded by this
  private final Object drops = new Object(); // held while dropped files are installed
  private final Set<String> refusedZips = new LinkedHashSet<>(); // by stamp; guarded by drops

  /** Makes a shelf of a folder, which need not exist. */
  public ModelShelf(Path folder, ModelProbe probe) {
    this.folder = folder;
    this.probe = probe;
    this.misfits = new Misfits(folder);
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  /**
   * Returns all models in the order of their names, damaged ones with their problem. Models that
   * are new are loaded to see what they can do, which takes seconds.
   */
  public List<ModelInfo> list() throws IOException {
    Map<String, Path> present = new LinkedHashMap<>(); // by stamp
    synchronized (this) {
      for (Path each : children()) {
        if (ModelArchive.isModel(each)) {
          present.put(stamp(each), each);
        }
      }
      known.keySet().retainAll(present.keySet());
    }
    List<ModelInfo> models = new ArrayList<>();
    for (Map.Entry<String, Path> each : present.entrySet()) {
      Optional<ModelInfo> info = known(each.getKey());
      if (info.isEmpty()) {
        info = look(each.getValue());
        info.ifPresent(found -> remember(each.getKey(), found));
      }
      info.ifPresent(models::add);
    }
    return models;
  }

  /**
   * Returns what lies here and cannot be used, each with the reason and the remedy: damaged models,
   * archives that were refused, and folders without a model.
   */
  public List<ModelInfo> unusable() throws IOException {
    List<ModelInfo> all = new ArrayList<>(list().stream().filter(model -> !model.ok()).toList());
    all.addAll(misfits.list(children()));
    return all;
  }

  /** Returns what {@link #unusable} names beside the damaged models. */
  public List<ModelInfo> misfits() throws IOException {
    return misfits.list(children());
  }

  private synchronized Optional<ModelInfo> known(String stamp) {
    return Optional.ofNullable(known.get(stamp));
  }

  private synchronized void remember(String stamp, ModelInfo info) {
    known.put(stamp, info);
  }

  /**
   * Unpacks ZIP files that were dropped into the folder; each bad one is reported once.
   *
   * <p>A file is renamed while it is worked on. One that is found under such a name was being
   * worked on when the process ended; it is tried once more, and set aside as {@code .failed} when
   * that does not end either, so that an archive that crashes the process does so twice at most.
   *
   * @return how many have become models
   */
  public int takeDroppedZips(CancelFlag cancel) throws IOException {
    synchronized (drops) {
      int taken = 0;
      for (Path each : children()) {
        String name = each.getFileName().toString();
        if (!Files.isRegularFile(each) || cancel.isSet()) {
          continue;
        }
        if (name.endsWith(ZIP) && !refusedZips.contains(stamp(each))) {
          taken += take(each, name, INSTALLING, cancel);
        } else if (name.endsWith(ZIP + INSTALLING)) {
          taken += take(each, withoutEnd(name, INSTALLING), AGAIN, cancel);
        } else if (name.endsWith(ZIP + AGAIN)) {
          Path aside = folder.resolve(withoutEnd(name, AGAIN) + FAILED);
          Files.move(each, aside, StandardCopyOption.REPLACE_EXISTING);
          log.warn("installing {} did not end twice; set aside", aside.getFileName());
        }
      }
      return taken;
    }
  }

  private static String withoutEnd(String name, String end) {
    return name.substring(0, name.length() - end.length());
  }

  private int take(Path zip, String name, String mark, CancelFlag cancel) throws IOException {
    Path original = folder.resolve(name);
    Path work = folder.resolve(name + mark);
    Files.move(zip, work);
    try {
      Path installed = installZip(work, "dropped " + name, "", cancel);
      Files.delete(work);
      misfits.forget(original);
      log.info("unpacked {} to {}", name, installed.getFileName());
      return 1;
    } catch (FailureException e) {
      Files.move(work, original);
      if (e.failure().kind() != Failure.Kind.CANCELLED) {
        refusedZips.add(stamp(original));
        misfits.note(original, stamp(original), e.failure().detail());
        log.warn("{} cannot be used: {}", name, e.failure().detail());
      }
      return 0;
    } catch (IOException e) {
      Files.move(work, original);
      throw e;
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
  public void remove(String name) throws IOException {
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
    synchronized (this) {
      Files.move(model.folder(), doomed);
    }
    ModelArchive.delete(doomed);
  }

  /**
   * Unpacks a ZIP file into a hidden folder, checks the model, records the checksums, and puts it
   * in its place in one step. Only that step holds the shelf's lock.
   *
   * @return the model's folder
   */
  Path installZip(Path zip, String source, String version, CancelFlag cancel) throws IOException {
    Files.createDirectories(folder);
    Path work = Files.createTempDirectory(folder, ".unpack-");
    try {
      Path model = new ModelArchive(zip).unpack(work, cancel);
      ModelProbe.Abilities abilities = probe.probe(model);
      InstallRecord.write(model, source, version);
      String name = model.equals(work) ? baseName(zip) : model.getFileName().toString();
      Path target = folder.resolve(name.startsWith(".") ? name.substring(1) : name);
      synchronized (this) {
        place(model, target);
        known.put(stamp(target), info(target, abilities, problem(abilities)));
      }
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
    return zip.getFileName().toString().replaceFirst("\\.zip(\\..*)?$", "");
  }

  private List<Path> children() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> !each.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  /** Loads a model to see what it can do; empty when it was taken away meanwhile. */
  private Optional<ModelInfo> look(Path model) throws IOException {
    ModelProbe.Abilities abilities = new ModelProbe.Abilities(Set.of(), /* freeDecoding= */ false);
    String problem;
    try {
      abilities = probe.probe(model);
      problem = problem(abilities);
    } catch (FailureException e) {
      problem = e.failure().detail();
    }
    synchronized (this) {
      return ModelArchive.isModel(model)
          ? Optional.of(info(model, abilities, problem))
          : Optional.empty();
    }
  }

  private static String problem(ModelProbe.Abilities abilities) {
    return abilities.languages().isEmpty() ? "it knows neither Chinese nor English" : "";
  }

  private static ModelInfo info(Path model, ModelProbe.Abilities abilities, String problem)
      throws IOException {
    Optional<InstallRecord> paper = InstallRecord.read(model);
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
    // The real folder: of one that is linked into the shelf a walk would find the link alone.
    try (Stream<Path> files = Files.walk(model.toRealPath())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Changes when the folder or file is replaced or its size changes. */
  static String stamp(Path path) throws IOException {
    long bytes = Files.isDirectory(path) ? size(path) : Files.size(path);
    return path + " " + Files.getLastModifiedTime(path).toMillis() + " " + bytes;
  }
}
