package dev.earmark.listen.machine;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import dev.earmark.listen.ListenControl;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.engine.SpeechEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to the microphones' streams: the role {@code listen}.
 *
 * <p>One thread does it all, recognition too: it needs a small part of the stream's time, the
 * microphone's ring holds what comes in meanwhile, and no recogniser ever changes its thread. Of
 * several microphones each turn takes a block of all that have one, so that they keep in step also
 * while they catch up. Other threads post to a mailbox; the state comes up through volatile fields.
 * Events are given to the consumer on this thread, which therefore must not block.
 */
public final class Listener implements Role, ListenControl {
  private static final Logger log = LoggerFactory.getLogger(Listener.class);
  private static final Duration WAIT = Duration.ofMillis(200);
  private static final Duration SHORT_WAIT = Duration.ofMillis(20);
  private static final long DEAF_AFTER_NANOS = Duration.ofSeconds(2).toNanos();

  /** A turn that took longer was held up itself, and tells no more than this of a microphone. */
  private static final long MOST_OF_A_TURN_NANOS = Duration.ofMillis(250).toNanos();

  /** What is asked of the machine, on its own thread. */
  private interface Command {
    void run(MicrophoneArbiter arbiter) throws IOException;
  }

  private final List<Input> inputs;
  private final Duration wait;
  private final long[]
      silentNanos; // since a microphone's last block; confined to the role's thread
  private final ListenSettings settings;
  private final VoiceActivity.Factory activities;
  private final Hearing hearing;
  private final OwnSound ownSound;
  private final Consumer<ListenEvent> events;
  private final Clock clock;
  private final Mailbox<Command> mailbox = new Mailbox<>("listen", 256);
  private final AtomicReference<@Nullable SpeechEngine> nextEngine = new AtomicReference<>();
  private final Object engineLock = new Object();
  private @Nullable SpeechEngine forRecordings; // guarded by engineLock
  private boolean freed; // guarded by engineLock
  private volatile List<String> titles = List.of();
  private volatile ListenState state = ListenState.OFF;
  private volatile double level = SoundHistory.SILENCE_DB;
  private volatile List<String> modelNames = List.of();
  private volatile Set<Language> languages = Set.of();
  private @Nullable MicrophoneArbiter arbiter; // confined to the role's thread
  private boolean muted;
  private boolean bookPlaying;
  private boolean moreMayWait;
  private long lastTurnNanos;

  /**
   * A microphone.
   *
   * @param name what it is called where there are several
   */
  public record Input(String name, BlockSource blocks) {}

  /** Makes a listener with one microphone, and without a model. */
  public Listener(
      BlockSource source,
      ListenSettings settings,
      VoiceActivity.Factory activities,
      Hearing hearing,
      OwnSound ownSound,
      Consumer<ListenEvent> events,
      Clock clock) {
    this(List.of(new Input("", source)), settings, activities, hearing, ownSound, events, clock);
  }

  /**
   * Makes a listener without a model; {@link #use} gives it one.
   *
   * @param inputs the microphones, at least one
   * @param hearing hears the recordings of {@link #hear}
   * @param ownSound what is played beside the microphone
   * @param events gets everything that is heard; must not block
   * @param clock tells how long a microphone has given nothing
   */
  public Listener(
      List<Input> inputs,
      ListenSettings settings,
      VoiceActivity.Factory activities,
      Hearing hearing,
      OwnSound ownSound,
      Consumer<ListenEvent> events,
      Clock clock) {
    this.inputs = List.copyOf(inputs);
    this.wait = inputs.size() == 1 ? WAIT : SHORT_WAIT;
    this.silentNanos = new long[inputs.size()];
    this.settings = settings;
    this.activities = activities;
    this.hearing = hearing;
    this.ownSound = ownSound;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Takes an engine, and closes the present one, as soon as no utterance is under way. Thread-safe;
   * the listener owns the engine from now on.
   */
  public void use(SpeechEngine engine) throws FailureException {
    engine.setTitles(titles);
    SpeechEngine copy = engine.share();
    boolean late;
    synchronized (engineLock) {
      late = freed;
      if (!late) {
        closeIfThere(forRecordings);
        forRecordings = copy;
        modelNames = engine.modelNames();
        languages = engine.languages();
        closeIfThere(nextEngine.getAndSet(engine));
      }
    }
    if (late) { // the daemon ended while the models were being loaded
      copy.close();
      engine.close();
    }
  }

  private static void closeIfThere(@Nullable SpeechEngine engine) {
    if (engine != null) {
      engine.close();
    }
  }

  /** Returns the mailbox, for who counts what waits in it. */
  public Mailbox<?> mailbox() {
    return mailbox;
  }

  /** Returns the names of the models in use. */
  public List<String> modelNames() {
    return modelNames;
  }

  /** Returns the languages that are heard. */
  public Set<Language> languages() {
    return languages;
  }

  @Override
  public String name() {
    return "listen";
  }

  @Override
  public void onStart() throws IOException {
    lastTurnNanos = clock.nanoTime();
    Arrays.fill(silentNanos, 0);
    MicrophoneArbiter made = newArbiter();
    arbiter = made; // onClose() closes it when something fails from here on
    made.setMuted(muted);
    made.setBookPlaying(bookPlaying);
    made.setTitles(titles);
    SpeechEngine lost;
    synchronized (engineLock) {
      lost = nextEngine.get() == null && forRecordings != null ? forRecordings.share() : null;
    }
    if (lost != null) {
      made.setEngine(lost); // after a failure the role starts again with the models it had
    }
  }

  private MicrophoneArbiter newArbiter() {
    List<VoiceActivity> opened = new ArrayList<>();
    try {
      for (int i = 0; i < inputs.size(); i++) {
        opened.add(activities.open());
      }
      Iterator<VoiceActivity> next = opened.iterator();
      return new MicrophoneArbiter(
          inputs.stream().map(Input::name).toList(),
          told -> new ListenMachine(settings, next.next(), ownSound, told),
          this::publish);
    } catch (RuntimeException e) {
      opened.forEach(VoiceActivity::close);
      throw e;
    }
  }

  @Override
  public boolean doWork() throws IOException, InterruptedException {
    PcmBlock first = take(0, moreMayWait ? Duration.ZERO : wait);
    MicrophoneArbiter running = arbiter();
    for (Command command = mailbox.poll(); command != null; command = mailbox.poll()) {
      command.run(running);
    }
    if (!running.busy()) {
      SpeechEngine next = nextEngine.getAndSet(null);
      if (next != null) {
        running.setEngine(next);
        log.info("listening with {}", next.modelNames());
      }
    }
    countSilence();
    double loudest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < inputs.size(); i++) {
      PcmBlock block = i == 0 ? first : take(i, Duration.ZERO);
      if (block != null) {
        silentNanos[i] = 0;
        loudest = Math.max(loudest, SoundHistory.levelDb(block.samples()));
        running.accept(i, block.samples());
      } else if (isDeaf(i)) {
        running.gone(i);
      }
    }
    moreMayWait = loudest != Double.NEGATIVE_INFINITY;
    level = moreMayWait ? loudest : level;
    boolean deaf = IntStream.range(0, inputs.size()).allMatch(this::isDeaf);
    state = deaf ? ListenState.OFF : running.state();
    return true;
  }

