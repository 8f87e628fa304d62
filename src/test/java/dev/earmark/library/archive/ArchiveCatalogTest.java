package dev.earmark.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.CatalogContract;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.ServiceTroubles;
import dev.earmark.library.http.WebSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ArchiveCatalogTest extends CatalogContract {
  private final FakeArchive archive = new FakeArchive();
  private final OkHttpClient http = new OkHttpClient();
  private final CancelFlag cancel = new CancelFlag();

  @BeforeEach
  void start() throws IOException {
    archive.start();
  }

  @AfterEach
  void stop() {
    archive.close();
    http.dispatcher().executorService().shutdown();
  }

  @Override
  protected Catalog catalog() {
    WebSettings web = WebSettings.at(archive.address(), Duration.ZERO);
    return new ArchiveCatalog(
        "ia",
        new ArchiveSettings(web, ArchiveSettings.COLLECTIONS, ArchiveSettings.FORMATS),
        http,
        new FakeClock());
  }

  @Override
  protected boolean listsItself() {
    return false;
  }

  @Test
  void search_signsOfTheSearchLanguage_areNoSigns() throws IOException {
    assertThat(catalog().search("the \"Treasure\" AND: island) OR (*", 1, cancel).albums())
        .isEmpty();
    assertThat(archive.asked().get(0).queryParameter("q"))
        .isEqualTo(
            "(title:(\"Treasure\" AND \"AND\" AND \"island\" AND \"OR\") OR creator:(\"Treasure\""
                + " AND \"AND\" AND \"island\" AND \"OR\")) AND mediatype:audio AND"
                + " collection:(librivoxaudio OR audio_bookspoetry)");
    assertThat(catalog().search("?!", 1, cancel).pages()).isZero();
    assertThat(archive.asked()).hasSize(1);
  }

  @Test
  void search_creatorsAndLanguage_areRead_pagesAreCounted() throws IOException {
    Album album = catalog().search("西游记", 1, cancel).albums().get(0);
    assertThat(album.author()).isEqualTo("吴承恩, Reader");
    assertThat(album.language()).isEqualTo("zh");
    assertThat(album.cover()).endsWith("/services/img/xiyouji_01");
    for (int i = 0; i < 45; i++) {
      archive.add("tale" + i, "Tale " + i);
    }
    assertThat(catalog().search("tale", 1, cancel).albums()).hasSize(20);
    Catalog.Page last = catalog().search("tale", 3, cancel);
    assertThat(last.albums()).hasSize(5);
    assertThat(last.pages()).isEqualTo(3);
  }

  @Test
  void detail_tracksInSeveralFormats_areTakenOnce() throws IOException {
    Album album = catalog().detail("ia:xiyouji_01", cancel);
    assertThat(album.sections())
        .containsExactly(
            new Section(1, "xiyouji 01", "xiyouji_01_64kb.mp3", 0, 754.5, 6_001_234),
            new Section(2, "xiyouji 02", "xiyouji_02_64kb.mp3", 0, 754, 6_001_234));
    assertThat(album.description()).isEqualTo("One, Two");
  }

  @Test
  void detail_moreTracksInALessLikedFormat_areTaken_inNaturalOrder() throws IOException {
    archive.add(
        "mixed",
        "Mixed",
        FakeArchive.file("Chapter 10.ogg", "Ogg Vorbis", "1", "60"),
        FakeArchive.file("Chapter 2.ogg", "Ogg Vorbis", "1", "60"),
        FakeArchive.file("Sample_64kb.mp3", "64Kbps MP3", "1", "60"));
    assertThat(catalog().detail("ia:mixed", cancel).sections())
        .extracting(Section::title)
        .containsExactly("Chapter 2", "Chapter 10");
  }

  @Test
  void detail_formatsOfTheConfiguration_decide() throws IOException {
    WebSettings web = WebSettings.at(archive.address(), Duration.ZERO);
    Catalog whole =
        new ArchiveCatalog(
            "ia",
            new ArchiveSettings(web, List.of(), List.of("LibriVox Apple Audiobook")),
            http,
            new FakeClock());
    assertThat(whole.detail("ia:xiyouji_01", cancel).sections())
        .extracting(Section::fileId)
        .containsExactly("xiyouji.m4b");
    whole.search("x", 1, cancel);
    assertThat(archive.asked().get(1).queryParameter("q")).doesNotContain("collection");
  }

  @Test
  void detail_lentOrWithoutAudio_saysSo() {
    archive.add("lent_book", "Lent", FakeArchive.file("a_64kb.mp3", "64Kbps MP3", "", "1"));
    archive.add("texts", "Texts", FakeArchive.file("a.pdf", "Text PDF", "", ""));
    assertKind("ia:lent_book", Failure.Kind.FORBIDDEN);
    assertKind("ia:texts", Failure.Kind.NOT_FOUND);
  }

  private void assertKind(String id, Failure.Kind kind) {
    assertThatThrownBy(() -> catalog().detail(id, cancel))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  @Test
  void resolve_nameWithBlanksAndFolders_isEncoded_withoutAskingAnybody() throws IOException {
    archive.add(
        "names",
        "Names",
        FakeArchive.file("CD 1/第一集 #1?.mp3", "VBR MP3", "", "60"),
        FakeArchive.file("CD 1/100%.mp3", "VBR MP3", "", "60"));
    Album album = catalog().detail("ia:names", cancel);
    int asked = archive.asked().size();
    SectionSource source = catalog().resolve(album, album.sections().get(0), cancel);
    assertThat(source.uri().toString())
        .isEqualTo(
            archive.address() + "/download/names/CD%201/%E7%AC%AC%E4%B8%80%E9%9B%86%20%231%3F.mp3");
    assertThat(source.sizeBytes()).isEqualTo(6_001_234);
    assertThat(archive.asked()).hasSize(asked);
  }

  @Test
  void refusedSearch_isAFaultOfTheServer() {
    archive.next(200, "{\"error\":\"Search engine is down\"}");
    assertThatThrownBy(() -> catalog().search("x", 1, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.SERVER_FAULT));
  }

  @Test
  void troubles_haveTheirKind() throws Exception {
    ServiceTroubles.check(archive, catalog(), /* requests= */ 1);
  }
}
