package dev.earmark.library.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges and conditions by RFC 9110, and what the server does not give away. */
final class DemoServerTest {
  private static final OkHttpClient CLIENT = new OkHttpClient();

  @TempDir Path temp;
  private Path folder;
  private byte[] content;
  private DemoServer server;
  private URI base;

  @BeforeEach
  void start() throws IOException {
    folder = Files.createDirectory(temp.resolve("demo"));
    Path book = Files.createDirectory(folder.resolve("b"));
    content = new byte[100_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 7);
    }
    Files.write(book.resolve("1.opus"), content);
    Files.writeString(book.resolve("private.txt"), "private");
    Files.writeString(temp.resolve("secret.txt"), "secret");
    Files.writeString(
        book.resolve("album.json"),
        """
        {"id": "b", "title": "Book", "title_alternatives": ["书"],
         "sections": [{"number": 1, "title": "One", "file": "1.opus"},
                      {"number": 2, "title": "Evil", "file": "../../secret.txt"}]}""");
    server = new DemoServer(folder);
    base = server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static final class Answer {
    private final int code;
    private final byte[] body;
    private final Headers headers;

    Answer(int code, byte[] body, Headers headers) {
      this.code = code;
      this.body = body;
      this.headers = headers;
    }

    int code() {
      return code;
    }

    byte[] body() {
      return body;
    }

    String header(String name) {
      String value = headers.get(name);
      return value == null ? "" : value;
    }
  }

  private Answer get(String path, String... headers) throws IOException {
    return call("GET", path, headers);
  }

  private Answer call(String method, String path, String... headers) throws IOException {
    Request.Builder request = new Request.Builder().url(base + path);
    boolean post = method.equals("POST");
    request.method(method, post ? RequestBody.create(new byte[1]) : null);
    request.header("Accept-Encoding", "identity");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try (Response response = CLIENT.newCall(request.build()).execute()) {
      return new Answer(response.code(), response.body().bytes(), response.headers());
    }
  }

  private byte[] bytes(int from, int to) {
    return Arrays.copyOfRange(content, from, to);
  }

  @Test
  void file_whole_hasLengthAndValidators() throws IOException {
    Answer answer = get("files/b/1.opus");
    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(content);
    assertThat(answer.header("Content-Length")).isEqualTo("100000");
    assertThat(answer.header("Accept-Ranges")).isEqualTo("bytes");
    assertThat(answer.header("ETag")).matches("\"[0-9a-f-]+\"");
    assertThat(answer.header("Content-Type")).isEqualTo("audio/ogg");
  }

  @Test
  void range_single_isPartial() throws IOException {
    Answer middle = get("files/b/1.opus", "Range", "bytes=10-19");
    assertThat(middle.code()).isEqualTo(206);
    assertThat(middle.header("Content-Range")).isEqualTo("bytes 10-19/100000");
    assertThat(middle.header("Content-Length")).isEqualTo("10");
    assertThat(middle.body()).isEqualTo(bytes(10, 20));
    assertThat(get("files/b/1.opus", "Range", "bytes=99990-").body())
        .isEqualTo(bytes(99_990, 100_000));
    assertThat(get("files/b/1.opus", "Range", "bytes=-5").body()).isEqualTo(bytes(99_995, 100_000));
    assertThat(get("files/b/1.opus", "Range", "bytes=99990-200000").header("Content-Range"))
        .isEqualTo("bytes 99990-99999/100000");
    Answer all = get("files/b/1.opus", "Range", "bytes=0-");
    assertThat(all.code()).isEqualTo(206);
    assertThat(all.body()).isEqualTo(content);
  }

  @Test
  void range_beyondTheEnd_is416() throws IOException {
    for (String range : List.of("bytes=100000-", "bytes=100000-100001", "bytes=-0")) {
      Answer answer = get("files/b/1.opus", "Range", range);
      assertThat(answer.code()).isEqualTo(416);
      assertThat(answer.header("Content-Range")).isEqualTo("bytes */100000");
    }
  }