  private @Nullable PcmBlock take(int microphone, Duration patience) throws InterruptedException {
    return inputs.get(microphone).blocks().take(patience);
  }

  /** Counts the time since the last turn for all microphones; a block sets theirs to nothing. */
  private void countSilence() {
    long now = clock.nanoTime();
    long passed = Math.min(now - lastTurnNanos, MOST_OF_A_TURN_NANOS);
    lastTurnNanos = now;
    for (int i = 0; i < silentNanos.length; i++) {
      silentNanos[i] += passed;
    }
  }

  private boolean isDeaf(int microphone) {
    return silentNanos[microphone] >= DEAF_AFTER_NANOS;
  }

  private MicrophoneArbiter arbiter() {
    if (arbiter == null) {
      throw new IllegalStateException("onStart() comes first");
    }
    return arbiter;
  }

  @Override
  public void onClose() {
    state = ListenState.OFF;
    if (arbiter != null) {
      arbiter.close();
      arbiter = null;
    }
  }

  /** Frees the models; called once when the daemon ends, after the role has ended. */
  public void free() {
    synchronized (engineLock) {
      closeIfThere(nextEngine.getAndSet(null));
      closeIfThere(forRecordings);
      forRecordings = null;
      freed = true;
    }
  }

  private void publish(ListenEvent event) {
    state = arbiter == null ? ListenState.OFF : arbiter.state();
    events.accept(event);
  }

  private void post(Command command) {
    if (!mailbox.post(command)) {
      log.warn("the listener does not keep up: {}", mailbox);
    }
  }

  @Override
  public void openWindow(Duration patience) {
    post(running -> running.openWindow(patience));
  }

  @Override
  public void openAgain(Duration patience) {
    post(running -> running.openAgain(patience));
  }

  @Override
  public void closeWindow() {
    post(MicrophoneArbiter::closeWindow);
  }

  @Override
  public void endUtterance() {
    post(MicrophoneArbiter::endUtterance);
  }

  @Override
  public void setMuted(boolean nowMuted) {
    post(
        running -> {
          muted = nowMuted;
          running.setMuted(nowMuted);
        });
  }

  @Override
  public void setSpeaking(boolean speaking, String text) {
    post(running -> running.setSpeaking(speaking, text));
  }

  @Override
  public void setBookPlaying(boolean playing) {
    post(
        running -> {
          bookPlaying = playing;
          running.setBookPlaying(playing);
        });
  }

  @Override
  public void setTitles(List<String> newTitles) {
    List<String> copy = List.copyOf(newTitles);
    titles = copy;
    synchronized (engineLock) {
      if (forRecordings != null) {
        forRecordings.setTitles(copy);
      }
    }
    post(running -> running.setTitles(copy));
  }

  @Override
  public ListenState state() {
    return state;
  }

  @Override
  public double levelDbfs() {
    return level;
  }

  @Override
  public List<ListenEvent> hear(PcmBlock audio, boolean wakePhraseNeeded) throws IOException {
    SpeechEngine engine;
    synchronized (engineLock) {
      if (forRecordings == null) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE, "no speech model is loaded; see 'earmark models list'");
      }
      engine = forRecordings.share();
    }
    List<ListenEvent> heard = new ArrayList<>();
    hearing.hear(engine, audio, new Hearing.Options(wakePhraseNeeded, List.of()), heard::add);
    return heard;
  }
}
