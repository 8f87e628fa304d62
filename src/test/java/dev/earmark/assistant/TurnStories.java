package dev.earmark.assistant;

import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.playback.PlayService;
import dev.earmark.timers.Fired;
import dev.earmark.timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/**
 * An assistant among fakes, with what its stories are told in: who wakes it, what is heard, how the
 * runs of {@link #work} get their worker.
 */
abstract class TurnStories {
  static final Album BOOK =
      new Album(
          "demo:west",
          "西游记",
          List.of(),
          "吴承恩",
          "",
          "zh",
          "",
          "",
          3,
          List.of(
              new Section(1, "第一回", "a", 0, 600, 0),
              new Section(2, "第二回", "b", 0, 600, 0),
              new Section(3, "第三回", "c", 0, 600, 0)));

  final FakeClock clock = new FakeClock();
  final Events events = new Events(clock);
  final FakeThinker thinker = new FakeThinker();
  final FakeEars ears = new FakeEars();
  final FakeAnnouncer voice = new FakeAnnouncer();
  final FakeMixer mixer = new FakeMixer();
  final FakePlayer player = new FakePlayer();
  final FakeStore store = new FakeStore();
  final FakeRinger ringer = new FakeRinger();
  final Deque<Runnable> work = new ArrayDeque<>();
  TurnManager assistant = manager(TurnSettings.DEFAULT);

  TurnManager manager(TurnSettings settings) {
    return new TurnManager(
        settings,
        new TurnPorts(
            thinker,
            ears,
            voice,
            mixer,
            player,
            store,
            () -> new Situation.Shown(List.of("西游记", "聊斋志异"), "名著", 2),
            events,
            work::add,
            ringer,
            clock));
  }

  @BeforeEach
  void start() throws Exception {
    assistant.onStart();
    turn();
  }

  void ring(Timer.Kind kind, String name) throws Exception {
    Fired fired = fired(kind, name, Fired.Outcome.ON_TIME);
    ringer.rings.add(fired.timer());
    assistant.onTimer(fired);
    turn();
    voice.heard();
    turn();
    voice.chimes.clear();
    voice.said.clear();
  }

  static Fired fired(Timer.Kind kind, String name, Fired.Outcome outcome) {
    Timer timer = new Timer("t1", kind, name, Instant.EPOCH, 0, Timer.Repeat.NONE);
    return new Fired(timer, outcome, 0);
  }

  static TurnSettings pausing() {
    TurnSettings d = TurnSettings.DEFAULT;
    return new TurnSettings(
        d.language(),
        /* pauseWhileListening= */ true,
        d.window(),
        d.followUp(),
        d.thinkingSignal(),
        d.listenLimit(),
        d.thinkLimit());
  }

  void restart(TurnSettings settings) throws Exception {
    assistant.onClose();
    assistant = manager(settings);
    assistant.onStart();
    turn();
  }

  void wake() throws Exception {
    assistant.onListen(new ListenEvent.Wake("小书童", 0.9, 1.0));
    turn();
  }

  void hear(String text) throws Exception {
    Language language = Language.guess(text, Language.ZH);
    assistant.onListen(new ListenEvent.Partial(text, language, 1.5));
    assistant.onListen(new ListenEvent.SpeechEnd(2.0));
    assistant.onListen(
        new ListenEvent.Final(new Transcript(text, 0.9, 1.0, 2.0, language, List.of())));
    turn();
  }

  void reject(ListenEvent.Reason reason) throws Exception {
    assistant.onListen(new ListenEvent.Rejected(reason, "", 6.0));
    turn();
  }

  void failed(String runId) throws Exception {
    events.publish(
        "play.failed",
        new PlayService.Report(
            runId,
            "demo:west",
            "西游记",
            1,
            /* ok= */ false,
            "服务器一直没有回应",
            "the server does not answer",
            /* told= */ false));
    turn();
  }

  /** Lets one worker do its run. */
  void think() throws Exception {
    work.remove().run();
    turn();
  }

  /** Turns the assistant's loop until nothing is left. */
  void turn() throws Exception {
    for (int i = 0; i < 20; i++) {
      assistant.turn(Duration.ZERO);
    }
  }

  List<String> types() {
    return events.since(0).stream().map(Events.Event::type).toList();
  }

  List<Events.Event> events(String type) {
    return events.since(0).stream().filter(e -> e.type().equals(type)).toList();
  }

  TurnEvents.Ended ended(String type) {
    List<Events.Event> all = events(type);
    return (TurnEvents.Ended) all.get(all.size() - 1).data();
  }
}
