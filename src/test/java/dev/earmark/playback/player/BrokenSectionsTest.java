package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.SectionFiles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is done about files and networks that fail while a book plays. */
final class BrokenSectionsTest {
  private final PlayerSim sim = new PlayerSim();

  @Test
  void brokenSection_isNamedAndSkipped() {
    Album album = sim.cached("a:1", 5, 5, 5);
    sim.breakSection(album, 2, Failure.Kind.UNDECODABLE);
    sim.player.play(album, 1, 0);
    sim.run(7);
    assertThat(sim.now().section()).isEqualTo(3);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().problemIn(Language.EN)).contains("Section 2").contains("damaged");
    assertThat(problems()).hasSize(1);
    assertThat(sim.store.discarded())
        .as("a damaged file that stayed in the cache would fail for ever; it is fetched anew once")
        .containsOnly(SectionFiles.key(album, album.section(2).orElseThrow()));
  }

  @Test
  void cutSection_isHeardAsFarAsItGoes_andNamed() {
    Album album = sim.cached("a:1", 10, 10, 10);
    sim.cutSection(album, 2, 6);
    sim.player.play(album, 2, 0);
    sim.run(5);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
    sim.run(3);
    assertThat(sim.now().section()).isEqualTo(3);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().problemIn(Language.EN))
        .contains("Section 2")
        .contains("the file is incomplete");
    assertThat(problems()).hasSize(1);
  }

  @Test
  void cutSection_theLastOne_endsTheBook_andIsNamed() {
    Album album = sim.cached("a:1", 10, 10);
    sim.cutSection(album, 2, 6);
    sim.player.play(album, 2, 0);
    sim.run(8);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    assertThat(sim.now().problemIn(Language.EN))
        .contains("Section 2")
        .contains("the file is incomplete");
  }

  @Test
  void headerThatDeclaresTooMuch_isNoFault_whenTheCatalogueKnowsTheLength() {
    Album album = sim.cached("a:1", 6, 10);
    sim.cutSection(album, 1, 6);
    sim.player.play(album, 1, 0);
    sim.run(8);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
  }

  @Test
  void brokenSections_stopAfterThree_atTheFirstOfThem() { // P78
    Album album = sim.cached("a:1", 5, 5, 5, 5, 5, 5, 5);
    for (int section = 2; section <= 7; section++) {
      sim.breakSection(album, section, Failure.Kind.WRONG_CONTENT);
    }
    sim.player.play(album, 1, 0);
    sim.run(20);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().problemIn(Language.EN)).contains("3 sections in a row");
    assertThat(problems()).hasSize(3);
    sim.broken.clear();
    sim.player.resume();
    sim.run(1);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
  }

  @Test
  void networkLoss_isTriedAgain_thenPausesInPlace_andNeverSkips() { // P62, P5, P16
    Album album = sim.cached("a:1", 5, 60, 60);
    sim.breakSection(album, 2, Failure.Kind.NETWORK);
    sim.player.play(album, 1, 0);
    sim.run(15);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.BUFFERING);
    assertThat(sim.now().problemIn(Language.EN)).contains("network").contains("trying again");
    assertThat(problems()).as("it may pass").isEmpty();
    sim.run(40);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PAUSED);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().problemIn(Language.EN)).contains("network");
    sim.broken.clear();
    sim.player.resume();
    sim.run(2);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.at()).isGreaterThan(1);
  }

  @Test
  void networkBack_withinThePatience_goesOnByItself() {
    Album album = sim.cached("a:1", 5, 60);
    sim.breakSection(album, 2, Failure.Kind.TIMEOUT);
    sim.player.play(album, 1, 0);
    sim.run(15);
    sim.broken.clear();
    sim.run(15);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().section()).isEqualTo(2);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
  }

  /** The folder was moved away: "buffering" was all that anybody was told. */
  @Test
  void unavailable_isNamedOnlyWhileItIsWaitedFor() {
    Album album = sim.cached("a:1", 5, 60);
    sim.breakSection(album, 2, Failure.Kind.UNAVAILABLE);
    sim.player.play(album, 1, 0);
    sim.run(4.5);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().problemIn(Language.EN)).as("the first section still sounds").isEmpty();
    sim.run(5);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.BUFFERING);
    assertThat(sim.now().problemIn(Language.ZH)).contains("第2集").contains("正在再试");
    sim.player.pause();
    sim.run(1);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
    sim.player.resume();
    sim.run(5);
    assertThat(sim.now().problemIn(Language.EN)).startsWith("Section 2 of Book a:1");
    sim.broken.clear();
    sim.run(15);
    assertThat(sim.now().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(sim.now().problemIn(Language.EN)).isEmpty();
  }

  private List<Problem> problems() {
    return sim.events.since(0).stream()
        .filter(e -> e.type().equals("player.problem"))
        .map(Events.Event::data)
        .map(Problem.class::cast)
        .toList();
  }
}
