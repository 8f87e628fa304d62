package dev.earmark.playback.player;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import dev.earmark.base.RunLog;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.media.Decoder;
import dev.earmark.playback.Beginning;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.decode.DecodeLoop;
import dev.earmark.playback.decode.Prefetcher;
import dev.earmark.playback.habits.Habits;
import dev.earmark.playback.habits.KeptSettings;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The player of audiobooks, and the role {@code player}.
 *
 * <p>Three things are kept apart, and what a listener sees is derived from them: the <b>intent</b>
 * (PLAY, PAUSE, STOP), changed by commands, the sleep timer, and the end of the book; the
 * <b>ability</b> ({@link Ability}), changed by what decoder and pipe report; and the
 * <b>suppression</b>, while somebody is listened to or there is no speaker, which changes neither.
 *
 * <p>The states of the ability and their transitions:
 *
 * <ul>
 *   <li>Idle → Opening: play, resume, next, previous
 *   <li>Opening → Ready: enough is decoded to start (one second; of a whole file its first block)
 *   <li>Opening → Failed: the decode thread gave up, and the rule does not skip
 *   <li>Ready → Starved: the sound ran out before the end
 *   <li>Starved → Ready: two seconds are there again
 *   <li>Ready, Starved, Failed, Ended → Opening: seek, speed, next, previous, play; a broken
 *       section is skipped; resume from Failed or Ended, or with a rewind
 *   <li>Ready, Starved → Failed: as from Opening, once everything decoded has been heard
 *   <li>Opening, Ready, Starved → Ended: the last section has been heard to its end (the intent
 *       becomes STOP); one of a few milliseconds was never seen to be ready
 *   <li>any → Idle: stop; of a book that has ended a seek or another section, which stays silent
 * </ul>
 *
 * <p>A section that ends by itself is no transition: the decode thread has gone on with the next
 * one, and the player notices when it is heard. The next section always begins at 0.
 *
 * <p>Commands may come from any thread. They change the {@link Desk} at once and wake this role,
 * which alone touches pipe, decoder, mixer and journal, and never waits for disk or network. Many
 * commands in a row are carried out as one jump to where the last of them leads.
 */
public final class BookPlayer extends DeskCommands implements Role {
  private static final Logger log = LoggerFactory.getLogger(BookPlayer.class);

  private static final Duration ACTIVE_TURN = Duration.ofMillis(100);
  private static final Duration IDLE_TURN = Duration.ofMillis(500);
  private static final double CAPACITY_S = 2.3;
  private static final double FRESH_S = 1;
  private static final double WHOLE_S = 0.05;
  private static final double REBUFFER_S = 2;
  private static final long UNHEARD_NANOS = 3_000_000_000L;

  private final Clock clock;
  private final PositionJournal journal;
  private final MixerControl mixer;
  private final Events events;
  private final Mailbox<PlayerMessage> mailbox = new Mailbox<>("player", 256);
  private final AtomicBoolean awake = new AtomicBoolean();
  private final Listeners listeners = new Listeners();
  private final BookPipe pipe;
  private final DecodeLoop decode;
  private final Desk desk;
  private final Beginnings beginnings = new Beginnings();
  private final SleepWatch sleepWatch;
  private final Habits habits;
  private final AllowanceWatch allowance;
  private final Shaping shaping;

  // confined to the player thread
  private Orders carried;
  private PlayerMessage.@Nullable Failed failure;
  private long emptySinceNanos = -1;

