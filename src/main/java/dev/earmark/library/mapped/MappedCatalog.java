package dev.earmark.library.mapped;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.Recent;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A service with a mapped JSON interface. Thread-safe; methods block for the network and for the
 * pace.
 *
 * <p>Services of this kind tell no end of their pages: an empty page, or one with nothing new, is
 * the end. A long list of sections that the pace does not let through in one call goes on with the
 * next call. A link is asked for anew each time, since links expire.
 */
public final class MappedCatalog implements Catalog {
  private static final int MOST_PAGES = 200;
  private static final int KEPT = 500;
  private static final Duration LISTING = Duration.ofSeconds(11); // of the library's 15
  private static final Duration REMEMBERED = Duration.ofHours(24);
  private static final Duration BRIEFLY = Duration.ofMinutes(10);
  private static final Pattern ID = Pattern.compile("[^\\s/\\\\][^\\s\\\\]{0,199}");

  private final String name;
  private final MappedSettings settings;
  private final WebClient web;
  private final Service service;
  private final Clock clock;
  private final Recent<Album> found;
  private final Recent<List<String>> pages;
  private final Recent<SectionList> unfinished;
  private final Recent<Map<String, String>> links;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   */
  public MappedCatalog(String name, MappedSettings settings, OkHttpClient shared, Clock clock) {
    this.name = name;
    this.settings = settings;
    this.web = new WebClient(name, settings.web(), shared, clock);
    this.service = new Service(name, settings, web, clock);
    this.clock = clock;
    this.found = new Recent<>(KEPT, clock);
    this.pages = new Recent<>(KEPT, clock);
    this.unfinished = new Recent<>(KEPT, clock);
    this.links = new Recent<>(KEPT, clock);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    MappedSettings.Query search = settings.search();
    if (page > 1 && !search.isPaged()) {
      return new Page(List.of(), page, 1);
    }
    if (page > 1 && isEndless(search) && pages.get(place(keyword, page - 1)).isEmpty()) {
      ask(keyword, page - 1, cancel); // only with it can a repeated last page be told
    }
    List<String> before = pages.get(place(keyword, page - 1)).orElse(List.of());
    Page answer = ask(keyword, page, cancel);
    boolean isRepeated = page > 1 && ids(answer.albums()).equals(before);
    return answer.albums().isEmpty() || isRepeated ? new Page(List.of(), page, page - 1) : answer;
  }

  private static String place(String keyword, int page) {
    return page + ":" + keyword;
  }

  private static boolean isEndless(MappedSettings.Query query) {
    return query.pageSize() == 0 && query.total().isEmpty();
  }

  private static List<String> ids(List<Album> albums) {
    return albums.stream().map(Album::id).toList();
  }

  private Page ask(String keyword, int page, CancelFlag cancel) throws IOException {
    MappedSettings.Query search = settings.search();
    JsonNode answer = service.ask(search, variables(search, page, "keyword", keyword), cancel);
    List<Album> albums = new ArrayList<>();
    for (JsonNode item : Lenient.list(Pointers.list(answer, search.list()))) {
      Album album = album("", item, search.fields(), List.of());
      if (ID.matcher(key(album)).matches() && !album.title().isEmpty()) {
        albums.add(album);
        found.put(album.id(), album, REMEMBERED);
      }
    }
    if (albums.isEmpty() && page == 1 && search.emptyIsBusy()) {
      throw new FailureException(
          Failure.Kind.THROTTLED,
          name + " gave an empty list, as it also does when it is too busy; ask again later");
    }
    pages.put(place(keyword, page), ids(albums), BRIEFLY);
    return new Page(albums, page, pages(search, answer, page, albums.size()));
  }

  private String key(Album album) {
    return album.id().substring(name.length() + 1);
  }

  private static int pages(MappedSettings.Query query, JsonNode answer, int page, int hits) {
    long total = Lenient.whole(Pointers.value(answer, query.total()));
    if (!query.isPaged()) {
      return page;
    }
    if (query.pageSize() > 0) {
      return total > 0
          ? (int) ((total + query.pageSize() - 1) / query.pageSize())
          : hits < query.pageSize() ? page : page + 1;
    }
    return page == 1 && total > 0 && total <= hits ? 1 : page + 1;
  }

  private static Map<String, String> variables(
      MappedSettings.Query query, int page, String name, String value) {
    Map<String, String> variables = new HashMap<>();
    variables.put("page", Integer.toString(query.firstPage() + page - 1));
    variables.put(name, value);
    return variables;
  }

  private Album album(
      String key, JsonNode node, Map<String, List<String>> fields, List<Section> sections) {
    String printed = Pointers.text(node, fields, "title");
    // Titles come with tags: 三体|多人有声剧
    String title = printed.split("[|｜]", 2)[0].strip();
    return new Album(
        name + ":" + (key.isEmpty() ? Pointers.raw(node, fields, "id") : key),
        title.isEmpty() ? printed : title,
        title.isEmpty() || title.equals(printed) ? List.of() : List.of(printed),
        Pointers.text(node, fields, "author"),
        Pointers.text(node, fields, "narrator"),
        Languages.code(Pointers.raw(node, fields, "language")),
        Pointers.text(node, fields, "description"),
        cover(Pointers.raw(node, fields, "cover")),
        sections.isEmpty()
            ? (int) Math.min(100_000, Lenient.whole(Pointers.value(node, fields, "sections")))
            : sections.size(),
        sections);
  }

