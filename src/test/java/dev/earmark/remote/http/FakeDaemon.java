package dev.earmark.remote.http;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.assistant.FakeEars;
import dev.earmark.assistant.FakePlayer;
import dev.earmark.assistant.FakeStore;
import dev.earmark.assistant.FakeThinker;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.CoverSource;
import dev.earmark.library.FakeSources;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.listen.ListenSettings;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.FakePlayerHabits;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.Habits;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.remote.http.status.Status;
import dev.earmark.remote.http.status.StatusSource;
import dev.earmark.timers.TimerSettings;
import dev.earmark.timers.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All that the server drives, in memory. */
final class FakeDaemon {
  final FakePlayerHabits playerHabits = new FakePlayerHabits();
  final FakeKeptSettings kept = new FakeKeptSettings();
  final Clock clock = Clock.system();
  final Events events = new Events(clock);
  final FakePlayer player = new FakePlayer();
  final FakeEars ears = new FakeEars();
  final FakeStore store = new FakeStore();
  final FakeLibrary library = new FakeLibrary();
  final FakeSources sources = new FakeSources();
  final FakeMedia media = new FakeMedia();
  final FakePlays plays = new FakePlays();
  final FakeAssistant assistant = new FakeAssistant();
  final Health health = new Health();
  final List<String> stuck = new CopyOnWriteArrayList<>();
  final Timers clockwork = clockwork();
  final List<Status.Timer> timers = new CopyOnWriteArrayList<>();

  HttpPorts ports() {
    StatusSource status =
        new LiveStatus(
            player,
            media,
            ears,
            ListenSettings.DEFAULT,
            assistant::isMuted,
            language ->
                new LiveStatus.Parts(
                    "parec",
                    "pacat",
                    "vosk tiny zh+en",
                    "espeak-ng",
                    "rules",
                    timers,
                    health.parts(language)),
            "0.1.0",
            clock);
    return new HttpPorts(
        assistant,
        plays,
        player,
        library,
        sources,
        album ->
            album.id().equals("demo:west")
                ? Optional.of(new CoverSource.Cover("image/png", new byte[] {1, 2, 3}))
                : Optional.empty(),
        store,
        media,
        ears,
        FakeDaemon::decode,
        status,
        () -> stuck,
        events,
        clock,
        accepted -> new MetricsSource.Page("text/plain", "earmark_turns_total 1\n"),
        extras(),
        clockwork);
  }

