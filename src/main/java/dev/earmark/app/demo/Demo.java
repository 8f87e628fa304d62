package dev.earmark.app.demo;

import dev.earmark.app.Assembly;
import dev.earmark.app.home.Home;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Clock;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays the scenes to a whole daemon and finds out what came of them.
 *
 * <p>Nothing is typed and nothing is assumed: the commands go through the recogniser, and a book
 * counts as audible only when it is found in the recorded sound.
 */
public final class Demo {
  private static final Duration WAKE_LIMIT = Duration.ofSeconds(10);
  private static final Duration TURN_LIMIT = Duration.ofSeconds(20);

  /**
   * How long each book is listened to, so that its opening is in the recording beyond the spoken
   * answer.
   */
  private static final double LISTEN_S = 8;

  /** What is looked for at once: long enough to be unlike any other speech. */
  private static final double STRETCH_S = 1.5;

  private static final AudioFormat SEARCH = new AudioFormat(8_000, 1);

  private final Clock clock;
  private final Consumer<String> tell;
  private final TurnWatch watch;
  private final DemoMicrophone microphone;
  private @Nullable TimedSpeaker speaker;

  /**
   * What came of it all.
   *
   * @param ok whether everything happened in every turn
   * @param problem why not, or empty
   * @param notHeard what this machine could not do, which is no failure of the demo: {@code voice}
   *     when the answers were only shown
   */
  public record Report(boolean ok, List<DemoTurn> turns, String problem, List<String> notHeard) {
    /** Copies the lists. */
    public Report {
      turns = List.copyOf(turns);
      notHeard = List.copyOf(notHeard);
    }
  }

  /** A turn before the recording is searched. */
  private record Heard(
      DemoTurn turn,
      PlayerSnapshot playing,
      long speechEndNanos,
      double bookFromS,
      long beganFrame,
      long endedFrame) {}

  /**
   * Makes a demo.
   *
   * @param tell gets lines for people as things happen
   */
  public Demo(Clock clock, Consumer<String> tell) {
    this.clock = clock;
    this.tell = tell;
    this.watch = new TurnWatch(clock);
    this.microphone = new DemoMicrophone(clock);
  }

  /**
   * Runs all scenes; takes about a minute.
   *
   * @param home an empty home folder
   * @param config whose speaker is a WAV file
   * @param wav that file
   */
  public Report run(Home home, EarmarkConfig config, Path wav)
      throws IOException, InterruptedException {
    List<Heard> heard = new ArrayList<>();
    List<DemoTurn> turns = new ArrayList<>();
    String problem = "";
    Assembly.DeviceOverrides devices = new Assembly.DeviceOverrides(() -> microphone, this::timed);
    try (Assembly daemon = Assembly.start(home, config, devices, clock)) {
      daemon.events().subscribe(watch::accept);
      daemon.awaitEars(TURN_LIMIT);
      long began = clock.nanoTime();
      for (Scene scene : Scene.all()) {
        heard.add(turn(daemon, scene, began));
        daemon.bookPlayer().stop();
        clock.sleep(Duration.ofMillis(500));
      }
      for (Heard one : heard) {
        turns.add(withSound(daemon, one, wav));
      }
    } catch (TimeoutException e) {
      problem = e.getMessage() + (heard.isEmpty() ? "" : " after " + heard.size() + " turns");
      heard.forEach(one -> turns.add(one.turn()));
    }
    return judge(turns, problem, watch.lackedVoice() ? List.of("voice") : List.of());
  }

  private Speaker timed(Speaker real) {
    TimedSpeaker timed = new TimedSpeaker(real, clock);
    speaker = timed;
    return timed;
  }

  private Heard turn(Assembly daemon, Scene scene, long began)
      throws IOException, InterruptedException, TimeoutException {
    watch.clear();
    tell.accept("");
    tell.accept("somebody says: " + scene.words());
    long firstFrame = timedSpeaker().frames();
    microphone.play(scene.cuts().get(0).load());
    TurnWatch.Seen wake = watch.await(WAKE_LIMIT, "listen.wake");
    tell.accept(time(began, wake.nanos()) + "  wake phrase heard");
    for (Scene.Cut cut : scene.cuts().subList(1, scene.cuts().size())) {
      clock.sleep(Duration.ofMillis(400));
      microphone.play(cut.load());
    }
    TurnWatch.Seen end = watch.await(WAKE_LIMIT, "run.ended", "listen.rejected");
    if (!(end.data() instanceof TurnEvents.RunEnded run)) {
      throw new TimeoutException("the command was not understood: " + end.data());
    }
    TurnEvents.Final words = (TurnEvents.Final) watch.await(WAKE_LIMIT, "listen.final").data();
    tell.accept(
        time(began, watch.await(WAKE_LIMIT, "listen.final").nanos()) + "  heard: " + words.text());
    watch.steps().forEach(step -> tellStep(began, end.nanos(), step));
    tell.accept(time(began, end.nanos()) + "  answer: " + run.answer());
    PlayerSnapshot playing = awaitBook(daemon, began);
    return new Heard(
        report(scene, began, wake, words, run, playing),
        playing,
        watch.last("listen.speech_end").nanos(),
        Math.max(0, playing.positionS() - LISTEN_S),
        firstFrame,
        timedSpeaker().frames());
  }

