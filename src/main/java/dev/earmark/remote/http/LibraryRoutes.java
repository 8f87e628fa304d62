package dev.earmark.remote.http;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.CoverSource;
import dev.earmark.library.LibraryService;
import dev.earmark.library.LibrarySources;
import dev.earmark.library.Position;
import dev.earmark.media.MediaStore;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import dev.earmark.remote.http.status.HealthWords;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.remote.http.status.Status;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Books, places in them, downloads and the cache. */
final class LibraryRoutes {
  private static final int LONGEST_KEYWORD = 200;
  private static final int LONGEST_PLACE = 4_000;
  private static final int LARGEST_LIST = 8 << 20; // bytes

  private final HttpPorts ports;

  LibraryRoutes(HttpPorts ports) {
    this.ports = ports;
  }

  void register(Operations routes) {
    routes.on("albums", this::albums);
    routes.on("album", this::album);
    routes.on("sources", this::sources);
    routes.on("addSource", this::add);
    routes.on("removeSource", this::remove);
    routes.on("refreshLibrary", this::refresh);
    routes.on("exportOpml", this::exportOpml);
    routes.on("importOpml", this::importOpml);
    routes.on("cover", this::cover);
    routes.on("recent", this::recent);
    routes.on("bookmarks", this::bookmarks);
    routes.on("downloads", this::downloads);
    routes.on("cancelDownload", this::cancelDownload);
    routes.on("pauseDownload", this::pauseDownload);
    routes.on("resumeDownload", this::resumeDownload);
    routes.on("cache", this::cache);
  }

  /** An album in a list. */
  record Brief(
      String id,
      String title,
      String author,
      String narrator,
      String language,
      String description,
      String cover,
      int sectionCount) {
    static Brief of(Album album) {
      return new Brief(
          album.id(),
          album.title(),
          album.author(),
          album.narrator(),
          album.language(),
          album.description(),
          album.cover(),
          Math.max(album.sectionCount(), album.sections().size()));
    }
  }

  /** A page of albums. */
  record Albums(List<Brief> albums, int page, int pages, boolean more, List<String> problems) {}

  /** A section of an album. */
  record SectionJson(int number, String title, double durationS, long sizeBytes) {}

  /**
   * A place in an album.
   *
   * @param narrator tells editions apart; empty where the album is not known any more
   * @param known whether a catalogue has the album
   */
  record Place(
      String albumId,
      String album,
      int section,
      double positionS,
      double durationS,
      int sections,
      Instant at,
      String narrator,
      boolean known) {
    static Place of(Position position, LibraryService library) {
      Optional<Album> album = library.byId(position.albumId());
      return new Place(
          position.albumId(),
          position.albumTitle(),
          position.section(),
          position.seconds(),
          position.durationS(),
          position.sections(),
          position.at(),
          album.map(Album::narrator).orElse(""),
          album.isPresent());
    }
  }

  /** An album with its sections and the listener's place in it. */
  record Whole(Brief album, List<SectionJson> sections, @Nullable Place position) {}

  /** The books heard last, newest first. */
  record Recent(List<Place> positions) {}

  /** A bookmark. */
  record Mark(long id, String name, Place place) {
    static Mark of(Bookmark bookmark, LibraryService library) {
      return new Mark(bookmark.id(), bookmark.name(), Place.of(bookmark.position(), library));
    }
  }

  /** Bookmarks, newest first. */
  record Marks(List<Mark> bookmarks) {}

  /** Downloads that run, wait or ended lately. */
  record Downloads(List<Status.Download> downloads) {}

  private void albums(Context ctx) throws IOException {
    String given = ctx.queryParam("keyword");
    String keyword = given == null ? "" : given.strip();
    int page = Replies.number(ctx, "page");
    if (keyword.length() > LONGEST_KEYWORD) {
      throw Problem.badRequest("The parameter 'keyword' may have at most 200 characters.");
    }
    LibraryService.Found found = ports.library().search(keyword, page, new CancelFlag());
    Language language = Replies.language(ctx);
    Replies.json(
        ctx,
        new Albums(
            found.albums().stream().map(Brief::of).toList(),
            found.page(),
            found.pages(),
            found.more(),
            found.problems().stream().map(why -> HealthWords.of(why, language)).toList()));
  }

  private Mark mark(Bookmark bookmark) {
    return Mark.of(bookmark, ports.library());
  }

  private Place place(Position position) {
    return Place.of(position, ports.library());
  }

