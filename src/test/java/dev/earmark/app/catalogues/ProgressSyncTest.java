package dev.earmark.app.catalogues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressExchange;
import dev.earmark.playback.PlayerSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgressSyncTest {
  private final FakeClock clock = new FakeClock();
  private final Album book = Albums.album("abs:1", "Book", 3);
  private final FakeLibraryService library =
      new FakeLibraryService(book, Albums.album("abs:2", "Gone", 3));
  private final FakeExchange exchange = new FakeExchange();
  private final List<Position> followed = new ArrayList<>();
  private final List<Position> caughtUp = new ArrayList<>();
  private List<Position> recent = List.of();
  private PlayerSnapshot.State state = PlayerSnapshot.State.STOPPED;
  private final ProgressSync sync =
      new ProgressSync(
          List.of(exchange),
          library,
          this::snapshot,
          () -> recent,
          followed::add,
          caughtUp::add,
          clock,
          Runnable::run);

  /** A server in memory. */
  private static final class FakeExchange implements ProgressExchange {
    private final List<Position> places = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private boolean isAway;
    private boolean knowsNewer;

    @Override
    public String name() {
      return "abs";
    }

    @Override
    public List<Position> places(AlbumLookup known, CancelFlag cancel) throws FailureException {
      check();
      return List.copyOf(places);
    }

    @Override
    public boolean tell(
        Album album, Position place, boolean playing, double listenedS, CancelFlag cancel)
        throws FailureException {
      check();
      asked.add(place.albumId());
      if (gone.contains(place.albumId())) {
        throw new FailureException(Failure.Kind.NOT_FOUND, "no such book");
      }
      if (knowsNewer) {
        return false;
      }
      told.add(place.section() + "/" + place.seconds() + (playing ? " plays " : " ") + listenedS);
      return true;
    }

    private void check() throws FailureException {
      if (isAway) {
        throw new FailureException(Failure.Kind.NETWORK, "away");
      }
    }
  }

  private PlayerSnapshot snapshot() {
    return new PlayerSnapshot(state, book, 1, "", 0, 60, 50, 1, null, null, List.of(), null, "");
  }

  private void heard(int section, double seconds) {
    recent = List.of(new Position("abs:1", "Book", section, seconds, 60, 3, clock.now()));
  }

  private void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
    sync.turn();
  }

  @Test
  void aBookThatPlays_isToldEvery15Seconds_andOnceWhenItStops() {
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 0);
    sync.turn();
    heard(1, 5);
    pass(5);
    heard(1, 15);
    pass(10);
    state = PlayerSnapshot.State.PAUSED;
    heard(1, 18);
    pass(3);
    pass(30);
    assertThat(exchange.told).hasSize(3);
    assertThat(exchange.told.get(1)).isEqualTo("1/15.0 plays 5.0");
    assertThat(exchange.told.get(2)).startsWith("1/18.0 ");
  }

  @Test
  void placesFromElsewhere_areHandedOver_everyMinute() {
    Position there = new Position("abs:1", "Book", 2, 9, 60, 3, clock.now());
    exchange.places.add(there);
    sync.turn();
    pass(20);
    assertThat(followed).containsExactly(there);
    pass(45);
    assertThat(followed).hasSize(2);
  }

  @Test
  void aPlaceThatCouldNotBeTold_isToldLater_andOthersAreNot() {
    exchange.isAway = true;
    clock.advance(Duration.ofSeconds(1));
    heard(2, 30);
    sync.turn();
    exchange.isAway = false;
    pass(15);
    pass(15);
    assertThat(exchange.told).hasSize(1);
    recent = List.of(new Position("home:1", "Other", 1, 1, 60, 3, clock.now()));
    pass(15);
    assertThat(exchange.told).hasSize(1);
  }

  @Test
  void placesFromBeforeTheStart_areNotTold() {
    recent = List.of(new Position("abs:1", "Book", 1, 7, 60, 3, clock.now().minusSeconds(3_600)));
    sync.turn();
    assertThat(exchange.told).isEmpty();
  }

  @Test
  void aPlaceFromBeforeTheStart_thatIsNewerThanTheServers_isTold_anOlderOneIsNot() {
    Instant then = clock.now().minusSeconds(3_600);
    exchange.places.add(new Position("abs:1", "Book", 1, 7, 60, 3, then.minusSeconds(600)));
    recent = List.of(new Position("abs:1", "Book", 2, 40, 60, 3, then));
    sync.turn();
    assertThat(exchange.told).containsExactly("2/40.0 0.0");
    pass(15);
    assertThat(exchange.told).as("once").hasSize(1);

    exchange.told.clear();
    exchange.places.set(0, new Position("abs:1", "Book", 3, 9, 60, 3, then.plusSeconds(60)));
    ProgressSync later =
        new ProgressSync(
            List.of(exchange),
            library,
            this::snapshot,
            () -> recent,
            followed::add,
            caughtUp::add,
            clock,
            Runnable::run);
    later.turn();
    assertThat(exchange.told).isEmpty();
    assertThat(followed.get(followed.size() - 1).section()).isEqualTo(3);
  }

  /** Paused here at 50, heard to 120 on the telephone, and gone on here: 57 overwrote the 120. */
  @Test
  void aBookThatWasHeardElsewhereDuringAPause_goesOnThere_andTheirPlaceIsKept() {
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 40);
    sync.turn();
    state = PlayerSnapshot.State.PAUSED;
    clock.advance(Duration.ofSeconds(10));
    heard(1, 50);
    sync.turn();
    exchange.told.clear();
    clock.advance(Duration.ofSeconds(20));
    Position there = new Position("abs:1", "Book", 3, 0, 60, 3, clock.now());
    exchange.places.add(there);
    clock.advance(Duration.ofSeconds(10));
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 51);
    sync.turn();
    assertThat(caughtUp).containsExactly(there);
    assertThat(exchange.told).as("the old place").isEmpty();
    heard(3, 14);
    pass(15);
    assertThat(exchange.told).containsExactly("3/14.0 plays 0.0");
    pass(60);
    assertThat(caughtUp).as("once").hasSize(1);
  }

  @Test
  void aServerThatKnowsANewerPlace_isAskedForItAtOnce() {
    clock.advance(Duration.ofSeconds(1));
    heard(1, 8);
    exchange.knowsNewer = true;
    sync.turn();
    Position there = new Position("abs:1", "Book", 2, 50, 60, 3, clock.now().plusSeconds(20));
    exchange.places.add(there);
    pass(1);
    assertThat(followed).containsExactly(there);
  }

  @Test
  void aPlaceOfOursThatWasToldLate_movesNobody() {
    clock.advance(Duration.ofSeconds(1));
    heard(1, 50);
    sync.turn();
    clock.advance(Duration.ofMinutes(5));
    exchange.places.add(new Position("abs:1", "Book", 1, 50, 60, 3, clock.now()));
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 45);
    sync.turn();
    assertThat(caughtUp).isEmpty();
  }

  @Test
  void theDaemonEnds_whileABookPlays_itsPlaceIsToldAndTheSessionClosed() {
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 0);
    sync.turn();
    clock.advance(Duration.ofSeconds(9));
    heard(1, 9);
    sync.onClose();
    assertThat(exchange.told).containsExactly("1/0.0 plays 0.0", "1/9.0 9.0");
  }

  @Test
  void aBookThatTheServerDoesNotHave_isAskedOnce_andTheOthersAreTold() {
    exchange.gone.add("abs:2");
    clock.advance(Duration.ofSeconds(1));
    recent =
        List.of(
            new Position("abs:2", "Gone", 1, 5, 60, 3, clock.now()),
            new Position("abs:1", "Book", 1, 7, 60, 3, clock.now()));
    sync.turn();
    assertThat(exchange.told).containsExactly("1/7.0 0.0");
    pass(15);
    pass(15);
    assertThat(exchange.asked).containsExactly("abs:2", "abs:1");
  }

  @Test
  void aPause_isNotToldAsListened() {
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 0);
    sync.turn();
    state = PlayerSnapshot.State.PAUSED;
    clock.advance(Duration.ofSeconds(9));
    heard(1, 9);
    sync.turn();
    pass(45);
    state = PlayerSnapshot.State.PLAYING;
    heard(1, 9.5);
    pass(15);
    heard(1, 24.5);
    pass(15);
    assertThat(exchange.told)
        .containsExactly("1/0.0 plays 0.0", "1/9.0 9.0", "1/9.5 plays 0.0", "1/24.5 plays 15.0");
  }
}
