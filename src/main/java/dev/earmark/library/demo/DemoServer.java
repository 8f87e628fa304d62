package dev.earmark.library.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.AlbumFile;
import dev.earmark.library.TitleSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the books of a demo folder over HTTP on the loopback address, as a catalogue on the
 * internet would.
 *
 * <p>{@code GET /search?q=&page=}, {@code GET /albums?page=} and {@code GET /albums/ID} answer JSON
 * (see {@link Wire}); {@code GET /files/ID/NAME} gives the bytes, see {@link FileResponse}. Only
 * files that an {@code album.json} names can be had. The folder is read at the first request.
 * Thread-safe.
 */
public final class DemoServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DemoServer.class);
  private static final int PAGE = 10;
  private static final int THREADS = 8;

  /**
   * Makes the JDK's server send small answers at once. It sends head and body apart, and without
   * this the second waits 40 ms for the client to confirm the first.
   */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private static final String COVER = "cover.svg";

  private final Path folder;
  private @Nullable HttpServer server; // guarded by this
  private @Nullable ThreadPoolExecutor threads; // guarded by this
  private @Nullable Shelf shelf; // guarded by this

  /** Makes a server for this folder, which holds one folder for each book. */
  public DemoServer(Path folder) {
    this.folder = folder;
  }

  /** The books of the folder by their ids. */
  private record Shelf(Map<String, Book> books, TitleSearch titles) {}

  private record Book(Path folder, AlbumFile file, Album album) {}

  /**
   * Begins to serve on a free port of 127.0.0.1.
   *
   * @return its address, such as {@code http://127.0.0.1:40123/}
   */
  public synchronized URI start() throws IOException {
    if (server != null) {
      throw new IllegalStateException("the demo server runs already");
    }
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer http = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(256),
            work -> {
              Thread thread = new Thread(work, "demo-http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    http.setExecutor(pool);
    http.createContext("/", this::handle);
    http.start();
    server = http;
    threads = pool;
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/");
  }

  /**
   * Returns all names of the books, for the recogniser's grammar. Reads the folder the first time;
   * empty, with a line in the log, when it cannot be read.
   */
  public List<String> titles() {
    try {
      return shelf().books().values().stream()
          .flatMap(book -> book.album().names().stream())
          .distinct()
          .toList();
    } catch (IOException e) {
      log.warn("the demo library cannot be read: {}", e.getMessage());
      return List.of();
    }
  }

  @Override
  public synchronized void close() {
    if (server != null) {
      server.stop(/* delay= */ 0);
      server = null;
    }
    if (threads != null) {
      threads.shutdownNow();
      threads = null;
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        route(exchange);
      } catch (FailureException e) {
        boolean missing = e.failure().kind() == Failure.Kind.NOT_FOUND;
        sendError(exchange, missing ? 404 : 400, e.failure().detail());
      } catch (UncheckedIOException | IOException e) {
        log.debug("{} ended early: {}", exchange.getRequestURI(), e.toString());
      }
    }
  }

  private void route(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      sendError(exchange, 405, "only GET and HEAD");
      return;
    }
    String[] path = exchange.getRequestURI().getPath().split("/", -1);
    if (path.length == 2 && path[1].equals("search")) {
      sendJson(exchange, search(exchange.getRequestURI().getRawQuery()));
    } else if (path.length == 2 && path[1].equals("albums")) {
      sendJson(exchange, list(exchange.getRequestURI().getRawQuery()));
    } else if (path.length == 3 && path[1].equals("albums")) {
      sendJson(exchange, detail(book(path[2])));
    } else if (path.length == 4 && path[1].equals("files")) {
      sendFile(exchange, book(path[2]), path[3]);
    } else {
      throw notFound(exchange.getRequestURI().getPath());
    }
  }

  private Wire.Page search(@Nullable String query) throws IOException {
    Map<String, String> parameters = parameters(query);
    String keyword = parameters.getOrDefault("q", "");
    int page = page(parameters.getOrDefault("page", "1"));
    TitleSearch titles = shelf().titles();
    List<TitleSearch.Hit> hits = titles.search(keyword, /* limit= */ 1_000);
    if (hits.isEmpty()) {
      titles.prepareSounds(); // the dictionary for it takes a second to load, so only when needed
      hits = titles.search(keyword, /* limit= */ 1_000);
    }
    return page(hits.stream().map(TitleSearch.Hit::album).toList(), page);
  }

  private Wire.Page list(@Nullable String query) throws IOException {
    int page = page(parameters(query).getOrDefault("page", "1"));
    return page(shelf().titles().albums(), page);
  }

  private static Wire.Page page(List<Album> albums, int page) {
    List<Wire.Summary> onPage =
        albums.stream().skip((page - 1L) * PAGE).limit(PAGE).map(DemoServer::summary).toList();
    return new Wire.Page(onPage, page, (albums.size() + PAGE - 1) / PAGE);
  }

  private static int page(String text) throws FailureException {
    try {
      int page = Integer.parseInt(text);
      if (page >= 1) {
        return page;
      }
    } catch (NumberFormatException e) {
      log.debug("page '{}' is no number", text);
    }
    throw new FailureException(Failure.Kind.BAD_REQUEST, "page is a number from 1");
  }

  private static Map<String, String> parameters(@Nullable String query) throws FailureException {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        try {
          parameters.put(
              pair.substring(0, equals),
              URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
          throw new FailureException(
              new Failure(Failure.Kind.BAD_REQUEST, "the query is not well encoded"), e);
        }
      }
    }
    return parameters;
  }

  private static Wire.Summary summary(Album album) {
    return new Wire.Summary(
        idOf(album),
        album.title(),
        album.alternatives(),
        album.author(),
        album.narrator(),
        album.language(),
        album.description(),
        album.cover(),
        album.sectionCount());
  }

  private static String idOf(Album album) {
    return album.id().substring(album.id().indexOf(':') + 1);
  }

  private static Wire.Detail detail(Book book) {
    List<Wire.Part> parts = new ArrayList<>();
    book.album()
        .sections()
        .forEach(
            section ->
                parts.add(
                    new Wire.Part(
                        section.number(),
                        section.title(),
                        section.fileId(),
                        section.startS(),
                        section.durationS(),
                        section.sizeBytes(),
                        book.file().part(section.fileId()).map(AlbumFile.Part::sha256).orElse(""),
                        "files/" + idOf(book.album()) + "/" + section.fileId())));
    return new Wire.Detail(summary(book.album()), parts);
  }

  private void sendFile(HttpExchange exchange, Book book, String name) throws IOException {
    boolean named = name.equals(COVER) || book.file().part(name).isPresent();
    Path file = book.folder().resolve(named ? name : COVER).normalize();
    if (!named || !file.startsWith(book.folder()) || !Files.isRegularFile(file)) {
      throw notFound(exchange.getRequestURI().getPath());
    }
    FileResponse.send(exchange, file);
  }

  private Book book(String id) throws IOException {
    Book book = shelf().books().get(id);
    if (book == null) {
      throw notFound("album " + id);
    }
    return book;
  }

  private static FailureException notFound(String what) {
    return new FailureException(Failure.Kind.NOT_FOUND, "there is no " + what);
  }

  private synchronized Shelf shelf() throws IOException {
    if (shelf == null) {
      Map<String, Book> books = new LinkedHashMap<>();
      List<Path> folders = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        entries.forEach(folders::add);
      }
      folders.sort(Comparator.naturalOrder());
      for (Path entry : folders) {
        readBook(entry, books);
      }
      List<Album> albums = books.values().stream().map(Book::album).toList();
      shelf = new Shelf(Collections.unmodifiableMap(books), TitleSearch.empty().with(albums));
    }
    return shelf;
  }

  private static void readBook(Path folder, Map<String, Book> books) {
    Path description = folder.resolve(AlbumFile.NAME);
    if (!Files.isRegularFile(description)) {
      return;
    }
    try {
      AlbumFile file = AlbumFile.read(description);
      String id = file.id().isEmpty() ? folder.getFileName().toString() : file.id();
      String cover = Files.exists(folder.resolve(COVER)) ? "files/" + id + "/" + COVER : "";
      Path real = folder.toRealPath();
      Album album = file.toAlbum("demo:" + id, cover, name -> size(real, name));
      books.put(id, new Book(real, file, album));
    } catch (IOException e) {
      log.warn("a book of the demo library is left out: {}", e.getMessage());
    }
  }

  /** Returns the size of a file right in the folder, 0 when there is no such file. */
  private static long size(Path folder, String name) {
    Path file = folder.resolve(name).normalize();
    try {
      return folder.equals(file.getParent()) ? Files.size(file) : 0;
    } catch (IOException e) {
      log.warn("{} is missing in the demo library: {}", file, e.toString());
      return 0;
    }
  }

  private static void sendJson(HttpExchange exchange, Object value) throws IOException {
    send(exchange, 200, "application/json", Wire.JSON.writeValueAsString(value));
  }

  private static void sendError(HttpExchange exchange, int status, String detail)
      throws IOException {
    send(exchange, status, "text/plain; charset=utf-8", detail + "\n");
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
