package dev.earmark.media.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Failure.Kind;
import dev.earmark.media.Download;
import dev.earmark.media.Download.Progress;
import dev.earmark.media.Download.State;
import dev.earmark.media.FaultAnswer;
import dev.earmark.media.MediaRequest;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept of a download that broke off, and when it starts over. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ResumedDownloadsTest extends DownloadsFixture {
  @Test
  void fetch_cutAgainAndAgain_isResumedWithTheValidator() throws IOException {
    FaultAnswer cut = FaultAnswer.proper().cutAfter(20_000);
    server.put("/a.mp3", audio).then(cut, cut, cut, cut, cut, cut, cut);
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(8);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=20000-");
    assertThat(server.requests().get(1).header("If-Range")).isEqualTo("\"v1\"");
  }

  @Test
  void fetch_weakEtag_isNotUsedToResume() throws IOException {
    server
        .put("/a.mp3", audio)
        .validators("W/\"x\"", "Thu, 01 Jan 2026 00:00:00 GMT")
        .then(FaultAnswer.proper().cutAfter(20_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests().get(1).header("If-Range"))
        .isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
  }

  @Test
  void fetch_afterRestart_goesOnWhereItWas() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(160_000));
    Download first = downloads.fetch(request("/a.mp3"), /* urgent= */ false);
    await().until(() -> first.progress().bytes() == 160_000);
    downloads.close();
    cache.close();
    assertThat(ended(first).state()).isEqualTo(State.CANCELLED);
    open();
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.resumedFrom()).isEqualTo(160_000);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=160000-");
  }

  @Test
  void fetch_fileChangedBetween_startsOver() throws IOException {
    server
        .put("/a.mp3", bytes(200_000, 1))
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.status(503));
    assertFailed(fetch(request("/a.mp3")), Kind.THROTTLED);
    server.put("/a.mp3", audio).validators("\"v2\"", null);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_serverIgnoresRange_isNotAppended() throws IOException {
    server
        .put("/a.mp3", audio)
        .validators(null, null)
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.proper().ignoreRange());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_serverIgnoresRangeButTagIsTheSame_keepsWhatIsThere() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000))
        .always(FaultAnswer.proper().ignoreRange());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_rangeStartsElsewhere_isRefusedOrWrittenAtItsStart() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(
            FaultAnswer.proper().cutAfter(50_000),
            FaultAnswer.proper().shiftStart(10),
            FaultAnswer.proper().cutAfter(60_000),
            FaultAnswer.proper().shiftStart(-10));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_otherTotalInRange_startsOver() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000), FaultAnswer.proper().lieTotal(199_999));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_200WithContentRange_countsAs206() throws IOException {
    server
        .put("/a.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(50_000), FaultAnswer.proper().say200());
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_shortRangesInCapitals_areAskedOnAtOnce() throws IOException {
    FaultAnswer some = FaultAnswer.proper().shortRange(40_000).unit("Bytes");
    server.put("/a.mp3", audio).then(FaultAnswer.proper().cutAfter(10_000)).always(some);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooLong_isCompleteWhenTheServerSaysSo() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(250_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooShort_isFoundByItsSound() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(100_000));
    assertDone(fetch(request("/a.mp3", 200, server.uri("/a.mp3"))), "/a.mp3");
  }

  @Test
  void fetch_lengthSaidTooShort_andNobodyElseKnowsIt_isFoundByAskingBehindTheEnd()
      throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().lieLength(100_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=100000-");
  }

  @Test
  void fetch_connectionClosedEarlyWithoutALength_isFoundByAskingBehindTheEnd() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().noLength().cutAfter(70_000));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
  }

  @Test
  void fetch_lengthThatIsTrue_costsOneQuestionAtMost() throws IOException {
    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertThat(server.requests()).hasSize(2);
    server.put("/b.mp3", audio);
    assertDone(fetch(request("/b.mp3", 200, server.uri("/b.mp3"))), "/b.mp3");
    assertThat(server.requests()).as("the catalogue knows its length").hasSize(3);
  }

  @Test
  void fetch_serverWithoutRangesOrThatFailsTheQuestion_isBelieved() throws IOException {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().ignoreRange());
    server.put("/b.mp3", audio).then(FaultAnswer.proper()).always(FaultAnswer.status(500));
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void fetch_lengthBelowZero_isTheServersFault() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().lieLength(-5));
    assertFailed(fetch(request("/a.mp3")), Kind.BAD_ANSWER);
  }

  @Test
  void fetch_shorterThanTheCatalogueSays_fails() {
    server.put("/a.mp3", audio);
    assertFailed(fetch(request("/a.mp3", 300, server.uri("/a.mp3"))), Kind.UNDECODABLE);
    assertThat(downloads.isCached("/a.mp3")).isFalse();
  }

  @Test
  void fetch_somewhatShorterThanTheCatalogueSays_isAllWhenTheServerSaysSo() throws IOException {
    server.put("/a.mp3", audio);
    assertDone(fetch(request("/a.mp3", 220, server.uri("/a.mp3"))), "/a.mp3");
    assertThat(server.requests()).hasSize(2);
    assertThat(server.requests().get(1).header("Range")).isEqualTo("bytes=200000-");
  }

  @Test
  void fetch_noLengthOrChunked_isComplete() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().noLength());
    server.put("/b.mp3", audio).then(FaultAnswer.proper().chunked());
    assertDone(fetch(request("/a.mp3")), "/a.mp3");
    assertDone(fetch(request("/b.mp3")), "/b.mp3");
  }

  @Test
  void fetch_lastChunkMissing_isResumed() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().chunked().cutAfter(90_000));
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_chunksThatAlwaysBreakOff_failWithAReasonAndNoNull() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().chunked().cutAfter(0));
    Progress progress = fetch(request("/a.mp3"));
    assertFailed(progress, Kind.TRUNCATED);
    assertThat(Objects.requireNonNull(progress.failure()).detail())
        .contains("broke off after 0 bytes")
        .doesNotContain("null");
  }

  @Test
  void fetch_stall_isTimedOutAndResumed() throws IOException {
    server.put("/a.mp3", audio).then(FaultAnswer.proper().stallAfter(90_000));
    Progress progress = fetch(request("/a.mp3"));
    assertDone(progress, "/a.mp3");
    assertThat(progress.attempts()).isEqualTo(2);
  }

  @Test
  void fetch_alwaysStalls_failsWithTimeoutAndKeepsThePart() {
    server.put("/a.mp3", audio).always(FaultAnswer.proper().stallAfter(0));
    assertFailed(fetch(request("/a.mp3")), Kind.TIMEOUT);
    assertThat(server.requests()).hasSize(5);
  }

  @Test
  void fetch_alwaysBusy_failsAfterItsRepetitions() {
    server.put("/a.mp3", audio).always(FaultAnswer.status(429));
    assertFailed(fetch(request("/a.mp3")), Kind.THROTTLED);
    assertThat(server.requests()).hasSize(1 + SETTINGS.retries());
  }

  @Test
  void fetch_linkExpires_goesOnWithTheNewOne() throws IOException {
    server
        .put("/old.mp3", audio)
        .then(FaultAnswer.proper().cutAfter(70_000))
        .always(FaultAnswer.status(403));
    server.put("/new.mp3", audio);
    MediaRequest request = request("key", 0, server.uri("/old.mp3"), server.uri("/new.mp3"));
    assertDone(fetch(request), "key");
    assertThat(server.requests().get(2).header("Range")).isEqualTo("bytes=70000-");
  }
}