  @Test
  void range_nonsenseOrSeveral_givesTheWholeFile() throws IOException {
    for (String range :
        List.of("bytes=5-2", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,5-6")) {
      Answer answer = get("files/b/1.opus", "Range", range);
      assertThat(answer.code()).isEqualTo(200);
      assertThat(answer.body()).hasSize(content.length);
    }
  }

  @Test
  void ifRange_sameFile_isPartialAnotherIsWhole() throws IOException {
    String etag = get("files/b/1.opus").header("ETag");
    Answer same = get("files/b/1.opus", "Range", "bytes=5-", "If-Range", etag);
    assertThat(same.code()).isEqualTo(206);
    Answer other = get("files/b/1.opus", "Range", "bytes=5-", "If-Range", "\"other\"");
    assertThat(other.code()).isEqualTo(200);
    assertThat(other.body()).hasSize(content.length);
    String date = get("files/b/1.opus").header("Last-Modified");
    assertThat(get("files/b/1.opus", "Range", "bytes=5-", "If-Range", date).code()).isEqualTo(206);
  }

  @Test
  void etag_changesWithTheFile() throws IOException {
    String before = get("files/b/1.opus").header("ETag");
    Files.write(folder.resolve("b/1.opus"), bytes(0, 50_000));
    Answer after = get("files/b/1.opus", "Range", "bytes=10-", "If-Range", before);
    assertThat(after.code()).isEqualTo(200);
    assertThat(after.body()).hasSize(50_000);
    assertThat(after.header("ETag")).isNotEqualTo(before);
  }

  @Test
  void ifNoneMatch_sameFile_is304() throws IOException {
    String etag = get("files/b/1.opus").header("ETag");
    Answer answer = get("files/b/1.opus", "If-None-Match", etag);
    assertThat(answer.code()).isEqualTo(304);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void head_hasTheLengthAndNoBody() throws IOException {
    Answer answer = call("HEAD", "files/b/1.opus");
    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.header("Content-Length")).isEqualTo("100000");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void otherMethod_is405() throws IOException {
    Answer answer = call("POST", "files/b/1.opus");
    assertThat(answer.code()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains("GET");
  }

  @Test
  void whatIsNotThere_is404() throws IOException {
    for (String path :
        List.of(
            "",
            "x",
            "files/b",
            "files/b/2.opus",
            "files/none/1.opus",
            "albums/none",
            "albums/b/x")) {
      assertThat(get(path).code()).as(path).isEqualTo(404);
    }
  }

  @Test
  void pathsOutOfTheFolder_areRefused() throws IOException {
    for (String path :
        List.of(
            "/files/b/../../secret.txt",
            "/files/b/..%2f..%2fsecret.txt",
            "/files/b/%2e%2e/%2e%2e/secret.txt",
            "/files/b/../../../secret.txt",
            "/files/../secret.txt/x",
            "/files/b/private.txt",
            "/files/b/album.json",
            "/files/b/..%5c..%5csecret.txt",
            "/files/%2e%2e/b/1.opus")) {
      String answer = raw(path);
      assertThat(answer)
          .as(path)
          .startsWith("HTTP/1.1 404")
          .doesNotContain("secret\n", "private\n");
    }
  }

  /** Sends the path as it is, which an HTTP client would tidy up. */
  private String raw(String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), base.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void detail_fileOutsideOfTheBook_isLeftOut() throws IOException {
    String json = new String(get("albums/b").body(), StandardCharsets.UTF_8);
    assertThat(json).contains("1.opus").doesNotContain("secret");
  }

  @Test
  void search_badQuery_is400() throws IOException {
    assertThat(get("search?q=book&page=0").code()).isEqualTo(400);
    assertThat(get("search?q=book&page=x").code()).isEqualTo(400);
    assertThat(get("search?q=book").code()).isEqualTo(200);
    assertThat(raw("/search?q=%zz")).startsWith("HTTP/1.1 400");
  }

  @Test
  void titles_withoutANetwork_areThere() throws IOException {
    server.close();
    assertThat(new DemoServer(folder).titles()).containsExactly("Book", "书");
  }

  @Test
  void titles_folderIsMissing_isEmpty() {
    assertThat(new DemoServer(temp.resolve("none")).titles()).isEmpty();
  }

  @Test
  void address_isLoopbackOnly() {
    assertThat(base.getHost()).isEqualTo("127.0.0.1");
    assertThat(base.getPort()).isPositive();
  }
}
