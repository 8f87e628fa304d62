package dev.earmark.speak;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.Role;
import dev.earmark.base.RunLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks through the mixer. The {@link Announcer} methods are thread-safe and return at once; the
 * role {@code speak} synthesises sentence by sentence, the next one while the first one sounds, and
 * completes the outcomes.
 *
 * <p>The book is ducked from the moment a text is taken up until its last frame has been heard. A
 * missing voice is reported once, under the health part {@code voice}; chimes sound without it. A
 * speaker that plays nothing for 5 s cuts the speech off, so that nobody waits for ever.
 */
public final class SpeechOutput implements Announcer, Role {
  private static final Logger log = LoggerFactory.getLogger(SpeechOutput.class);
  private static final String PART = "voice";
  private static final int MOST_WAITING = 32;
  private static final int PIECES_PER_SECOND = 10;
  private static final Duration TURN = Duration.ofMillis(200);
  private static final Duration LONGEST_STALL = Duration.ofSeconds(5);
  private static final long MOST_FRAMES_AHEAD = 20L * AudioFormat.OUTPUT.sampleRateHz();

  /** One text: its sentences not synthesised yet, and where it ends in the speech stream. */
  private static final class Job {
    final ArrayDeque<SpokenText.Sentence> left;
    final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    final @Nullable String runId = RunLog.current();
    long endFrame;
    boolean failed;

    Job(List<SpokenText.Sentence> sentences) {
      this.left = new ArrayDeque<>(sentences);
    }
  }

  private record Done(Job job, Outcome outcome) {}

  private final MixerControl mixer;
  private final Optional<Voice> voice;
  private final PhraseCache cache;
  private final Chimes chimes = new Chimes();
  private final boolean chimesOn;
  private final Clock clock;
  private final Health health;
  private final Semaphore work = new Semaphore(0); // something has changed for the speak thread
  private final Object lock = new Object();

  // All guarded by lock.
  private final ArrayDeque<Job> waiting = new ArrayDeque<>(); // not wholly synthesised
  private final ArrayDeque<Job> sounding = new ArrayDeque<>(); // wholly synthesised
  private final List<Done> done = new ArrayList<>();
  private CancelFlag cancel = new CancelFlag();
  private @Nullable SpeechQueue queue;
  private boolean ducked;
  private long lastHeard;
  private long lastHeardNanos;

  private boolean troubled; // the speak thread

  /**
   * Makes the output.
   *
   * @param voice the synthesiser, or empty for a daemon that does not speak
   */
  public SpeechOutput(
      MixerControl mixer,
      Optional<Voice> voice,
      PhraseCache cache,
      VoiceSettings settings,
      Clock clock,
      Health health) {
    this.mixer = mixer;
    this.voice = voice;
    this.cache = cache;
    this.chimesOn = settings.chimes();
    this.clock = clock;
    this.health = health;
  }

  @Override
  public CompletionStage<Outcome> say(String text, Language language) {
    if (voice.isEmpty()) {
      return CompletableFuture.completedStage(Outcome.NO_VOICE);
    }
    List<SpokenText.Sentence> sentences = SpokenText.sentences(text, language);
    if (sentences.isEmpty()) {
      return CompletableFuture.completedStage(Outcome.HEARD);
    }
    Job job = new Job(sentences);
    synchronized (lock) {
      if (waiting.size() >= MOST_WAITING) {
        log.warn("{} texts wait to be spoken; dropped: {}", waiting.size(), text);
        return CompletableFuture.completedStage(Outcome.CUT_OFF);
      }
      waiting.addLast(job);
      work.release();
    }
    return job.outcome;
  }

  @Override
  public void chime(Chime chime) {
    if (chimesOn) {
      SpeechQueue sound = new SpeechQueue(() -> {});
      sound.append(chimes.of(chime));
      mixer.setSource(MixerControl.Channel.CHIME, sound);
    }
  }

  @Override
  public void hush() {
    CancelFlag running;
    synchronized (lock) {
      running = cancel;
      cancel = new CancelFlag();
      cutOff();
    }
    running.set();
  }

  @Override
  public String name() {
    return "speak";
  }

  @Override
  public void onStart() {
    if (voice.isEmpty()) {
      health.ok(PART, "off (voice.engine is none); replies are only shown");
      return;
    }
    try {
      voice.get().check();
      health.ok(PART, voice.get().name());
    } catch (IOException e) {
      reportTrouble(e);
    }
  }

