package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.library.Album;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Which run a download is told with. */
final class RunDownloadsTest {
  private static final Album WEST =
      new Album("demo:west", "西游记", List.of(), "", "", "zh", "", "", 100, List.of());

  private final FakePlays plays = new FakePlays();
  private final RunDownloads downloads = new RunDownloads(plays);

  @Test
  void told_whatIsWished_belongsToTheRun_untilItsEnd() {
    downloads.play("西游记", 2, "r-1");
    FakeDownload download = new FakeDownload("d1", "demo:west", 2);

    assertThat(downloads.told(download))
        .isEqualTo(new RunDownloads.Told("r-1", "d1", "西游记", 2, 5, 10, 30, 60, 0.5, "running", ""));
    assertThat(downloads.told(download).type()).isEqualTo("download.progress");
    plays.pending = Optional.empty(); // the book plays while it is fetched
    download.state = Download.State.DONE;

    assertThat(downloads.told(download).runId()).isEqualTo("r-1");
    assertThat(downloads.told(download).type()).isEqualTo("download.ended");
    assertThat(downloads.told(download).runId()).isEmpty();
  }

  @Test
  void told_whatNobodyWishes_belongsToNoRun() {
    downloads.play("西游记", 2, "r-1");

    assertThat(downloads.told(new FakeDownload("d3", "demo:west", 3)).runId()).isEmpty();
    assertThat(downloads.told(new FakeDownload("d4", "demo:other", 2)).runId()).isEmpty();
  }

  @Test
  void told_askedForAgain_belongsToTheNewerRun() {
    FakeDownload download = new FakeDownload("d1", "demo:west", 2);
    downloads.play("西游记", 2, "r-1");
    assertThat(downloads.told(download).runId()).isEqualTo("r-1");
    downloads.play("西游记", 2, "r-2");
    assertThat(downloads.told(download).runId()).isEqualTo("r-2");
  }

  @Test
  void told_wishByHand_belongsToNoRun() {
    downloads.play("西游记", 2, "r-1");
    downloads.playAlbum("demo:west", 3, "");

    assertThat(downloads.told(new FakeDownload("d3", "demo:west", 3)).runId()).isEmpty();
  }

  @Test
  void told_everyOtherEnd_isAnEnd() {
    for (Download.State state : List.of(Download.State.FAILED, Download.State.CANCELLED)) {
      FakeDownload download = new FakeDownload("d1", "demo:west", 2);
      download.state = state;
      assertThat(downloads.told(download).type()).isEqualTo("download.ended");
    }
    FakeDownload waiting = new FakeDownload("d2", "demo:west", 2);
    waiting.state = Download.State.WAITING;
    assertThat(downloads.told(waiting).type()).isEqualTo("download.progress");
  }

  /** Every wish is for the one book, and is fetched. */
  private static final class FakePlays implements PlayService {
    private Optional<PlayOutcome> pending = Optional.empty();

    @Override
    public PlayOutcome play(String keyword, int section, String runId) {
      PlayOutcome outcome = new PlayOutcome(PlayOutcome.Kind.FETCHING, WEST, WEST.title(), section);
      pending = Optional.of(outcome);
      return outcome;
    }

    @Override
    public PlayOutcome playAlbum(String albumId, int section, String runId) {
      return play(albumId, section, runId);
    }

    @Override
    public void forgetPending() {
      pending = Optional.empty();
    }

    @Override
    public Optional<PlayOutcome> pending() {
      return pending;
    }
  }

  private static final class FakeDownload implements Download {
    private final String id;
    private final MediaRequest request;
    private State state = State.RUNNING;

    FakeDownload(String id, String albumId, int section) {
      this.id = id;
      this.request =
          new MediaRequest(
              id,
              albumId,
              "西游记",
              section,
              "",
              60,
              cancel -> {
                throw new UnsupportedOperationException("nothing is fetched here");
              });
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public MediaRequest request() {
      return request;
    }

    @Override
    public Progress progress() {
      return new Progress(state, 5, 10, 0, 1, 0.5, null);
    }

    @Override
    public CompletionStage<Progress> ended() {
      return new CompletableFuture<>();
    }
  }
}