  private void album(Context ctx) throws IOException {
    Album album = ports.library().detail(ctx.pathParam("id"), new CancelFlag());
    List<SectionJson> sections =
        album.sections().stream()
            .map(s -> new SectionJson(s.number(), s.title(), s.durationS(), s.sizeBytes()))
            .toList();
    Place place = ports.progress().position(album.id()).map(this::place).orElse(null);
    Replies.json(ctx, new Whole(Brief.of(album), sections, place));
  }

  /** A place that books come from. */
  record SourceJson(
      String name,
      String kind,
      String where,
      String title,
      int albums,
      int episodes,
      boolean away,
      boolean added) {
    static SourceJson of(LibrarySources.Source source) {
      return new SourceJson(
          source.name(),
          source.kind(),
          source.where(),
          source.title(),
          source.albums(),
          source.episodes(),
          source.isAway(),
          source.isAdded());
    }
  }

  /** All of them. */
  record SourcesJson(List<SourceJson> sources) {}

  /** What became of an import. */
  record ImportedJson(int added, int known) {}

  private void sources(Context ctx) {
    Replies.json(
        ctx, new SourcesJson(ports.sources().sources().stream().map(SourceJson::of).toList()));
  }

  private void add(Context ctx) throws IOException {
    String what = Body.of(ctx).needed("add", LONGEST_PLACE);
    LibrarySources.Source source = ports.sources().add(what, new CancelFlag());
    Replies.json(ctx, 201, SourceJson.of(source));
  }

  private void remove(Context ctx) throws IOException {
    String name = ctx.queryParam("name");
    if (name == null || name.isBlank()) {
      throw Problem.badRequest("The parameter 'name' is missing; GET /api/library lists them.");
    }
    Replies.json(ctx, SourceJson.of(ports.sources().remove(name)));
  }

  private void refresh(Context ctx) {
    ports.library().refreshNow();
    sources(ctx);
  }

  private void exportOpml(Context ctx) {
    ctx.contentType("text/x-opml; charset=utf-8").result(ports.sources().exportOpml());
  }

  private void importOpml(Context ctx) throws IOException {
    LibrarySources.Imported imported = ports.sources().importOpml(Body.bytes(ctx, LARGEST_LIST));
    Replies.json(ctx, new ImportedJson(imported.added(), imported.known()));
  }

  private void cover(Context ctx) throws IOException {
    String id = ctx.queryParam("album_id");
    Optional<Album> album = ports.library().byId(id == null ? "" : id);
    Optional<CoverSource.Cover> found =
        album.isEmpty() ? Optional.empty() : ports.covers().cover(album.get());
    if (found.isEmpty()) {
      throw Problem.notFound("No cover is known of this book.");
    }
    CoverSource.Cover cover = found.get();
    byte[] bytes = cover.bytes();
    // An SVG that is opened by itself must not run anything.
    ctx.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    ctx.header("Cache-Control", "private, max-age=3600");
    if (Replies.unchanged(ctx, Replies.tag(bytes))) {
      ctx.status(304);
      return;
    }
    ctx.contentType(cover.type()).result(bytes);
  }

  private void recent(Context ctx) throws IOException {
    int limit = Replies.number(ctx, "limit");
    Replies.json(
        ctx, new Recent(ports.progress().recent(limit).stream().map(this::place).toList()));
  }

  private void bookmarks(Context ctx) throws IOException {
    String album = ctx.queryParam("album_id");
    Replies.json(
        ctx,
        new Marks(
            ports.progress().bookmarks(album == null ? "" : album).stream()
                .map(this::mark)
                .toList()));
  }

  private void downloads(Context ctx) {
    Replies.json(ctx, list());
  }

  private Downloads list() {
    return new Downloads(ports.media().downloads().stream().map(LiveStatus::download).toList());
  }

  private void cancelDownload(Context ctx) {
    String id = ctx.pathParam("id");
    if (!ports.media().cancel(id)) {
      throw Problem.notFound(
          "No download '" + id + "' runs or waits; GET /api/downloads lists them.");
    }
    Replies.json(ctx, list());
  }

  private void pauseDownload(Context ctx) {
    String id = ctx.pathParam("id");
    if (!ports.media().pause(id)) {
      throw Problem.notFound(
          "No download '" + id + "' runs or waits; GET /api/downloads lists them.");
    }
    Replies.json(ctx, list());
  }

  private void resumeDownload(Context ctx) {
    String id = ctx.pathParam("id");
    if (!ports.media().resume(id)) {
      throw Problem.notFound("No download '" + id + "' is paused; GET /api/downloads lists them.");
    }
    Replies.json(ctx, list());
  }

  private void cache(Context ctx) {
    MediaStore.Usage usage = ports.media().usage();
    Replies.json(ctx, usage);
  }
}
