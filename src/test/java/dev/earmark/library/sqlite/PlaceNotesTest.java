package dev.earmark.library.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlaceNotesTest {
  private static final Instant T = Instant.parse("2026-03-01T12:00:00.123456789Z");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("progress.db.places");
  }

  private static Position at(String album, double seconds, Instant when) {
    return new Position(album, "三体 🐉", 3, seconds, 61.5, 12, when);
  }

  private List<Position> readBack() {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      return notes.all();
    }
  }

  @Test
  void note_isReadBackWhole_withoutBeingClosed() {
    Position position = at("a:1", 30.25, T);
    PlaceNotes open = PlaceNotes.open(file());
    open.note(position);
    assertThat(readBack()).containsExactly(position);
    open.close();
  }

  @Test
  void note_olderThanTheOneThere_changesNothing() {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      notes.note(at("a:1", 30, T));
      notes.note(at("a:1", 6, T.minusMillis(1)));
    }
    assertThat(readBack()).containsExactly(at("a:1", 30, T));
  }

  @Test
  void note_moreBooksThanSlots_theOldestGoes() {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      for (int i = 0; i <= PlaceNotes.SLOTS; i++) {
        notes.note(at("a:" + i, i, T.plusSeconds(i)));
      }
    }
    assertThat(readBack())
        .hasSize(PlaceNotes.SLOTS)
        .noneMatch(p -> p.albumId().equals("a:0"))
        .contains(at("a:8", 8, T.plusSeconds(8)));
  }

  /** A power cut may tear what was not confirmed by the disk. */
  @Test
  void open_bytesChangedAnywhere_givesTheOtherNotesOrNone() throws IOException {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      notes.note(at("a:1", 1, T));
      notes.note(at("a:2", 2, T));
    }
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      byte[] torn = whole.clone();
      torn[random.nextInt(120)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file(), torn);
      assertThat(readBack()).contains(at("a:2", 2, T));
      assertThat(readBack()).allMatch(p -> p.seconds() == 2 || p.equals(at("a:1", 1, T)));
    }
  }

  @Test
  void open_fileOfAnotherSize_beginsAnew() throws IOException {
    Files.writeString(file(), "half a fi");
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      assertThat(notes.all()).isEmpty();
      notes.note(at("a:1", 1, T));
    }
    assertThat(readBack()).hasSize(1);
    assertThat(Files.size(file())).isEqualTo(PlaceNotes.SLOTS * PlaceNotes.SLOT);
  }

  /** A command of the last moment came, and a warning about a closed stream. */
  @Test
  void note_behindTheEnd_isDropped() throws IOException {
    PlaceNotes notes = PlaceNotes.open(file());
    notes.note(at("a:1", 1, T));
    notes.close();
    notes.note(at("a:2", 2, T));
    assertThat(notes.all()).containsExactly(at("a:1", 1, T));
    notes.close();
    assertThat(readBack()).containsExactly(at("a:1", 1, T));
  }

  @Test
  void open_cannotBeWritten_notesNothing() throws IOException {
    Files.createDirectory(file());
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      notes.note(at("a:1", 1, T));
      assertThat(notes.all()).isEmpty();
    }
  }

  @Test
  void note_titleLongerThanASlot_isLeftToTheDatabase() {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      notes.note(new Position("a:1", "长".repeat(2_000), 1, 1, 0, 0, T));
      notes.note(new Position("a:2", "长".repeat(40_000), 1, 1, 0, 0, T));
      assertThat(notes.all()).isEmpty();
    }
  }

  /** Who pauses a book by a task that is then interrupted must not end the notes of all others. */
  @Test
  void note_onAnInterruptedThread_isWritten_andSoIsTheNext() {
    try (PlaceNotes notes = PlaceNotes.open(file())) {
      Thread.currentThread().interrupt();
      notes.note(at("a:1", 1, T));
      assertThat(Thread.interrupted()).isTrue();
      notes.note(at("a:2", 2, T));
    }
    assertThat(readBack()).hasSize(2);
  }

  @Test
  void store_savedAfterTheNote_theSavedOneCounts() throws IOException {
    Path db = folder.resolve("progress.db");
    try (ProgressStore store = store(db)) {
      store.note(at("a:1", 30, T));
      store.save(at("a:1", 40, T.plusSeconds(1)));
    }
    try (ProgressStore store = store(db)) {
      assertThat(store.position("a:1")).contains(at("a:1", 40, T.plusSeconds(1)));
    }
  }

  private static ProgressStore store(Path db) throws IOException {
    return SqliteProgressStore.open(db, new FakeClock(), new Health());
  }
}
