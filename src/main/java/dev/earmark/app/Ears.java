package dev.earmark.app;

import dev.earmark.app.home.Home;
import dev.earmark.app.home.ShippedModels;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.app.life.Threads;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.LibraryService;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.RecognizerLayer;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.machine.Listener;
import dev.earmark.listen.models.ModelInstaller;
import dev.earmark.listen.models.ModelKeeper;
import dev.earmark.listen.models.ModelProbe;
import dev.earmark.listen.models.ModelShelf;
import dev.earmark.listen.record.HeardFiles;
import dev.earmark.listen.remote.RemoteRecognition;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import okhttp3.OkHttpClient;

/** The ears, wired: listener, recogniser, and the keeper of the speech models. */
public final class Ears {
  /** A large model on a slow card takes minutes to load; the book plays on meanwhile. */
  private static final Duration MODEL_LOADING = Duration.ofMinutes(10);

  private static final long TIDY_EVERY_S = 60;

  private final VoskModels vosk;
  private final EarmarkConfig config;
  private final LibraryService library;
  private final Listener listener;
  private final ModelKeeper keeper;
  private final RecognizerLayer layer;
  private final CountDownLatch firstModel = new CountDownLatch(1);

  private Ears(
      Home home,
      EarmarkConfig config,
      List<Listener.Input> microphones,
      OwnSound ownSound,
      LibraryService library,
      OkHttpClient http,
      Executor fetching,
      HeardFiles heardFiles,
      Clock clock,
      Health health,
      Consumer<ListenEvent> events) {
    this.config = config;
    this.library = library;
    this.vosk = new VoskModels();
    this.layer =
        heardFiles.over(
            RemoteRecognition.of(config.recognizer(), config.listen(), http, clock, health));
    this.listener =
        new Listener(
            microphones,
            config.listen(),
            FvadActivity::open,
            hearing(config),
            ownSound,
            events,
            clock);
    ModelShelf shelf = shelf(home, vosk);
    this.keeper =
        new ModelKeeper(
            shelf,
            new ModelInstaller(http, shelf, config.models()),
            config.models(),
            config.languages(),
            this::use,
            health,
            clock,
            fetching);
  }

  static Ears open(
      Home home,
      EarmarkConfig config,
      List<Listener.Input> microphones,
      OwnSound ownSound,
      Books books,
      Lifecycle lifecycle,
      Clock clock,
      Health health,
      Consumer<ListenEvent> events)
      throws IOException {
    ShippedModels.offer(home);
    ExecutorService fetching = Threads.pool("model-fetch", 2);
    lifecycle.started("model fetching", Duration.ofSeconds(1), fetching::shutdownNow);
    HeardFiles heardFiles = heardFiles(home, config, lifecycle, clock);
    return new Ears(
        home,
        config,
        microphones,
        ownSound,
        books.library(),
        books.http(),
        fetching,
        heardFiles,
        clock,
        health,
        events);
  }

  private static HeardFiles heardFiles(
      Home home, EarmarkConfig config, Lifecycle lifecycle, Clock clock) {
    ExecutorService writing = Threads.pool("heard-files", 1);
    lifecycle.started("heard files", Duration.ofSeconds(1), writing::shutdownNow);
    HeardFiles files =
        new HeardFiles(home.state().resolve("heard"), config.recordings(), clock, writing);
    var tidying = Threads.timer("heard-tidy");
    lifecycle.started("tidying of heard files", Duration.ofSeconds(1), tidying::shutdownNow);
    var unused = tidying.scheduleWithFixedDelay(files::tidy, 0, TIDY_EVERY_S, TimeUnit.SECONDS);
    return files;
  }

  /** Returns the hearing of recordings. */
  public static Hearing hearing(EarmarkConfig config) {
    return new Hearing(config.listen(), FvadActivity::open, Ears::toSpeech);
  }

  /** Returns the memory of what the speaker plays. */
  static OwnSound ownSound() {
    return new OwnSound(Ears::toSpeech);
  }

  private static PcmBlock toSpeech(PcmBlock block) {
    return PcmConverter.convert(block, AudioFormat.SPEECH);
  }

  /** Returns the shelf of the home folder's models, which Vosk looks into. */
  public static ModelShelf shelf(Home home, VoskModels vosk) {
    return new ModelShelf(home.models(), folder -> probe(vosk, folder));
  }

  private static ModelProbe.Abilities probe(VoskModels vosk, Path folder) throws IOException {
    try (SpeechModel model = vosk.open(folder)) {
      return new ModelProbe.Abilities(model.languages(), model.freeDecoding());
    }
  }

  /** Starts listening; models are loaded behind it. They are freed when both roles have ended. */
  void start(Roles roles, Lifecycle lifecycle) {
    lifecycle.started("speech models", Duration.ofSeconds(1), listener::free);
    roles.start(listener, Duration.ofSeconds(1));
    library.onChange(() -> listener.setTitles(library.titles()));
    roles.start(keeper, Duration.ofSeconds(1), MODEL_LOADING);
  }

  /** Called on the keeper's worker. */
  private void use(List<Path> folders) throws IOException {
    List<SpeechModel> models = new ArrayList<>();
    try {
      for (Path folder : folders) {
        models.add(vosk.open(folder));
      }
      SpeechEngine engine = new SpeechEngine(models, config.listen(), new SameWish(), layer);
      listener.setTitles(library.titles());
      listener.use(engine);
    } catch (IOException e) {
      models.forEach(SpeechModel::close);
      throw e;
    }
    firstModel.countDown();
  }

  /** Waits until the first model is in use. */
  void await(Duration wait) throws FailureException, InterruptedException {
    if (!firstModel.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new FailureException(
          Failure.Kind.UNAVAILABLE,
          "no speech model could be loaded within " + wait.toSeconds() + " s");
    }
  }

  Listener control() {
    return listener;
  }

  /** Returns what is in use or being fetched, in one line. */
  String description() {
    String names = String.join(", ", listener.modelNames());
    String fetching = keeper.progress();
    return (names.isEmpty() ? "no model yet" : names)
        + (fetching.isEmpty() ? "" : "; fetching " + fetching);
  }

  /** Returns what it does, for the line of {@code systemctl status}. */
  String line() {
    return switch (listener.state()) {
      case IDLE -> "listening";
      case OFF -> "no microphone";
      default -> listener.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }
}
