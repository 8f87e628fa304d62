package dev.earmark.listen.machine;

import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenEvent.Reason;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.Recognizer;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.VoiceActivity;
import dev.earmark.listen.WakeDetector;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The listening state machine of one stream. Confined to one thread; its time is the stream's.
 *
 * <p>{@code IDLE} → wake phrase, or {@link #openWindow} → {@code WINDOW_OPEN}; there, speech →
 * {@code HEARING}, nothing said in time or {@link #closeWindow} → {@code IDLE}; {@code HEARING} →
 * end of speech, or the longest command → {@code RECOGNISING} → {@code IDLE} with a final or a
 * rejection. While muted the place of {@code IDLE} is taken by {@code MUTED}, where only a window
 * opens the ear; without an engine it is {@code OFF}.
 */
final class ListenMachine implements AutoCloseable {
  private static final int PRE_ROLL = 2 * SoundHistory.RATE;
  private static final int BEFORE_SPEECH = 13;
  private static final int AFTER_SPEECH = 14;
  private static final int LOOK_EVERY = 5;
  private static final int STABLE_BLOCKS = 60;
  private static final int REFRACTORY = 2 * SoundHistory.RATE;
  private static final int CLEAR_BLOCKS = 4;
  private static final int LATEST_CHIME = 75;
  private static final int SHORTEST_SPEECH = 5;
  private static final int SPEECH_NOT_NOISE = 15;

  private final ListenSettings settings;
  private final Consumer<ListenEvent> events;
  private final VoiceActivity activity;
  private final OwnSound ownSound;
  private final OwnSpeech ownSpeech;
  private final SoundHistory history;
  private final DecodedAhead ahead = new DecodedAhead();
  private final SpeechGate gate;
  private final BlockCutter cutter = new BlockCutter();

  private final EngineInUse engine = new EngineInUse();

  private ListenState state = ListenState.OFF;
  private boolean muted;
  private boolean bookPlaying;
  private boolean aside;
  private long restsUntil;

  private final Stretch stretch;
  private final StopSpotter stopSpotter;
  private long wakeAllowedFrom;

  private long windowOpened;
  private long windowStart;
  private long windowEnd;
  private boolean window;
  private Duration endSilence;
  private @Nullable Utterance utterance;
  private long utteranceStart;
  private long lastLook;
  private long lastChange;
  private Recognizer.Partial partial = Recognizer.Partial.NOTHING;

  ListenMachine(
      ListenSettings settings,
      VoiceActivity activity,
      OwnSound ownSound,
      Consumer<ListenEvent> events) {
    this.settings = settings;
    this.activity = activity;
    this.ownSound = ownSound;
    this.ownSpeech = new OwnSpeech(settings.wakePhrases());
    this.events = events;
    this.gate = new SpeechGate(activity);
    this.endSilence = settings.endSilence();
    this.history = new SoundHistory((int) settings.maxLength().toSeconds() + 6);
    this.stretch = new Stretch(history);
    this.stopSpotter = new StopSpotter(history, ownSound, engine);
  }

  ListenState state() {
    return state;
  }

  boolean busy() {
    return window;
  }

  /** Takes the engine, which it will close, in place of the present one. */
  void setEngine(@Nullable SpeechEngine next) {
    window = false;
    dropUtterance();
    engine.set(next);
    rest();
  }

  void setTitles(List<String> newTitles) {
    engine.setTitles(newTitles);
    applyTitles();
  }

  /** Takes a recogniser of other phrases than commands; for recordings. */
  void setRecogniser(Recognizer other) {
    engine.setRecogniser(other);
  }

  private void applyTitles() {
    if (!window && utterance == null) {
      engine.renew();
    }
  }

  /** Tells how loud it is when nobody speaks, where that is known before the stream begins. */
  void expectFloor(double levelDb) {
    gate.expectFloor(levelDb);
  }

  void setMuted(boolean nowMuted) {
    muted = nowMuted;
    if (!window) {
      rest();
    }
  }

  void setBookPlaying(boolean playing) {
    bookPlaying = playing;
    if (!playing && !window) {
      dropUtterance();
    }
  }

  void setSpeaking(boolean nowSpeaking, String text) {
    ownSpeech.set(nowSpeaking, text, history.next());
    if (nowSpeaking && !window) {
      dropUtterance();
      stretch.drop();
    }
  }

  void openWindow(Duration wait) {
    if (engine.isThere() && (!window || utterance == null || !utterance.started())) {
      openAt(history.next(), wait, history.next(), "");
    }
  }

  private void openAt(long block, Duration wait, long backgroundUntil, String phrase) {
    dropUtterance();
    engine.recogniser().hearOnly(settings.wakeLanguages().get(phrase));
    endSilence = settings.wakeSilences().getOrDefault(phrase, settings.endSilence());
    stretch.drop();
    window = true;
    windowOpened = history.next();
    windowStart = block;
    windowEnd = block + blocks(wait);
    double background = history.usualLevel(backgroundUntil - PRE_ROLL, backgroundUntil);
    utterance = newUtterance(background);
    state = ListenState.WINDOW_OPEN;
  }

  private Utterance newUtterance(double background) {
    return new Utterance(history, gate.floorDb(), background, blocks(endSilence));
  }

  void closeWindow() {
    if (window) {
      dropUtterance();
      finishWindow(new ListenEvent.Rejected(Reason.CANCELLED, "", now()));
    }
  }

  /**
   * Leaves what is said to another microphone, or listens again. A window closes without an event;
   * who listens again does so a second later, since another microphone's sound may come late.
   */
  void standAside(boolean nowAside) {
    if (nowAside == aside) {
      return;
    }
    aside = nowAside;
    if (!aside) {
      restsUntil = history.next() + SoundHistory.RATE;
      return;
    }
    if (window) {
      window = false;
      engine.recogniser().hearOnly(null);
      activity.reset();
    }
    rest();
    applyTitles();
  }

  /** Returns how far the loudest sound of the last second is above the noise floor, in dB. */
  double clearness() {
    long next = history.next();
    return history.loudLevel(next - SoundHistory.RATE, next, CLEAR_BLOCKS) - gate.floorDb();
  }

  /** Returns how many blocks it has taken. */
  long blocks() {
    return history.next();
  }

  /** Ends the command now, as a released button does. */
  void endUtterance() throws IOException {
    if (window && utterance != null && utterance.started()) {
      endSpeech(utterance, history.next() - 1);
    } else {
      closeWindow();
    }
  }

  /** Takes samples of the stream, any number. */
  void accept(short[] samples) throws IOException {
    for (short[] block : cutter.cut(samples)) {
      acceptBlock(block);
    }
  }

  private void acceptBlock(short[] block) throws IOException {
    double level = SoundHistory.levelDb(block);
    boolean open = gate.accept(block, level);
    long number = history.add(block, level, gate.voice());
    if (ownSpeech.deaf(number) || aside || state == ListenState.HEARING) {
      history.markForeground(number);
    }
    if (!engine.isThere() || aside) {
      return;
    }
    if (window) {
      inWindow(number);
    } else {
      inIdle(number, open);
    }
  }

  // Idle: wake phrase and stop words.

  private void inIdle(long number, boolean open) throws IOException {
    WakeDetector wakeDetector = engine.wakeDetector();
    if (muted || wakeDetector == null || number < restsUntil) {
      return;
    }
    if (ownSpeech.wakesItself()) {
      stretch.drop();
      return;
    }
    Optional<WakeDetector.Hit> hit = stretch.accept(number, open, wakeDetector);
    if (hit.isPresent() && number >= wakeAllowedFrom) {
      wake(hit.get(), number);
    } else if (bookPlaying && settings.stopWithoutWake() && !ownSpeech.deaf(number)) {
      Optional<Transcript> spotted = stopSpotter.accept(number, open);
      if (spotted.isPresent()) {
        utterance = null;
        stopped(spotted.get(), number);
      } else {
        stopWord(number);
      }
    }
  }

  private void wake(WakeDetector.Hit hit, long number) throws IOException {
    long start = stretch.block(hit.startS());
    long end = Math.min(number, stretch.block(hit.endS()));
    if (ownSound.wakes(engine.newWakeDetector())) {
      stretch.drop();
      return;
    }
    wakeAllowedFrom = number + REFRACTORY;
    events.accept(new ListenEvent.Wake(hit.phrase(), hit.confidence(), SoundHistory.seconds(end)));
    openAt(end, settings.nothingSaid(), start - BEFORE_SPEECH, hit.phrase());
    for (long block = end; block <= number && window; block++) {
      inWindow(block);
    }
  }

  private void stopWord(long number) throws IOException {
    if (utterance == null) {
      utterance = newUtterance(history.usualLevel(number - PRE_ROLL, number));
    }
    Utterance words = utterance;
    if (!words.accept(number)) {
      if (number % SoundHistory.RATE == 0) {
        utterance = null; // the background is measured anew each second
      }
      return;
    }
    if (number - words.first() > StopWords.LONGEST) {
      if (words.ended(number, Progress.NONE)) {
        utterance = null;
      }
      return;
    }
    if (words.ended(number, Progress.COMPLETE)) {
      utterance = null;
      Recognizer.Result result = recognise(words, number, words.first() - BEFORE_SPEECH);
      Optional<Transcript> heard = result.transcript().filter(StopWords::are);
      if (heard.isPresent() && !stopSpotter.isOwn()) {
        stopped(shifted(heard.get(), words.first() - BEFORE_SPEECH), words.last() + 1);
      }
    }
  }

  private void stopped(Transcript word, long end) {
    stopSpotter.drop();
    events.accept(new ListenEvent.SpeechEnd(SoundHistory.seconds(end)));
    events.accept(new ListenEvent.Final(word));
  }

  // An open window: the command.

  private void inWindow(long number) throws IOException {
    Utterance words = utterance;
    if (words == null) {
      throw new IllegalStateException("a window without an utterance");
    }
    if (!words.started()) {
      waitForSpeech(words, number);
      return;
    }
    words.accept(number);
    Recognizer hearing = engine.recogniser();
    hearing.feed(history.samples(number, number + 1));
    if (number - lastLook >= LOOK_EVERY) {
      look(hearing, number);
    }
    if (isComplete() && number - words.last() >= AFTER_SPEECH) {
      ahead.decode(hearing, words, firstBlock(utteranceStart), end(words, number));
    }
    boolean stable = isComplete() && number - lastChange >= STABLE_BLOCKS;
    boolean tooLong = number - utteranceStart >= blocks(settings.maxLength());
    if (stable || tooLong || words.ended(number, partial.progress())) {
      endSpeech(words, number);
    }
  }

  private boolean isComplete() {
    return partial.progress() == Progress.COMPLETE
        || partial.progress() == Progress.COMPLETE_OR_MORE;
  }

  private void waitForSpeech(Utterance words, long number) throws IOException {
    if (ownSpeech.deaf(number) || ownChime(number)) {
      windowStart = number + 1;
      windowEnd++;
      return;
    }
    if (words.accept(number)) {
      utteranceStart = Math.max(windowStart, words.first() - BEFORE_SPEECH);
      state = ListenState.HEARING;
      partial = Recognizer.Partial.NOTHING;
      lastLook = number;
      lastChange = number;
      events.accept(new ListenEvent.SpeechStart(SoundHistory.seconds(words.first())));
      engine.recogniser().begin();
      for (long block = utteranceStart; block <= number; block++) {
        engine.recogniser().feed(history.samples(block, block + 1));
      }
    } else if (number >= windowEnd) {
      dropUtterance();
      finishWindow(new ListenEvent.Rejected(Reason.NOTHING_SAID, "", SoundHistory.seconds(number)));
    }
  }

  /** Returns whether the block is the chime that tells that the window is open. */
  private boolean ownChime(long number) {
    return number >= windowOpened
        && number - windowOpened <= LATEST_CHIME
        && history.voiced(number)
        && WakeChime.isMostOf(history.samples(number, number + 1));
  }

  private void look(Recognizer hearing, long number) {
    lastLook = number;
    Recognizer.Partial next = hearing.partial();
    if (!next.equals(partial)) {
      if (!next.text().isEmpty() && !next.text().equals(partial.text())) {
        events.accept(
            new ListenEvent.Partial(next.text(), next.language(), SoundHistory.seconds(number)));
      }
      partial = next;
      lastChange = number;
    }
  }

  private void endSpeech(Utterance words, long number) throws IOException {
    state = ListenState.RECOGNISING;
    events.accept(new ListenEvent.SpeechEnd(SoundHistory.seconds(words.last() + 1)));
    Recognizer.Result result = recognise(words, number, utteranceStart);
    utterance = null;
    if (result.transcript().isPresent()) {
      finishWindow(new ListenEvent.Final(shifted(result.transcript().get(), utteranceStart)));
    } else if (words.speechBlocks() < SHORTEST_SPEECH && number < windowEnd) {
      utterance = newUtterance(SoundHistory.SILENCE_DB);
      state = ListenState.WINDOW_OPEN;
      windowStart = number + 1;
    } else {
      boolean noise =
          words.speechBlocks() < SPEECH_NOT_NOISE && result.heard().replace("[unk]", "").isBlank();
      Reason reason = noise ? Reason.NOISE : Reason.NOT_UNDERSTOOD;
      finishWindow(new ListenEvent.Rejected(reason, result.heard(), SoundHistory.seconds(number)));
    }
  }

  private Recognizer.Result recognise(Utterance words, long number, long from) throws IOException {
    long to = end(words, number);
    long first = firstBlock(from);
    Optional<Recognizer.Result> known = ahead.take(first, to);
    if (known.isPresent()) {
      engine.recogniser().cancel();
      return known.get();
    }
    return engine.recogniser().finish(words.cut(first, to));
  }

  private static long end(Utterance words, long number) {
    return Math.min(number + 1, words.last() + 1 + AFTER_SPEECH);
  }

  private long firstBlock(long from) {
    return Math.max(from, history.oldest());
  }

  private void finishWindow(ListenEvent last) {
    window = false;
    engine.recogniser().hearOnly(null);
    activity.reset();
    rest();
    events.accept(last);
    applyTitles();
  }

  private void rest() {
    if (!engine.isThere()) {
      state = ListenState.OFF;
    } else if (!window) {
      state = muted ? ListenState.MUTED : ListenState.IDLE;
    }
    if (!window) {
      dropUtterance();
      stretch.drop();
    }
  }

  private void dropUtterance() {
    utterance = null;
    stopSpotter.drop();
    engine.cancel();
  }

  private double now() {
    return SoundHistory.seconds(history.next());
  }

  private static int blocks(Duration time) {
    return (int) (time.toMillis() * SoundHistory.RATE / 1000);
  }

  private static Transcript shifted(Transcript transcript, long startBlock) {
    return transcript.later(SoundHistory.seconds(Math.max(0, startBlock)));
  }

  @Override
  public void close() {
    window = false;
    dropUtterance();
    engine.close();
    activity.close();
  }
}
