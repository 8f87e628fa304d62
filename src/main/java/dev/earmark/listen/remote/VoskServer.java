package dev.earmark.listen.remote;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.net.NetworkFailures;
import dev.earmark.listen.Transcript.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Vosk's WebSocket server (alphacep/vosk-server): the samples are sent while somebody speaks, so
 * that the text is there soon after the end.
 *
 * <p>A text message {@code {"config": …}} comes first and is not answered; each binary message is
 * answered by one JSON object, {@code {"partial": …}} or a finished part {@code {"text": …,
 * "result": [{word, conf, start, end}]}}; the message {@code {"eof" : 1}}, which servers compare
 * character by character, by the last part. The server then closes.
 */
final class VoskServer implements TranscriptionServer {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String END = "{\"eof\" : 1}";
  private static final String CONFIG =
      "{\"config\": {\"sample_rate\": " + AudioFormat.SPEECH.sampleRateHz() + ", \"words\": true}}";

  /** A message for each 20 ms would be answered as often. */
  private static final int MESSAGE_SAMPLES = AudioFormat.SPEECH.sampleRateHz() / 10;

  private static final int NORMAL_CLOSE = 1_000;

  private final RemoteSettings settings;
  private final OkHttpClient client;

  VoskServer(RemoteSettings settings, OkHttpClient client) {
    this.settings = settings;
    this.client = client.newBuilder().connectTimeout(settings.timeout()).build();
  }

  @Override
  public String name() {
    return "the Vosk server at " + settings.voskUrl();
  }

  @Override
  public Session begin(List<String> titles, @Nullable Language language) {
    return new Stream();
  }

  /** One connection for one utterance. Fed on one thread, answered on OkHttp's. */
  private final class Stream extends WebSocketListener implements Session {
    private final CompletableFuture<Heard> answer = new CompletableFuture<>();
    private final List<Word> words = new ArrayList<>(); // guarded by this
    private final StringBuilder text = new StringBuilder(); // guarded by this
    private final WebSocket socket;
    private short[] unsent = new short[0];
    private int fed;
    private int answersExpected; // guarded by this
    private boolean ended; // guarded by this
    private boolean lastPartCame; // guarded by this

    Stream() {
      Request request = new Request.Builder().url(settings.voskUrl()).build();
      socket = client.newWebSocket(request, this);
      socket.send(CONFIG);
    }

    @Override
    public void feed(short[] block) {
      fed += block.length;
      unsent = joined(unsent, block);
      if (unsent.length >= MESSAGE_SAMPLES) {
        sendUnsent();
      }
    }

    private void sendUnsent() {
      synchronized (this) {
        answersExpected++;
      }
      socket.send(ByteString.of(Pcm.toBytes(unsent)));
      unsent = new short[0];
    }

    @Override
    public CompletableFuture<Heard> finish(short[] samples) {
      if (samples.length > fed) {
        short[] rest = new short[samples.length - fed];
        System.arraycopy(samples, fed, rest, 0, rest.length);
        feed(rest);
      }
      if (unsent.length > 0) {
        sendUnsent();
      }
      synchronized (this) {
        answersExpected++;
        ended = true;
      }
      socket.send(END);
      return answer;
    }

    @Override
    public synchronized void onMessage(WebSocket from, String message) {
      answersExpected--;
      try {
        take(MAPPER.readTree(message));
      } catch (JacksonException e) {
        answer.completeExceptionally(noVoskServer());
      }
      if (ended && answersExpected <= 0) {
        answer.complete(heard());
      }
    }

    private synchronized void take(JsonNode part) {
      if (!part.path("text").isString() && !part.path("partial").isString()) {
        answer.completeExceptionally(noVoskServer());
      }
      lastPartCame |= ended && part.path("text").isString();
      String more = part.path("text").asString("").strip();
      if (!more.isEmpty()) {
        text.append(text.isEmpty() ? "" : " ").append(more);
      }
      for (JsonNode word : part.path("result")) {
        words.add(
            new Word(
                word.path("word").asString(""),
                Math.min(1, Math.max(0, word.path("conf").asDouble(Heard.NOT_SAID))),
                word.path("start").asDouble(0),
                word.path("end").asDouble(0)));
      }
    }

    private synchronized Heard heard() {
      double mean = words.stream().mapToDouble(Word::confidence).average().orElse(Heard.NOT_SAID);
      return new Heard(text.toString(), mean, words);
    }

    @Override
    public void onMessage(WebSocket from, ByteString bytes) {
      answer.completeExceptionally(noVoskServer());
    }

    @Override
    public synchronized void onClosing(WebSocket from, int code, String reason) {
      from.close(NORMAL_CLOSE, null);
      if (lastPartCame) { // from a server that does not answer every message
        answer.complete(heard());
      }
      answer.completeExceptionally(
          new FailureException(
              Failure.Kind.SERVER_FAULT, name() + " broke off before it had answered"));
    }

    @Override
    public void onFailure(WebSocket from, Throwable problem, @Nullable Response response) {
      IOException cause = problem instanceof IOException io ? io : new IOException(problem);
      answer.completeExceptionally(
          response == null || response.code() == 101
              ? new FailureException(NetworkFailures.of(name(), cause), cause)
              : noVoskServer());
    }

    @Override
    public void close() {
      if (!socket.close(NORMAL_CLOSE, null) || !answer.isDone()) {
        socket.cancel();
      }
    }
  }

  private FailureException noVoskServer() {
    return new FailureException(
        Failure.Kind.WRONG_CONTENT,
        name() + " does not answer as a Vosk server does; check recognizer.vosk-server.url");
  }

  private static short[] joined(short[] first, short[] second) {
    short[] both = new short[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
