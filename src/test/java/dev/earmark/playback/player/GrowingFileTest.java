package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
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
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.VolumeLimitSettings;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.pipe.BookPipe;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The player on files that are still being downloaded, with its real threads. */
final class GrowingFileTest {
  /** Real time, since the threads are real, and what a test adds to it instead of waiting. */
  private static final class JumpingClock implements Clock {
    private final Clock real = Clock.system();
    private final AtomicLong ahead = new AtomicLong();

    void jump(Duration time) {
      ahead.addAndGet(time.toNanos());
    }

    @Override
    public Instant now() {
      return real.now().plusNanos(ahead.get());
    }

    @Override
    public long nanoTime() {
      return real.nanoTime() + ahead.get();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      real.sleep(time);
    }
  }

  private final JumpingClock clock = new JumpingClock();
  private final Events events = new Events(clock);
  private final Album album = Albums.album("demo:a", "A", 3);
  private final FakeMediaStore store = new FakeMediaStore();
  private final FakeProgressStore progress = new FakeProgressStore();
  private final ScheduledExecutorService speaker = Executors.newSingleThreadScheduledExecutor();
  private BookPlayer player;
  private RoleRunner playing;
  private RoleRunner decoding;
  private RoleRunner keeping;
  private long framesRead;

  @BeforeEach
  void start() {
    FakeLibraryService library = new FakeLibraryService(album);
    PlayerSettings settings =
        new PlayerSettings(
            50,
            1,
            true,
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            /* prefetch= */ false,
            2,
            ShapeSettings.OFF,
            VolumeLimitSettings.NONE,
            AllowanceSettings.NONE);
    PositionJournal journal =
        new PositionJournal(progress, clock, settings.saveEvery(), new Health());
    player =
        new BookPlayer(
            settings,
            new SectionFiles(store, library, a -> false),
            FakeDecoder.factory(),
            journal,
            new FakeMixer(),
            events,
            clock);
    playing = new RoleRunner(player, clock, Duration.ofSeconds(1)).start();
    decoding = new RoleRunner(player.decoding(), clock, Duration.ofSeconds(1)).start();
    keeping = new RoleRunner(journal, clock, Duration.ofSeconds(1)).start();
    BookPipe pipe = player.pipe();
    short[] block = new short[960 * 2];
    var unused =
        speaker.scheduleAtFixedRate(
            () -> {
              framesRead += pipe.read(block, 960);
              pipe.heard(framesRead);
            },
            0,
            2,
            TimeUnit.MILLISECONDS);
  }

  @AfterEach
  void end() {
    assertThat(playing.close(Duration.ofSeconds(5))).isTrue();
    assertThat(keeping.close(Duration.ofSeconds(5))).isTrue();
    assertThat(decoding.close(Duration.ofSeconds(5))).isTrue();
    speaker.shutdownNow();
  }

  @Test
  void runsDry_buffersInPlace_andGoesOnWhenTwoSecondsAreThere() {
    player.play(album, 1, 0);
    FakeDownload download = download(1);
    download.bring(5);
    await().until(() -> player.snapshot().state() == PlayerSnapshot.State.BUFFERING);
    assertThat(player.snapshot().positionS()).isBetween(4.9, 5.0);
    download.bring(1.5);
    await().during(Duration.ofMillis(200)).until(() -> player.snapshot().positionS() <= 5.0);
    download.bring(5);
    await().until(() -> player.snapshot().positionS() > 8);
    assertThat(player.snapshot().section()).isEqualTo(1);
  }

  @Test
  void seekBehindTheWriteEdge_waits_andSeekingBackIsNotHeldUp() {
    player.play(album, 1, 0);
    FakeDownload download = download(1);
    download.bring(20);
    await().until(() -> player.snapshot().positionS() > 1);
    player.seekTo(50);
    await().until(() -> player.snapshot().state() == PlayerSnapshot.State.BUFFERING);
    assertThat(player.snapshot().positionS()).isEqualTo(50);
    player.seekTo(3);
    await().until(() -> player.snapshot().positionS() > 5 && player.snapshot().positionS() < 19);
  }

  @Test
  void stop_whileTheDecoderWaits_isDoneAtOnce_andAnotherSectionPlays() {
    player.play(album, 1, 0);
    download(1);
    assertThat(player.stop()).isTrue();
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    store.putCached(SectionFiles.key(album, album.sections().get(1)), 60);
    player.play(album, 2, 0);
    await().until(() -> player.snapshot().positionS() > 1);
    assertThat(player.snapshot().section()).isEqualTo(2);
  }

  @Test
  void downloadThatBreaksOff_isFetchedAgain_andGoesOnAtTheSamePlace() {
    player.play(album, 1, 0);
    FakeDownload first = download(1);
    first.bring(10);
    await().until(() -> player.snapshot().positionS() > 5);
    first.fail(new Failure(Failure.Kind.TRUNCATED, "cut"));
    FakeDownload second =
        await()
            .until(
                () -> store.download(SectionFiles.key(album, album.sections().get(0))),
                d -> d.isPresent() && d.get() != first)
            .orElseThrow();
    second.bring(60);
    second.finish();
    await().until(() -> player.snapshot().positionS() > 15);
    assertThat(player.snapshot().section()).isEqualTo(1);
    assertThat(player.snapshot().problem()).isNull();
  }

  @Test
  void decodeRole_thatWaitsForADownload_isNotStuck() {
    assertThat(player.decoding().waits()).isFalse();
    player.play(album, 1, 0);
    FakeDownload download = download(1);
    await().until(() -> player.decoding().waits());
    // a turn of its loop lasts as long as the download stalls, and it goes on saying so
    clock.jump(Duration.ofMinutes(1));
    await().until(() -> player.decoding().waits());
    assertThat(decoding.sinceLastTurn()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    download.bring(60);
    download.finish();
    await().until(() -> decoding.sinceLastTurn().compareTo(Duration.ofMinutes(1)) < 0);
    clock.jump(Duration.ofSeconds(6));
    await().until(() -> !player.decoding().waits());
  }

  @Test
  void place_isInTheStoreWhilePlaying_withoutAnyCommand() {
    store.putCached(SectionFiles.key(album, album.sections().get(0)), 600);
    player.play(album, 1, 0);
    await().until(() -> stored().map(p -> p.seconds() > 5).orElse(false));
  }

  private Optional<Position> stored() throws IOException {
    return progress.position(album.id());
  }

  private FakeDownload download(int section) {
    String key = SectionFiles.key(album, album.section(section).orElseThrow());
    return await().until(() -> store.download(key), Optional::isPresent).orElseThrow();
  }
}
