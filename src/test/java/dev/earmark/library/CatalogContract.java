package dev.earmark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Catalog} promises. The catalogue under test holds at least 西游记 with more than
 * one section, and "Treasure Island".
 */
public abstract class CatalogContract {
  private final CancelFlag cancel = new CancelFlag();

  /** Returns the catalogue under test, ready to be asked. */
  protected abstract Catalog catalog() throws IOException;

  /** Returns whether it can list its albums; one that can only be searched lists none. */
  protected boolean listsItself() {
    return true;
  }

  /** Returns whether it knows the end of a search; one that does not tells one page more. */
  protected boolean countsPages() {
    return true;
  }

  /** Returns whether it names titles before it is asked. */
  protected boolean namesTitles() {
    return listsItself();
  }

  private Album journey() throws IOException {
    List<Album> hits = catalog().search("西游记", 1, cancel).albums();
    assertThat(hits).isNotEmpty();
    return catalog().detail(hits.get(0).id(), cancel);
  }

  @Test
  final void search_title_findsItOnTheFirstPage() throws IOException {
    Catalog.Page page = catalog().search("西游记", 1, cancel);
    assertThat(page.page()).isEqualTo(1);
    assertThat(page.pages()).isBetween(1, countsPages() ? 1 : 2);
    assertThat(page.albums()).first().satisfies(a -> assertThat(a.title()).isEqualTo("西游记"));
    assertThat(catalog().search("treasure island", 1, cancel).albums())
        .first()
        .satisfies(a -> assertThat(a.title()).isEqualTo("Treasure Island"));
  }

  @Test
  final void search_ids_beginWithTheNameOfTheCatalogue() throws IOException {
    assertThat(catalog().name()).isNotBlank().doesNotContain(":");
    assertThat(catalog().search("西游记", 1, cancel).albums())
        .allSatisfy(
            album -> assertThat(album.id()).startsWith(catalog().name() + ":").doesNotEndWith(":"));
  }

  @Test
  final void search_nothingFits_isAnEmptyPage() throws IOException {
    Catalog.Page page = catalog().search("no such book at all 不存在的书", 1, cancel);
    assertThat(page.albums()).isEmpty();
    assertThat(page.pages()).isZero();
  }

  @Test
  final void search_behindTheLastPage_isEmpty() throws IOException {
    assertThat(catalog().search("西游记", 99, cancel).albums()).isEmpty();
  }

  @Test
  final void browse_withWhatIsKnown_holdsEveryBook() throws IOException {
    if (!listsItself()) {
      assertThat(catalog().browse(1, cancel)).isEqualTo(new Catalog.Page(List.of(), 1, 0));
      return;
    }
    Set<String> titles = new HashSet<>();
    Catalog.Page page = catalog().browse(1, cancel);
    page.albums().forEach(album -> titles.add(album.title()));
    for (int next = 2; next <= page.pages(); next++) {
      catalog().browse(next, cancel).albums().forEach(album -> titles.add(album.title()));
    }
    catalog().known().forEach(album -> titles.add(album.title()));
    assertThat(titles).contains("西游记", "Treasure Island");
    assertThat(catalog().browse(99, cancel).albums()).isEmpty();
  }

  @Test
  final void detail_foundAlbum_hasAllSectionsWithANumberEach() throws IOException {
    Album album = journey();
    assertThat(album.sections()).hasSizeGreaterThan(1);
    assertThat(album.sectionCount()).isEqualTo(album.sections().size());
    assertThat(album.sections()).extracting(Section::number).doesNotHaveDuplicates().isSorted();
    for (Section section : album.sections()) {
      assertThat(section.number()).isPositive();
      assertThat(album.section(section.number())).contains(section);
      assertThat(section.title()).isNotBlank();
      assertThat(section.fileId()).isNotBlank();
      assertThat(section.startS()).isNotNegative();
      assertThat(section.durationS()).isNotNegative();
    }
  }

  @Test
  final void detail_twice_isTheSame() throws IOException {
    assertThat(journey()).isEqualTo(journey());
  }

  @Test
  final void detail_unknownAlbum_isNotFound() {
    for (String id : List.of("none", "other:1", name() + ":nothing", name() + ":../x", name())) {
      assertThatThrownBy(() -> catalog().detail(id, cancel))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_FOUND));
    }
  }

  private String name() {
    try {
      return catalog().name();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  final void resolve_everySection_givesAReadableKindOfLink() throws IOException {
    Album album = journey();
    Set<String> links = new HashSet<>();
    for (Section section : album.sections()) {
      SectionSource source = catalog().resolve(album, section, cancel);
      assertThat(source.uri().getScheme()).isIn("file", "http", "https");
      assertThat(source.sizeBytes()).isIn(0L, section.sizeBytes());
      assertThat(source.sha256()).matches("|[0-9a-f]{64}");
      links.add(source.uri() + "#" + section.startS());
    }
    assertThat(links).hasSameSizeAs(album.sections());
  }

  @Test
  final void resolve_fileOfNoSection_isNotFound() throws IOException {
    Album album = journey();
    Section stranger = new Section(1, "x", "../../etc/passwd", 0, 0, 0);
    assertThatThrownBy(() -> catalog().resolve(album, stranger, cancel))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_FOUND));
  }

  @Test
  final void titles_nameWhatMayBeSpoken() throws IOException {
    if (!namesTitles()) {
      assertThat(catalog().titles()).isEmpty();
      return;
    }
    assertThat(catalog().titles()).contains("西游记", "Treasure Island").doesNotHaveDuplicates();
  }
}
