package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.TestData;
import dev.earmark.app.home.Home;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaSource;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * A whole daemon and a server that misbehaves: what is said at once, and what comes of it.
 *
 * <p>In every case the first answer is held back until the run has ended, which shows without a
 * stop-watch that the tool did not wait for the server.
 */
final class BackgroundPathTest {
  private static final int SECTIONS = 40;
  private static final String MISS_ZH = "正在搜索下载中，请稍等一下～";
  private static final String MISS_EN = "Searching and downloading, one moment please";

  @TempDir static Path folder;
  private static FaultServer server;
  private static Assembly daemon;
  private static EventLog log;
  private static Api api;
  private static byte[] book;
  private static int used;

  @BeforeAll
  static void start() throws IOException {
    book = Files.readAllBytes(TestData.demoLibrary("idiom_stories/001.mp3"));
    server = FaultServer.start();
    Home home = TestHome.in(folder);
    daemon =
        Assembly.start(
            home,
            TestHome.config(
                home,
                TestHome.quiet(
                    "EARMARK_DOWNLOAD_RETRIES", "1",
                    "EARMARK_DOWNLOAD_STALL_TIMEOUT", "700ms",
                    "EARMARK_VOICE_RATE", "450",
                    "EARMARK_PLAYER_REWIND", "false",
                    "EARMARK_PLAYER_PREFETCH", "false")),
            Assembly.DeviceOverrides.NONE,
            List.of(
                new LoopbackCatalog(
                    "faulty",
                    List.of(album("faulty:zh", "山海经"), album("faulty:en", "Robinson Crusoe")),
                    (album, section) -> server.uri(path(album.id(), section.number())))),
            Clock.system());
    log = EventLog.of(daemon);
    api = new Api(daemon.url());
  }

  @AfterAll
  static void stop() {
    daemon.close();
    server.close();
  }

  private static Album album(String id, String title) {
    List<Section> sections = new ArrayList<>();
    for (int number = 1; number <= SECTIONS; number++) {
      sections.add(new Section(number, "Section " + number, number + ".mp3", 0, 0, 0));
    }
    return new Album(id, title, List.of(), "", "", "", "", "", SECTIONS, sections);
  }

  private static String path(String albumId, int section) {
    return "/" + albumId.replaceAll(".*:", "") + "/" + section + ".mp3";
  }

  /** A section of one of the two books that no other case uses. */
  private record Place(Language language, int section, FaultServer.Resource file) {
    static Place next(Language language) {
      int section = ++used;
      return new Place(
          language, section, server.put(BackgroundPathTest.path(id(language), section), book));
    }

    static String id(Language language) {
      return language.pick("faulty:zh", "faulty:en");
    }

    String path() {
      return BackgroundPathTest.path(id(language), section);
    }

    String wish() {
      return language.pick("播放山海经第" + section + "集", "play robinson crusoe chapter " + section);
    }

    String miss() {
      return language.pick(MISS_ZH, MISS_EN);
    }

    List<FaultServer.Request> requests() {
      return server.requests().stream().filter(r -> r.path().equals(path())).toList();
    }

    byte[] cached() throws IOException {
      try (MediaSource source =
          daemon.media().openCached(id(language) + "#" + section + ".mp3").orElseThrow()) {
        byte[] bytes = new byte[book.length + 1];
        int length = 0;
        for (int n = 1; n > 0; ) {
          n = source.read(length, bytes, length, bytes.length - length);
          length += Math.max(0, n);
        }
        return Arrays.copyOf(bytes, length);
      }
    }

    boolean isPlaying() {
      PlayerSnapshot now = daemon.bookPlayer().snapshot();
      return now.state() == PlayerSnapshot.State.PLAYING
          && now.album() != null
          && now.album().id().equals(id(language))
          && now.section() == section;
    }

