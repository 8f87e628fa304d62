package dev.earmark.app.stage;

import dev.earmark.app.Books;
import dev.earmark.app.Ears;
import dev.earmark.app.SameWish;
import dev.earmark.app.catalogues.AudioTags;
import dev.earmark.app.home.Home;
import dev.earmark.app.home.InstanceLock;
import dev.earmark.app.home.ShippedModels;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.Album;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.models.ModelInfo;
import dev.earmark.listen.models.ModelInstaller;
import dev.earmark.listen.models.ModelShelf;
import dev.earmark.listen.remote.RemoteRecognition;
import dev.earmark.listen.vosk.VoskModels;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.download.Downloads;
import dev.earmark.media.download.FetchReport;
import dev.earmark.playback.SectionFiles;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The stages of the pipeline alone, for the commands that need no daemon. Parts are made when they
 * are first asked for. Confined to one thread.
 */
public final class Stages implements AutoCloseable {
  private static final Duration LONGEST_RECORDING = Duration.ofMinutes(90);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final Home home;
  private final EarmarkConfig config;
  private final Clock clock = Clock.system();
  private final Lifecycle lifecycle = new Lifecycle(clock);
  private final VoskModels vosk = new VoskModels();
  private @Nullable Books books;

  private Stages(Home home, EarmarkConfig config) {
    this.home = home;
    this.config = config;
  }

  /** Makes the stages of a home folder. */
  public static Stages of(Home home, EarmarkConfig config) {
    return new Stages(home, config);
  }

