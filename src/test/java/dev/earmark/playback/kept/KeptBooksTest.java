package dev.earmark.playback.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Section;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.FakeKeptSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeptBooksTest {
  private final FakeClock clock = new FakeClock();
  private final FakeMediaStore store = new FakeMediaStore();
  private final FakeKeptSettings settings = new FakeKeptSettings();
  private final Album album = album(5);
  private final FakeLibraryService library = new FakeLibraryService(album);
  private final SectionFiles files = new SectionFiles(store, library, a -> false);
  private final KeptBooks kept = new KeptBooks(settings, files, library::byId, clock);

  private static Album album(int sections) {
    List<Section> list =
        IntStream.rangeClosed(1, sections)
            .mapToObj(n -> new Section(n, "S" + n, n + ".mp3", 0, 60, 0))
            .toList();
    return new Album("a:1", "Book", List.of(), "", "", "en", "", "", sections, list);
  }

  private String key(int section) {
    return SectionFiles.key(album, album.section(section).orElseThrow());
  }

  @Test
  void keep_wholeBook_isFetchedTwoFilesAtATime_andPinned() {
    kept.keep(album);
    kept.turn();
    assertThat(store.downloads()).hasSize(2);
    assertThat(store.pinned()).contains(key(1), key(5));
    store.putCached(key(1), 60);
    store.putCached(key(2), 60);
    clock.advance(Duration.ofSeconds(6));
    kept.turn();
    assertThat(store.downloads()).hasSize(4);
    assertThat(kept.books()).containsExactly(new KeptBooks.Kept("a:1", "Book", 2, 5));
  }

  @Test
  void known_bookThatWasNeverPlayed_isFetched_andANewEpisodeIsPinned() {
    PositionJournal journal =
        new PositionJournal(new FakeProgressStore(), clock, Duration.ofSeconds(1), new Health());
    KeptBooks books = new KeptBooks(journal, files, KeptBooks.known(library, journal), clock);
    books.keep(album);
    books.turn();
    assertThat(store.downloads()).hasSize(2);
    assertThat(store.pinned()).hasSize(5);
    Album grown = album(6);
    library.add(grown);
    clock.advance(Duration.ofSeconds(6));
    books.turn();
    assertThat(store.pinned())
        .hasSize(6)
        .contains(SectionFiles.key(grown, grown.section(6).orElseThrow()));
  }

  @Test
  void known_bookThatTheLibraryHasNot_isTheOneThatWasPlayed() {
    PositionJournal journal =
        new PositionJournal(new FakeProgressStore(), clock, Duration.ofSeconds(1), new Health());
    journal.remember(album);
    FakeLibraryService empty = new FakeLibraryService();
    assertThat(KeptBooks.known(empty, journal).apply("a:1")).contains(album);
    assertThat(KeptBooks.known(empty, journal).apply("a:2")).isEmpty();
  }

  @Test
  void gone_bookWhoseFolderIsGone_isToldWithItsFile() {
    library.failWith(new FailureException(Failure.Kind.NOT_FOUND, "1.mp3 is not there any more"));
    SectionFiles local = new SectionFiles(store, library, a -> true);
    KeptBooks books = new KeptBooks(settings, local, library::byId, clock);
    assertThat(books.gone(album))
        .hasValueSatisfying(failure -> assertThat(failure.detail()).contains("1.mp3"));
    assertThat(kept.gone(album)).as("what is to be fetched is not gone").isEmpty();
  }

  @Test
  void release_pinsAreGone() {
    kept.keep(album);
    kept.turn();
    assertThat(kept.release("a:1")).isTrue();
    kept.turn();
    assertThat(store.pinned()).isEmpty();
    assertThat(kept.release("a:1")).isFalse();
  }

  @Test
  void restart_keepsWhatWasKept() {
    kept.keep(album);
    KeptBooks next = new KeptBooks(settings, files, library::byId, clock);
    next.turn();
    assertThat(next.isKept("a:1")).isTrue();
    assertThat(store.pinned()).hasSize(5);
  }
}