  private void tellStep(long began, long nanos, TurnEvents.RunStep step) {
    tell.accept(time(began, nanos) + "  thought: " + step.thought());
    tell.accept(time(began, nanos) + "  action: " + step.action() + " " + step.actionInput());
    tell.accept(
        time(began, nanos)
            + String.format(
                Locale.ROOT, "  observation after %.1f ms: %s", step.toolMs(), step.observation()));
  }

  /** Waits until enough of the book has been heard to be found in the recording. */
  private PlayerSnapshot awaitBook(Assembly daemon, long began)
      throws InterruptedException, TimeoutException {
    long deadline = clock.nanoTime() + TURN_LIMIT.toNanos();
    boolean told = false;
    double from = -1;
    while (clock.nanoTime() < deadline) {
      PlayerSnapshot now = daemon.bookPlayer().snapshot();
      if (now.state() == PlayerSnapshot.State.PLAYING && now.positionS() > 0.05) {
        if (!told) {
          told = true;
          from = now.positionS();
          tell.accept(
              time(began, clock.nanoTime()) + "  the book is audible: " + now.sectionTitle());
        }
        if (now.positionS() - from >= LISTEN_S) {
          return now;
        }
      }
      clock.sleep(Duration.ofMillis(20));
    }
    throw new TimeoutException("the book did not start within " + TURN_LIMIT.toSeconds() + " s");
  }

  private DemoTurn report(
      Scene scene,
      long began,
      TurnWatch.Seen wake,
      TurnEvents.Final words,
      TurnEvents.RunEnded run,
      PlayerSnapshot playing) {
    List<TurnEvents.RunStep> steps = watch.steps();
    TurnEvents.RunStep step = steps.isEmpty() ? null : steps.get(steps.size() - 1);
    boolean fetched = watch.report().filter(report -> !report.told()).isPresent();
    var album = playing.album();
    return new DemoTurn(
        scene.language().code(),
        words.text(),
        seconds(began, wake.nanos()),
        step == null ? run.thought() : step.thought(),
        step == null ? "" : step.action(),
        step == null ? Map.of() : step.actionInput(),
        step == null ? "" : step.observation(),
        run.answer(),
        step == null ? 0 : round(step.toolMs()),
        0,
        album == null ? "" : album.title(),
        playing.section(),
        fetched ? "miss" : "hit",
        0);
  }

  /** Looks for the book in the recorded sound. */
  private DemoTurn withSound(Assembly daemon, Heard one, Path wav) throws IOException {
    float[] recording = mono(WavFile.readAll(wav));
    PcmBlock book = daemon.decodeSection(one.playing());
    float[] whole = mono(book);
    int from = (int) SEARCH.frames(AudioFormat.OUTPUT.seconds(one.beganFrame()));
    int to = (int) SEARCH.frames(AudioFormat.OUTPUT.seconds(one.endedFrame()));
    // Late ones first, where no answer is spoken over the book; the others for a machine so busy
    // that the sound had gaps.
    for (double at : new double[] {5.5, 4, 2.5, 6.25, 4.75, 3.25, 1.75, 1}) {
      int offset = (int) SEARCH.frames(one.bookFromS() + at);
      float[] stretch = Arrays.copyOfRange(whole, offset, offset + (int) SEARCH.frames(STRETCH_S));
      OptionalDouble found = BookFinder.find(stretch, recording, from, to);
      if (found.isPresent()) {
        double startS = SEARCH.seconds((long) found.getAsDouble()) - at;
        return audible(one, startS);
      }
    }
    return one.turn();
  }

  private DemoTurn audible(Heard one, double startS) {
    DemoTurn turn = one.turn();
    long nanos = timedSpeaker().nanosAt(AudioFormat.OUTPUT.frames(startS));
    return new DemoTurn(
        turn.language(),
        turn.heard(),
        turn.wakeS(),
        turn.thought(),
        turn.action(),
        turn.actionInput(),
        turn.observation(),
        turn.answer(),
        turn.observationMs(),
        round((nanos - one.speechEndNanos()) / 1e6),
        turn.album(),
        turn.section(),
        turn.cache(),
        round(startS));
  }

  private static Report judge(List<DemoTurn> turns, String problem, List<String> notHeard) {
    String found = problem;
    List<String> caches = turns.stream().map(DemoTurn::cache).toList();
    if (found.isEmpty() && !caches.equals(List.of("miss", "hit", "miss", "hit"))) {
      found = "expected miss, hit, miss, hit, but got " + caches;
    }
    for (DemoTurn turn : turns) {
      if (found.isEmpty() && turn.audibleS() <= 0) {
        found = turn.album() + " is not in the recorded sound";
      }
    }
    return new Report(found.isEmpty(), turns, found, notHeard);
  }

  private TimedSpeaker timedSpeaker() {
    TimedSpeaker opened = speaker;
    if (opened == null) {
      throw new IllegalStateException("the speaker has not been opened yet");
    }
    return opened;
  }

  private static float[] mono(PcmBlock block) {
    short[] samples = PcmConverter.convert(block, SEARCH).samples();
    float[] mono = new float[samples.length];
    for (int i = 0; i < samples.length; i++) {
      mono[i] = samples[i] / 32_768f;
    }
    return mono;
  }

  private static String time(long began, long nanos) {
    return String.format(Locale.ROOT, "%7.2f s", (nanos - began) / 1e9);
  }

  private static double seconds(long began, long nanos) {
    return round((nanos - began) / 1e9);
  }

  private static double round(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
