package dev.earmark.app;

import dev.earmark.agent.Tool;
import dev.earmark.app.catalogues.ProgressSync;
import dev.earmark.app.home.Home;
import dev.earmark.app.home.HomeFolders;
import dev.earmark.app.home.InstanceLock;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Preload;
import dev.earmark.app.life.Roles;
import dev.earmark.app.life.SystemdNotifier;
import dev.earmark.app.life.Threads;
import dev.earmark.app.life.TryAgain;
import dev.earmark.app.life.Watchdog;
import dev.earmark.app.reasoning.Brain;
import dev.earmark.app.reasoning.Reasoning;
import dev.earmark.app.share.Sharing;
import dev.earmark.assistant.TurnManager;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.device.Devices;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.MachineZone;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.LibraryService;
import dev.earmark.library.merge.RefreshRole;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.OwnSound;
import dev.earmark.media.Download;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.HeldDownloads;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.kept.QuotaWatch;
import dev.earmark.playback.player.BookPlayer;
import dev.earmark.playback.wish.Wishes;
import dev.earmark.remote.http.HttpPorts;
import dev.earmark.remote.http.HttpServer;
import dev.earmark.remote.http.MetricsSource;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.remote.metrics.Metrics;
import dev.earmark.remote.metrics.Parts;
import dev.earmark.speak.Announcer;
import dev.earmark.timers.TimerRole;
import dev.earmark.timers.Timers;
import dev.earmark.tools.Background;
import dev.earmark.tools.LastResults;
import dev.earmark.tools.Tools;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The daemon: constructs every part, starts them in order and stops them in reverse. The only place
 * that constructs adapters.
 */
public final class Assembly implements AutoCloseable {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONGEST_UPLOAD = Duration.ofMinutes(2);
  private static final Duration CLOSE_LIMIT = Duration.ofMillis(4_500);
  private static final Duration LOOKUP_PATIENCE = Duration.ofMillis(1_500);
  private static final Duration FIRST_REFRESH = Duration.ofSeconds(2);
  private static final Duration REFRESH_EVERY = Duration.ofMinutes(1);
  private static final int AGENT_WORKERS = 4;
  private static final int WISH_WORKERS = 4;

  private final Home home;
  private final EarmarkConfig config;
  private final Clock clock;
  private final Lifecycle lifecycle;
  private final Roles roles;
  private final Events events;
  private final Health health = new Health();
  private final Metrics metrics;
  private final Books books;
  private final OwnSound ownSound = Ears.ownSound();
  private final Sound sound;
  private final PositionJournal journal;
  private final SectionFiles files;
  private final BookPlayer player;
  private final RunDownloads wishes;
  private final KeptBooks keptBooks;
  private final Extras extras;
  private final Timers timers;
  private final LastResults results;
  private final Background lookups = new Background(LOOKUP_PATIENCE);
  private final Ears ears;
  private final Reasoning reasoning;
  private final TurnManager assistant;
  private final Sharing sharing;
  private final HttpServer http;

  /**
   * The devices, where they are not the configured ones.
   *
   * @param microphone opens the microphone, or null for the configured one
   * @param speaker wraps the configured speaker
   */
  public record DeviceOverrides(
      Microphone.@Nullable Opener microphone, UnaryOperator<Speaker> speaker) {
    /** The configured devices. */
    public static final DeviceOverrides NONE = new DeviceOverrides(null, UnaryOperator.identity());
  }

  private Assembly(
      Home home,
      EarmarkConfig config,
      DeviceOverrides devices,
      List<Catalog> moreCatalogues,
      Clock clock,
      Lifecycle lifecycle)
      throws IOException {
    this.home = home;
    this.config = config;
    this.clock = clock;
    this.lifecycle = lifecycle;
    this.roles = new Roles(clock, lifecycle);
    this.events = new Events(clock);
    this.results = new LastResults(clock);
    this.metrics = new Metrics(clock);
    HomeFolders.make(home);
    lifecycle.started("home lock", SHORT, InstanceLock.take(home.state()));
    this.books = Books.open(home, config, moreCatalogues, clock, health, lifecycle);
    this.sound = sound(devices);
    this.journal =
        new PositionJournal(books.progress(), clock, config.player().saveEvery(), health);
    this.files =
        new SectionFiles(metrics.store(books.downloads()), books.library(), books::isLocal);
    this.player = player();
    this.wishes = wishes();
    this.keptBooks = keptBooks();
    ExecutorService next = Threads.pool("next-book", 1);
    lifecycle.started("next book", SHORT, next::shutdownNow);
    NextBook nextBook = new NextBook(player.habits().upNext(), wishes, player, player, next);
    events.subscribe(nextBook::onEvent);
    this.extras = new Extras(player, player.habits(), nextBook, keptBooks);
    this.timers =
        new Timers(home.state(), clock, ZoneId::systemDefault, config.timers(), events, health);
    this.ears =
        Ears.open(
            home, config, sound.inputs(), ownSound, books, lifecycle, clock, health, this::heard);
    lifecycle.started("lookups", SHORT, lookups);
    this.reasoning =
        new Reasoning(
            home,
            config,
            books.http(),
            books.library(),
            tools(results),
            metrics,
            clock,
            health,
            lifecycle);
    this.assistant = assistant();
    // A list of their own: what other programs look for is not what the listener sees.
    this.sharing = new Sharing(config, tools(new LastResults(clock)), events, health, clock);
    this.http = http();
  }

