package dev.earmark.assistant;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.assistant.Turn.Origin;
import dev.earmark.assistant.Turn.Phase;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.assistant.ports.Thinker.Prospect;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import dev.earmark.listen.ListenControl;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.speak.Announcer;
import dev.earmark.speak.Announcer.Chime;
import dev.earmark.timers.Fired;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The assistant: takes what was heard and typed, lets the agent work on it, says the answer; one
 * turn at a time.
 *
 * <p>Everything happens on the {@code assistant} thread; the public methods post to it and return.
 * The book is held down while a spoken turn listens, thinks and answers; whether it is held is
 * derived from the turn's state after every message, so that no way out of a turn can forget to let
 * it go. What the user wants of the player is never touched by that.
 *
 * <p>A wake phrase or the button interrupts: speech is cut off and the run that goes on is
 * cancelled. While it is listening already, a wake phrase changes nothing, so that the words so far
 * are kept.
 *
 * <p>A typed command waits for the turn before it, unless that one waits for a large model and the
 * command does not need one; see {@link TypedTurns#next}. A paused run lets its turn go.
 */
public final class TurnManager implements Assistant, Role {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(250);
  private static final int MAX_WAITING = 8;

  private final TurnSettings settings;
  private final TurnPorts ports;
  private final Clock clock;
  private final Events events;
  private final ListenControl ears;
  private final Announcer voice;
  private final Inbox inbox = new Inbox(1_024);
  private final Map<String, Turn> open = new ConcurrentHashMap<>();
  private final LocalRuns runs;
  private final ListenTrace trace;
  private final Speech speech;
  private final Notices notices;
  private final Agents agents;
  private final Consent consent;
  private final Hold hold;
  private final Sleep sleep;
  private final PlayerWatch watch;
  private final Alarm alarm;
  private final OwnWords own;
  private final Thinking thinking;

  // Assistant thread only.
  private final TypedTurns typed = new TypedTurns();
  private @Nullable Turn current;
  private long typedSoFar;
  private boolean subscribed;

  /** Makes an assistant; nothing happens before a runner turns it. */
  public TurnManager(TurnSettings settings, TurnPorts ports) {
    this.settings = settings;
    this.ports = ports;
    this.clock = ports.clock();
    this.events = ports.events();
    this.ears = ports.ears();
    this.voice = ports.voice();
    this.runs = new LocalRuns(ports.thinker(), clock);
    LimitWords limits = new LimitWords(ports.player());
    this.trace = new ListenTrace(events, limits::shown);
    this.speech = new Speech(voice, ears, events, inbox::postEnd);
    this.agents = new Agents(ports, runs, inbox, this::stateChanged, this::answering);
    this.consent = new Consent(ports.thinker(), speech, ears, voice, settings.window());
    this.hold = new Hold(ports.mixer(), ports.player(), settings.pauseWhileListening());
    this.sleep = new Sleep(ears, ports.progress(), ports.workers(), events);
    this.notices = new Notices(events, ports.mixer(), speech, settings.language());
    this.watch = new PlayerWatch(events, ears, notices, inbox::post);
    this.alarm = new Alarm(ports.ringer(), voice, notices, watch, clock);
    this.own = OwnWords.firstOf(alarm, limits, sleep);
    this.thinking = new Thinking(ports, agents, own);
  }

  /** Takes what the listener tells; called on any thread, returns at once. */
  public void onListen(ListenEvent event) {
    inbox.post(() -> heard(event));
  }

  /** Tells that a timer ends; called on any thread. Missed ones are told without ringing. */
  public void onTimer(Fired fired) {
    inbox.post(() -> alarm.fired(fired));
  }

  /** Returns the mailbox, for who counts what waits in it. */
  public Mailbox<?> mailbox() {
    return inbox.mailbox();
  }

  @Override
  public Begun begin(String text, @Nullable Language language, boolean aloud) {
    Language spoken = language != null ? language : Language.guess(text, settings.language());
    Turn turn =
        new Turn(runs.nextId(), Origin.TYPED, aloud, spoken, Phase.WAITING, clock.nanoTime());
    turn.text = text.strip();
    open.put(turn.id, turn);
    if (!inbox.post(() -> typed(turn))) {
      close(turn, runs.end(turn, Words.busy(spoken), Run.Ended.CANCELLED));
    }
    return new Begun(turn.id, turn.result.copy());
  }

  @Override
  public void pushToTalk() {
    inbox.post(this::button);
  }

  @Override
  public boolean isMuted() {
    return sleep.isOn();
  }

  @Override
  public void setMuted(boolean muted) {
    inbox.post(() -> sleep.set(muted));
  }

  @Override
  public List<Run> runs(int limit, String before) {
    return ports.thinker().page(limit, before);
  }

  @Override
  public Optional<Run> run(String id) {
    return ports.thinker().find(id).or(() -> Optional.ofNullable(open.get(id)).map(runs::waiting));
  }

  @Override
  public Intervention.Outcome intervene(String runId, Intervention what) {
    return ports.thinker().intervene(runId, what);
  }

  @Override
  public boolean cancel(String runId) {
    Turn turn = open.get(runId);
    if (turn == null) {
      return false;
    }
    turn.cancel.set();
    inbox.post(() -> cancelled(turn));
    return true;
  }

  @Override
  public String name() {
    return "assistant";
  }

  @Override
  public void onStart() {
    if (!subscribed) {
      subscribed = true;
      watch.start(ports.player());
    }
    sleep.restore();
  }

  @Override
  public boolean doWork() throws InterruptedException {
    return turn(LONGEST_WAIT);
  }

  /** Handles one message, if one comes in time, and whatever is due. */
  boolean turn(Duration wait) throws InterruptedException {
    inbox.handle(wait);
    tick();
    settle();
    return true;
  }

  @Override
  public void wakeUp() {
    inbox.post(() -> {});
  }

  @Override
  public void onClose() {
    speech.hush();
    current = null;
    typed.clear();
    for (Turn turn : List.copyOf(open.values())) {
      turn.cancel.set();
      close(turn, runs.end(turn, Words.cancelled(turn.language), Run.Ended.CANCELLED));
    }
    hold.set(/* inTurn= */ false, speech.isSounding());
  }

  // ---- what was heard and typed ----

  private void heard(ListenEvent event) {
    trace.tell(event);
    if (event instanceof ListenEvent.Wake wake) {
      attend(Origin.VOICE, wake.phrase());
    } else if (event instanceof ListenEvent.SpeechStart) {
      Turn.mark(current, "speech_start", clock);
    } else if (event instanceof ListenEvent.SpeechEnd) {
      Turn.mark(current, "speech_end", clock);
    } else if (event instanceof ListenEvent.Final last) {
      understood(last.transcript());
    } else if (event instanceof ListenEvent.Rejected rejected) {
      rejected(rejected);
    }
  }

  private void button() {
    if (sleep.isOn()) {
      sleep.set(/* sleeping= */ false);
    }
    attend(Origin.BUTTON, "");
    ears.openWindow(settings.window());
  }

  private void attend(Origin origin, String phrase) {
    if (current != null && current.phase == Phase.ASKING) {
      consent.interrupted(current);
    } else if (current == null || current.phase != Phase.LISTENING) {
      interrupt();
      listen(origin, settings.rulesOnlyPhrases().contains(phrase));
    } else if (origin == Origin.VOICE) { // a microphone that hears it clearer heard another phrase
      current.rulesOnly = settings.rulesOnlyPhrases().contains(phrase);
    }
  }

  private void listen(Origin origin, boolean rulesOnly) {
    Turn turn = spokenTurn(origin);
    turn.rulesOnly = rulesOnly;
    current = turn;
    voice.chime(Chime.WAKE);
  }

  private Turn spokenTurn(Origin origin) {
    Turn turn = Turn.spoken(runs.nextId(), origin, settings.language(), clock.nanoTime());
    events.publish("turn.started", new TurnEvents.Started(turn.id, Words.lower(origin)));
    return turn;
  }

  private void understood(Transcript transcript) {
    Turn turn = current;
    if (turn != null && turn.phase == Phase.ASKING && consent.hears(turn, transcript.text())) {
      return;
    }
    if (turn == null || turn.phase != Phase.LISTENING) {
      interrupt();
      turn = spokenTurn(Origin.VOICE);
      current = turn;
    }
    turn.text = transcript.text();
    turn.language = transcript.language();
    turn.mark("understood", clock.nanoTime());
    if (Words.isDismissal(turn.text) && !alarm.knows(turn.text)) {
      ears.closeWindow();
      finish(turn, "dismissed");
      return;
    }
    voice.chime(Chime.HEARD);
    open.put(turn.id, turn);
    work(turn);
  }

  private void rejected(ListenEvent.Rejected rejected) {
    Turn turn = current;
    if (turn == null || turn.phase != Phase.LISTENING) {
      return;
    }
    boolean quiet =
        rejected.reason() == ListenEvent.Reason.CANCELLED
            || (turn.origin == Origin.QUESTION
                && rejected.reason() == ListenEvent.Reason.NOTHING_SAID);
    if (!quiet) {
      voice.chime(Words.chime(rejected.reason()));
    }
    finish(turn, Words.lower(rejected.reason()));
  }

  private void typed(Turn turn) {
    if (turn.result.isDone()) {
      return;
    }
    if (consent.answers(turn.text)) {
      events.publish("run.started", TurnEvents.started(turn));
      ended(turn, runs.end(turn, Words.dismissed(turn.language), Run.Ended.ANSWERED));
      return;
    }
    if (Words.isDismissal(turn.text) && current != null && current.phase == Phase.THINKING) {
      current.cancel.set();
    }
    turn.number = ++typedSoFar;
    turn.prospect = thinking.prospect(turn);
    if (turn.prospect == Prospect.SLOW && !consent.question().isEmpty()) {
      events.publish("run.started", TurnEvents.started(turn)); // would wait until that is answered
      String again = Words.askedAgain(consent.question(), turn.language);
      ended(turn, runs.end(turn, again, Run.Ended.ANSWERED));
      return;
    }
    typed.add(turn);
    settle();
    if (typed.size() > MAX_WAITING && typed.remove(turn)) {
      close(turn, runs.end(turn, Words.busy(turn.language), Run.Ended.CANCELLED));
    }
  }

  /** Starts the agent on the turn's text, or answers what the assistant knows itself. */
  private void work(Turn turn) {
    String said = turn.text;
    turn.text = own.kept(said);
    notices.asked(turn);
    events.publish("run.started", TurnEvents.started(turn));
    if (turn.cancel.isSet()) {
      ended(turn, runs.end(turn, Words.cancelled(turn.language), Run.Ended.CANCELLED));
    } else if (own.knows(said)) {
      ended(turn, runs.end(turn, own.answer(said, turn.language), Run.Ended.ANSWERED));
    } else {
      thinking.begin(turn, this::ended);
    }
  }

  private void ended(Turn turn, Run run) {
    if (turn.result.isDone()) {
      return;
    }
    agents.progressed(turn, run);
    turn.mark("thought", clock.nanoTime());
    events.publish("run.ended", TurnEvents.ended(run));
    consent.over(turn);
    close(turn, run);
    if (turn.phase != Phase.OVER) {
      answer(turn, run);
    } else {
      notices.ended(turn, run);
    }
  }

  /** Says the sentences of an answer that have come, while the rest is still being written. */
  private void answering(Turn turn, Run run) {
    boolean wanted = turn.aloud && !turn.cancel.isSet() && !turn.result.isDone();
    if (wanted && turn == current && turn.phase == Phase.THINKING) {
      turn.signalled = true;
      turn.mark("speaking", clock.nanoTime());
      speech.sayWritten(turn, run.answer(), outcome -> partSpoken(turn, outcome));
    }
  }

  private void answer(Turn turn, Run run) {
    Run.Ended ended = run.ended() == null ? Run.Ended.MODEL_ERROR : run.ended();
    if (ended == Run.Ended.CANCELLED) {
      speech.hush(turn);
      finish(turn, "cancelled");
      return;
    }
    String text = run.answer().isBlank() ? Words.broken(ended, turn.language) : run.answer();
    if (turn.aloud && ended != Run.Ended.ANSWERED) {
      voice.chime(Chime.ERROR);
    }
    if (!turn.aloud || text.isBlank()) {
      finish(turn, "answered");
      return;
    }
    turn.enter(Phase.ANSWERING, clock.nanoTime());
    turn.mark("speaking", clock.nanoTime());
    speech.sayMore(turn, text, outcome -> partSpoken(turn, outcome));
    if (turn.saying == 0) {
      spoken(turn, text, turn.lastOutcome);
    }
  }

  private void partSpoken(Turn turn, Announcer.Outcome outcome) {
    turn.lastOutcome = outcome;
    if (turn.saying == 0 && turn.phase == Phase.ANSWERING) {
      spoken(turn, turn.said, outcome);
    }
  }

  private void spoken(Turn turn, String text, Announcer.Outcome outcome) {
    if (turn.phase == Phase.OVER) {
      return;
    }
    turn.mark("spoken", clock.nanoTime());
    finish(turn, "answered");
    boolean asksBack = outcome != Announcer.Outcome.CUT_OFF && Words.isQuestion(text);
    if (asksBack && turn.byVoice() && current == null && !sleep.isOn()) {
      listen(Origin.QUESTION, turn.rulesOnly);
      ears.openAgain(settings.followUp());
    }
  }

  /** A paused run lets its turn go, so that the speaker is free. */
  private void stateChanged(Turn turn, Run run) {
    if (run.state().equals("paused")) {
      turn.setAside = true;
      finish(turn, "paused");
    }
    consent.stateChanged(turn, run, clock.nanoTime());
  }

  // ---- ends and interruptions ----

  private void interrupt() {
    speech.hush();
    if (current != null) {
      current.cancel.set();
      finish(current, "interrupted");
    }
  }

  private void cancelled(Turn turn) {
    if (typed.remove(turn)) {
      drop(turn);
    }
  }

  private void drop(Turn turn) {
    turn.enter(Phase.OVER, clock.nanoTime());
    ended(turn, runs.end(turn, Words.cancelled(turn.language), Run.Ended.CANCELLED));
  }

  private void finish(Turn turn, String reason) {
    if (turn.phase == Phase.OVER) {
      return;
    }
    turn.enter(Phase.OVER, clock.nanoTime());
    if (current == turn) {
      current = null;
    }
    events.publish(
        "turn.ended", new TurnEvents.Ended(turn.id, reason, turn.ms(clock.nanoTime()), turn.marks));
  }

  private void close(Turn turn, Run run) {
    open.remove(turn.id);
    turn.result.complete(run);
  }

  private void tick() {
    Turn beside = typed.thinkingBeside();
    if (beside != null) {
      agents.watch(beside, settings, this::ended);
    }
    Turn turn = current;
    alarm.tick(turn != null && turn.byVoice());
    if (turn != null && turn.phase == Phase.LISTENING) {
      Duration inPhase = Duration.ofNanos(clock.nanoTime() - turn.phaseSinceNanos);
      if (inPhase.compareTo(settings.listenLimit()) > 0) {
        ears.closeWindow();
        finish(turn, "no_reply");
      }
    } else if (turn != null && turn.phase == Phase.THINKING) {
      agents.watch(turn, settings, this::ended);
    }
  }

  /** Starts what waits when nothing else goes on, and holds the book or lets it go. */
  private void settle() {
    for (Turn next = nextTyped(); next != null; next = nextTyped()) {
      events.publish("turn.started", new TurnEvents.Started(next.id, Words.lower(next.origin)));
      work(next);
    }
    if (current == null || current.phase == Phase.ANSWERING || !current.byVoice()) {
      notices.flush();
    }
    hold.set(current != null && current.byVoice(), speech.isSounding());
  }

  /** Takes the typed turn that may begin now; see {@link TypedTurns#next}. */
  private @Nullable Turn nextTyped() {
    Turn next = typed.next(current);
    Turn slow = current != null && TypedTurns.isSlow(current) ? current : null;
    if (next != null && slow != null && next.prospect == Prospect.QUICK) {
      typed.beside(next);
    } else if (next != null) {
      if (slow != null) {
        slow.cancel.set();
        finish(slow, "interrupted");
        typed.slowBefore(next).forEach(this::drop);
      }
      current = next;
    }
    return next;
  }
}
