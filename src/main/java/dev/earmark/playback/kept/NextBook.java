package dev.earmark.playback.kept;

import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.habits.UpNext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays what comes next when a book, or the section after which something else was wished, has been
 * heard to its end, unless the listener fell asleep with it. Thread-safe; {@link #onEvent} never
 * waits: a title is looked up by the worker.
 */
public final class NextBook {
  private static final Logger log = LoggerFactory.getLogger(NextBook.class);

  private final UpNext upNext;
  private final PlayService service;
  private final Player player;
  private final PlayerHabits habits;
  private final Executor worker;

  /**
   * Makes it; {@link #onEvent} has to be subscribed.
   *
   * @param worker looks up and plays what comes next; one thread, so that the order stays
   */
  public NextBook(
      UpNext upNext, PlayService service, Player player, PlayerHabits habits, Executor worker) {
    this.upNext = upNext;
    this.service = service;
    this.player = player;
    this.habits = habits;
    this.worker = worker;
    arm();
  }

  /** Puts a book behind the current one; its place, 1 for the next, 0 when the list is full. */
  public int add(UpNext.Entry entry) {
    int place = upNext.add(entry);
    arm();
    return place;
  }

  /** Takes a book away by its place, 1 for the next one; all of them for 0. */
  public boolean remove(int place) {
    boolean removed = upNext.remove(place);
    arm();
    return removed;
  }

  /** Returns what comes, in order. */
  public List<UpNext.Entry> entries() {
    return upNext.entries();
  }

  /**
   * Returns the title of the book that is meant, from memory, so that the list says what will be
   * played; the words themselves when none is known.
   */
  public static String title(String keyword, LibraryService library) {
    return library.find(keyword).map(Album::title).orElse(keyword);
  }

  /**
   * Returns what is to be said behind a confirmation when no book of this name is known yet, from
   * memory; empty when there is one.
   */
  public static String doubt(String keyword, LibraryService library, Language language) {
    return library.find(keyword).isPresent()
        ? ""
        : language.pick(
            "（现在还不认识这本书，到时候去书库里找）", " (no such book is known yet; it will be looked for then)");
  }

  /** Told of every event. */
  public void onEvent(Events.Event event) {
    if (event.data() instanceof PlayerHabits.Ended ended) {
      worker.execute(() -> playNext(ended));
    } else if (event.type().equals("play.started")) {
      arm();
    }
  }

  private void playNext(PlayerHabits.Ended ended) {
    if (ended.asleep()) {
      return; // the queue waits for tomorrow
    }
    Optional<UpNext.Entry> next = upNext.poll();
    if (next.isPresent()) {
      UpNext.Entry entry = next.get();
      log.info("{} has ended; {} comes next", ended.title(), entry.keyword());
      service.play(entry.keyword(), entry.section(), /* runId= */ "");
    } else if (!ended.whole()) {
      player.resume(); // what was to come has been taken away meanwhile
    } else if (player.snapshot().sleepSections() != null) {
      player.sleepAfterSections(0); // no section is left to count; the next book is another night's
    }
  }

  private void arm() {
    List<UpNext.Entry> entries = upNext.entries();
    habits.breakAfterSection(!entries.isEmpty() && entries.get(0).afterSection());
  }

  /** Returns whether the queue lies on the disk, as {@link UpNext#isKept}. */
  public boolean isKept() {
    return upNext.isKept();
  }
}
