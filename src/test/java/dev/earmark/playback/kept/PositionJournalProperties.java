package dev.earmark.playback.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Position;
import dev.earmark.playback.kept.PositionJournal.Noted;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whichever thread comes first and whatever the clock says, the newest place of a book is kept. */
final class PositionJournalProperties {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** One place as the player gave it out, and what happens after it was handed over. */
  private record Handed(
      long order, int book, int seconds, int clockS, boolean turn, boolean fails) {
    Noted noted() {
      String id = "a:" + book;
      Instant at = NOON.plusSeconds(clockS);
      return new Noted(order, new Position(id, "A", 1, seconds, 600, 1, at));
    }
  }

  @Provide
  Arbitrary<List<Handed>> interleavings() {
    Arbitrary<Handed> one =
        Combinators.combine(
                Arbitraries.longs().between(1, 40),
                Arbitraries.integers().between(1, 2),
                Arbitraries.integers().between(0, 500),
                Arbitraries.integers().between(-7_200, 7_200),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false, false))
            .as(Handed::new);
    return one.list().uniqueElements(Handed::order).ofMinSize(2).ofMaxSize(20);
  }

  @Property(tries = 500)
  void save_inAnyInterleaving_keepsTheNewestInMemoryAndOnDisk(
      @ForAll("interleavings") List<Handed> handed) throws IOException {
    FakeClock clock = new FakeClock();
    FakeProgressStore store = new FakeProgressStore();
    PositionJournal journal =
        new PositionJournal(store, clock, Duration.ofSeconds(1), new Health());
    Map<Integer, Handed> newest = new TreeMap<>();
    for (Handed h : handed) {
      store.failWith(h.fails() ? new IOException("No space left on device") : null);
      journal.save(h.noted());
      Handed before = newest.get(h.book());
      Handed latest = before == null || h.order() > before.order() ? h : before;
      newest.put(h.book(), latest);
      if (h.turn()) {
        journal.turn();
        clock.advance(Duration.ofSeconds(6));
      }
      assertThat(journal.position("a:" + h.book()).map(Position::seconds))
          .contains((double) latest.seconds());
    }
    store.failWith(null);
    clock.advance(Duration.ofSeconds(6));
    journal.turn();
    for (Handed h : newest.values()) {
      Optional<Position> kept = store.position("a:" + h.book());
      assertThat(kept.map(Position::seconds)).contains((double) h.seconds());
      assertThat(kept).isEqualTo(journal.position("a:" + h.book()));
    }
  }
}
