package dev.earmark.speak.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceContract;
import dev.earmark.speak.VoiceSettings;
import java.io.IOException;
import java.time.Duration;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SpeechServerVoiceTest extends VoiceContract {
  private final MockWebServer server = new MockWebServer();
  private final OkHttpClient http = new OkHttpClient();
  private volatile MockResponse answer = wavAnswer();

  private static MockResponse wavAnswer() {
    return new MockResponse.Builder()
        .setHeader("Content-Type", "audio/wav")
        .body(new Buffer().write(wav()))
        .build();
  }

  @BeforeEach
  void start() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer;
          }
        });
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }

  private Voice voice(String key) {
    VoiceSettings usual = VoiceSettings.DEFAULT;
    return new SpeechServerVoice(
        new VoiceSettings(
            "openai",
            usual.zhVoice(),
            usual.enVoice(),
            330,
            true,
            0,
            usual.piper(),
            new VoiceSettings.Server(
                server.url("/v1").toString(), "kokoro", "zf", "af", key, Duration.ofMinutes(5))),
        http);
  }

  @Override
  protected Voice speaking() {
    return voice("");
  }

  @Override
  protected Voice hanging() {
    answer = new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build();
    return voice("");
  }

  @Override
  protected Voice missing() throws IOException {
    Voice voice = voice("");
    server.close();
    return voice;
  }

  @Override
  protected Voice broken() {
    answer =
        new MockResponse.Builder()
            .setHeader("Content-Type", "text/html")
            .body("<html>no</html>")
            .build();
    return voice("");
  }

  @Test
  void synthesise_asksAsTheApiSays() throws Exception {
    voice("sk-1").synthesise("你好", Language.ZH, new CancelFlag());
    RecordedRequest request = server.takeRequest();
    assertThat(request.getTarget()).isEqualTo("/v1/audio/speech");
    assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer sk-1");
    assertThat(request.getBody().utf8())
        .contains("\"model\":\"kokoro\"", "\"input\":\"你好\"", "\"voice\":\"zf\"", "\"speed\":2.0");
  }

  @Test
  void synthesise_rawSamples_areTakenAt24kHz() throws Exception {
    answer =
        new MockResponse.Builder()
            .setHeader("Content-Type", "audio/pcm")
            .body(new Buffer().write(new byte[] {1, 0, 2, 0}))
            .build();
    PcmBlock speech = voice("").synthesise("hi", Language.EN, new CancelFlag());
    assertThat(speech.format()).isEqualTo(new AudioFormat(24_000, 1));
    assertThat(speech.samples()).containsExactly((short) 1, (short) 2);
  }

  @Test
  void synthesise_keyRefused_namesTheSetting_andNeverTheKey() {
    answer = new MockResponse.Builder().code(401).build();
    assertThatThrownBy(() -> voice("sk-1").synthesise("hi", Language.EN, new CancelFlag()))
        .hasMessageContaining("voice.openai.api-key-env")
        .hasMessageNotContaining("sk-1");
  }

  @Test
  void synthesise_wrongAddress_isNoMissingVoice_soAnotherOneSpeaksForAWhile() {
    answer = new MockResponse.Builder().code(404).build();
    assertThatThrownBy(() -> voice("").synthesise("hi", Language.EN, new CancelFlag()))
        .hasMessageContaining("voice.openai.base-url")
        .extracting(e -> ((FailureException) e).failure().kind())
        .isEqualTo(Failure.Kind.UNAVAILABLE);
  }

  @Test
  void settings_doNotShowTheKey() {
    assertThat(
            new VoiceSettings.Server("http://x", "m", "z", "e", "sk-1", Duration.ZERO).toString())
        .doesNotContain("sk-1");
  }
}
