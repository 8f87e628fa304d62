package dev.earmark.playback.wish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.FakeDownload;
import dev.earmark.playback.MissingSection;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayOutcome.Kind;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.pipe.BookPipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a wish to sound, and what is told when it fails. */
final class WishesTest extends WishesFixture {
  @Test
  void play_cachedSection_playsAtOnce() {
    store.putCached(key(journey, 2), 60);
    PlayOutcome outcome = wishes.play("西游记", 2, "r1");
    assertThat(outcome).isEqualTo(new PlayOutcome(Kind.PLAYING, journey, "西游记", 2));
    assertThat(player.snapshot().section()).isEqualTo(2);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(wishes.pending()).isEmpty();
  }

  @Test
  void play_noSuchSection_saysSoAtOnce() {
    assertThat(wishes.play("西游记", 9, "r1").kind()).isEqualTo(Kind.NO_SUCH_SECTION);
    assertThat(store.downloads()).isEmpty();
  }

  @Test
  void play_printedNumberWithHoles_isFound_andAMissingOneIsNamed() {
    Album holes = Albums.numbered("demo:holes", "Holes", 3, 4, 12);
    library.add(holes);
    store.putCached(key(holes, 12), 60);
    store.putCached(key(holes, 3), 60);
    assertThat(wishes.play("holes", 12, "r1"))
        .isEqualTo(new PlayOutcome(Kind.PLAYING, holes, "Holes", 12));
    assertThat(wishes.play("holes", 1, "r2").section()).isEqualTo(3);
    assertThat(player.next()).contains(4);
    assertThat(player.next()).contains(12);
    assertThat(player.next()).isEmpty();
    assertThat(player.previous()).contains(4);
    assertThat(wishes.play("holes", 7, "r3").kind()).isEqualTo(Kind.NO_SUCH_SECTION);
    assertThat(report("play.failed").reasonZh()).isEqualTo("《Holes》缺第7集，前面是第4集，后面是第12集，一共3集");
    assertThat(MissingSection.words(holes, 13, Language.EN))
        .isEqualTo("Holes lacks section 13; the last one is 12, 3 sections in all");
    assertThat(MissingSection.words(holes, 2, Language.ZH)).isEqualTo("《Holes》缺第2集，从第3集开始，一共3集");
  }

  @Test
  void play_answeredAtOnce_isPublishedToo_andMarkedAsTold() {
    store.putCached(key(journey, 2), 60);
    wishes.play("西游记", 2, "r1");
    PlayService.Report started = report("play.started");
    assertThat(started.runId()).isEqualTo("r1");
    assertThat(started.told()).isTrue();
    wishes.play("西游记", 9, "r2");
    PlayService.Report failed = report("play.failed");
    assertThat(failed.runId()).isEqualTo("r2");
    assertThat(failed.told()).isTrue();
    assertThat(failed.reasonZh()).isEqualTo("《西游记》只有3集，没有第9集");
    assertThat(closings()).hasSize(2);
  }

