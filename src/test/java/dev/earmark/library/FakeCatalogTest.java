package dev.earmark.library;

/** The fake keeps the promises that it stands in for. */
final class FakeCatalogTest extends CatalogContract {
  private final FakeCatalog fake =
      new FakeCatalog(
              "fake",
              Albums.album("fake:1", "西游记", 4),
              Albums.album("fake:2", "Treasure Island", 2))
          .local();

  @Override
  protected Catalog catalog() {
    return fake;
  }
}
