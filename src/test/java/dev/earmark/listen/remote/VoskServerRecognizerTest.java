package dev.earmark.listen.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.Pcm;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.RecognizerContract;
import dev.earmark.listen.RecognizerLayer;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.Transcript.Word;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Vosk's WebSocket server over the embedded recogniser, and what becomes of its failures. */
final class VoskServerRecognizerTest extends RecognizerContract {
  private static final String END = "{\"eof\" : 1}";

  private final MockWebServer server = new MockWebServer();
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final OkHttpClient http = new OkHttpClient();
  private final List<String> configs = new CopyOnWriteArrayList<>();
  private volatile @Nullable MockResponse refusal;
  private volatile boolean silent;
  private volatile @Nullable BiConsumer<WebSocket, String> misbehaviour;

  @Override
  protected RecognizerLayer layer() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            MockResponse no = refusal;
            return no != null
                ? no
                : new MockResponse.Builder().webSocketUpgrade(new Vosk()).build();
          }
        });
    server.start();
    return layer(Duration.ofSeconds(20));
  }

  private RecognizerLayer layer(Duration timeout) {
    String url = server.url("/").toString().replaceFirst("^http", "ws");
    RemoteSettings settings =
        new RemoteSettings("vosk-server", timeout, "", "", "", /* prompt= */ true, url);
    return RemoteRecognition.of(settings, ListenSettings.DEFAULT, http, clock, health);
  }

  @AfterEach
  void stop() throws IOException {
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
    server.close();
  }

  /** Speaks the protocol of the real server, with the words of {@link FakeModel}. */
  private final class Vosk extends WebSocketListener {
    private final Decoding decoding = new FakeModel(false, WORDS).decode(List.of(), 0);

    @Override
    public void onMessage(WebSocket socket, String text) {
      BiConsumer<WebSocket, String> other = misbehaviour;
      if (text.startsWith("{\"config\"")) {
        configs.add(text);
      } else if (other != null) {
        other.accept(socket, text);
      } else if (text.equals(END)) {
        socket.send(result(decoding.finish().get(0).words()));
        socket.close(1000, null);
      }
    }

    @Override
    public void onMessage(WebSocket socket, ByteString bytes) {
      decoding.feed(Pcm.fromBytes(bytes.toByteArray(), bytes.size()));
      if (silent) {
        return;
      }
      socket.send("{\"partial\" : \"" + String.join(" ", decoding.partial()) + "\"}");
    }

    @Override
    public void onClosing(WebSocket socket, int code, String reason) {
      socket.close(1000, null);
    }
  }

  private static String result(List<Word> words) {
    StringBuilder list = new StringBuilder();
    for (Word word : words) {
      list.append(list.isEmpty() ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "{\"word\": \"%s\", \"conf\": 0.9, \"start\": %.2f, \"end\": %.2f}",
                  word.text(),
                  word.startS(),
                  word.endS()));
    }
    String text = String.join(" ", words.stream().map(Word::text).toList());
    return "{\"result\": [" + list + "], \"text\": \"" + text + "\"}";
  }

  private Optional<String> said(String... words) throws IOException {
    return recogniser.finish(cut(spoken(words))).transcript().map(Transcript::text);
  }

  private Health.Part told() {
    return health.parts().get(0);
  }

  @Test
  void words_keepTheirConfidenceAndTime_configIsSent() throws IOException {
    Transcript transcript = recogniser.finish(cut(spoken("播放", "西游记"))).transcript().orElseThrow();
    assertThat(transcript.words())
        .containsExactly(new Word("播放", 0.9, 0.2, 0.5), new Word("西游记", 0.9, 0.5, 0.8));
    assertThat(configs).containsExactly("{\"config\": {\"sample_rate\": 16000, \"words\": true}}");
    assertThat(told().ok()).isTrue();
  }

  @Test
  void partsThatTheServerFinishes_areJoined() throws IOException {
    misbehaviour =
        (socket, text) -> {
          socket.send("{\"text\": \"第 一 集\"}");
          socket.close(1000, null);
        };
    short[] samples = spoken("别的话");
    assertThat(recogniser.finish(cut(samples)).transcript())
        .hasValueSatisfying(found -> assertThat(found.text()).isEqualTo("第一集"));
  }

  @Test
  void serverThatAnswersOnlyTheEnd_isUnderstood() throws IOException {
    silent = true;
    assertThat(said("播放", "西游记")).contains("播放西游记");
    assertThat(told().ok()).isTrue();
  }

  @Test
  void noVoskServer_embeddedRecogniserHears() throws IOException {
    for (MockResponse answer :
        List.of(
            new MockResponse.Builder().body("<html>hello</html>").build(),
            new MockResponse.Builder().code(503).build())) {
      refusal = answer;
      assertThat(said("暂停")).contains("暂停");
      assertThat(told().ok()).isFalse();
      assertThat(told().text()).contains("recognizer.vosk-server.url");
      clock.advance(Duration.ofMinutes(5));
    }
  }

  @Test
  void serverBreaksOff_orTalksNonsense_embeddedRecogniserHears() throws IOException {
    List<BiConsumer<WebSocket, String>> ways =
        List.of(
            (socket, text) -> socket.close(1011, "out of memory"),
            (socket, text) -> socket.cancel(),
            (socket, text) -> socket.send("what?"),
            (socket, text) -> socket.send("{\"error\": \"no model\"}"),
            (socket, text) -> socket.send(ByteString.of((byte) 7)));
    for (BiConsumer<WebSocket, String> way : ways) {
      misbehaviour = way;
      assertThat(said("暂停")).contains("暂停");
      assertThat(told().ok()).isFalse();
      clock.advance(Duration.ofMinutes(5));
    }
    misbehaviour = null;
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().ok()).isTrue();
  }

  @Test
  void serverIsNotThere_embeddedRecogniserHears_andItIsNotAskedAtOnce() throws IOException {
    server.close();
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().text()).contains("the Vosk server at ws://").contains("embedded model");
    assertThat(said("停")).contains("停");
  }

  @Test
  void serverThatNeverAnswersTheEnd_isNotWaitedForLongerThanTheLimit() throws IOException {
    recogniser.close();
    recogniser =
        layer(Duration.ofMillis(50)).over(engine().newRecognizer(List.of("暂停")), List.of());
    misbehaviour = (socket, text) -> {};
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().text()).contains("has not answered within 50 ms");
  }
}
