package dev.earmark.speak.openai;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.WavFile;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.NetworkFailures;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that speaks at {@code POST …/audio/speech}, as OpenAI's API does, and many others after
 * it. It is asked for a WAV file sentence by sentence, so the first one sounds while the next is
 * made; an answer without a WAV header is taken as that API's {@code pcm} (24 kHz, mono, 16 bit).
 * Thread-safe.
 */
public final class SpeechServerVoice implements Voice {
  private static final JsonMapper JSON = new JsonMapper();
  private static final MediaType TYPE = MediaType.get("application/json; charset=utf-8");
  private static final AudioFormat RAW = new AudioFormat(24_000, 1);
  private static final int LARGEST = 32 << 20;
  private static final double SLOWEST = 0.25;
  private static final double FASTEST = 4;

  private final VoiceSettings.Server server;
  private final double speed;
  private final OkHttpClient http;

  /** Makes a voice; nothing is asked before it speaks. */
  public SpeechServerVoice(VoiceSettings settings, OkHttpClient http) {
    this.server = settings.server();
    double usual = (double) settings.wordsPerMinute() / VoiceSettings.USUAL_RATE;
    this.speed = Math.max(SLOWEST, Math.min(FASTEST, usual));
    this.http = http.newBuilder().callTimeout(server.timeout()).build();
  }

  @Override
  public String name() {
    return String.format(
        Locale.ROOT,
        "speech server %s %s/%s %.2f",
        server.model(),
        server.zh(),
        server.en(),
        speed);
  }

  @Override
  public void check() throws IOException {
    url();
  }

  private HttpUrl url() throws FailureException {
    HttpUrl base = HttpUrl.parse(server.baseUrl());
    if (base == null) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "voice.openai.base-url is no web address: " + server.baseUrl());
    }
    return base.newBuilder().addPathSegments("audio/speech").build();
  }

  @Override
  @SuppressWarnings("try") // the hook is there to be closed
  public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
      throws IOException {
    ObjectNode body =
        JSON.createObjectNode()
            .put("model", server.model())
            .put("input", sentence)
            .put("voice", language.pick(server.zh(), server.en()))
            .put("response_format", "wav")
            .put("speed", speed);
    Request.Builder request =
        new Request.Builder()
            .url(url())
            .post(RequestBody.create(JSON.writeValueAsString(body), TYPE));
    if (!server.apiKey().isEmpty()) {
      request.header("Authorization", "Bearer " + server.apiKey());
    }
    Call call = http.newCall(request.build());
    try (CancelFlag.Registration hook = cancel.onSet(call::cancel);
        Response response = call.execute()) {
      return sound(response);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      if (cancel.isSet()) {
        throw new FailureException(Failure.Kind.CANCELLED, "the speech was called off");
      }
      throw new FailureException(NetworkFailures.of("the speech server", e), e);
    }
  }

  private static PcmBlock sound(Response response) throws IOException {
    if (!response.isSuccessful()) {
      // a wrong address or model is no language that it lacks: NOT_FOUND means that at this port
      Failure.Kind kind =
          response.code() == 404 ? Failure.Kind.UNAVAILABLE : HttpFailures.kindOf(response.code());
      throw new FailureException(
          kind, "the speech server answers " + response.code() + remedy(response.code()));
    }
    byte[] bytes = response.body().byteStream().readNBytes(LARGEST + 1);
    if (bytes.length > LARGEST) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, "the speech server sends more than a sentence can be");
    }
    if (bytes.length > 12 && bytes[0] == 'R' && bytes[1] == 'I' && bytes[2] == 'F') {
      try (WavFile wav = WavFile.open(new ByteArrayInputStream(bytes), "the server's speech")) {
        return wav.readRest();
      }
    }
    String type = String.valueOf(response.header("Content-Type")).toLowerCase(Locale.ROOT);
    boolean raw = type.contains("pcm") || type.contains("octet-stream");
    if (!raw || bytes.length < 2) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, "the speech server sends " + type + " instead of WAV");
    }
    short[] samples = new short[bytes.length / 2];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(samples);
    return new PcmBlock(RAW, samples);
  }

  private static String remedy(int status) {
    return switch (status) {
      case 401, 403 -> "; see voice.openai.api-key-env";
      case 404 -> "; see voice.openai.base-url and voice.openai.model";
      default -> "";
    };
  }
}
