package dev.earmark.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What people say, with the faults of recognisers, over a shelf of two hundred titles. The
 * expectations were written before the first run; a wrong book is never to be played, and few may
 * be asked for that are clear.
 */
final class SpokenSearchesTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/earmark/library");
  private static final String ASK = "ask";
  private static final String NONE = "none";

  private record Line(String spoken, String wanted) {}

  private static TitleSearch shelf() throws IOException {
    List<Album> albums = new ArrayList<>();
    for (String line : Files.readAllLines(FOLDER.resolve("shelf.txt"))) {
      String[] parts = line.split("\\|", -1);
      albums.add(Albums.by(Albums.album("s:" + albums.size(), parts[0], 3), parts[1], parts[2]));
    }
    assertThat(albums).hasSizeGreaterThan(200);
    return TitleSearch.of(albums);
  }

  private static List<Line> lines() throws IOException {
    return Files.readAllLines(FOLDER.resolve("spoken.txt")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" => ", -1))
        .map(parts -> new Line(parts[0], parts[1]))
        .toList();
  }

  private static String found(TitleSearch search, Line line) {
    TitleSearch.Answer answer = search.decide(line.spoken(), Set.of());
    if (answer instanceof TitleSearch.Clear clear) {
      Album album = clear.hit().album();
      return line.wanted().contains("/") ? album.title() + "/" + album.narrator() : album.title();
    }
    return answer instanceof TitleSearch.Ambiguous ? ASK : NONE;
  }

  @Test
  void decide_whatPeopleSay_isTheBookThatIsMeant_andNeverAnotherOne() throws IOException {
    TitleSearch search = shelf();
    List<Line> lines = lines();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(60);
    List<String> wrong = new ArrayList<>();
    List<String> unsure = new ArrayList<>();
    for (Line line : lines) {
      String found = found(search, line);
      if (!found.equals(line.wanted())) {
        String told = line.spoken() + ": " + found + " in place of " + line.wanted();
        (found.equals(ASK) || found.equals(NONE) ? unsure : wrong).add(told);
      }
    }
    assertThat(wrong).as("another book than the one that is meant").isEmpty();
    assertThat(unsure.size() * 20)
        .as("books that are meant and not taken: %s", unsure)
        .isLessThanOrEqualTo(lines.size());
  }

  @Test
  void decide_everyPrintedTitle_isItself() throws IOException {
    TitleSearch search = shelf();
    for (Album album : search.albums()) {
      TitleSearch.Answer answer = search.decide(album.title().toLowerCase(Locale.ROOT), Set.of());
      assertThat(answer)
          .as(album.title())
          .isInstanceOfSatisfying(
              TitleSearch.Clear.class,
              clear -> assertThat(clear.hit().album().title()).isEqualTo(album.title()));
    }
  }
}