  /**
   * Starts a daemon. When something fails, what had been started is closed again.
   *
   * @throws FailureException with one sentence and the remedy: another daemon on this home, busy
   *     port, folder that cannot be written
   */
  public static Assembly start(
      Home home, EarmarkConfig config, DeviceOverrides devices, Clock clock) throws IOException {
    return start(home, config, devices, List.of(), clock);
  }

  /**
   * Starts a daemon that has catalogues beside those of the configuration.
   *
   * @throws FailureException as {@link #start(Home, EarmarkConfig, DeviceOverrides, Clock)}
   */
  static Assembly start(
      Home home,
      EarmarkConfig config,
      DeviceOverrides devices,
      List<Catalog> moreCatalogues,
      Clock clock)
      throws IOException {
    Lifecycle lifecycle = new Lifecycle(clock);
    Preload.begin();
    try {
      Assembly assembly = new Assembly(home, config, devices, moreCatalogues, clock, lifecycle);
      assembly.startRoles();
      return assembly;
    } catch (IOException | RuntimeException e) {
      lifecycle.close();
      throw e;
    }
  }

  private Sound sound(DeviceOverrides devices) throws IOException {
    Speaker.Opener speaker = Devices.speaker(config.speaker(), clock);
    return Sound.open(
        home,
        config,
        Sound.microphones(config, devices.microphone(), clock),
        () -> ownSound.heardThrough(devices.speaker().apply(speaker.open())),
        metrics::voiceMixer,
        lifecycle,
        clock,
        health);
  }

  private BookPlayer player() {
    BookPlayer made =
        new BookPlayer(
            config.player(), files, books.decoders(), journal, sound.mixer(), events, clock);
    sound.onSpeaker(made::speakerLost);
    made.onChange(books::heard);
    return made;
  }

  private KeptBooks keptBooks() {
    Function<String, Optional<Album>> known = KeptBooks.known(books.library(), journal);
    HeldDownloads held = new HeldDownloads(journal, files, known, clock);
    books.downloads().onChange(held::changed);
    lifecycle.started("held downloads", SHORT, held);
    QuotaWatch quota = new QuotaWatch(books.downloads()::usage, journal, health);
    return new KeptBooks(journal, files, known, clock, held::restore, quota);
  }

  private RunDownloads wishes() {
    Wishes made =
        new Wishes(
            books.library(),
            files,
            books.decoders(),
            player,
            journal,
            events,
            clock,
            config.player().rewind(),
            WISH_WORKERS);
    lifecycle.started("wishes", SHORT, made);
    return new RunDownloads(made);
  }

  /** Returns the tools; what a search of theirs finds is shown in the given place. */
  private List<Tool> tools(LastResults shown) {
    return Tools.all(
        books.library(),
        books.downloads(),
        player,
        wishes,
        journal,
        books.progress(),
        timers,
        shown,
        lookups,
        extras,
        clock,
        ZoneId::systemDefault);
  }

  private TurnManager assistant() {
    ExecutorService workers = Threads.pool("agent", AGENT_WORKERS);
    lifecycle.started("agent workers", SHORT, workers::shutdownNow);
    TurnPorts ports =
        new TurnPorts(
            reasoning.thinker(),
            ears.control(),
            sound.speech(),
            sound.mixer(),
            player,
            books.progress(),
            results::shown,
            events,
            workers,
            timers,
            clock);
    return new TurnManager(Brain.turnSettings(config), ports);
  }

  private HttpServer http() throws IOException {
    StatusParts parts =
        new StatusParts(config, health, books.library(), ears, timers, reasoning.report(), clock);
    LiveStatus status =
        new LiveStatus(
            player,
            books.downloads(),
            ears.control(),
            config.listen(),
            assistant::isMuted,
            parts,
            Version.get(),
            clock);
    HttpPorts ports =
        new HttpPorts(
            assistant,
            wishes,
            player,
            books.library(),
            books.sources(),
            books.covers(),
            books.progress(),
            books.downloads(),
            ears.control(),
            new UploadDecoder(LONGEST_UPLOAD),
            status,
            roles::stuck,
            events,
            clock,
            this::metricsPage,
            extras,
            timers);
    HttpServer server =
        new HttpServer(HomeFolders.server(home, config.server()), ports, home.state());
    sharing.mount(server, status, books.library(), journal, assistant, wishes, lifecycle);
    return server;
  }

