package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.media.Download;
import dev.earmark.media.Download.State;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.FaultServer;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers that jump far behind the edge of a download. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class DetoursTest extends DownloadsFixture {
  private static final int FAR = 190_000;

  private MediaSource openSlow(FaultAnswer usual, FaultAnswer detour) throws IOException {
    waitPatiently();
    server.put("/a.mp3", audio).then(usual).always(detour);
    Download download = downloads.fetch(request("/a.mp3"), /* urgent= */ true);
    await().atMost(Duration.ofSeconds(20)).until(() -> download.progress().bytes() > 0);
    return downloads.open(download);
  }

  private byte[] readFrom(MediaSource source, int from, int length) throws IOException {
    byte[] read = new byte[length];
    int have = 0;
    while (have < length) {
      int n = source.read(from + have, read, have, length - have);
      assertThat(n).isPositive();
      have += n;
    }
    return read;
  }

  @Test
  void read_farBehindTheEdge_isFetchedFirst() throws IOException {
    // at this rate the edge would need minutes to come there
    FaultAnswer slow = FaultAnswer.proper().rate(1_000);
    try (MediaSource source = openSlow(slow, FaultAnswer.proper())) {
      assertThat(readFrom(source, FAR, 10_000))
          .isEqualTo(Arrays.copyOfRange(audio, FAR, FAR + 10_000));
      assertThat(source.available()).as("what lies in front is still to come").isLessThan(FAR);
      assertThat(source.isComplete()).isFalse();
    }
    List<FaultServer.Request> requests = server.requests();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1).header("Range")).isEqualTo("bytes=" + FAR + "-");
    assertThat(requests.get(1).header("If-Range")).isEqualTo("\"v1\"");
  }

  @Test
  void download_afterADetour_isWholeByteForByte_andFetchesNothingTwice() throws IOException {
    FaultAnswer usual = FaultAnswer.proper().rate(400_000);
    try (MediaSource source = openSlow(usual, FaultAnswer.proper())) {
      readFrom(source, FAR, 10);
      assertThat(readAll(source)).isEqualTo(audio);
    }
    Download download = downloads.downloads().get(0);
    assertDone(ended(download), "/a.mp3");
    // How far the first answer has come by then, and whether the detour ends before the end of the
    // file because the reader is back, is a matter of time; nothing is asked for twice.
    List<Integer> starts =
        server.requests().stream().skip(1).map(DetoursTest::startOfRange).toList();
    assertThat(starts).isSorted().doesNotHaveDuplicates().hasSizeLessThan(3);
    assertThat(starts).allSatisfy(start -> assertThat(start).isGreaterThanOrEqualTo(FAR));
    assertThat(leftovers()).isEmpty();
  }

  private static int startOfRange(FaultServer.Request request) {
    return Integer.parseInt(request.header("Range").replaceAll("\\D", ""));
  }

  @Test
  void read_serverWithoutRanges_waitsForTheEdge_andNothingIsLost() throws IOException {
    FaultAnswer usual = FaultAnswer.proper().rate(400_000);
    try (MediaSource source = openSlow(usual, FaultAnswer.proper().ignoreRange())) {
      assertThat(readFrom(source, FAR, 10)).isEqualTo(Arrays.copyOfRange(audio, FAR, FAR + 10));
    }
    assertDone(ended(downloads.downloads().get(0)), "/a.mp3");
    assertThat(server.requests())
        .as("the first answer went on: the others asked for a place only")
        .filteredOn(r -> r.header("Range").isEmpty())
        .hasSize(1);
  }

  @Test
  void read_serverFailsTheDetour_waitsForTheEdge() throws IOException {
    FaultAnswer usual = FaultAnswer.proper().rate(400_000);
    try (MediaSource source = openSlow(usual, FaultAnswer.status(503))) {
      assertThat(readFrom(source, FAR, 10)).isEqualTo(Arrays.copyOfRange(audio, FAR, FAR + 10));
    }
    assertDone(ended(downloads.downloads().get(0)), "/a.mp3");
  }

  @Test
  void read_answerOfAnotherLength_isNotTaken() throws IOException {
    FaultAnswer usual = FaultAnswer.proper().rate(400_000);
    FaultAnswer lies = FaultAnswer.proper().lieTotal(300_000);
    try (MediaSource source = openSlow(usual, lies)) {
      assertThat(readFrom(source, FAR, 10)).isEqualTo(Arrays.copyOfRange(audio, FAR, FAR + 10));
      assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=" + FAR + "-");
    }
  }

  @Test
  void read_backToTheEdge_whileTheDetourGoesOn_isServed() throws IOException {
    FaultAnswer usual = FaultAnswer.proper().rate(400_000);
    FaultAnswer endless = FaultAnswer.proper().rate(3_000);
    try (MediaSource source = openSlow(usual, endless)) {
      readFrom(source, 140_000, 10);
      assertThat(readFrom(source, 60_000, 10)).isEqualTo(Arrays.copyOfRange(audio, 60_000, 60_010));
    }
    assertThat(ended(downloads.downloads().get(0)).state()).isEqualTo(State.DONE);
  }

  @Test
  void cancel_whileADetourGoesOn_endsIt_andKeepsThePartOnly() throws IOException {
    FaultAnswer slow = FaultAnswer.proper().rate(1_000);
    try (MediaSource source = openSlow(slow, FaultAnswer.proper().rate(1_000))) {
      readFrom(source, FAR, 10);
      Download download = downloads.downloads().get(0);
      assertThat(downloads.cancel(download.id())).isTrue();
      assertThat(ended(download).state()).isEqualTo(State.CANCELLED);
      assertThat(readQuietly(source, FAR + 9_000)).isEqualTo(-100);
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> leftovers().isEmpty());
  }

  /** Returns the files that no start of the cache would know. */
  private List<Path> leftovers() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(f -> f.toString().endsWith(".ahead")).toList();
    }
  }
}
