package dev.earmark.library.subsonic;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Numbering;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import tools.jackson.databind.JsonNode;

/**
 * A Subsonic or OpenSubsonic server, read only, by version 1.16.1 of its interface (subsonic.org/
 * pages/api.jsp, opensubsonic.netlify.app). Thread-safe; methods block for the network, but for
 * {@link #resolve}, since links follow from the song's id.
 *
 * <p>Covers are left out: their addresses would carry the signature to whoever sees the album.
 */
public final class SubsonicCatalog implements Catalog {
  private static final int HITS = 20;
  private static final int LISTED = 50;
  private static final int ARTISTS = 2;
  private static final Pattern ID = Pattern.compile("[^\\s/\\\\]{1,200}");

  private final String name;
  private final SubsonicSettings settings;
  private final Server server;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   * @param random makes the salts of the signatures
   */
  public SubsonicCatalog(
      String name, SubsonicSettings settings, OkHttpClient shared, Clock clock, Random random) {
    this.name = name;
    this.settings = settings;
    this.server = new Server(new WebClient(name, settings.web(), shared, clock), settings, random);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    HttpUrl.Builder call =
        folder("search3")
            .addQueryParameter("query", keyword)
            .addQueryParameter("songCount", "0")
            .addQueryParameter("artistCount", page == 1 ? Integer.toString(ARTISTS) : "0")
            .addQueryParameter("albumCount", Integer.toString(HITS))
            .addQueryParameter("albumOffset", Integer.toString((page - 1) * HITS));
    JsonNode result = server.ask(call.build(), cancel).path("searchResult3");
    List<JsonNode> hits = Lenient.list(result.path("album"));
    Map<String, Album> albums = new LinkedHashMap<>();
    add(albums, hits);
    for (JsonNode artist : Lenient.list(result.path("artist")).stream().limit(ARTISTS).toList()) {
      String id = Lenient.text(artist.path("id"));
      HttpUrl url = server.call("getArtist").addQueryParameter("id", id).build();
      add(albums, Lenient.list(server.ask(url, cancel).path("artist").path("album")));
    }
    return page(albums, page, hits.size() >= HITS);
  }

  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    HttpUrl.Builder call =
        folder("getAlbumList2")
            .addQueryParameter("type", "alphabeticalByName")
            .addQueryParameter("size", Integer.toString(LISTED))
            .addQueryParameter("offset", Integer.toString((page - 1) * LISTED));
    List<JsonNode> list =
        Lenient.list(server.ask(call.build(), cancel).path("albumList2").path("album"));
    Map<String, Album> albums = new LinkedHashMap<>();
    add(albums, list);
    return page(albums, page, list.size() >= LISTED);
  }

  private static Page page(Map<String, Album> albums, int page, boolean more) {
    int pages = more ? page + 1 : albums.isEmpty() ? page - 1 : page;
    return new Page(List.copyOf(albums.values()), page, pages);
  }

  private HttpUrl.Builder folder(String method) {
    HttpUrl.Builder call = server.call(method);
    return settings.musicFolder().isEmpty()
        ? call
        : call.addQueryParameter("musicFolderId", settings.musicFolder());
  }

  private void add(Map<String, Album> albums, List<JsonNode> nodes) {
    for (JsonNode node : nodes) {
      Album album = album(node, List.of());
      if (ID.matcher(Lenient.text(node.path("id"))).matches() && !album.title().isEmpty()) {
        albums.putIfAbsent(album.id(), album);
      }
    }
  }

  private Album album(JsonNode node, List<JsonNode> songs) {
    String title = Lenient.text(node.path("name"));
    List<String> composers =
        songs.stream().map(song -> Lenient.text(song.path("displayComposer"))).distinct().toList();
    return new Album(
        name + ":" + Lenient.text(node.path("id")),
        title.isEmpty() ? Lenient.text(node.path("title")) : title,
        List.of(),
        Lenient.text(node.path("artist")),
        composers.size() == 1 ? composers.get(0) : "",
        "",
        "",
        "",
        songs.isEmpty() ? (int) Lenient.whole(node.path("songCount")) : songs.size(),
        sections(songs));
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, albumId, ID);
    HttpUrl url = server.call("getAlbum").addQueryParameter("id", id).build();
    JsonNode album = server.ask(url, cancel).path("album");
    List<JsonNode> songs = ordered(Lenient.list(album.path("song")));
    if (songs.isEmpty()) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, name + " has no album " + id + " with anything to hear");
    }
    Album whole = album(album, songs);
    return whole.id().equals(albumId) ? whole : withId(albumId, whole);
  }

  /** Keeps the id that was asked for, since positions hang on it. */
  private static Album withId(String albumId, Album album) {
    return new Album(
        albumId,
        album.title(),
        album.alternatives(),
        album.author(),
        album.narrator(),
        album.language(),
        album.description(),
        album.cover(),
        album.sectionCount(),
        album.sections());
  }

  /** Returns the songs by disc and track where every song has a track, else as they came. */
  private static List<JsonNode> ordered(List<JsonNode> all) {
    List<JsonNode> songs = new ArrayList<>(all);
    songs.removeIf(song -> !ID.matcher(Lenient.text(song.path("id"))).matches());
    if (songs.stream().allMatch(song -> Lenient.whole(song.path("track")) > 0)) {
      songs.sort(
          Comparator.comparingLong((JsonNode song) -> Lenient.whole(song.path("discNumber")))
              .thenComparingLong(song -> Lenient.whole(song.path("track"))));
    }
    return songs;
  }

  private static List<Section> sections(List<JsonNode> songs) {
    List<Section> sections = new ArrayList<>();
    for (JsonNode song : songs) {
      int number = sections.size() + 1;
      String title = Lenient.text(song.path("title"));
      sections.add(
          new Section(
              number,
              title.isEmpty() ? String.valueOf(number) : title,
              Lenient.text(song.path("id")),
              0,
              Lenient.seconds(song.path("duration")),
              Lenient.whole(song.path("size"))));
    }
    return Numbering.apply(
        sections,
        songs.stream()
            .map(song -> (int) Math.min(Integer.MAX_VALUE, Lenient.whole(song.path("track"))))
            .toList());
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    AlbumIds.key(name, album.id(), ID);
    if (album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    HttpUrl url =
        server
            .call("stream")
            .addQueryParameter("id", section.fileId())
            .addQueryParameter("format", "raw")
            .build();
    return new SectionSource(url.uri(), Map.of(), "", section.sizeBytes());
  }
}
