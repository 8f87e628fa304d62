package dev.earmark.library.sqlite;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Saves positions without a pause until it is killed, or as many as the third argument says, and
 * prints {@code album number} after each save has returned. The seconds of a position are its
 * running number. With a fourth argument it notes them instead, and saves none.
 */
final class WriterProcess {
  private WriterProcess() {}

  public static void main(String[] args) throws Exception {
    long number = Long.parseLong(args[1]);
    try (ProgressStore store =
        SqliteProgressStore.open(Path.of(args[0]), Clock.system(), new Health())) {
      boolean notes = args.length > 3;
      long last = args.length > 2 ? number + Long.parseLong(args[2]) : Long.MAX_VALUE;
      while (number < last) {
        number++;
        String album = "a:" + number % 7;
        Instant at = Instant.ofEpochSecond(1_700_000_000L + number);
        Position position = new Position(album, "书 " + album, 1, number, 0, 0, at);
        if (notes) {
          store.note(position);
        } else {
          store.save(position);
        }
        System.out.println(album + " " + number);
      }
    }
  }
}
