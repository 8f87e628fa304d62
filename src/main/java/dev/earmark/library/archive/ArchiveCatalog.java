package dev.earmark.library.archive;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.PlainText;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import tools.jackson.databind.JsonNode;

/**
 * The Internet Archive, by {@code advancedsearch.php} and {@code /metadata/ID} (archive.org/help/
 * aboutsearch.htm and the client jjjake/internetarchive). Thread-safe; methods block for the
 * network, but for {@link #resolve}, since links follow from item and file. It can only be
 * searched, so it lists nothing by itself.
 */
public final class ArchiveCatalog implements Catalog {
  private static final int PAGE = 20;
  private static final int MOST_HITS = 10_000; // the search ends there
  private static final int MOST_WORDS = 12;
  private static final int DESCRIPTION = 2_000;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,100}");

  private final String name;
  private final ArchiveSettings settings;
  private final WebClient web;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   */
  public ArchiveCatalog(String name, ArchiveSettings settings, OkHttpClient shared, Clock clock) {
    this.name = name;
    this.settings = settings;
    this.web = new WebClient(name, settings.web(), shared, clock);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    List<String> words = words(keyword);
    if (words.isEmpty()) {
      return new Page(List.of(), page, 0);
    }
    HttpUrl.Builder url = web.path("advancedsearch.php").addQueryParameter("q", query(words));
    for (String field : List.of("identifier", "title", "creator", "language", "description")) {
      url.addQueryParameter("fl[]", field);
    }
    url.addQueryParameter("rows", Integer.toString(PAGE))
        .addQueryParameter("page", Integer.toString(page))
        .addQueryParameter("sort[]", "downloads desc")
        .addQueryParameter("output", "json");
    JsonNode response = web.get(url.build(), cancel).path("response");
    if (!response.isObject()) {
      throw new FailureException(
          Failure.Kind.SERVER_FAULT, web.base().host() + " did not carry the search out");
    }
    List<Album> albums = new ArrayList<>();
    for (JsonNode item : Lenient.list(response.path("docs"))) {
      if (ID.matcher(Lenient.text(item.path("identifier"))).matches()) {
        albums.add(album(Lenient.text(item.path("identifier")), item, List.of()));
      }
    }
    long hits = Math.min(MOST_HITS, Lenient.whole(response.path("numFound")));
    return new Page(albums, page, (int) ((hits + PAGE - 1) / PAGE));
  }

  /** Returns the words without what the search language would take for its own signs. */
  private static List<String> words(String keyword) {
    List<String> words =
        new ArrayList<>(
            Arrays.stream(keyword.split("[^\\p{L}\\p{N}\\p{M}]+"))
                .filter(word -> !word.isEmpty())
                .limit(MOST_WORDS)
                .toList());
    if (words.size() > 1 && words.get(0).matches("(?i)the|an?")) {
      words.remove(0);
    }
    return words;
  }

  private String query(List<String> words) {
    String all = "(\"" + String.join("\" AND \"", words) + "\")";
    String query = "(title:" + all + " OR creator:" + all + ") AND mediatype:audio";
    return settings.collections().isEmpty()
        ? query
        : query + " AND collection:(" + String.join(" OR ", settings.collections()) + ")";
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, albumId, ID);
    JsonNode item = web.get(web.path("metadata").addPathSegment(id).build(), cancel);
    JsonNode metadata = item.path("metadata");
    if (!metadata.isObject()) {
      throw new FailureException(Failure.Kind.NOT_FOUND, web.base().host() + " has no item " + id);
    }
    if (Lenient.text(metadata.path("access-restricted-item")).equals("true")
        || item.path("is_dark").asBoolean(false)) {
      throw new FailureException(
          new Failure(
              Failure.Kind.FORBIDDEN,
              "the item " + id + " may only be lent, not downloaded",
              new Failure.Words("这本书只能借阅，不能下载", "this book may only be lent, not downloaded")),
          null);
    }
    List<Section> sections = Files.sections(item.path("files"), settings.formats());
    if (sections.isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.NOT_FOUND,
              "the item " + id + " has no audio in " + String.join(", ", settings.formats()),
              new Failure.Words("这一项里没有能放的音频", "there is no audio in it that can be played")),
          null);
    }
    return album(id, metadata, sections);
  }

  private Album album(String id, JsonNode item, List<Section> sections) {
    String title = PlainText.of(first(item.path("title")), 300);
    return new Album(
        name + ":" + id,
        title.isEmpty() ? id : title,
        List.of(),
        Lenient.joined(item.path("creator")),
        "",
        Languages.code(first(item.path("language"))),
        PlainText.of(Lenient.joined(item.path("description")), DESCRIPTION),
        web.path("services/img").addPathSegment(id).build().toString(),
        sections.size(),
        sections);
  }

  private static String first(JsonNode node) {
    return Lenient.list(node).stream().map(Lenient::text).findFirst().orElse("");
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, album.id(), ID);
    if (!Files.isSafe(section.fileId())
        || album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    HttpUrl.Builder url = web.path("download").addPathSegment(id);
    for (String part : section.fileId().split("/", -1)) {
      url.addPathSegment(part);
    }
    return new SectionSource(url.build().uri(), Map.of(), "", section.sizeBytes());
  }
}
