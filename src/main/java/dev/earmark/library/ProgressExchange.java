package dev.earmark.library;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.util.List;

/**
 * A catalogue that keeps the listener's places too, so that other players go on where this one
 * stopped. Thread-safe; methods block for the network.
 */
public interface ProgressExchange {
  /** Returns the name of the catalogue. */
  String name();

  /**
   * Returns the places that the server holds, with the times by this machine's clock.
   *
   * @param known returns an album with its sections by its id; what it does not know is left out
   */
  List<Position> places(AlbumLookup known, CancelFlag cancel) throws IOException;

  /** Finds albums by their ids. */
  @FunctionalInterface
  interface AlbumLookup {
    /** Returns the album with its sections; asks the catalogue when need be. */
    Album album(String albumId) throws IOException;
  }

  /**
   * Tells the server a place, unless it has a newer one of the book.
   *
   * @param playing whether the book plays on
   * @param listenedS seconds that were listened to since the last time
   * @return whether the server has taken it; false when its own place is newer
   */
  boolean tell(Album album, Position place, boolean playing, double listenedS, CancelFlag cancel)
      throws IOException;
}
