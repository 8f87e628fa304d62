package dev.earmark.media;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file server on the loopback address that misbehaves on demand: see {@link FaultAnswer}. One
 * thread a connection; a connection serves one request.
 */
public final class FaultServer implements AutoCloseable {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

  private final ServerSocket socket;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Resource> resources = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** A request as it came; header names in lower case. */
  public record Request(String method, String path, Map<String, String> headers) {
    /** Returns a header or an empty text. */
    public String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
  }

  /** A file and the answers to the next requests for it; then all are answered properly. */
  public static final class Resource {
    private final byte[] bytes;
    private final List<FaultAnswer> script = new CopyOnWriteArrayList<>();
    private volatile FaultAnswer usual = FaultAnswer.proper();
    private volatile String contentType = "audio/mpeg";
    private volatile @Nullable String etag = "\"v1\"";
    private volatile @Nullable String lastModified;

    Resource(byte[] bytes) {
      this.bytes = bytes;
    }

    /** Appends answers, one for each of the next requests. */
    public Resource then(FaultAnswer... answers) {
      script.addAll(List.of(answers));
      return this;
    }

    /** Sets the answer to all requests that the script has none for. */
    public Resource always(FaultAnswer answer) {
      usual = answer;
      return this;
    }

    /** Sets the Content-Type; empty leaves it out. */
    public Resource type(String type) {
      contentType = type;
      return this;
    }

    /** Sets the validators; null leaves one out. */
    public Resource validators(@Nullable String newEtag, @Nullable String newLastModified) {
      etag = newEtag;
      lastModified = newLastModified;
      return this;
    }

    private synchronized FaultAnswer next() {
      return script.isEmpty() ? usual : script.remove(0);
    }
  }

  private FaultServer(ServerSocket socket) {
    this.socket = socket;
  }

  /** Starts on a free port. */
  public static FaultServer start() {
    try {
      FaultServer server =
          new FaultServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread thread = new Thread(server::accept, "fault-server");
      thread.setDaemon(true);
      thread.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Serves bytes under a path such as {@code /a.mp3}. */
  public Resource put(String path, byte[] bytes) {
    Resource resource = new Resource(bytes);
    resources.put(path, resource);
    return resource;
  }

  /** Returns the address of a path. */
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
  }

  /** Returns the same address under another host name, which counts as a foreign host. */
  public URI foreignUri(String path) {
    return URI.create("http://localhost:" + socket.getLocalPort() + path);
  }

  /** Returns the requests so far. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      socket.close();
      for (Socket connection : open) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    while (closed.getCount() > 0) {
      try {
        Socket connection = socket.accept();
        open.add(connection);
        Thread thread = new Thread(() -> talk(connection), "fault-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private void talk(Socket connection) {
    try (connection) {
      // answers are small packets in a row: without this the slow ones are slower than asked for
      connection.setTcpNoDelay(true);
      Request request = read(connection.getInputStream());
      if (request == null) {
        return;
      }
      requests.add(request);
      Resource resource = resources.get(request.path().replaceAll("\\?.*", ""));
      OutputStream out = new BufferedOutputStream(connection.getOutputStream(), 4096);
      if (resource == null) {
        head(out, 404, Map.of("Content-Length", "0"));
      } else {
        answer(out, request, resource, resource.next());
      }
      out.flush();
    } catch (IOException e) {
      // the client went away, which many tests mean to happen
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (!text.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int c = in.read();
      if (c < 0) {
        return null;
      }
      text.write(c);
    }
    String[] lines = text.toString(StandardCharsets.ISO_8859_1).split("\r\n", -1);
    String[] first = lines[0].split(" ", -1);
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(
            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).strip());
      }
    }
    return new Request(first[0], first[1], headers);
  }

  private void answer(OutputStream out, Request request, Resource file, FaultAnswer how)
      throws IOException, InterruptedException {
    CountDownLatch gate = how.gate;
    while (gate != null && !gate.await(50, TimeUnit.MILLISECONDS)) {
      if (closed.getCount() == 0) {
        return;
      }
    }
    Map<String, String> headers = new TreeMap<>(how.headers);
    if (how.status != 200) {
      byte[] body = how.body;
      headers.put("Content-Length", Integer.toString(body.length));
      head(out, how.status, headers);
      out.write(body);
      return;
    }
    byte[] all = how.replaced ? how.body : file.bytes;
    if (!file.contentType.isEmpty()) {
      headers.putIfAbsent("Content-Type", file.contentType);
    }
    if (file.etag != null) {
      headers.put("ETag", file.etag);
    }
    if (file.lastModified != null) {
      headers.put("Last-Modified", file.lastModified);
    }
    Matcher range = RANGE.matcher(request.header("Range"));
    boolean partial = range.matches() && !how.ignoreRange && validatorFits(request, file);
    if (!partial) {
      send(out, how, headers, all, 0, 200, all.length);
      return;
    }
    int asked = Integer.parseInt(range.group(1));
    if (asked >= all.length) {
      headers.put("Content-Range", "bytes */" + all.length);
      headers.put("Content-Length", "0");
      head(out, 416, headers);
      return;
    }
    int from = Math.max(0, asked + how.shiftStart);
    int to = range.group(2).isEmpty() ? all.length : Integer.parseInt(range.group(2)) + 1;
    to = Math.min(Math.min(to, all.length), from + how.shortRange);
    long total = how.lieTotal >= 0 ? how.lieTotal : all.length;
    headers.put("Content-Range", how.unit + " " + from + "-" + (to - 1) + "/" + total);
    send(out, how, headers, all, from, how.say200 ? 200 : 206, to);
  }

  private static boolean validatorFits(Request request, Resource file) {
    String ifRange = request.header("If-Range");
    return ifRange.isEmpty() || ifRange.equals(file.etag) || ifRange.equals(file.lastModified);
  }

  private void send(
      OutputStream out,
      FaultAnswer how,
      Map<String, String> headers,
      byte[] all,
      int from,
      int status,
      int to)
      throws IOException, InterruptedException {
    if (how.chunked) {
      headers.put("Transfer-Encoding", "chunked");
    } else if (!how.noLength) {
      headers.put(
          "Content-Length", Long.toString(how.lieLength != null ? how.lieLength : to - from));
    }
    head(out, status, headers);
    out.flush();
    long piece = how.rate > 0 ? Math.max(256, how.rate / 50) : 16_384;
    for (int at = from; at < to; ) {
      int end = (int) Math.min(Math.min(to, at + piece), (long) from + how.stopAfter);
      if (end <= at) {
        if (how.stall) {
          out.flush();
          closed.await();
        }
        return;
      }
      if (how.chunked) {
        out.write(Integer.toHexString(end - at).getBytes(StandardCharsets.US_ASCII));
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      out.write(all, at, end - at);
      if (how.chunked) {
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      if (how.rate > 0) {
        out.flush();
        if (closed.await((end - at) * 1_000_000L / how.rate, TimeUnit.MICROSECONDS)) {
          return;
        }
      }
      at = end;
    }
    if (how.chunked) {
      out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void head(OutputStream out, int status, Map<String, String> headers)
      throws IOException {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Whatever\r\n");
    headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
    text.append("Connection: close\r\n\r\n");
    out.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }
}