  /** Makes the player and puts the book on the desk that was heard last. Does not block. */
  public BookPlayer(
      PlayerSettings settings,
      SectionFiles files,
      Decoder.Factory decoders,
      PositionJournal journal,
      MixerControl mixer,
      Events events,
      Clock clock) {
    this.clock = clock;
    this.journal = journal;
    this.mixer = mixer;
    this.events = events;
    Supplier<ZoneId> zone = ZoneId::systemDefault;
    this.habits = Habits.of(journal, clock, zone);
    SoundKeeper sounds = new SoundKeeper(journal);
    this.shaping = new Shaping(sounds.kept(settings.sound()), sounds);
    AudioFormat out = AudioFormat.OUTPUT;
    int fade = (int) out.frames(settings.fade().toNanos() / 1e9);
    this.pipe =
        new BookPipe((int) out.frames(CAPACITY_S), fade, (int) out.frames(REBUFFER_S), this::wake);
    this.decode =
        new DecodeLoop(
            files,
            decoders,
            pipe,
            new Prefetcher(files, settings.prefetch() ? settings.ahead() : 0, clock),
            (int) out.frames(FRESH_S),
            (int) out.frames(WHOLE_S),
            shaping,
            clock,
            new DecoderReports(events, this::post));
    this.desk =
        new Desk(
            new DeskState.Rules(
                clock,
                settings.rewind(),
                journal.setting(DeskCommands.SPEED).map(BookPlayer::real).orElse(settings.speed()),
                habits.tunings(),
                () -> settings.limits().most(LocalTime.ofInstant(clock.now(), zone.get())),
                pipe::place),
            journal
                .setting(DeskCommands.VOLUME)
                .map(text -> (int) real(text))
                .orElse(settings.volume()));
    for (Position last : journal.recent(1)) {
      journal.album(last.albumId()).ifPresent(album -> desk.restore(album, last));
    }
    journal.setting(FURTHEST).ifPresent(desk::restoreFurthest);
    Allowance allowed = new Allowance(settings.allowance(), habits.history(), journal, clock, zone);
    this.allowance = new AllowanceWatch(allowed, desk, beginnings, events);
    this.sleepWatch = new SleepWatch(desk, pipe, clock, this::sleepIsNear);
    this.carried = desk.orders();
    pipe.restart(carried.serial(), carried.section(), carried.atS(), 0);
    journal.follow(this::playingPosition);
  }