  @Override
  public boolean doWork() throws InterruptedException {
    completeDone();
    SpokenText.@Nullable Sentence sentence;
    Job job;
    CancelFlag flag;
    synchronized (lock) {
      settle();
      job = waiting.peekFirst();
      flag = cancel;
      if (!done.isEmpty()) {
        return true;
      }
      if (job != null && aheadFrames() <= MOST_FRAMES_AHEAD) {
        sentence = job.left.removeFirst();
        duck();
      } else {
        sentence = null;
      }
    }
    if (job == null || sentence == null) {
      work.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS);
      work.drainPermits();
      return true;
    }
    Optional<PcmBlock> speech = RunLog.result(job.runId, () -> speak(sentence, flag));
    speech.ifPresent(block -> append(block, flag));
    synchronized (lock) {
      if (flag == cancel) {
        close(job, speech.isPresent());
      }
    }
    return true;
  }

  @Override
  public void onClose() {
    hush();
    completeDone();
  }

  @Override
  public void wakeUp() {
    hush();
  }

  /** Converts a sentence piece by piece: the first one sounds before the last one is there. */
  private void append(PcmBlock speech, CancelFlag flag) {
    PcmConverter converter = new PcmConverter(speech.format(), AudioFormat.OUTPUT);
    short[] samples = speech.samples();
    int piece = speech.format().sampleRateHz() / PIECES_PER_SECOND * speech.format().channels();
    for (int at = 0; at < samples.length && !flag.isSet(); at += piece) {
      int end = Math.min(samples.length, at + piece);
      append(converter.process(Arrays.copyOfRange(samples, at, end)), flag);
    }
    append(converter.end(), flag);
  }

  private void append(short[] samples, CancelFlag flag) {
    synchronized (lock) {
      if (flag != cancel || samples.length == 0) {
        return;
      }
      SpeechQueue target = queue;
      if (target == null) {
        target = new SpeechQueue(work::release);
        queue = target;
        lastHeard = 0;
      }
      if (target.framesAppended() == target.framesHeard()) {
        lastHeardNanos = clock.nanoTime();
      }
      target.append(new PcmBlock(AudioFormat.OUTPUT, samples));
      mixer.setSource(MixerControl.Channel.SPEECH, target);
    }
  }

  /** Notes where a sentence ends; without one the rest of its text is dropped. Under lock. */
  private void close(Job job, boolean spoken) {
    if (spoken) {
      SpeechQueue stream = queue;
      job.endFrame = stream == null ? 0 : stream.framesAppended();
    } else {
      job.failed = true;
      job.left.clear();
    }
    if (job.left.isEmpty()) {
      waiting.removeFirst();
      sounding.addLast(job);
    }
  }

  /** Finds what has been heard, ends the duck after the last word. Under lock. */
  private void settle() {
    SpeechQueue stream = queue;
    long heard = stream == null ? 0 : stream.framesHeard();
    while (!sounding.isEmpty() && sounding.getFirst().endFrame <= heard) {
      Job job = sounding.removeFirst();
      done.add(new Done(job, job.failed ? Outcome.NO_VOICE : Outcome.HEARD));
    }
    if (stream != null && heard != lastHeard) {
      lastHeard = heard;
      lastHeardNanos = clock.nanoTime();
    } else if (stream != null
        && heard < stream.framesAppended()
        && clock.nanoTime() - lastHeardNanos > LONGEST_STALL.toNanos()) {
      log.warn("the speaker plays nothing; the speech is cut off");
      cutOff();
    }
    if (waiting.isEmpty() && sounding.isEmpty()) {
      silence();
    }
  }

  /** Under lock. */
  private void cutOff() {
    for (Job job : sounding) {
      done.add(new Done(job, Outcome.CUT_OFF));
    }
    for (Job job : waiting) {
      done.add(new Done(job, Outcome.CUT_OFF));
    }
    sounding.clear();
    waiting.clear();
    silence();
    work.release();
  }

  /** Under lock. */
  private void silence() {
    SpeechQueue stream = queue;
    if (stream != null) {
      queue = null;
      stream.cut();
      mixer.setSource(MixerControl.Channel.SPEECH, null);
    }
    if (ducked) {
      ducked = false;
      mixer.unduck(MixerControl.DuckReason.SPEAKING);
    }
  }

  /** Under lock. */
  private void duck() {
    if (!ducked) {
      ducked = true;
      mixer.duck(MixerControl.DuckReason.SPEAKING);
    }
  }

  /** Under lock. */
  private long aheadFrames() {
    SpeechQueue stream = queue;
    return stream == null ? 0 : stream.framesAppended() - stream.framesHeard();
  }

  private void completeDone() {
    List<Done> batch;
    synchronized (lock) {
      batch = List.copyOf(done);
      done.clear();
    }
    for (Done finished : batch) {
      finished.job().outcome.complete(finished.outcome());
    }
  }

  /** Returns the sentence as sound, or empty when there is no voice or it was called off. */
  private Optional<PcmBlock> speak(SpokenText.Sentence sentence, CancelFlag flag) {
    Voice speaker = voice.orElseThrow();
    String name = speaker.name();
    Optional<PcmBlock> cached = cache.get(name, sentence.language(), sentence.text());
    if (cached.isPresent()) {
      return cached;
    }
    try {
      PcmBlock speech = speaker.synthesise(sentence.text(), sentence.language(), flag);
      // Another voice may have spoken in its place.
      cache.put(speaker.name(), sentence.language(), sentence.text(), speech);
      if (troubled) {
        troubled = false;
        health.ok(PART, speaker.name());
      }
      return Optional.of(speech);
    } catch (IOException e) {
      if (!flag.isSet()) {
        reportTrouble(e);
      }
      return Optional.empty();
    }
  }

  private void reportTrouble(IOException problem) {
    String text =
        problem instanceof FailureException known
            ? known.failure().detail()
            : String.valueOf(problem.getMessage());
    health.problem(PART, text);
    if (!troubled) {
      troubled = true;
      log.warn("no voice: {}", text);
    }
  }
}
