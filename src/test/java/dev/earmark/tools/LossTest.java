package dev.earmark.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.agent.AgentSettings;
import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.AgentEngine;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.FakePlayerHabits;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.Habits;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.timers.Timer;
import dev.earmark.timers.TimerSettings;
import dev.earmark.timers.Timers;
import dev.earmark.tools.general.CancelTimer;
import dev.earmark.tools.workspace.ConsentGate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Before something is lost for good, who spoke is asked; who typed is not, nor for harmless things.
 */
final class LossTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;
  private final FakeProgressStore progress = new FakeProgressStore();
  private final Background background = new Background(PATIENCE);
  private Timers timers;
  private AgentEngine engine;

  @BeforeEach
  void start() throws Exception {
    Clock clock = Clock.system();
    timers =
        new Timers(
            folder,
            clock,
            () -> ZoneId.of("UTC"),
            TimerSettings.DEFAULT,
            new Events(clock),
            new Health());
    timers.in(Duration.ofHours(1), Timer.Kind.ALARM, "");
    timers.in(Duration.ofHours(2), Timer.Kind.ALARM, "");
    timers.in(Duration.ofHours(3), Timer.Kind.TIMER, "eggs");
    engine = engine(Duration.ofMinutes(5));
  }

  @AfterEach
  void end() {
    engine.close();
    background.close();
  }

  private AgentEngine engine(Duration consentLimit) {
    return engine(consentLimit, all());
  }

  /** The tools as the daemon has them, in all that is wrapped around them. */
  private List<Tool> all() {
    Clock clock = Clock.system();
    ZoneId zone = ZoneId.of("UTC");
    FakeLibraryService library = new FakeLibraryService();
    FakePlayer player = new FakePlayer();
    FakePlayService service = new FakePlayService();
    FakePlayerHabits playerHabits = new FakePlayerHabits();
    PositionJournal journal =
        new PositionJournal(progress, clock, Duration.ofSeconds(1), new Health());
    Habits habits = Habits.of(journal, clock, () -> zone);
    SectionFiles files = new SectionFiles(new FakeMediaStore(), library, album -> false);
    return Tools.all(
        library,
        new FakeMediaStore(),
        player,
        service,
        journal,
        progress,
        timers,
        new LastResults(clock),
        background,
        new Extras(
            playerHabits,
            habits,
            new NextBook(habits.upNext(), service, player, playerHabits, Runnable::run),
            new KeptBooks(journal, files, library::byId, clock)),
        clock,
        () -> zone);
  }

  private AgentEngine engine(Duration consentLimit, List<Tool> tools) {
    return new AgentEngine(
        new AgentSettings(
            "rules",
            "text",
            0,
            Duration.ofSeconds(60),
            0,
            6,
            2_000,
            Duration.ofMinutes(5),
            consentLimit),
        new RuleModel(),
        new TextProtocol(),
        new ToolRegistry(tools),
        Clock.system());
  }

  private CompletableFuture<Run> say(String text, boolean spoken) {
    AgentEngine.Task task =
        new AgentEngine.Task(
            "r", text, Language.guess(text, Language.ZH), Situation.NOTHING, spoken);
    return CompletableFuture.supplyAsync(() -> engine.run(task, new CancelFlag(), run -> {}));
  }

  private Run answered(CompletableFuture<Run> run, boolean yes, String question) {
    await().atMost(PATIENCE).until(() -> engine.find("r").map(Run::waiting).isPresent());
    Run.Waiting waiting = engine.find("r").map(Run::waiting).orElseThrow();
    assertThat(waiting.question()).isEqualTo(question);
    assertThat(engine.intervene("r", new Intervention.Consent(yes)).done()).isTrue();
    return run.join();
  }

  @Test
  void loss_throughEveryWrapper_isAsked() {
    Map<String, Object> every = Map.of("all", true);
    Tool.Context context = new Tool.Context("r", Language.EN, new CancelFlag());
    Tool cancel =
        all().stream()
            .filter(tool -> tool.spec().name().equals("cancel_timer"))
            .findFirst()
            .orElseThrow();
    assertThat(cancel.loss(every, context)).contains("all 3");
    ToolSpec spec = cancel.spec();
    Tool asking =
        new ForwardingTool(cancel) {
          @Override
          public ToolSpec spec() {
            return new ToolSpec(
                spec.name(), spec.description(), spec.parameters(), spec.effects(), true);
          }
        };
    Tool gated = ConsentGate.around(List.of(asking), (a, b, c) -> ConsentGate.Answer.YES).get(0);
    Tool timed = TimedTool.around(List.of(gated), PATIENCE).get(0);
    assertThat(gated).isInstanceOf(ConsentGate.class);
    assertThat(timed.loss(every, context)).contains("all 3");
  }

  @Test
  void allAlarms_spokenWhileOneRings_areAskedForToo() throws Exception {
    FakeClock clock = new FakeClock();
    Events events = new Events(clock);
    ZoneId zone = ZoneId.of("UTC");
    timers =
        new Timers(
            folder.resolve("rings"),
            clock,
            () -> zone,
            TimerSettings.DEFAULT,
            events,
            new Health());
    timers.in(Duration.ofSeconds(1), Timer.Kind.ALARM, "now");
    timers.in(Duration.ofHours(1), Timer.Kind.ALARM, "");
    timers.in(Duration.ofHours(2), Timer.Kind.ALARM, "");
    clock.advance(Duration.ofSeconds(2));
    timers.tick();
    Map<String, Object> every = Map.of("all", true, "name", "alarm");
    Tool cancel = new CancelTimer(timers, clock, () -> zone);
    assertThat(timers.ringing()).isNotEmpty();
    assertThat(cancel.loss(every, new Tool.Context("r", Language.ZH, new CancelFlag())))
        .isEqualTo("要取消全部2个吗？");
  }

  @Test
  void allAlarms_spoken_areCancelledAfterAYes() {
    Run run = answered(say("取消所有闹钟", /* spoken= */ true), /* yes= */ true, "要取消全部2个吗？");
    assertThat(run.answer()).contains("已取消");
    assertThat(timers.list()).extracting(Timer::name).containsExactly("eggs");
  }

  @Test
  void allTimers_spoken_areKeptAfterANo() {
    Run run =
        answered(
            say("cancel all alarms", /* spoken= */ true),
            /* yes= */ false,
            "Shall both of them be cancelled?");
    assertThat(run.answer()).startsWith("All right, everything is kept.");
    assertThat(timers.list()).hasSize(3);
  }

  @Test
  void allAlarms_spoken_areKeptWhenNobodyAnswers() {
    engine.close();
    engine = engine(Duration.ofMillis(50));
    Run run = say("取消所有闹钟", /* spoken= */ true).join();
    assertThat(run.answer()).endsWith("没有听到回答，所以都还留着。");
    assertThat(timers.list()).hasSize(3);
  }

  @Test
  void allAlarms_typed_areCancelledAtOnce() {
    assertThat(say("取消所有闹钟", /* spoken= */ false).join().answer()).contains("已取消");
    assertThat(timers.list()).hasSize(1);
  }

  @Test
  void oneTimer_spoken_isCancelledAtOnce() {
    assertThat(say("cancel the timer", /* spoken= */ true).join().answer()).contains("Cancelled");
    assertThat(timers.list()).hasSize(2);
  }

  @Test
  void allBookmarks_spoken_areAskedFor_oneIsNot() throws Exception {
    Position place = new Position("a:1", "西游记", 1, 60, 600, 8, Clock.system().now());
    progress.addBookmark("one", place);
    progress.addBookmark("two", place);
    Run kept = answered(say("删除所有书签", /* spoken= */ true), /* yes= */ false, "要删掉全部2个书签吗？");
    assertThat(kept.answer()).startsWith("好的，都还留着。");
    assertThat(progress.bookmarks("")).hasSize(2);
    assertThat(say("删除书签one", /* spoken= */ true).join().answer()).contains("已删除");
    assertThat(progress.bookmarks("")).hasSize(1);
  }
}
