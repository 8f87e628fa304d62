package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.Habits;
import dev.earmark.playback.pipe.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of transitions that {@link BookPlayer} documents, held against the sealed states. */
final class AbilityTableTest {
  private static final Path SOURCE =
      Path.of("src/main/java/dev/earmark/playback/player/BookPlayer.java");
  private static final Pattern LINE =
      Pattern.compile("<li>([A-Za-z, ]+) → ([A-Za-z]+):", Pattern.UNICODE_CHARACTER_CLASS);

  private final FakeClock clock = new FakeClock();
  private final Random random = new Random(17);
  private long generation;
  private int section = 1;
  private double at;
  private final Desk desk =
      new Desk(
          new DeskState.Rules(
              clock,
              /* rewind= */ true,
              1.0,
              Habits.of(new FakeKeptSettings(), clock, () -> ZoneOffset.UTC).tunings(),
              () -> 100,
              () -> new Place(generation, section, at)),
          50);
  private final Album album =
      new Album(
          "a:1",
          "A",
          List.of(),
          "",
          "",
          "en",
          "",
          "",
          2,
          List.of(new Section(1, "1", "1.mp3", 0, 60, 0), new Section(2, "2", "2.mp3", 0, 60, 0)));

  private static Stream<String> names() {
    return Arrays.stream(Ability.class.getPermittedSubclasses()).map(Class::getSimpleName);
  }

  private static Set<String> documented() throws IOException {
    Set<String> pairs = new TreeSet<>();
    Matcher line = LINE.matcher(Files.readString(SOURCE).replaceAll("\\R \\* +", " "));
    while (line.find()) {
      String to = line.group(2);
      Stream<String> from =
          line.group(1).equals("any") ? names() : Arrays.stream(line.group(1).split(", "));
      from.filter(name -> !name.equals(to)).forEach(name -> pairs.add(name + " → " + to));
    }
    return pairs;
  }

  private String ability() {
    return desk.orders().ability().getClass().getSimpleName();
  }

  @Test
  void transitions_thatHappen_areThoseThatAreDocumented() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 40_000; i++) {
      String before = ability();
      step(random.nextInt(16));
      String after = ability();
      if (!before.equals(after)) {
        seen.add(before + " → " + after);
      }
    }
    assertThat(documented()).as("lines of the table").hasSizeGreaterThan(10);
    assertThat(seen).isEqualTo(documented());
    assertThat(seen.stream().flatMap(pair -> Arrays.stream(pair.split(" → ", 2))))
        .containsAll(names().toList());
  }

  private void step(int kind) {
    clock.advance(Duration.ofSeconds(random.nextInt(20)));
    switch (kind) {
      case 0 -> desk.play(album, 1 + random.nextInt(2), 5);
      case 1 -> desk.pause();
      case 2 -> desk.resume();
      case 3 -> desk.stop();
      case 4 -> desk.skip(1);
      case 5 -> desk.skip(-1);
      case 6 -> desk.move(0);
      case 7 -> desk.seek(30);
      case 8 -> desk.setSpeed(random.nextBoolean() ? 1 : 1.5);
      case 9 -> desk.tune(t -> t.withSpeed(random.nextBoolean() ? 1 : 2));
      default -> report(kind);
    }
    follow();
  }

  /** What pipe and decoder tell, as {@link BookPlayer} does: only of what it has loaded. */
  private void report(int kind) {
    Orders orders = desk.orders();
    if (!orders.loads() || orders.intent() != DeskState.Intent.PLAY) {
      return;
    }
    long serial = orders.serial();
    switch (kind) {
      case 10, 11 -> desk.ready(serial);
      case 12 -> desk.starved(serial);
      case 13 -> desk.ended(serial);
      case 14 -> fail(serial, Failure.Kind.NETWORK);
      default -> fail(serial, Failure.Kind.UNDECODABLE);
    }
  }

  private void fail(long serial, Failure.Kind kind) {
    desk.failed(serial, desk.orders().section(), 5, new Failure(kind, "for the test"), false);
  }

  /** The pipe follows a jump at once. */
  private void follow() {
    Orders orders = desk.orders();
    generation = orders.serial();
    section = Math.max(1, orders.section());
    at = orders.atS() + 1;
  }
}
