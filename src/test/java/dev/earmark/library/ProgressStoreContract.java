package dev.earmark.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link ProgressStore} promises; each implementation runs it. */
public abstract class ProgressStoreContract {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private ProgressStore store;

  /** Opens an empty store. */
  protected abstract ProgressStore open() throws IOException;

  /** Closes the store and opens it again, as a restart of the daemon does. */
  protected abstract ProgressStore reopen(ProgressStore store) throws IOException;

  @BeforeEach
  final void openStore() throws IOException {
    store = open();
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  /** Returns a position at some seconds after noon. */
  public static Position position(String album, int section, double seconds, long after) {
    Instant at = NOON.plusSeconds(after);
    return new Position(album, "Title of " + album, section, seconds, 600, 12, at);
  }

  @Test
  final void position_nothingSaved_isEmpty() throws IOException {
    assertThat(store.position("a:1")).isEmpty();
    assertThat(store.recent(10)).isEmpty();
  }

  @Test
  final void save_thenReopen_givesTheSamePosition() throws IOException {
    Position saved = position("a:西游记", 3, 754.25, 1);
    store.save(saved);
    store = reopen(store);
    assertThat(store.position("a:西游记")).contains(saved);
  }

  @Test
  final void save_olderRecord_leavesTheNewer() throws IOException {
    Position newer = position("a:1", 5, 120, 600);
    store.save(newer);
    store.save(position("a:1", 5, 60, 0));
    assertThat(store.position("a:1")).contains(newer);
  }

  @Test
  final void save_staleZero_neverReplacesALaterPosition() throws IOException {
    Position heard = position("a:1", 2, 3_000, 10);
    store.save(heard);
    store.save(position("a:1", 1, 0, 9));
    assertThat(store.position("a:1")).contains(heard);
  }

  @Test
  final void save_newerZero_isKept() throws IOException {
    store.save(position("a:1", 2, 3_000, 10));
    Position restarted = position("a:1", 1, 0, 11);
    store.save(restarted);
    assertThat(store.position("a:1")).contains(restarted);
  }

  @Test
  final void save_sameMoment_lastOneWins() throws IOException {
    store.save(position("a:1", 1, 10, 5));
    Position second = position("a:1", 1, 11, 5);
    store.save(second);
    assertThat(store.position("a:1")).contains(second);
  }

  @Test
  final void save_otherAlbum_leavesThisOne() throws IOException {
    Position first = position("a:1", 4, 40, 0);
    store.save(first);
    store.save(position("a:2", 1, 1, 100));
    assertThat(store.position("a:1")).contains(first);
  }

  @Test
  final void recent_severalAlbums_newestFirstAndLimited() throws IOException {
    store.save(position("a:1", 1, 1, 10));
    store.save(position("a:2", 1, 1, 30));
    store.save(position("a:3", 1, 1, 20));
    store.save(position("a:1", 2, 2, 40));
    assertThat(store.recent(2)).extracting(Position::albumId).containsExactly("a:1", "a:2");
    assertThat(store.recent(10)).hasSize(3);
  }

  @Test
  final void bookmarks_added_haveRisingIdsAndComeNewestFirst() throws IOException {
    Bookmark first = store.addBookmark("", position("a:1", 1, 5, 0));
    Bookmark second = store.addBookmark("猴王出世", position("a:1", 2, 6, 1));
    Bookmark other = store.addBookmark("other", position("a:2", 1, 7, 2));
    assertThat(second.id()).isGreaterThan(first.id());
    store = reopen(store);
    assertThat(store.bookmarks("a:1")).containsExactly(second, first);
    assertThat(store.bookmarks("")).containsExactly(other, second, first);
    assertThat(store.bookmarks("a:3")).isEmpty();
  }

  @Test
  final void remember_albumWithSections_comesBackWhole() throws IOException {
    Album album =
        new Album(
            "demo:alice",
            "Alice's Adventures",
            List.of("爱丽丝", "Alice"),
            "Lewis Carroll",
            "Emma",
            "en",
            "A girl \"follows\" a rabbit.",
            "http://127.0.0.1/cover.svg",
            2,
            List.of(
                new Section(1, "One", "a.m4b", 0, 53.94, 10),
                new Section(2, "Two", "a.m4b", 53.94, 0, 10)));
    store.remember(album);
    store = reopen(store);
    assertThat(store.remembered()).containsExactly(album);
  }

  @Test
  final void remember_again_replaces() throws IOException {
    store.remember(Albums.album("a:1", "Old", 1));
    Album now = Albums.album("a:1", "New", 3);
    store.remember(now);
    assertThat(store.remembered()).containsExactly(now);
  }

  @Test
  final void settings_put_replaceAndSurvive() throws IOException {
    assertThat(store.get("volume")).isEmpty();
    store.put("volume", "40");
    store.put("volume", "55");
    store = reopen(store);
    assertThat(store.get("volume")).contains("55");
  }

  @Test
  final void removeBookmark_takesThatOneAway() throws IOException {
    Bookmark first = store.addBookmark("one", position("a:1", 1, 5, 0));
    Bookmark second = store.addBookmark("two", position("a:1", 2, 6, 1));
    assertThat(store.removeBookmark(first.id())).isTrue();
    assertThat(store.removeBookmark(first.id())).isFalse();
    assertThat(store.bookmarks("")).containsExactly(second);
  }

  @Test
  final void settings_withABeginning_andAll() throws IOException {
    store.put("a:1", "x");
    store.put("a:2", "y");
    store.put("b%", "z");
    store.put("a_", "w");
    assertThat(store.settings("a:")).containsOnlyKeys("a:1", "a:2").containsEntry("a:2", "y");
    assertThat(store.settings("b%")).containsOnlyKeys("b%");
    assertThat(store.settings("")).hasSize(4);
  }
}
