package dev.earmark.playback.wish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FakeDownload;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.player.BookPlayer;
import dev.earmark.playback.player.FakeMixer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A real player over fake files and a fake library, for wishes. */
abstract class WishesFixture {
  final Clock clock = Clock.system();
  final Events events = new Events(clock);
  final Album journey = Albums.album("demo:journey", "西游记", 3);
  final Album alice = Albums.album("demo:alice", "Alice", 2);
  final FakeLibraryService library = new FakeLibraryService(journey, alice);
  final FakeMediaStore store = new FakeMediaStore();
  final FakeProgressStore progress = new FakeProgressStore();
  final SectionFiles files =
      new SectionFiles(store, library, album -> album.id().startsWith("local:"));
  PositionJournal journal;
  BookPlayer player;
  Wishes wishes;
  RoleRunner playing;
  RoleRunner decoding;

  @BeforeEach
  final void start() {
    journal = new PositionJournal(progress, clock, Duration.ofSeconds(1), new Health());
    player =
        new BookPlayer(
            PlayerSettings.DEFAULT,
            files,
            FakeDecoder.factory(),
            journal,
            new FakeMixer(),
            events,
            clock);
    wishes =
        new Wishes(library, files, FakeDecoder.factory(), player, journal, events, clock, true, 4);
    playing = new RoleRunner(player, clock, Duration.ofSeconds(1)).start();
    decoding = new RoleRunner(player.decoding(), clock, Duration.ofSeconds(1)).start();
  }

  @AfterEach
  final void end() {
    wishes.close();
    assertThat(playing.close(Duration.ofSeconds(5))).isTrue();
    assertThat(decoding.close(Duration.ofSeconds(5))).isTrue();
  }

  static boolean allWorkersAreIdle() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("fetch-"))
        .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  List<PlayService.Report> closings() {
    return events.since(0).stream()
        .filter(e -> e.data() instanceof PlayService.Report)
        .map(e -> (PlayService.Report) e.data())
        .toList();
  }

  void leftAt(Position place) {
    journal.save(new PositionJournal.Noted(/* order= */ 1, place));
  }

  static void awaitSet(CancelFlag cancel) {
    CountDownLatch set = new CountDownLatch(1);
    CancelFlag.Registration hook = cancel.onSet(set::countDown);
    awaitQuietly(set);
    hook.close();
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String key(Album album, int section) {
    return SectionFiles.key(album, album.section(section).orElseThrow());
  }

  FakeDownload download(Album album, int section) {
    return await()
        .until(() -> store.download(key(album, section)), Optional::isPresent)
        .orElseThrow();
  }

  PlayService.Report report(String type) {
    List<PlayService.Report> all =
        await()
            .until(
                () ->
                    events.since(0).stream()
                        .filter(e -> e.type().equals(type))
                        .map(e -> (PlayService.Report) e.data())
                        .toList(),
                list -> !list.isEmpty());
    return all.get(0);
  }
}
