package dev.earmark.playback.kept;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import dev.earmark.playback.kept.PositionJournal.Noted;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class PositionJournalTest {
  private final FakeClock clock = new FakeClock();
  private final FakeProgressStore store = new FakeProgressStore();
  private final Health health = new Health();
  private final PositionJournal journal = journal();
  private long order;

  private PositionJournal journal() {
    return new PositionJournal(store, clock, Duration.ofSeconds(1), health);
  }

  private Noted at(double seconds, Instant when) {
    return new Noted(++order, new Position("a:1", "A", 1, seconds, 60, 1, when));
  }

  @Test
  void save_isReadBackAtOnce_andWrittenByTheNextTurn() throws IOException {
    journal.save(at(5, clock.now()));
    assertThat(journal.position("a:1").orElseThrow().seconds()).isEqualTo(5);
    assertThat(store.position("a:1")).isEmpty();
    journal.turn();
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(5);
  }

  @Test
  void follow_writesOnceASecondWhileThereIsSomething() {
    AtomicReference<Optional<Noted>> playing =
        new AtomicReference<>(Optional.of(at(1, clock.now())));
    journal.follow(playing::get);
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofMillis(100));
      playing.set(Optional.of(at(i, clock.now())));
      journal.turn();
    }
    assertThat(store.saves()).isEqualTo(10);
    playing.set(Optional.empty());
    clock.advance(Duration.ofSeconds(5));
    journal.turn();
    assertThat(store.saves()).isEqualTo(10);
  }

  @Test
  void save_afterTheClockWasSetBack_stillReplacesTheOlderPlace() throws IOException {
    journal.save(at(5, clock.now()));
    journal.turn();
    journal.save(at(9, clock.now().minus(Duration.ofHours(3))));
    journal.turn();
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(9);
  }

  @Test
  void start_positionsCannotBeRead_settingsAreThereAllTheSame() throws IOException {
    store.put("player.volume", "30");
    store.failRecentWith(new IOException("database disk image is malformed"));
    assertThat(journal().setting("player.volume")).contains("30");
  }

  @Test
  void start_settingsCannotBeRead_nothingIsCountedOverThem() throws IOException {
    store.put("heard:2026-01-01 a:1", "3600.0");
    store.put("player.volume", "30");
    store.failWith(new IOException("disk I/O error"));
    PositionJournal late = journal();
    late.put("heard:2026-01-01 a:1", "20.0");
    late.put("heard:2026-01-01 a:2", "5.0");
    late.put("player.volume", "70");
    late.turn();
    store.failWith(null);
    clock.advance(Duration.ofSeconds(10));
    late.turn();
    late.turn();
    assertThat(late.setting("heard:2026-01-01 a:1")).contains("3600.0");
    assertThat(store.get("heard:2026-01-01 a:1")).contains("3600.0");
    assertThat(store.get("heard:2026-01-01 a:2")).contains("5.0");
    assertThat(store.get("player.volume")).contains("70"); // the listener's last word
  }

  @Test
  void save_anOlderPlaceThatComesLater_changesNothing() throws IOException {
    Noted old = at(100, clock.now());
    clock.advance(Duration.ofSeconds(1));
    Noted now = at(85, clock.now()); // the sleep timer has gone back to where its fade began
    journal.save(now);
    journal.save(old);
    assertThat(journal.position("a:1").orElseThrow().seconds()).isEqualTo(85);
    journal.turn();
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(85);
  }

  @Test
  void turn_whenThePlaceItAskedForIsOvertaken_theNewerOneStays() throws IOException {
    Noted old = at(100, clock.now());
    journal.follow(
        () -> {
          journal.save(at(85, clock.now())); // the player's thread is faster
          return Optional.of(old);
        });
    clock.advance(Duration.ofSeconds(2));
    journal.turn();
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(85);
  }

  @Test
  void save_theSamePlaceAgain_keepsItsTime() throws IOException {
    Instant heard = clock.now();
    journal.save(at(5, heard));
    journal.turn();
    clock.advance(Duration.ofHours(1));
    journal.save(at(5, heard));
    journal.turn();
    assertThat(store.position("a:1").orElseThrow().at()).isEqualTo(heard);
  }

  @Test
  void failingStore_isShownOnce_andEverythingIsWrittenWhenItWorksAgain() throws IOException {
    store.failWith(new IOException("read-only file system"));
    journal.put("k", "v1");
    journal.save(at(5, clock.now()));
    journal.remember(Albums.album("a:1", "A", 1));
    journal.turn();
    journal.put("k", "v2");
    journal.save(at(6, clock.now()));
    journal.turn();
    assertThat(health.parts()).singleElement().matches(p -> !p.ok());
    store.failWith(null);
    clock.advance(Duration.ofSeconds(6));
    journal.turn();
    assertThat(store.get("k")).contains("v2");
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(6);
    assertThat(store.remembered()).hasSize(1);
    assertThat(health.parts()).singleElement().matches(p -> p.ok());
  }

  /** It was a stack trace in the log of somebody whose disk was full. */
  @Test
  void fullDisk_isOneLineInTheLog() {
    Logger log =
        ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(PositionJournal.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    try {
      store.failWith(new IOException("No space left on device"));
      journal.put("k", "v");
      journal.turn();
      clock.advance(Duration.ofMinutes(1));
      journal.turn();
    } finally {
      log.detachAppender(lines);
    }
    assertThat(lines.list)
        .singleElement()
        .matches(line -> line.getThrowableProxy() == null)
        .matches(line -> line.getFormattedMessage().contains("No space left on device"));
  }

  @Test
  void close_writesWhatWaits() throws IOException {
    journal.save(at(7, clock.now()));
    journal.follow(() -> Optional.of(at(8, clock.now().plusMillis(1))));
    journal.onClose();
    assertThat(store.position("a:1").orElseThrow().seconds()).isEqualTo(8);
  }

  @Test
  void newJournal_knowsWhatTheStoreKept() throws IOException {
    journal.save(at(7, clock.now()));
    journal.remember(Albums.album("a:1", "A", 1));
    journal.put("k", "v");
    journal.turn();
    PositionJournal later = journal();
    assertThat(later.recent(5)).singleElement().matches(p -> p.seconds() == 7);
    assertThat(later.album("a:1")).isPresent();
    assertThat(later.setting("k")).contains("v");
  }

  @Test
  void unreadableStore_isAProblemAndNoCrash() {
    store.failWith(new IOException("disk I/O error"));
    PositionJournal later = journal();
    assertThat(later.recent(5)).isEmpty();
    assertThat(health.parts()).singleElement().matches(p -> !p.ok());
  }

  /** A queue, a limit and a bookmark were confirmed on a full disk, and gone after the restart. */
  @Test
  void isKept_saysWhetherWhatWasPutIsOnTheDisk() {
    assertThat(journal.isKept()).isTrue();
    store.failWith(new IOException("no space left on device"));
    journal.put("next:1", "Alice");
    assertThat(askedWhileItTurns()).isFalse();
    store.failWith(null);
    assertThat(askedWhileItTurns()).as("it is tried at once when somebody asks").isTrue();
  }

  private boolean askedWhileItTurns() {
    CompletableFuture<Boolean> kept = journal.askKept();
    journal.turn();
    return kept.join();
  }
}