  @Test
  void play_missingSection_startsByItselfOnceASecondIsThere() {
    assertThat(wishes.play("西游记", 1, "r1").kind()).isEqualTo(Kind.FETCHING);
    FakeDownload download = download(journey, 1);
    assertThat(download.urgent()).isTrue();
    download.bring(0.5);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.STOPPED);
    download.bring(1);
    PlayService.Report report = report("play.started");
    assertThat(report.ok()).isTrue();
    assertThat(report.runId()).isEqualTo("r1");
    assertThat(report.albumId()).isEqualTo("demo:journey");
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
    assertThat(wishes.pending()).isEmpty();
  }

  @Test
  void play_wholeFileThatIsCutWithinTheProof_isHeardAsFarAsItGoes() {
    Section section = new Section(1, "S1", "1.cut", 0, 0, 0);
    Album cut = new Album("demo:cut", "Cut", List.of(), "", "", "en", "", "", 1, List.of(section));
    library.add(cut);
    wishes.play("Cut", 1, "r1");
    FakeDownload download = download(cut, 1);
    download.bring(0.5);
    download.finish();
    assertThat(report("play.started").runId()).isEqualTo("r1");
  }

  @Test
  void play_unknownTitle_isSearchedInTheBackground() {
    Album hidden = Albums.album("far:holmes", "Sherlock Holmes", 2);
    library.hide(hidden);
    PlayOutcome outcome = wishes.play("sherlock holmes", 2, "r1");
    assertThat(outcome.kind()).isEqualTo(Kind.FETCHING);
    assertThat(outcome.album()).isNull();
    download(hidden, 2).bring(2);
    assertThat(report("play.started").title()).isEqualTo("Sherlock Holmes");
  }

  @Test
  void play_unknownTitleThatNobodyHas_isReportedWithTheTitle() {
    wishes.play("红楼梦", 1, "r1");
    PlayService.Report report = report("play.failed");
    assertThat(report.ok()).isFalse();
    assertThat(report.reasonZh()).isEqualTo("没有找到《红楼梦》");
    assertThat(report.reasonEn()).contains("红楼梦").contains("found");
  }

  /** Catalogues answer with what is near; another book must not be played without a word. */
  @Test
  void play_anotherBookThanTheOneAskedFor_isOfferedAndNotPlayed() {
    library.hide(Albums.album("far:dune", "Dune", 2));
    wishes.play("children of dune", 1, "r1");
    PlayService.Report report = report("play.failed");
    assertThat(report.reasonZh()).isEqualTo("没有找到《children of dune》，最接近的是《Dune》");
    assertThat(report.reasonEn()).contains("the nearest is \"Dune\"");
  }

  @Test
  void play_catalogueThatFails_isNamed() {
    library.problem("far does not answer");
    wishes.play("红楼梦", 1, "r1");
    // The sentence is spoken: "test: 127.0.0.1 answered with broken JSON" was read out in it.
    assertThat(report("play.failed").reasonEn()).contains("(far: the server does not answer)");
    assertThat(report("play.failed").reasonZh()).isEqualTo("没有找到《红楼梦》，有的书库没答上来（far：服务器一直没有回应）");
  }

  @Test
  void play_searchThatThrows_saysWhy() {
    library.failWith(new FailureException(Failure.Kind.NETWORK, "no route"));
    wishes.play("红楼梦", 1, "r1");
    assertThat(report("play.failed").reasonZh()).isEqualTo("网络连不上");
  }

  @Test
  void play_foundAlbumWithoutThatSection_isReportedWithTheCount() {
    library.hide(Albums.album("far:holmes", "Sherlock Holmes", 2));
    wishes.play("sherlock holmes", 7, "r1");
    assertThat(report("play.failed").reasonZh()).isEqualTo("《Sherlock Holmes》只有2集，没有第7集");
  }

  @Test
  void play_downloadThatFails_isReportedWithItsReason_andTheBookGoesOn() {
    store.putCached(key(alice, 1), 60);
    wishes.play("Alice", 1, "r0");
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    download.bring(0.3);
    download.fail(new Failure(Failure.Kind.FORBIDDEN, "403"));
    PlayService.Report report = report("play.failed");
    assertThat(report.reasonZh()).isEqualTo("服务器不让下载");
    assertThat(report.reasonEn()).isEqualTo("the server refuses access");
    assertThat(player.snapshot().album()).isEqualTo(alice);
    assertThat(player.snapshot().state()).isEqualTo(PlayerSnapshot.State.PLAYING);
  }

  @Test
  void play_fileWithoutSound_isReportedAsDamaged() {
    wishes.play("西游记", 1, "r1");
    FakeDownload download = download(journey, 1);
    download.fail(new Failure(Failure.Kind.UNDECODABLE, "no sound"));
    assertThat(report("play.failed").reasonEn()).contains("damaged");
  }

  @Test
  void play_sectionZero_goesOnWhereTheListenerLeftOff() { // P17
    store.putCached(key(journey, 2), 60);
    leftAt(new Position("demo:journey", "西游记", 2, 31, 60, 3, clock.now()));
    PlayOutcome outcome = wishes.play("西游记", 0, "r1");
    assertThat(outcome.section()).isEqualTo(2);
    assertThat(player.position().orElseThrow().seconds()).isEqualTo(31);
    wishes.play("西游记", 2, "r2");
    assertThat(player.position().orElseThrow().seconds()).isZero();
  }

  @Test
  void play_sectionZero_neverHeard_startsAtTheFirst() {
    store.putCached(key(journey, 1), 60);
    assertThat(wishes.play("西游记", 0, "r1").section()).isEqualTo(1);
  }

  @Test
  void playAlbum_unknownId_isAskedForInTheBackground() {
    library.hide(Albums.album("far:holmes", "Sherlock Holmes", 2));
    assertThat(wishes.playAlbum("far:holmes", 1, "").kind()).isEqualTo(Kind.FETCHING);
    download(Albums.album("far:holmes", "Sherlock Holmes", 2), 1).bring(2);
    assertThat(report("play.started").albumId()).isEqualTo("far:holmes");
  }

  /** It was said to be playing, and the reason was only in the status, with nobody's name on it. */
  @Test
  void play_ownFileWithoutSound_theFailureBelongsToTheWish(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("1.broken"), "no sound");
    library.add(Albums.album("local:x", "Own Book", 1));
    library.source("local:x", 1, new SectionSource(file.toUri(), Map.of(), "", 8));
    assertThat(wishes.play("own book", 1, "r1").kind()).isEqualTo(Kind.PLAYING);
    PlayService.Report report = report("play.failed");
    assertThat(report.runId()).isEqualTo("r1");
    assertThat(report.reasonZh()).isEqualTo("文件坏了，放不出来");
    assertThat(report.told()).as("it has to be said").isFalse();
    assertThat(closings()).hasSize(1);
    assertThat(events.since(0))
        .as("nor is it said twice")
        .noneMatch(e -> e.data() instanceof Problem);
  }

  @Test
  void play_cachedFileDamagedLater_isFetchedAnewAndPlays() {
    store.putDamaged(key(journey, 1));
    wishes.play("西游记", 1, "r1");
    download(journey, 1).bring(60);
    assertThat(report("play.started").runId()).isEqualTo("r1");
    assertThat(store.discarded()).containsExactly(key(journey, 1));
    assertThat(events.since(0)).noneMatch(e -> e.type().equals("play.failed"));
  }

  @Test
  void play_cachedFileDamagedLater_withoutNetwork_namesTheDamage() {
    store.putDamaged(key(journey, 3));
    wishes.play("西游记", 3, "r1");
    download(journey, 3).fail(new Failure(Failure.Kind.NETWORK, "no route"));
    assertThat(report("play.failed").reasonEn())
        .isEqualTo("the file is damaged and cannot be played");
  }

  @Test
  void play_localAlbum_isAHit(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("1.mp3"), new byte[5_000]);
    Album local = Albums.album("local:x", "Own Book", 1);
    library.add(local);
    library.source("local:x", 1, new SectionSource(file.toUri(), Map.of(), "", 5_000));
    assertThat(wishes.play("own book", 1, "r1").kind()).isEqualTo(Kind.PLAYING);
    await().until(() -> player.pipe().level() == BookPipe.Level.FLOWING);
    assertThat(store.downloads()).isEmpty();
  }

  /** It was said to be playing, and only the status told the truth, a moment later. */
  @Test
  void play_localFileThatIsGone_isAnsweredAsGone_andTheBookGoesOn() {
    store.putCached(key(journey, 1), 60);
    wishes.play("西游记", 1, "r0");
    library.add(Albums.album("local:x", "Own Book", 1));
    Failure gone =
        new Failure(
            Failure.Kind.NOT_FOUND,
            "/books/1.mp3 is not there any more",
            new Failure.Words("文件 1.mp3 不见了，放回去就能听", "its file 1.mp3 is gone; put it back"));
    library.failWith(gone.asException());
    PlayOutcome outcome = wishes.play("own book", 1, "r1");
    assertThat(outcome.kind()).isEqualTo(Kind.UNREADABLE);
    assertThat(outcome.ok()).isFalse();
    assertThat(outcome.refusal(Language.EN))
        .isEqualTo("Own Book, section 1, cannot be played: its file 1.mp3 is gone; put it back");
    assertThat(outcome.refusal(Language.ZH)).isEqualTo("《Own Book》第1集放不了，文件 1.mp3 不见了，放回去就能听");
    PlayService.Report report = report("play.failed");
    assertThat(report.runId()).isEqualTo("r1");
    assertThat(report.told()).as("the answer has said it").isTrue();
    assertThat(player.snapshot().album()).isEqualTo(journey);
  }

  @Test
  void play_cachedFileDeletedByHand_isFetchedAgain() {
    store.putCached(key(journey, 2), 60);
    store.deleteByHand(key(journey, 2));
    assertThat(wishes.play("西游记", 2, "r1").kind()).isEqualTo(Kind.FETCHING);
    download(journey, 2).bring(60);
    assertThat(report("play.started").runId()).isEqualTo("r1");
  }

  /** A share whose server is away lets every look at it hang. */
  @Test
  void play_shareThatHangs_doesNotHoldTheAnswerUp_andPlaysWhenItComesBack(@TempDir Path folder)
      throws IOException {
    Path file = Files.write(folder.resolve("1.mp3"), new byte[5_000]);
    library.add(Albums.album("local:x", "Own Book", 1));
    library.source("local:x", 1, new SectionSource(file.toUri(), Map.of(), "", 5_000));
    CountDownLatch comesBack = new CountDownLatch(1);
    library.beforeNetwork(() -> awaitQuietly(comesBack));
    assertThat(wishes.play("own book", 1, "r1").kind()).isEqualTo(Kind.FETCHING);
    comesBack.countDown();
    assertThat(report("play.started").runId()).isEqualTo("r1");
  }
}