  private String cover(String given) {
    HttpUrl url = given.isEmpty() ? null : web.base().resolve(given);
    return url == null ? "" : url.toString();
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String key = AlbumIds.key(name, albumId, ID);
    SectionList list =
        unfinished.get(albumId).orElseGet(() -> new SectionList(settings.detail().fields()));
    JsonNode first;
    // Two calls for one album would take pages from one another.
    synchronized (list) {
      first = gather(albumId, key, list, cancel);
      unfinished.remove(albumId);
      links.put(albumId, list.links(), BRIEFLY);
      if (list.size() == 0) {
        throw new FailureException(
            Failure.Kind.NOT_FOUND, name + " has no album " + key + " with sections");
      }
      return whole(albumId, key, first, list.sections());
    }
  }

  /** Returns the last page's answer, which holds the fields of the album as well. */
  private JsonNode gather(String albumId, String key, SectionList list, CancelFlag cancel)
      throws IOException {
    MappedSettings.Query detail = settings.detail();
    long begin = clock.nanoTime();
    JsonNode answer = MissingNode.getInstance();
    boolean more = true;
    while (more && list.pages() < MOST_PAGES) {
      if (clock.nanoTime() - begin > LISTING.toNanos()) {
        throw isLong(albumId, list);
      }
      Map<String, String> variables = variables(detail, list.pages() + 1, "id", key);
      answer = service.ask(detail, variables, cancel);
      JsonNode page = Pointers.list(answer, detail.list());
      long total = Lenient.whole(Pointers.value(answer, detail.total()));
      boolean isNew = list.add(page);
      boolean isFull = detail.pageSize() == 0 || page.size() >= detail.pageSize();
      more = detail.isPaged() && isNew && isFull && (total == 0 || list.size() < total);
      unfinished.put(albumId, list, BRIEFLY);
    }
    return answer;
  }

  private FailureException isLong(String albumId, SectionList list) {
    return new FailureException(
        new Failure(
            Failure.Kind.TIMEOUT,
            albumId + " is long: " + list.size() + " sections are known so far; ask again",
            new Failure.Words(
                "这本书很长，已经读到" + list.size() + "集，请再说一次",
                "this book is long, "
                    + list.size()
                    + " sections are known so far, please ask again")),
        null);
  }

  private Album whole(String albumId, String key, JsonNode answer, List<Section> sections)
      throws FailureException {
    Album told = album(key, answer, settings.album(), sections);
    Album known = found.get(albumId).orElse(told);
    String title = told.title().isEmpty() ? known.title() : told.title();
    if (title.isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              name + " tells no title of " + albumId + "; search for the book again",
              new Failure.Words("请先再搜一次这本书", "please search for the book once more")),
          null);
    }
    return new Album(
        albumId,
        title,
        told.title().isEmpty() ? known.alternatives() : told.alternatives(),
        told.author().isEmpty() ? known.author() : told.author(),
        told.narrator().isEmpty() ? known.narrator() : told.narrator(),
        told.language().isEmpty() ? known.language() : told.language(),
        told.description().isEmpty() ? known.description() : told.description(),
        told.cover().isEmpty() ? known.cover() : told.cover(),
        sections.size(),
        sections);
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    String key = AlbumIds.key(name, album.id(), ID);
    if (album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    String link =
        settings.play().isThere()
            ? asked(key, section, cancel)
            : listed(album.id(), section, cancel);
    if (link.isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.FORBIDDEN,
              name + " gives no link for section " + section.number() + "; it may have to be paid",
              new Failure.Words(
                  name + "没有给出这一集的链接，可能要付费",
                  name + " gives no link for this section, it may have to be paid")),
          null);
    }
    Map<String, String> headers = new HashMap<>(settings.audioHeaders());
    MappedSettings.Secret secret = settings.key();
    HttpUrl url = web.link(link);
    boolean isHome = url.host().equals(web.base().host());
    if (settings.keyWithAudio() && isHome && !secret.header().isEmpty()) {
      headers.put(secret.header(), secret.prefix() + secret.value());
    }
    return new SectionSource(url.uri(), headers, "", section.sizeBytes());
  }

  private String asked(String key, Section section, CancelFlag cancel) throws IOException {
    Map<String, String> variables = variables(settings.play(), 1, "id", key);
    variables.put("episode", section.fileId());
    variables.put("number", Integer.toString(section.number()));
    JsonNode answer = service.ask(settings.play(), variables, cancel);
    return Pointers.raw(answer, settings.play().fields(), "url");
  }

  private String listed(String albumId, Section section, CancelFlag cancel) throws IOException {
    Map<String, String> known = links.get(albumId).orElse(null);
    if (known == null) {
      detail(albumId, cancel);
      known = links.get(albumId).orElse(Map.of());
    }
    return known.getOrDefault(section.fileId(), "");
  }
}
