package dev.earmark.listen.remote;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.NetworkFailures;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An OpenAI-compatible transcription server ({@code POST /audio/transcriptions}, a multipart form
 * with the WAV file; OpenAI's API reference, "Create transcription").
 *
 * <p>{@code verbose_json} is asked for, whose segments tell how sure the model is and whether it
 * was speech at all. A server that refuses the form with 400 or 422 is asked again for {@code
 * json}, and from then on when that succeeds: the sound may have been what it refused. Without
 * {@code language} the server decides it for each utterance, so it is sent only where one language
 * is configured, or the wake phrase chose one.
 */
final class OpenAiServer implements TranscriptionServer {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final MediaType WAV = MediaType.get("audio/wav");
  private static final long LONGEST_ANSWER = 1L << 20;

  /** Whisper reads about the last 220 tokens of a prompt; a Han character takes one or two. */
  private static final int LONGEST_PROMPT = 160;

  private final RemoteSettings settings;
  private final List<Language> languages;
  private final OkHttpClient client;
  private volatile boolean plain;

  OpenAiServer(RemoteSettings settings, List<Language> languages, OkHttpClient client) {
    this.settings = settings;
    this.languages = List.copyOf(languages);
    this.client = client.newBuilder().callTimeout(settings.timeout()).build();
  }

  @Override
  public String name() {
    return "the transcription server at " + settings.baseUrl();
  }

  @Override
  public Session begin(List<String> titles, @Nullable Language language) {
    Language only = languages.size() == 1 ? languages.get(0) : language;
    return new Upload(prompt(titles), only == null ? "" : only.code());
  }

  private String prompt(List<String> titles) {
    StringBuilder prompt = new StringBuilder();
    for (String title : settings.prompt() ? titles : List.<String>of()) {
      if (prompt.length() + title.length() < LONGEST_PROMPT) {
        prompt.append(prompt.isEmpty() ? "" : ", ").append(title);
      }
    }
    return prompt.toString();
  }

  private Request request(short[] samples, String prompt, String language, boolean asPlain) {
    MultipartBody.Builder form =
        new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
            .addFormDataPart("model", settings.model())
            .addFormDataPart("response_format", asPlain ? "json" : "verbose_json")
            .addFormDataPart("temperature", "0")
            .addFormDataPart("file", "command.wav", RequestBody.create(WavBody.of(samples), WAV));
    if (!language.isEmpty()) {
      form.addFormDataPart("language", language);
    }
    if (!prompt.isEmpty()) {
      form.addFormDataPart("prompt", prompt);
    }
    Request.Builder request =
        new Request.Builder().url(settings.baseUrl() + "/audio/transcriptions").post(form.build());
    if (!settings.apiKey().isEmpty()) {
      request.header("Authorization", "Bearer " + settings.apiKey());
    }
    return request.build();
  }

  /** One upload, perhaps a second one in the plain form. */
  private final class Upload implements Session, Callback {
    private final String prompt;
    private final String language;
    private final CompletableFuture<Heard> answer = new CompletableFuture<>();
    private short[] samples = new short[0];
    private boolean asPlain;
    private volatile @Nullable Call call;

    Upload(String prompt, String language) {
      this.prompt = prompt;
      this.language = language;
    }

    @Override
    public void feed(short[] block) {
      // The whole is sent at once.
    }

    @Override
    public CompletableFuture<Heard> finish(short[] all) {
      samples = all;
      send(plain);
      return answer;
    }

    private void send(boolean inPlainForm) {
      asPlain = inPlainForm;
      Call next = client.newCall(request(samples, prompt, language, inPlainForm));
      call = next;
      next.enqueue(this);
    }

    @Override
    public void onResponse(Call answered, Response response) {
      try (response) {
        if (refusesForm(response.code()) && !asPlain) {
          send(/* inPlainForm= */ true);
        } else if (response.isSuccessful()) {
          Heard heard = read(response.peekBody(LONGEST_ANSWER).string());
          plain = asPlain;
          answer.complete(heard);
        } else {
          answer.completeExceptionally(refused(response.code()));
        }
      } catch (FailureException e) {
        answer.completeExceptionally(e);
      } catch (IOException e) {
        onFailure(answered, e);
      }
    }

    @Override
    public void onFailure(Call failed, IOException e) {
      answer.completeExceptionally(new FailureException(NetworkFailures.of(name(), e), e));
    }

    @Override
    public void close() {
      Call open = call;
      if (open != null) {
        open.cancel();
      }
    }
  }

  private static boolean refusesForm(int status) {
    return status == 400 || status == 422;
  }

  private FailureException refused(int status) {
    Failure.Kind kind = HttpFailures.kindOf(status);
    String remedy =
        switch (kind) {
          case FORBIDDEN -> "; check the key of recognizer.openai";
          case NOT_FOUND, BAD_REQUEST ->
              "; check recognizer.openai.base-url and recognizer.openai.model";
          default -> "";
        };
    return new FailureException(kind, name() + " answers with status " + status + remedy);
  }

  private Heard read(String body) throws FailureException {
    try {
      JsonNode answer = MAPPER.readTree(body);
      if (answer.path("text").isString()) {
        return new Heard(answer.path("text").asString(""), confidence(answer), List.of());
      }
    } catch (JacksonException e) {
      // falls through to the sentence that says so
    }
    throw new FailureException(
        Failure.Kind.WRONG_CONTENT,
        name() + " sends no transcription; check recognizer.openai.base-url");
  }

  /** The least sure segment counts: one wrong word makes another command. */
  private static double confidence(JsonNode answer) {
    double least = 1;
    boolean told = false;
    for (JsonNode segment : answer.path("segments")) {
      double logProbability = segment.path("avg_logprob").asDouble(Double.NaN);
      if (!Double.isNaN(logProbability)) {
        told = true;
        double noSpeech = Math.min(1, Math.max(0, segment.path("no_speech_prob").asDouble(0)));
        least = Math.min(least, Math.exp(Math.min(0, logProbability)) * (1 - noSpeech));
      }
    }
    return told ? least : Heard.NOT_SAID;
  }
}
