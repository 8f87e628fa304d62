package dev.earmark.playback.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.Section;
import dev.earmark.media.Download;
import dev.earmark.media.Download.State;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.FakeKeptSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A download that a person holds is held after a restart too. */
class HeldOverRestartsTest {
  private final FakeClock clock = new FakeClock();
  private final FakeKeptSettings settings = new FakeKeptSettings();
  private final Album album =
      new Album(
          "a:1",
          "Book",
          List.of(),
          "",
          "",
          "en",
          "",
          "",
          2,
          List.of(
              new Section(1, "One", "1.mp3", 0, 60, 0), new Section(2, "Two", "2.mp3", 0, 60, 0)));
  private final FakeLibraryService library = new FakeLibraryService(album);

  /** One life of the daemon. */
  private final class Life {
    final FakeMediaStore store = new FakeMediaStore();
    final SectionFiles files = new SectionFiles(store, library, a -> false);
    final HeldDownloads held = new HeldDownloads(settings, files, library::byId, clock);

    Download fetch(int section) {
      Download download = files.fetch(album, album.section(section).orElseThrow(), false);
      held.changed(download);
      return download;
    }

    void hold(Download download) {
      store.pause(download.id());
      held.changed(download);
    }
  }

  @Test
  void restart_heldDownload_isListedAsHeld_andOthersAreNot() {
    Life first = new Life();
    first.hold(first.fetch(2));
    first.fetch(1);
    first.held.close();

    Life second = new Life();
    second.held.restore();
    second.held.restore();

    assertThat(second.store.downloads()).hasSize(1);
    Download again = second.store.downloads().get(0);
    assertThat(again.progress().state()).isEqualTo(State.PAUSED);
    assertThat(again.request().section()).isEqualTo(2);
    assertThat(again.request().albumTitle()).isEqualTo("Book");
  }

  @Test
  void endOfTheDaemon_isNotTakenForLettingGo() {
    Life first = new Life();
    Download download = first.fetch(1);
    first.hold(download);
    first.held.close();
    first.store.cancel(download.id());
    first.held.changed(download);

    Life second = new Life();
    second.held.restore();
    assertThat(second.store.downloads()).hasSize(1);
  }

  @Test
  void letGoOrCancelledByAPerson_isNotHeldAgain() {
    Life first = new Life();
    Download one = first.fetch(1);
    Download two = first.fetch(2);
    first.hold(one);
    first.hold(two);
    first.store.resume(one.id());
    first.held.changed(one);
    first.store.cancel(two.id());
    first.held.changed(two);

    Life second = new Life();
    second.held.restore();
    assertThat(second.store.downloads()).isEmpty();
  }

  @Test
  void bookThatIsNotKnownYet_isHeldWhenItIs() {
    Life first = new Life();
    first.hold(first.fetch(1));
    first.held.close();

    FakeMediaStore store = new FakeMediaStore();
    FakeLibraryService slow = new FakeLibraryService();
    SectionFiles files = new SectionFiles(store, slow, a -> false);
    HeldDownloads held = new HeldDownloads(settings, files, slow::byId, clock);
    held.restore();
    assertThat(store.downloads()).isEmpty();
    slow.add(album);
    held.restore();
    assertThat(store.downloads()).hasSize(1);
  }

  @Test
  void bookThatNobodyHasKnownForAMonth_isForgotten_andComesBackBefore() {
    Life first = new Life();
    first.hold(first.fetch(1));
    first.held.close();
    FakeMediaStore store = new FakeMediaStore();
    FakeLibraryService library = new FakeLibraryService();
    SectionFiles none = new SectionFiles(store, library, a -> false);
    for (int day = 0; day <= 25; day += 5) { // with a restart every fifth day
      new HeldDownloads(settings, none, library::byId, clock).restore();
      clock.advance(Duration.ofDays(5));
    }
    Life back = new Life();
    back.held.restore();
    assertThat(back.store.downloads()).hasSize(1);

    clock.advance(Duration.ofDays(1));
    new HeldDownloads(settings, none, library::byId, clock).restore();
    assertThat(settings.settings("held:")).isEmpty();
  }

  @Test
  void sectionThatItsBookHasNoMore_isForgotten() {
    settings.put("held:a:1#9.mp3", "9 a:1");
    Life life = new Life();
    life.held.restore();
    assertThat(life.store.downloads()).isEmpty();
    assertThat(settings.settings("held:")).isEmpty();
  }
}
