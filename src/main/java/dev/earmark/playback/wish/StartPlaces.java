package dev.earmark.playback.wish;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.Rewind;
import dev.earmark.playback.SectionFacts;
import dev.earmark.playback.kept.PositionJournal;
import java.time.Duration;
import java.util.Optional;

/** Where a wish starts: at the section that was asked for, or where the listener left off. */
record StartPlaces(PositionJournal journal, Clock clock, boolean rewind) {
  /** Where to start. */
  record Place(int section, double seconds) {}

  /**
   * Returns where to start.
   *
   * @param wantedSection its number, or 0 for where the listener left off
   */
  Place of(Album album, int wantedSection) {
    if (wantedSection == 1 && album.section(1).isEmpty()) {
      return new Place(album.firstNumber(), 0); // whoever wants the book from its beginning
    }
    if (wantedSection > 0) {
      return new Place(wantedSection, 0);
    }
    Optional<Position> left = journal.position(album.id());
    if (left.isEmpty()) {
      return new Place(album.firstNumber(), 0);
    }
    Position place = left.get();
    if (SectionFacts.isEndOfBook(album, place.section(), place.seconds(), place.durationS())) {
      return new Place(album.firstNumber(), 0);
    }
    double seconds = place.seconds();
    if (rewind) {
      Duration pause = Duration.between(place.at(), clock.now());
      seconds = Rewind.target(seconds, seconds, pause);
    }
    return new Place(place.section(), seconds);
  }
}