  private MetricsSource.Page metricsPage(String accepted) {
    Metrics.Page page = metrics.page(accepted);
    return new MetricsSource.Page(page.contentType(), page.text());
  }

  private Parts counted() {
    return new Parts(
        Version.get(),
        player,
        journal,
        books.downloads(),
        sound.ring(),
        health,
        Map.of("listen", ears.control().mailbox(), "assistant", assistant.mailbox()));
  }

  /** Called on the downloads' threads. */
  private void tellDownload(Download download) {
    RunDownloads.Told told = wishes.told(download);
    events.publish(told.type(), told);
    metrics.onDownload(download);
  }

  /** A soft sound before the sleep timer falls silent; called on the player's thread. */
  private void chime(Events.Event event) {
    if (event.type().equals("player.sleep_soon")) {
      sound.speech().chime(Announcer.Chime.HEARD);
    }
  }

  /** Called on the listener's thread. */
  private void heard(ListenEvent event) {
    assistant.onListen(event);
  }

  /**
   * Starts from the speaker backwards, so that whatever makes sound finds its way; closes in
   * reverse.
   */
  private void startRoles() throws IOException {
    sound.startOutput(roles);
    roles.start(journal, Duration.ofSeconds(2));
    reasoning.start(roles);
    roles.start(player.decoding(), Duration.ofSeconds(1));
    roles.start(player, Duration.ofSeconds(1));
    roles.start(assistant, SHORT);
    timers.onFired(assistant::onTimer);
    books.downloads().onChange(this::tellDownload);
    events.subscribe(new WishReport(health));
    events.subscribe(metrics::onEvent);
    events.subscribe(results::onEvent);
    events.subscribe(this::chime);
    metrics.watch(counted());
    roles.start(keptBooks, SHORT);
    roles.start(new TimerRole(timers, MachineZone.ofThisMachine()::look, clock), SHORT);
    // Before the ears: a busy port is found before a speech model loads, which cannot be
    // interrupted.
    Preload.awaitServer();
    http.start();
    lifecycle.started("http", Duration.ofSeconds(2), http);
    // What works in the background waits until the start is over.
    roles.start(new RefreshRole(books.library(), clock, FIRST_REFRESH, REFRESH_EVERY), SHORT);
    ProgressSync.start(
        books.exchanges(), books.library(), player, journal, clock, lifecycle, roles);
    reasoning.watchModel(roles);
    ears.start(roles, lifecycle);
    sound.startCapture(roles);
  }

  /** Starts the loop that tells systemd how the service stands. */
  void startWatchdog(SystemdNotifier systemd) {
    roles.start(
        new Watchdog(systemd, roles, player::snapshot, () -> ears.line(), clock),
        Duration.ofSeconds(1));
  }

  /**
   * Puts the player on a D-Bus for media keys and desktop shells, unless the configuration says
   * none.
   *
   * @param environment the process's variables, which say where the buses are
   */
  public void startMpris(Map<String, String> environment) {
    sharing.mpris(roles, environment, player, wishes);
  }

  /** Leaves word for the commands as soon as a full disk lets it. */
  void tellCommandsLater(String problem, TryAgain.Work note) {
    var timer = Threads.timer("daemon-note");
    lifecycle.started("word for commands", SHORT, timer::shutdownNow);
    new TryAgain("commands", "commands cannot find the daemon: " + problem, note, health, timer)
        .start(Duration.ofSeconds(5));
  }

  /** Connects to what is configured outside of this machine; nothing waits for it. */
  public void startSharing() {
    sharing.start(roles, books.http(), reasoning::useRemoteTools, lifecycle);
    sharing.tell(roles, books.http(), player, wishes, assistant, metrics::dropped);
  }

  /** Begins to load what the first command would wait for. */
  public void warmUp() {
    new WarmUp(config, books, health, clock).begin();
  }

  /** Waits until a recogniser listens. */
  public void awaitEars(Duration wait) throws IOException, InterruptedException {
    ears.await(wait);
  }

  /** Returns what happens in the daemon. */
  public Events events() {
    return events;
  }

  /** Returns the player. */
  public Player bookPlayer() {
    return player;
  }

  /** Returns all catalogues. */
  public LibraryService library() {
    return books.library();
  }

  /** Returns the cache and its downloads. */
  public MediaStore media() {
    return books.downloads();
  }

  /** Returns the address for a browser on this machine. */
  public String url() {
    return http.url();
  }

  /** Returns the port of the HTTP server. */
  public int port() {
    return http.port();
  }

  /**
   * Decodes the section that plays, whole, from the cache.
   *
   * @return 48 kHz stereo
   */
  public PcmBlock decodeSection(PlayerSnapshot playing) throws IOException {
    return WholeSection.decode(playing, books);
  }

  /** Saves the position, then closes all parts in reverse order within {@link #CLOSE_LIMIT}. */
  @Override
  public void close() {
    player.save();
    lifecycle.close(CLOSE_LIMIT);
  }
}
