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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class SqliteProgressStoreProperties {
  /** Whatever the order of the writes, each album ends with its newest record. */
  @Property(tries = 60)
  void save_anyOrder_newestOfEachAlbumWins(@ForAll("writes") List<Position> writes)
      throws IOException {
    Path folder = Files.createTempDirectory("progress");
    try {
      Path file = folder.resolve("p.db");
      Map<String, Position> expected = new HashMap<>();
      try (ProgressStore store = SqliteProgressStore.open(file, new FakeClock(), new Health())) {
        for (Position write : writes) {
          store.save(write);
          expected.merge(
              write.albumId(), write, (old, now) -> now.at().isBefore(old.at()) ? old : now);
        }
      }
      try (ProgressStore store = SqliteProgressStore.open(file, new FakeClock(), new Health())) {
        assertThat(store.recent(1_000)).containsExactlyInAnyOrderElementsOf(expected.values());
      }
    } finally {
      delete(folder);
    }
  }

  @Provide
  Arbitrary<List<Position>> writes() {
    Arbitrary<String> album =
        Arbitraries.of("a:西游记", "a:2", "b:'; DROP TABLE position; --", "c:😀");
    Arbitrary<Integer> section = Arbitraries.integers().between(1, 500);
    Arbitrary<Double> seconds = Arbitraries.doubles().between(0, 100_000);
    Arbitrary<Instant> at =
        Arbitraries.longs()
            .between(0, 40_000_000_000_000_000L)
            .map(micros -> Instant.ofEpochSecond(2_000_000_000L).plusNanos(micros / 1_000));
    return Combinators.combine(album, section, seconds, at)
        .as((a, n, s, t) -> new Position(a, "T " + a, n, s, s + 1, 500, t))
        .list()
        .ofMaxSize(30);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
