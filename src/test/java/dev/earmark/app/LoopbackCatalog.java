package dev.earmark.app;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Albums;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** A catalogue on the network, whose files lie on a server of the test. */
final class LoopbackCatalog implements Catalog {
  private final String name;
  private final List<Album> albums;
  private final BiFunction<Album, Section, URI> links;

  LoopbackCatalog(String name, List<Album> albums, BiFunction<Album, Section, URI> links) {
    this.name = name;
    this.albums = List.copyOf(albums);
    this.links = links;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) {
    String wanted = keyword.toLowerCase(Locale.ROOT);
    return new Page(
        albums.stream()
            .filter(album -> album.title().toLowerCase(Locale.ROOT).contains(wanted))
            .map(Albums::summary)
            .toList(),
        page,
        1);
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    return albums.stream()
        .filter(album -> album.id().equals(albumId))
        .findFirst()
        .orElseThrow(() -> new FailureException(Failure.Kind.NOT_FOUND, "no album " + albumId));
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) {
    return new SectionSource(links.apply(album, section), Map.of(), "", 0);
  }
}
