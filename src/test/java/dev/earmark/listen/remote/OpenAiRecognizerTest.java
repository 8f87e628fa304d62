package dev.earmark.listen.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.listen.FakeModel;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.RecognizerContract;
import dev.earmark.listen.RecognizerLayer;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.Transcript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transcription server over the embedded recogniser, and what becomes of its failures. */
final class OpenAiRecognizerTest extends RecognizerContract {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final MockWebServer server = new MockWebServer();
  private final Queue<MockResponse> answers = new ConcurrentLinkedQueue<>();
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final OkHttpClient http = new OkHttpClient();

  @Override
  protected RecognizerLayer layer() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            MockResponse next = answers.poll();
            return next == null ? json(heard(request.getBody())) : next;
          }
        });
    server.start();
    return layer(PATIENCE, ListenSettings.DEFAULT);
  }

  private RecognizerLayer layer(Duration timeout, ListenSettings listen) {
    RemoteSettings settings =
        new RemoteSettings(
            "openai",
            timeout,
            server.url("/v1").toString(),
            "whisper-small",
            "sesame",
            /* prompt= */ true,
            "");
    return RemoteRecognition.of(settings, listen, http, clock, health);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    http.dispatcher().executorService().shutdown();
  }

  /** Hears the uploaded file as the model does, and writes it as such models do. */
  private static String heard(ByteString body) {
    ByteBuffer in = body.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    int riff = body.indexOf("RIFF".getBytes(StandardCharsets.US_ASCII), 0);
    short[] samples = new short[in.getInt(riff + 40) / 2];
    in.position(riff + 44);
    in.asShortBuffer().get(samples);
    SpeechModel.Decoding decoding = new FakeModel(false, WORDS).decode(List.of(), 0);
    decoding.feed(samples);
    String text = String.join("", decoding.finish().get(0).texts());
    return "{\"text\": \"" + (text.isEmpty() ? "[BLANK_AUDIO]" : "小书童，" + text + "。") + "\"}";
  }

  private static MockResponse json(String body) {
    return new MockResponse.Builder().body(body).build();
  }

  private static MockResponse status(int code) {
    return new MockResponse.Builder().code(code).body("no").build();
  }

  private Optional<String> said(String... words) throws IOException {
    return recogniser.finish(cut(spoken(words))).transcript().map(Transcript::text);
  }

  private Health.Part told() {
    return health.parts().get(0);
  }

  @Test
  void request_holdsModelKeyAndTitles_noLanguageWhereThereAreTwo() throws Exception {
    said("暂停");
    RecordedRequest request = server.takeRequest(10, TimeUnit.SECONDS);
    assertThat(request.getTarget()).isEqualTo("/v1/audio/transcriptions");
    assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer sesame");
    String form = request.getBody().utf8();
    assertThat(form)
        .contains("name=\"model\"", "whisper-small", "verbose_json", "name=\"prompt\"", "西游记")
        .doesNotContain("name=\"language\"");
  }

  @Test
  void oneLanguage_isSent() throws Exception {
    ListenSettings listen = ListenSettings.DEFAULT;
    recogniser.close();
    recogniser =
        layer(
                PATIENCE,
                new ListenSettings(
                    List.of(Language.EN),
                    listen.wakePhrases(),
                    listen.wakeSensitivity(),
                    listen.endSilence(),
                    listen.followUp(),
                    listen.maxLength(),
                    listen.nothingSaid(),
                    listen.stopWithoutWake(),
                    listen.minConfidence()))
            .over(engine().newRecognizer(List.of("停")), List.of());
    answers.add(json("{\"text\": \" Play Alice, chapter three.\"}"));
    assertThat(said("停")).contains("play alice chapter three");
    String form = server.takeRequest(10, TimeUnit.SECONDS).getBody().utf8();
    assertThat(form).contains("name=\"language\"").doesNotContain("name=\"prompt\"");
  }

  @Test
  void languageOfTheWakePhrase_isSent_andOtherTextsAreNotTaken() throws Exception {
    recogniser.hearOnly(Language.EN);
    answers.add(json("{\"text\": \"播放三体\"}"));
    assertThat(said("别的话")).isEmpty();
    String form = server.takeRequest(10, TimeUnit.SECONDS).getBody().utf8();
    assertThat(form).containsPattern("name=\"language\"[^-]*en\r\n");
  }

  @Test
  void serverHearsMore_thanTheEmbeddedModelKnows_isTaken() throws IOException {
    answers.add(json("{\"text\": \"给我讲一个睡前故事吧。\", \"language\": \"chinese\"}"));
    assertThat(said("别的话")).contains("给我讲一个睡前故事吧");
    assertThat(told().ok()).isTrue();
  }

  @Test
  void confidence_isThatOfTheLeastSureSegment() throws IOException {
    answers.add(
        json(
            """
            {"text": "播放三体", "segments": [
              {"avg_logprob": -0.1, "no_speech_prob": 0.0},
              {"avg_logprob": -0.2, "no_speech_prob": 0.1}]}"""));
    Transcript transcript = recogniser.finish(cut(spoken("别的话"))).transcript().orElseThrow();
    assertThat(transcript.confidence()).isBetween(0.73, 0.74);
  }

  @Test
  void speechThatIsProbablyNone_isNotTaken() throws IOException {
    answers.add(
        json(
            "{\"text\": \"谢谢观看\", \"segments\": [{\"avg_logprob\": -0.1, \"no_speech_prob\": 0.9}]}"));
    assertThat(said("别的话")).isEmpty();
    assertThat(told().ok()).isTrue();
  }

  @Test
  void serverFails_embeddedRecogniserHears_toldInTheHealth() throws IOException {
    for (MockResponse answer :
        List.of(
            status(500),
            status(401),
            json("<html>sign in</html>"),
            json("{\"text\": 5}"),
            json("[]"),
            json(""),
            new MockResponse.Builder()
                .onResponseStart(new mockwebserver3.SocketEffect.CloseSocket())
                .build(),
            new MockResponse.Builder()
                .body("{\"text\": \"播放三体\"}")
                .onResponseBody(new mockwebserver3.SocketEffect.CloseSocket())
                .build())) {
      // A request on a connection that closes is sent again, once for each address.
      answers.addAll(Collections.nCopies(6, answer));
      assertThat(said("暂停")).contains("暂停");
      answers.clear();
      assertThat(told().ok()).as("%s", answer).isFalse();
      assertThat(told().text()).contains("transcription server at http://", "embedded model");
      clock.advance(Duration.ofMinutes(5));
    }
    assertThat(said("别的话")).isEmpty(); // the fake hears no word there either
    assertThat(told().ok()).isTrue();
  }

  @Test
  void keyRefused_healthNamesTheRemedy() throws IOException {
    answers.add(status(401));
    said("暂停");
    assertThat(told().text()).contains("401", "key of recognizer.openai").doesNotContain("sesame");
  }

  @Test
  void afterAFailure_serverRestsForAWhile_thenIsAskedAgain() throws IOException {
    answers.add(status(500));
    said("暂停");
    said("暂停");
    assertThat(server.getRequestCount()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(15));
    answers.add(status(500));
    said("暂停");
    clock.advance(Duration.ofSeconds(29));
    said("暂停");
    assertThat(server.getRequestCount()).isEqualTo(2);
    clock.advance(Duration.ofSeconds(1));
    assertThat(said("暂停")).contains("暂停");
    assertThat(server.getRequestCount()).isEqualTo(3);
    assertThat(told().ok()).isTrue();
  }

  @Test
  void slowServer_isNotWaitedForLongerThanTheLimit() throws IOException {
    recogniser.close();
    recogniser =
        layer(Duration.ofMillis(50), ListenSettings.DEFAULT)
            .over(engine().newRecognizer(List.of("暂停")), List.of());
    answers.add(
        new MockResponse.Builder()
            .headersDelay(30, TimeUnit.SECONDS)
            .body("{\"text\": \"播放三体\"}")
            .build());
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().ok()).isFalse();
  }

  @Test
  void serverWithoutTheVerboseForm_isAskedForThePlainOneFromThenOn() throws Exception {
    answers.add(status(400));
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().ok()).isTrue();
    said("暂停");
    assertThat(server.getRequestCount()).isEqualTo(3);
    assertThat(server.takeRequest(10, TimeUnit.SECONDS).getBody().utf8()).contains("verbose_json");
    for (int i = 0; i < 2; i++) {
      assertThat(server.takeRequest(10, TimeUnit.SECONDS).getBody().utf8())
          .doesNotContain("verbose_json");
    }
  }

  @Test
  void modelUnknownInBothForms_embeddedRecogniserHears() throws IOException {
    answers.add(status(400));
    answers.add(status(400));
    assertThat(said("暂停")).contains("暂停");
    assertThat(told().text()).contains("recognizer.openai.model");
  }

  /** One command that the server could not read must not cost the sureness of all later ones. */
  @Test
  void refusalOfBothForms_isNoReasonToLeaveTheVerboseOne() throws Exception {
    answers.add(status(422));
    answers.add(status(422));
    said("暂停");
    clock.advance(Duration.ofMinutes(10));
    assertThat(said("暂停")).contains("暂停");
    assertThat(server.getRequestCount()).isEqualTo(3);
    for (String form : List.of("verbose_json", "\r\njson\r\n", "verbose_json")) {
      assertThat(server.takeRequest(10, TimeUnit.SECONDS).getBody().utf8()).contains(form);
    }
  }

  /** What is said beside a book, in search of a stop word, is not for a server. */
  @Test
  void utteranceThatWasNotBegun_isNotSent() throws IOException {
    recogniser.finish(cut(model.say(0.4, "停")));
    assertThat(server.getRequestCount()).isZero();
  }
}
