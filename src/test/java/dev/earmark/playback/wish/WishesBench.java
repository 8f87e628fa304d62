package dev.earmark.playback.wish;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.RoleRunner;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.player.BookPlayer;
import dev.earmark.playback.player.FakeMixer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Measures how long a wish takes to be answered, hit and miss, while the catalogue needs five
 * seconds for everything: {@code java -cp … dev.earmark.playback.wish.WishesBench [calls]}. Prints
 * one JSON object a line, times in milliseconds.
 */
public final class WishesBench {
  private static final Clock CLOCK = Clock.system();

  private WishesBench() {}

  /** Runs it. */
  public static void main(String[] args) {
    int calls = args.length > 0 ? Integer.parseInt(args[0]) : 5_000;
    Album[] albums = new Album[500];
    for (int i = 0; i < albums.length; i++) {
      albums[i] = Albums.album("demo:" + i, "Book " + i, 100);
    }
    FakeLibraryService library = new FakeLibraryService(albums);
    library.beforeNetwork(WishesBench::slow);
    FakeMediaStore store = new FakeMediaStore();
    store.putCached(SectionFiles.key(albums[7], albums[7].sections().get(0)), 600);
    Events events = new Events(CLOCK);
    SectionFiles files = new SectionFiles(store, library, album -> false);
    PositionJournal journal =
        new PositionJournal(new FakeProgressStore(), CLOCK, Duration.ofSeconds(1), new Health());
    BookPlayer player =
        new BookPlayer(
            PlayerSettings.DEFAULT,
            files,
            FakeDecoder.factory(),
            journal,
            new FakeMixer(),
            events,
            CLOCK);
    RoleRunner playing = new RoleRunner(player, CLOCK, Duration.ofSeconds(1)).start();
    RoleRunner decoding = new RoleRunner(player.decoding(), CLOCK, Duration.ofSeconds(1)).start();
    try (Wishes wishes =
        new Wishes(
            library, files, FakeDecoder.factory(), player, journal, events, CLOCK, true, 4)) {
      measure("hit", calls, i -> wishes.play("book 7", 1, "r" + i));
      measure("miss_known_album", calls, i -> wishes.play("book 8", 1 + i % 100, "r" + i));
      measure("miss_unknown_title", calls, i -> wishes.play("nothing " + i, 1, "r" + i));
    }
    playing.close(Duration.ofSeconds(2));
    decoding.close(Duration.ofSeconds(2));
  }

  private static void slow() {
    try {
      CLOCK.sleep(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void measure(String what, int calls, IntConsumer call) {
    for (int i = 0; i < calls / 10; i++) {
      call.accept(i);
    }
    long[] nanos = new long[calls];
    for (int i = 0; i < calls; i++) {
      long start = CLOCK.nanoTime();
      call.accept(i);
      nanos[i] = CLOCK.nanoTime() - start;
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "{\"what\":\"%s\",\"calls\":%d,\"p50_ms\":%.4f,\"p99_ms\":%.4f,\"max_ms\":%.4f}%n",
        what,
        calls,
        nanos[calls / 2] / 1e6,
        nanos[(int) (calls * 0.99)] / 1e6,
        nanos[calls - 1] / 1e6);
  }
}