  static double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a kept player setting is no number: " + text, e);
    }
  }

  /** Returns the role {@code decode}; it runs on a thread of its own beside this one. */
  public Role decoding() {
    return decode;
  }

  @Override
  Desk desk() {
    return desk;
  }

  @Override
  public void begin(Runnable command, Beginning teller) {
    beginnings.expect(command, desk::orders, teller);
    wake();
  }

  @Override
  KeptSettings kept() {
    return journal;
  }

  @Override
  Shaping shaping() {
    return shaping;
  }

  @Override
  Clock clock() {
    return clock;
  }

  /** Returns what is kept of the listener's habits. */
  public Habits habits() {
    return habits;
  }

  @Override
  public Optional<Allowance> allowance() {
    return Optional.of(allowance.allowance());
  }

  private void sleepIsNear() {
    events.publish("player.sleep_soon", Map.of("in_s", SleepTimer.WARNING.toSeconds()));
  }

  @Override
  public void onChange(Consumer<PlayerSnapshot> listener) {
    listeners.add(listener);
  }

  /**
   * Takes over where another player has heard a book later than this one; a book that plays here
   * goes on as it does. Any thread.
   */
  public void follow(Position place) {
    PlayerSnapshot now = desk.snapshot();
    Album current = now.album();
    boolean plays = desk.orders().intent() == Desk.Intent.PLAY;
    if (plays && current != null && current.id().equals(place.albumId())) {
      return;
    }
    if (journal.learn(place) && desk.follow(place)) {
      wake();
    }
  }

  /**
   * Takes the book that plays here to where another player has heard it later, before it began to
   * play here. Any thread.
   *
   * @return false when it is not at hand any more, or has no such section
   */
  public boolean catchUp(Position place) {
    boolean moved = desk.catchUp(place);
    if (moved) {
      wake();
    }
    return moved;
  }

  /**
   * Tells that there is no speaker, or that there is one again. Meanwhile a book that was playing
   * is shown as paused, with the reason; it goes on by itself unless somebody has paused it. Any
   * thread.
   */
  public void speakerLost(boolean lost) {
    desk.speakerLost(lost);
    wake();
  }

  /** Keeps the place; what was not heard again keeps its time. Any thread. */
  @Override
  public void save() {
    desk.noted().ifPresent(journal::save);
  }

  @Override
  void remember(Album album) {
    journal.remember(album);
  }

  private Optional<PositionJournal.Noted> playingPosition() {
    return desk.orders().intent() == DeskState.Intent.PLAY ? desk.noted() : Optional.empty();
  }

  /** Wakes the role; one wake-up in the mailbox is enough for all that happened before it. */
  @Override
  void wake() {
    if (awake.compareAndSet(false, true) && !mailbox.post(PlayerMessage.WAKE)) {
      awake.set(false);
    }
  }

  private void post(PlayerMessage message) {
    if (!mailbox.post(message)) {
      log.error("the player's mailbox is full: {}", mailbox);
    }
  }

  // ---- the role

  @Override
  public String name() {
    return "player";
  }

  @Override
  public void onStart() {
    mixer.setVolume(carried.volume());
    mixer.setSource(MixerControl.Channel.BOOK, pipe);
  }

  @Override
  public boolean doWork() throws InterruptedException {
    boolean active = carried.intent() == DeskState.Intent.PLAY || carried.sleep().isOn();
    PlayerMessage message = mailbox.take(active ? ACTIVE_TURN : IDLE_TURN);
    if (message != null) {
      handle(message);
    }
    turn();
    return true;
  }

  @Override
  public void wakeUp() {
    wake();
  }

  /** Fades out and keeps the place; the intent stays, for a role that is started again. */
  @Override
  public void onClose() {
    pipe.shut();
    save();
    habits.history().keep();
  }

  /** Handles all messages and makes the world follow the desk; never waits. */
  void turn() {
    handleAll();
    allowance.look();
    carryOut();
    observe();
    sleepWatch.look();
    carryOut();
    Album album = carried.album();
    boolean sounds =
        carried.intent() == DeskState.Intent.PLAY
            && !desk.isSpeakerLost()
            && desk.orders().ability() instanceof Ability.Ready;
    habits.history().look(album == null ? "" : album.id(), sounds && album != null);
    listeners.tell(desk.snapshot());
  }

  private void handleAll() {
    for (PlayerMessage message = mailbox.poll(); message != null; message = mailbox.poll()) {
      handle(message);
    }
  }

  private void handle(PlayerMessage message) {
    if (message instanceof PlayerMessage.Wake) {
      awake.set(false);
    } else if (message instanceof PlayerMessage.Opened opened) {
      desk.opened(opened.serial(), opened.section(), opened.durationS(), opened.chapters());
    } else if (message instanceof PlayerMessage.Measured measured) {
      desk.measured(measured.serial(), measured.section(), measured.durationS());
    } else if (message instanceof PlayerMessage.Trouble trouble) {
      desk.waits(trouble.serial(), trouble.section(), trouble.failure());
    } else if (message instanceof PlayerMessage.Failed failed) {
      failure = failed;
    } else {
      throw new IllegalStateException("unknown message " + message);
    }
  }

  private void carryOut() {
    Orders orders = desk.orders();
    boolean jumped = orders.serial() != carried.serial();
    if (jumped) {
      jump(orders);
    }
    if (orders.intent() == DeskState.Intent.PLAY && !orders.suppressed()) {
      pipe.open();
    } else {
      pipe.shut();
    }
    boolean holds = orders.sleep().sections() == 1 || orders.breaks();
    pipe.holdAfter(holds ? orders.section() : 0);
    if (orders.volume() != carried.volume()) {
      mixer.setVolume(orders.volume());
    }
    if (jumped || orders.intent() != carried.intent()) {
      save();
    }
    carried = orders;
  }

  /** Empties the pipe and sends the decoder to where the orders lead. */
  private void jump(Orders orders) {
    RunLog.mark(orders.runId());
    log.debug("{} -> {}", carried, orders);
    failure = null;
    beginnings.jumped(orders);
    emptySinceNanos = -1;
    pipe.restart(
        orders.serial(), orders.section(), orders.atS(), (int) AudioFormat.OUTPUT.frames(FRESH_S));
    sleepWatch.restarted();
    Album album = orders.album();
    if (album != null) {
      journal.remember(album);
    }
    if (album != null && orders.loads()) {
      decode.load(
          new DecodeLoop.Job(
              orders.serial(),
              album,
              orders.section(),
              orders.atS(),
              orders.speed(),
              orders.tuning(),
              orders.runId()));
    } else {
      decode.unload();
    }
  }

  /** Looks at what the pipe has come to. */
  private void observe() {
    Place place = pipe.place();
    if (place.generation() != carried.serial()) {
      return;
    }
    int before = carried.section();
    if (desk.heard(place)) {
      Optional.ofNullable(carried.album())
          .ifPresent(album -> habits.finished().section(album.id(), before));
      save();
      carryOut();
    }
    BookPipe.Level level = pipe.level();
    if (level != BookPipe.Level.EMPTY) {
      emptySinceNanos = -1;
    }
    if (level == BookPipe.Level.FLOWING || level == BookPipe.Level.HELD) {
      beginnings.sounds(carried.serial());
    }
    switch (level) {
      case FILLING -> desk.starved(carried.serial());
      case FLOWING -> desk.ready(carried.serial());
      case HELD -> held();
      case EMPTY -> empty();
      case DRAINED -> drained();
    }
  }

  private void held() {
    int section = carried.section();
    over(section, desk.held(carried.serial()), /* whole= */ false, /* heard= */ true);
  }

  /** Marks what has been heard to its end, and tells that it is over. */
  private void over(int section, SleepDesk.End end, boolean whole, boolean heard) {
    Album album = carried.album();
    if (album == null || end == Desk.End.NONE) {
      return;
    }
    if (heard) {
      habits.finished().section(album.id(), section);
    }
    if (whole) {
      habits.finished().book(album.id());
    }
    boolean asleep = end == Desk.End.ASLEEP;
    if (whole || !asleep) {
      events.publish("player.ended", new Ended(album.id(), album.title(), section, whole, asleep));
    }
  }

  /** Everything was handed to the mixer; a device that is gone never says that it was heard. */
  private void empty() {
    desk.ready(carried.serial());
    if (emptySinceNanos < 0) {
      emptySinceNanos = clock.nanoTime();
    } else if (clock.nanoTime() - emptySinceNanos > UNHEARD_NANOS) {
      drained();
    }
  }

  private void drained() {
    handleAll(); // a failure was posted before the pipe was finished, so it is here by now
    PlayerMessage.Failed failed = failure;
    failure = null;
    if (failed == null || failed.serial() != carried.serial()) {
      beginnings.sounds(carried.serial());
      SleepDesk.End end = desk.ended(carried.serial());
      over(carried.section(), end, /* whole= */ true, /* heard= */ true);
      return;
    }
    Desk.Setback setback =
        desk.failed(
            failed.serial(), failed.section(), failed.atS(), failed.failure(), failed.cut());
    if (setback != null) {
      Problem problem = setback.problem();
      log.warn("{}: {}", problem.en(), failed.failure().detail());
      if (!beginnings.failed(failed.serial(), failed.failure(), problem.skipped())) {
        events.publish("player.problem", problem);
      }
      boolean heard = failed.cut() || failed.section() != carried.section();
      over(carried.section(), setback.end(), setback.whole(), heard);
    }
  }

  /** Returns the pipe, for who counts how often it runs dry or hears what it sounds. */
  public BookPipe pipe() {
    return pipe;
  }
}