    /** Says the wish while the server holds its first answer back; returns the run. */
    JsonNode wishWhileHeld(FaultAnswer first) throws IOException, InterruptedException {
      CountDownLatch gate = new CountDownLatch(1);
      file.then(first.heldBy(gate));
      log.clear();
      JsonNode run = api.say(wish());
      JsonNode step = run.path("steps").path(0);
      assertThat(step.path("action").asString()).isEqualTo("search_and_play");
      assertThat(step.path("observation").asString()).isEqualTo(miss());
      assertThat(step.path("observation_by").asString()).isEqualTo("tool");
      assertThat(run.path("ended").asString()).isEqualTo("answered");
      assertThat(log.playOf(run.path("id").asString())).isEmpty();
      gate.countDown();
      return run;
    }
  }

  private static void awaitSound(Place place) {
    double from = daemon.bookPlayer().snapshot().positionS();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                place.isPlaying()
                    && Math.abs(daemon.bookPlayer().snapshot().positionS() - from) > 0.3);
  }

  private static void awaitDownloaded(Place place) {
    await().atMost(Duration.ofSeconds(30)).until(() -> lastDownload(place).equals("DONE"));
  }

  private static String lastDownload(Place place) {
    return daemon.media().downloads().stream()
        .filter(d -> d.request().albumId().equals(Place.id(place.language())))
        .filter(d -> d.request().section() == place.section())
        .map(d -> d.progress().state().name())
        .reduce((earlier, later) -> later)
        .orElse("none");
  }

  /** A fault that passes, and what shows that it was met. */
  private record Passing(String name, FaultAnswer first, List<FaultAnswer> then) {
    static Passing of(String name, FaultAnswer first, FaultAnswer... then) {
      return new Passing(name, first, List.of(then));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Passing> faultsThatPass() {
    return Stream.of(
        Passing.of("slow, 64 kB/s", FaultAnswer.proper().rate(64_000)),
        Passing.of("stalls", FaultAnswer.proper().stallAfter(100_000)),
        Passing.of("cuts off", FaultAnswer.proper().cutAfter(60_000)),
        Passing.of(
            "cuts off and ignores Range",
            FaultAnswer.proper().cutAfter(3_000),
            FaultAnswer.proper().ignoreRange()),
        Passing.of("403 once", FaultAnswer.status(403)),
        Passing.of("404 once", FaultAnswer.status(404)),
        Passing.of("429 once", FaultAnswer.status(429).header("Retry-After", "0")),
        Passing.of("503 once", FaultAnswer.status(503).header("Retry-After", "0")),
        Passing.of("says twice the length", FaultAnswer.proper().lieLength(2 * 379_618L)),
        Passing.of("says half the length", FaultAnswer.proper().lieLength(379_618L / 2)),
        Passing.of("no length", FaultAnswer.proper().noLength()),
        Passing.of("redirects", FaultAnswer.redirect(302, "/elsewhere.mp3")));
  }

  @ParameterizedTest
  @MethodSource("faultsThatPass")
  void wish_faultThatPasses_isAnsweredAtOnceAndTheBookStartsByItself(Passing fault)
      throws Exception {
    Place place = Place.next(used % 2 == 0 ? Language.ZH : Language.EN);
    server.put("/elsewhere.mp3", book);
    JsonNode run = place.wishWhileHeld(fault.first());
    fault.then().forEach(place.file()::then);

    PlayService.Report report = log.awaitPlay(run.path("id").asString());
    assertThat(report.ok()).as(report.reasonEn()).isTrue();
    assertThat(report.section()).isEqualTo(place.section());
    awaitSound(place);
    awaitDownloaded(place);

    assertThat(place.cached()).isEqualTo(book);
    assertThat(log.has("notice")).isFalse();
    assertThat(api.say(place.wish()).path("steps").path(0).path("observation").asString())
        .isEqualTo(
            place
                .language()
                .pick(
                    "正在播放(本地): 山海经 - 第" + place.section() + "集",
                    "Playing (local): Robinson Crusoe - section " + place.section()));
  }

  @Test
  void wish_slowServer_soundsBeforeTheFileIsWhole() throws Exception {
    Place place = Place.next(Language.ZH);
    JsonNode run = place.wishWhileHeld(FaultAnswer.proper().rate(64_000));

    assertThat(log.awaitPlay(run.path("id").asString()).ok()).isTrue();

    assertThat(lastDownload(place)).isEqualTo("RUNNING");
    awaitSound(place);
  }

  /** A fault that stays, and why the listener is told that the book does not start. */
  private record Lasting(String name, Supplier<FaultAnswer> answer, Failure.Words reason) {
    Lasting(String name, Supplier<FaultAnswer> answer, Failure.Kind reason) {
      this(name, answer, new Failure.Words(reason.words(Language.ZH), reason.words(Language.EN)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> faultsThatStay() {
    return Stream.of(
            new Lasting(
                "sends nothing", () -> FaultAnswer.proper().stallAfter(0), Failure.Kind.TIMEOUT),
            new Lasting(
                "closes at once", () -> FaultAnswer.proper().cutAfter(0), Failure.Kind.TRUNCATED),
            new Lasting("403", () -> FaultAnswer.status(403), Failure.Kind.FORBIDDEN),
            new Lasting("404", () -> FaultAnswer.status(404), Failure.Kind.NOT_FOUND),
            new Lasting(
                "429",
                () -> FaultAnswer.status(429).header("Retry-After", "0"),
                Failure.Kind.THROTTLED),
            new Lasting(
                "503",
                () -> FaultAnswer.status(503).header("Retry-After", "0"),
                Failure.Kind.THROTTLED),
            new Lasting("HTML", FaultAnswer::html, Failure.Kind.WRONG_CONTENT),
            new Lasting(
                "redirects in a circle",
                () -> FaultAnswer.redirect(302, "/circle.mp3"),
                new Failure.Words("书的链接一直在绕圈子", "its link leads in a circle")))
        .flatMap(
            fault -> Stream.of(Language.values()).map(language -> Arguments.of(fault, language)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("faultsThatStay")
  void wish_faultThatStays_isAnsweredAtOnceAndTheReasonIsTold(Lasting fault, Language language)
      throws Exception {
    Place place = Place.next(language);
    server.put("/circle.mp3", book).always(FaultAnswer.redirect(302, "/circle.mp3"));
    place.file().always(fault.answer().get());
    JsonNode run = place.wishWhileHeld(fault.answer().get());
    String id = run.path("id").asString();

    PlayService.Report report = log.awaitPlay(id);
    TurnEvents.Notice notice = log.awaitNotice(n -> n.runId().equals(id));

    assertThat(report.ok()).isFalse();
    assertThat(notice.kind()).isEqualTo("play_failed");
    assertThat(notice.language()).isEqualTo(language.code());
    assertThat(notice.text())
        .isEqualTo(
            language.pick(
                "山海经第" + place.section() + "集没能播放：" + fault.reason().zh() + "。",
                "Robinson Crusoe, section "
                    + place.section()
                    + ", could not be played: "
                    + fault.reason().en()
                    + "."));
    assertThat(api.status().path("health").toString())
        .as("who did not hear it finds it in the status")
        .contains("last wish")
        .contains(fault.reason().en());
  }

  @Test
  void failure_ofAWishAloud_isSpoken() throws Exception {
    for (Language language : Language.values()) {
      Place place = Place.next(language);
      place.file().always(FaultAnswer.status(403));
      log.clear();
      JsonNode run = api.post("/api/say", Map.of("text", place.wish(), "aloud", true));
      String id = run.path("id").asString();

      String told = log.awaitNotice(n -> n.runId().equals(id)).text();

      TurnEvents.SayStarted said =
          log.await("say.started", TurnEvents.SayStarted.class, s -> s.text().equals(told));
      assertThat(said.language()).isEqualTo(language.code());
      assertThat(told).contains(Failure.Kind.FORBIDDEN.words(language));
    }
  }

  @Test
  void secondTry_afterAFailure_goesOnWhereTheFirstOneBrokeOff() throws Exception {
    Place place = Place.next(Language.ZH);
    place.file().always(FaultAnswer.status(403));
    JsonNode first = place.wishWhileHeld(FaultAnswer.proper().cutAfter(3_000));
    assertThat(log.awaitPlay(first.path("id").asString()).ok()).isFalse();

    place.file().always(FaultAnswer.proper());
    JsonNode second = api.say(place.wish());

    assertThat(log.awaitPlay(second.path("id").asString()).ok()).isTrue();
    awaitDownloaded(place);
    List<FaultServer.Request> requests = place.requests();
    assertThat(requests.get(requests.size() - 1).header("Range")).isEqualTo("bytes=3000-");
    assertThat(place.cached()).isEqualTo(book);
  }

  @Test
  void cutWhileItPlays_isSaidAndPausesWhereItWas_andResumesByRange() throws Exception {
    Place place = Place.next(Language.EN);
    place.file().always(FaultAnswer.status(403));
    JsonNode run = place.wishWhileHeld(FaultAnswer.proper().cutAfter(24_000));
    assertThat(log.awaitPlay(run.path("id").asString()).ok()).isTrue();

    TurnEvents.Notice notice = log.awaitNotice(n -> n.kind().equals("play_failed"));
    assertThat(notice.text()).contains("Section " + place.section() + " of Robinson Crusoe");
    assertThat(notice.text()).contains(Failure.Kind.FORBIDDEN.words(Language.EN));
    await().until(() -> daemon.bookPlayer().snapshot().state() == PlayerSnapshot.State.PAUSED);
    double pausedAt = daemon.bookPlayer().snapshot().positionS();
    assertThat(daemon.bookPlayer().snapshot().section()).isEqualTo(place.section());

    place.file().always(FaultAnswer.proper());
    api.post("/api/player/resume", Map.of());

    awaitDownloaded(place);
    await().until(place::isPlaying);
    assertThat(daemon.bookPlayer().snapshot().positionS()).isGreaterThanOrEqualTo(pausedAt);
    assertThat(place.requests().get(place.requests().size() - 1).header("Range"))
        .isEqualTo("bytes=24000-");
  }

  @Test
  void sameSectionAgain_joinsTheRunningDownload() throws Exception {
    Place place = Place.next(Language.ZH);
    CountDownLatch gate = new CountDownLatch(1);
    place.file().always(FaultAnswer.proper().heldBy(gate));
    log.clear();
    JsonNode first = api.say(place.wish());
    await().until(() -> place.requests().size() == 1);

    JsonNode second = api.say(place.wish());

    assertThat(second.path("steps").path(0).path("observation").asString()).isEqualTo(MISS_ZH);
    gate.countDown();
    assertThat(log.awaitPlay(second.path("id").asString()).ok()).isTrue();
    awaitDownloaded(place);
    assertThat(place.requests()).filteredOn(r -> r.header("Range").isEmpty()).hasSize(1);
    assertThat(log.all("play.dropped", PlayService.Report.class))
        .extracting(PlayService.Report::runId)
        .containsExactly(first.path("id").asString());
    assertThat(log.all("play.started", PlayService.Report.class)).hasSize(1);
  }

  @Test
  void anotherSection_takesTheSpeakerOver_andTheFirstIsKept() throws Exception {
    Place first = Place.next(Language.ZH);
    Place second = Place.next(Language.EN);
    CountDownLatch gate = new CountDownLatch(1);
    first.file().always(FaultAnswer.proper().heldBy(gate));
    log.clear();
    api.say(first.wish());
    await().until(() -> first.requests().size() == 1);

    JsonNode run = api.say(second.wish());

    assertThat(log.awaitPlay(run.path("id").asString()).ok()).isTrue();
    awaitSound(second);
    gate.countDown();
    awaitDownloaded(first);
    assertThat(second.isPlaying()).isTrue();
    assertThat(log.all("play.started", PlayService.Report.class))
        .extracting(PlayService.Report::section)
        .containsExactly(second.section());
    assertThat(first.cached()).isEqualTo(book);
  }
}
