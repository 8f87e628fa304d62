package dev.earmark.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunArchiveTest {
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final FakeRunStore store = new FakeRunStore(RunSettings.DEFAULT, clock);

  private RunArchive archive() {
    return new RunArchive(store, clock, health);
  }

  private Run run(String id) {
    return RunStoreContract.run(id, clock.now(), Run.Ended.ANSWERED);
  }

  @Test
  void keep_isReadAtOnceAndWrittenInTheNextTurn() {
    RunArchive archive = archive();
    archive.keep(run("a"));

    assertThat(archive.find("a")).contains(run("a"));
    assertThat(store.saved).isEmpty();
    archive.turn();
    archive.turn();
    assertThat(store.saved).containsExactly(List.of(run("a")));
  }

  @Test
  void keep_sameRunAgain_isWrittenOnceAsItStandsLast() {
    RunArchive archive = archive();
    archive.keep(RunStoreContract.run("a", clock.now(), null));
    archive.keep(run("a"));
    archive.turn();

    assertThat(store.saved).containsExactly(List.of(run("a")));
  }

  @Test
  void fullDisk_losesNothingThatFitsIntoMemoryAndIsTriedAgainLater() {
    RunArchive archive = archive();
    store.failure = "the disk is full: free some space";
    archive.keep(run("a"));
    archive.turn();
    archive.keep(run("b"));
    archive.turn();

    assertThat(archive.find("a")).isPresent();
    assertThat(health.parts())
        .containsExactly(new Health.Part("runs", false, "the disk is full: free some space"));
    store.failure = null;
    archive.turn();
    assertThat(store.saved).isEmpty(); // it rests for a while
    clock.advance(Duration.ofSeconds(6));
    archive.turn();
    assertThat(store.saved).hasSize(1);
    assertThat(store.saved.get(0)).extracting(Run::id).containsExactly("a", "b");
    assertThat(health.parts().get(0).ok()).isTrue();
  }

  @Test
  void fullDisk_forLong_keepsTheNewestRuns() {
    RunArchive archive = archive();
    store.failure = "full";
    for (int i = 0; i < 1_000; i++) {
      archive.keep(run("r" + i));
      clock.advance(Duration.ofSeconds(10));
      archive.turn();
    }
    store.failure = null;
    archive.onClose();

    assertThat(store.saved).hasSize(1);
    assertThat(store.saved.get(0)).hasSize(200).last().extracting(Run::id).isEqualTo("r999");
    assertThat(archive.find("r999")).isPresent();
  }

  @Test
  void restart_runsAreThereAndOneThatWentOnIsCancelled() {
    RunArchive first = archive();
    first.keep(run("a"));
    clock.advance(Duration.ofSeconds(1));
    first.keep(RunStoreContract.run("b", clock.now(), null));
    first.onClose();

    RunArchive second = archive();

    assertThat(second.find("a")).isPresent();
    Run cut = second.find("b").orElseThrow();
    assertThat(cut.ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(cut.notes()).last().asString().contains("Earmark ended");
    assertThat(second.page(10, null)).extracting(Run::id).containsExactly("b", "a");
  }

  @Test
  void page_beyondMemory_asksTheStore() {
    RunArchive archive = archive();
    for (int i = 0; i < 500; i++) {
      archive.keep(run("r" + i));
      clock.advance(Duration.ofSeconds(1));
      archive.turn();
    }

    assertThat(archive.page(450, null)).hasSize(450).last().extracting(Run::id).isEqualTo("r50");
    Run middle = archive.find("r100").orElseThrow();
    assertThat(archive.page(2, RunStore.Place.of(middle)))
        .extracting(Run::id)
        .containsExactly("r99", "r98");
    assertThat(archive.recent(1_000)).hasSize(200);
  }

  @Test
  void storeThatCannotBeRead_memoryAnswers() {
    store.failure = "damaged";
    RunArchive archive = archive();
    archive.keep(run("a"));

    assertThat(archive.page(10, null)).extracting(Run::id).containsExactly("a");
    assertThat(archive.find("x")).isEmpty();
  }
}
