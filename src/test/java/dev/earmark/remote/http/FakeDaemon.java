package dev.earmark.remote.http;

import dev.earmark.assistant.FakeEars;
import dev.earmark.assistant.FakePlayer;
import dev.earmark.assistant.FakeStore;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.CoverSource;
import dev.earmark.library.FakeSources;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.listen.ListenSettings;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

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
    volatile List<Trouble> troubles = List.of();
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
      return new Found(hits, Map.of(), page, 1, troubles, more);
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
}