  private Timers clockwork() {
    try {
      Path folder = Files.createTempDirectory(Path.of("target"), "timers");
      folder.toFile().deleteOnExit();
      return new Timers(
          folder, clock, ZoneId::systemDefault, TimerSettings.DEFAULT, events, health);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Extras extras() {
    Habits habits = Habits.of(kept, clock, ZoneId::systemDefault);
    return new Extras(
        playerHabits,
        habits,
        new NextBook(habits.upNext(), plays, player, playerHabits, Runnable::run),
        new KeptBooks(kept, new SectionFiles(media, library, a -> false), library::byId, clock));
  }

  private static PcmBlock decode(byte[] file) throws FailureException {
    if (file.length < 4 || file[0] != 'R') {
      throw new FailureException(Failure.Kind.UNDECODABLE, "this is no audio file");
    }
    return new PcmBlock(AudioFormat.SPEECH, new short[160]);
  }

  static Album album(String id, String title, String author, String language, int sections) {
    return new Album(
        id,
        title,
        List.of(),
        author,
        "",
        language,
        "",
        "",
        sections,
        IntStream.rangeClosed(1, sections)
            .mapToObj(
                n ->
                    new Section(
                        n,
                        language.equals("zh") ? "第" + n + "回" : "Chapter " + n,
                        "f" + n,
                        0,
                        1_423,
                        1_000_000))
            .toList());
  }

  static final class FakeLibrary implements LibraryService {
    volatile boolean more; // whether a catalogue may have further books
    final List<Album> albums =
        new CopyOnWriteArrayList<>(
            List.of(
                album("demo:west", "西游记", "吴承恩", "zh", 100),
                album("demo:alice", "Alice's Adventures in Wonderland", "Lewis Carroll", "en", 12),
                album("shelf:a/b", "聊斋志异", "蒲松龄", "zh", 24)));

    @Override
    public Optional<Album> find(String spokenTitle) {
      return albums.stream().filter(a -> a.title().contains(spokenTitle)).findFirst();
    }

    @Override
    public List<Album> known() {
      return albums;
    }

    @Override
    public Optional<Album> byId(String albumId) {
      return albums.stream().filter(a -> a.id().equals(albumId)).findFirst();
    }

    @Override
    public Found search(String keyword, int page, CancelFlag cancel) throws FailureException {
      if (keyword.equals("slow")) {
        throw new FailureException(Failure.Kind.TIMEOUT, "the catalogue does not answer");
      }
      List<Album> hits =
          albums.stream()
              .filter(
                  a ->
                      (a.title() + a.author())
                          .toLowerCase(Locale.ROOT)
                          .contains(keyword.toLowerCase(Locale.ROOT)))
              .toList();
      return new Found(hits, Map.of(), page, 1, List.of(), more);
    }

    @Override
    public Album detail(String albumId, CancelFlag cancel) throws FailureException {
      return byId(albumId)
          .orElseThrow(
              () -> new FailureException(Failure.Kind.NOT_FOUND, "no album '" + albumId + "'"));
    }

    @Override
    public SectionSource resolve(Album album, Section section, CancelFlag cancel) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void onChange(Runnable listener) {}
  }

  /** Plays at once, but for titles that nobody knows. */
  final class FakePlays implements PlayService {
    /** Whether every file turns out to be damaged when it is opened. */
    volatile boolean damaged;

    @Override
    public PlayOutcome play(String keyword, int section, String runId) {
      return library
          .find(keyword)
          .map(album -> playAlbum(album.id(), section, runId))
          .orElse(new PlayOutcome(PlayOutcome.Kind.FETCHING, null, keyword, Math.max(1, section)));
    }

    @Override
    public PlayOutcome playAlbum(String albumId, int section, String runId) {
      Album album = library.byId(albumId).orElseThrow();
      int number = Math.max(1, section);
      if (number > album.sectionCount()) {
        return new PlayOutcome(PlayOutcome.Kind.NO_SUCH_SECTION, album, album.title(), number);
      }
      player.play(album, number, 0);
      String zh = damaged ? "文件坏了" : "";
      String en = damaged ? "the file is damaged" : "";
      events.publish(
          damaged ? "play.failed" : "play.started",
          new Report(runId, albumId, album.title(), number, !damaged, zh, en, !damaged));
      return new PlayOutcome(PlayOutcome.Kind.PLAYING, album, album.title(), number);
    }

    @Override
    public void forgetPending() {}
  }

  static final class FakeMedia implements MediaStore {
    final List<Download> downloads = new CopyOnWriteArrayList<>();
    final Set<String> held = ConcurrentHashMap.newKeySet();

    void add(String id, String album, Download.State state, long bytes, @Nullable Failure failure) {
      MediaRequest request =
          new MediaRequest(id, "demo:west", album, 3, "第三回", 1_200, FakeMedia::nowhere);
      downloads.add(
          new Download() {
            @Override
            public String id() {
              return id;
            }

            @Override
            public MediaRequest request() {
              return request;
            }

            @Override
            public Progress progress() {
              return new Progress(
                  held.contains(id) ? Download.State.PAUSED : state,
                  bytes,
                  8_000_000,
                  0,
                  1,
                  3.2,
                  failure);
            }

            @Override
            public CompletionStage<Progress> ended() {
              return new CompletableFuture<>();
            }
          });
    }

    private static MediaRequest.Location nowhere(CancelFlag cancel) throws FailureException {
      throw new FailureException(Failure.Kind.NOT_FOUND, "nowhere");
    }

    @Override
    public boolean holds(String key) {
      return isCached(key);
    }

    @Override
    public boolean isCached(String key) {
      return false;
    }

    @Override
    public Optional<MediaSource> openCached(String key) {
      return Optional.empty();
    }

    @Override
    public Download fetch(MediaRequest request, boolean urgent) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MediaSource open(Download download) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Download> downloads() {
      return downloads;
    }

    @Override
    public boolean cancel(String downloadId) {
      return downloads.removeIf(d -> d.id().equals(downloadId));
    }

    @Override
    public Download hold(MediaRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean pause(String downloadId) {
      return downloads.stream().anyMatch(d -> d.id().equals(downloadId)) && held.add(downloadId);
    }

    @Override
    public boolean resume(String downloadId) {
      return held.remove(downloadId);
    }

    @Override
    public void discard(String key) {
      throw new UnsupportedOperationException("the page discards nothing");
    }

    @Override
    public AutoCloseable pin(String key) {
      return () -> {};
    }

    @Override
    public Usage usage() {
      return new Usage(12, 345_678, 20L << 30, 100L << 30);
    }
  }

  /** Answers at once, or never for the word {@code wait}. */
  static final class FakeAssistant implements Assistant {
    private boolean muted;

    final Map<String, Run> runs = new java.util.concurrent.ConcurrentSkipListMap<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    private int count;

    @Override
    public synchronized Begun begin(String text, @Nullable Language language, boolean aloud) {
      String id = String.format(Locale.ROOT, "run-%04d", ++count);
      calls.add("say " + text + " " + language + " " + aloud);
      Language spoken = language != null ? language : Language.guess(text, Language.ZH);
      if (text.equals("wait")) {
        runs.put(id, FakeThinker.run(id, text, spoken, List.of(), "", null));
        return new Begun(id, new CompletableFuture<>());
      }
      Step step =
          new Step(
              "用户想听《西游记》第一集，本地应该有。",
              "search_and_play",
              new java.util.TreeMap<>(Map.of("keyword", "西游记", "section", 1)),
              "正在播放(本地): 西游记 - 第1集",
              Step.By.TOOL,
              /* ok= */ true,
              0.4,
              2.1);
      Run run =
          FakeThinker.run(id, text, spoken, List.of(step), "已经在播放西游记第1集了～", Run.Ended.ANSWERED);
      runs.put(id, run);
      return new Begun(id, CompletableFuture.completedFuture(run));
    }

    /** Makes a run that goes on stand as it would, and tells the page. */
    void stands(Events events, String id, List<Step> steps, Run.@Nullable Waiting waiting) {
      Run run = FakeThinker.run(id, "整理", Language.ZH, steps, "", null);
      runs.put(
          id,
          new Run(
              id,
              run.startedAt(),
              run.task(),
              run.language(),
              run.protocol(),
              run.model(),
              steps,
              "",
              "",
              null,
              1,
              1,
              List.of(),
              List.of(),
              waiting));
      events.publish(
          "run.state",
          waiting == null
              ? new TurnEvents.RunState(id, "running", "", Map.of(), "", "")
              : new TurnEvents.RunState(
                  id,
                  runs.get(id).state(),
                  waiting.action(),
                  waiting.actionInput(),
                  waiting.question(),
                  waiting.until().toString()));
    }

    @Override
    public void pushToTalk() {
      calls.add("talk");
    }

    @Override
    public boolean isMuted() {
      return muted;
    }

    @Override
    public void setMuted(boolean muted) {
      this.muted = muted;
      calls.add("muted " + muted);
    }

    @Override
    public List<Run> runs(int limit, String before) {
      List<Run> newest = new ArrayList<>(runs.values());
      java.util.Collections.reverse(newest);
      return newest.stream()
          .dropWhile(run -> !before.isEmpty() && !run.id().equals(before))
          .skip(before.isEmpty() ? 0 : 1)
          .limit(limit)
          .toList();
    }

    @Override
    public Optional<Run> run(String id) {
      return Optional.ofNullable(runs.get(id));
    }

    @Override
    public Intervention.Outcome intervene(String runId, Intervention what) {
      Run run = runs.get(runId);
      calls.add(call(what));
      if (run == null || run.ended() != null) {
        return Intervention.Outcome.ENDED;
      }
      if (what instanceof Intervention.Input input && input.args().containsKey("wrong")) {
        return Intervention.Outcome.refused("There is no parameter wrong.");
      }
      if (what instanceof Intervention.Input && run.waiting() == null) {
        return Intervention.Outcome.notNow("The run has no call that waits; pause it first.");
      }
      return Intervention.Outcome.DONE;
    }

    private static String call(Intervention what) {
      if (what instanceof Intervention.Observe words) {
        return "observe " + words.step() + " " + words.text();
      } else if (what instanceof Intervention.Input input) {
        return "input " + input.args();
      } else if (what instanceof Intervention.Consent consent) {
        return "consent " + consent.allowed();
      }
      return what instanceof Intervention.Pause ? "pause" : "resume";
    }

    @Override
    public boolean cancel(String runId) {
      Run run = runs.get(runId);
      calls.add("cancel " + runId);
      return run != null && run.ended() == null;
    }
  }
}