  /**
   * Opens a file, or a URL by way of the cache.
   *
   * @throws FailureException NOT_FOUND when there is no such file
   */
  public MediaSource source(String fileOrUrl) throws IOException {
    if (isUrl(fileOrUrl)) {
      Books open = books();
      return open.downloads().open(open.downloads().fetch(request(fileOrUrl), /* urgent= */ true));
    }
    Path file = Path.of(fileOrUrl);
    if (Files.isDirectory(file)) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, fileOrUrl + " is a folder; name the files in it");
    }
    if (!Files.exists(file)) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, "there is no file " + fileOrUrl + "; check its name");
    }
    return MediaSources.file(file);
  }

  /** Returns the request for a URL, or for {@code ALBUM_ID#SECTION}. */
  public MediaRequest request(String urlOrSection) throws IOException {
    if (isUrl(urlOrSection)) {
      URI uri = address(urlOrSection);
      return new MediaRequest(
          urlOrSection,
          "",
          urlOrSection,
          1,
          "",
          0,
          cancel -> new MediaRequest.Location(uri, Map.of(), "", 0));
    }
    int hash = urlOrSection.lastIndexOf('#');
    if (hash <= 0 || !urlOrSection.substring(hash + 1).matches("\\d{1,6}")) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "expected a URL, or ALBUM_ID#SECTION such as demo:journey_to_the_west#1, but it is '"
              + urlOrSection
              + "'");
    }
    return section(
        urlOrSection.substring(0, hash), Integer.parseInt(urlOrSection.substring(hash + 1)));
  }

  private MediaRequest section(String albumId, int number) throws IOException {
    Books open = books();
    Album album = album(open, albumId);
    if (number < 1 || number > album.sections().size()) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND,
          album.title() + " has the sections 1 to " + album.sections().size() + ", not " + number);
    }
    Section section = album.sections().get(number - 1);
    SectionSource source = open.library().resolve(album, section, new CancelFlag());
    return new MediaRequest(
        SectionFiles.key(album, section),
        album.id(),
        album.title(),
        number,
        section.title(),
        0,
        cancel ->
            new MediaRequest.Location(
                source.uri(), source.headers(), source.sha256(), source.sizeBytes()));
  }

  private static Album album(Books open, String albumId) throws IOException {
    try {
      return open.library().detail(albumId, new CancelFlag());
    } catch (FailureException e) {
      if (e.failure().kind() != Failure.Kind.NOT_FOUND) {
        throw e;
      }
      throw new FailureException(
          new Failure(
              Failure.Kind.NOT_FOUND,
              "no catalogue has a book with the id '"
                  + albumId
                  + "'; ids are shown by: ./earmark library search WORDS"),
          e);
    }
  }

  /**
   * Returns library, cache and downloads; takes the lock of the home folder, as the daemon does.
   */
  Books books() throws IOException {
    Books open = books;
    if (open == null) {
      Files.createDirectories(home.state());
      lifecycle.started("home lock", CLOSE_LIMIT, InstanceLock.take(home.state()));
      open = Books.open(home, config, List.of(), clock, new Health(), lifecycle);
      open.startLibrary();
      books = open;
    }
    return open;
  }

  /** Returns the cache with its downloads. */
  public Downloads downloads() throws IOException {
    return books().downloads();
  }

  /**
   * Fetches a URL or a section into the cache and waits for it.
   *
   * @param watcher called a few times a second
   * @param patience the longest pause that it keeps when a server asks to wait
   * @throws FailureException BAD_REQUEST for a file of this machine
   */
  public FetchReport fetch(
      String urlOrSection, Consumer<Download.Progress> watcher, Duration patience)
      throws IOException {
    refuseLocal(urlOrSection);
    Books open = books();
    return FetchReport.fetch(
        open.downloads(), open.cache(), request(urlOrSection), watcher, patience);
  }

  private static void refuseLocal(String text) throws FailureException {
    boolean fileUrl = text.regionMatches(/* ignoreCase= */ true, 0, "file:", 0, 5);
    if (fileUrl || (!isUrl(text) && new File(text).exists())) {
      String name = fileUrl ? text.replaceFirst("(?i)^file:(//(?=/))?", "") : text;
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          text
              + " lies on this machine and needs no download; to look into it: earmark decode "
              + name);
    }
  }

  /** Checks every cached file and returns the keys of the damaged ones, which are removed. */
  public List<String> verifyCache() throws IOException {
    return books().cache().verify();
  }

  /** Removes all cached files and returns how many there were. */
  public int clearCache() throws IOException {
    return books().cache().clear();
  }

  /**
   * Reads a whole recording of any format to 16 kHz mono.
   *
   * @throws FailureException when it cannot be read, with the remedy
   */
  public PcmBlock readRecording(Path file) throws IOException {
    return RecordingFile.read(file, LONGEST_RECORDING);
  }

  /**
   * Returns the titles that may be spoken: those of the demo library and of the local folders,
   * which are read without the lock of the home folder, so that a daemon may run beside it.
   */
  public List<String> titles() {
    List<String> titles = new ArrayList<>();
    for (CatalogueSettings catalogue : config.catalogues()) {
      if (catalogue.type().equals("demo")) {
        titles.addAll(new DemoServer(home.demoLibrary()).titles());
      } else if (catalogue.type().equals("folder")) {
        Path root = home.config().resolveSibling(catalogue.path()).normalize();
        FolderCatalog folder =
            new FolderCatalog(catalogue.name(), root, new AudioTags(), clock, Runnable::run);
        folder.refresh();
        folder.known().forEach(album -> titles.add(album.title()));
      }
    }
    return titles;
  }

  /** Returns the hearing of recordings. */
  public Hearing hearing() {
    return Ears.hearing(config);
  }

  /** Opens the best models of the configured languages. */
  public SpeechEngine speechEngine() throws IOException {
    List<SpeechModel> models = new ArrayList<>();
    for (ModelInfo model : shelf().active(config.languages())) {
      models.add(vosk.open(model.folder()));
    }
    if (models.isEmpty()) {
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "no speech model in " + home.models() + "; run './earmark models install zh'");
    }
    return new SpeechEngine(
        models,
        config.listen(),
        new SameWish(),
        RemoteRecognition.of(config.recognizer(), config.listen(), http(), clock, new Health()));
  }

  /** Returns the speech models on disk. */
  public ModelShelf shelf() throws IOException {
    ShippedModels.offer(home);
    return Ears.shelf(home, vosk);
  }

  /** Returns what installs speech models. */
  public ModelInstaller installer() throws IOException {
    return new ModelInstaller(http(), shelf(), config.models());
  }

  private OkHttpClient http() {
    OkHttpClient http = new OkHttpClient();
    lifecycle.started(
        "http client", CLOSE_LIMIT, () -> http.dispatcher().executorService().shutdown());
    return http;
  }

  private static URI address(String text) throws FailureException {
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && HttpUrl.get(uri) != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the sentence that shows an address
    }
    throw new FailureException(
        Failure.Kind.BAD_REQUEST,
        "'"
            + text
            + "' is no address; one looks like https://example.org/book.mp3, blanks as %20, ports"
            + " up to 65535");
  }

  private static boolean isUrl(String text) {
    return text.startsWith("http://") || text.startsWith("https://");
  }

  @Override
  public void close() {
    lifecycle.close();
  }
}
