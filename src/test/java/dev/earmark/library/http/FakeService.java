package dev.earmark.library.http;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import okio.Buffer;
import okio.GzipSink;
import org.jspecify.annotations.Nullable;

/**
 * A web service on 127.0.0.1 that answers as its subclass says, packed as real ones do. Answers
 * that a test has put in front come first.
 */
public abstract class FakeService implements AutoCloseable {
  private final MockWebServer server = new MockWebServer();
  private final Queue<MockResponse> first = new ArrayDeque<>(); // guarded by this
  private boolean isRedirecting; // guarded by this
  private final List<HttpUrl> asked = new ArrayList<>(); // guarded by this

  /** Answers a request. */
  protected abstract MockResponse answer(HttpUrl url, RecordedRequest request);

  /** Starts it at a free port. */
  public void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            HttpUrl url = Objects.requireNonNull(request.getUrl());
            MockResponse early = note(url);
            return early == null ? answer(url, request) : early;
          }
        });
    server.start();
  }

  private synchronized @Nullable MockResponse note(HttpUrl url) {
    asked.add(url);
    if (isRedirecting) {
      isRedirecting = false;
      return new MockResponse.Builder().code(302).addHeader("Location", url.toString()).build();
    }
    return first.poll();
  }

  /** Returns its address without a slash at the end. */
  public String address() {
    return "http://127.0.0.1:" + server.getPort();
  }

  /** Returns what was asked so far, in order. */
  public synchronized List<HttpUrl> asked() {
    return List.copyOf(asked);
  }

  /** Answers the next request so, before anything else. */
  public synchronized void next(MockResponse response) {
    first.add(response);
  }

  /** Answers the next request by a redirect to where it was sent. */
  public synchronized void redirectNext() {
    isRedirecting = true;
  }

  /** Answers the next request with a status and a body. */
  public void next(int status, String body) {
    next(new MockResponse.Builder().code(status).body(body).build());
  }

  /** Returns a packed answer. */
  protected static MockResponse json(int status, String body) {
    Buffer packed = new Buffer();
    try (GzipSink sink = new GzipSink(packed)) {
      Buffer plain = new Buffer().writeUtf8(body);
      sink.write(plain, plain.size());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new MockResponse.Builder()
        .code(status)
        .addHeader("Content-Type", "application/json; charset=utf-8")
        .addHeader("Content-Encoding", "gzip")
        .body(packed)
        .build();
  }

  /** Returns a parameter of the address, empty when it is not there. */
  protected static String parameter(HttpUrl url, String name) {
    return Objects.requireNonNullElse(url.queryParameter(name), "");
  }

  @Override
  public void close() {
    server.close();
  }
}
