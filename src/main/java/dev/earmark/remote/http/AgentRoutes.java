package dev.earmark.remote.http;

import dev.earmark.agent.Run;
import dev.earmark.agent.loop.RunJson;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenState;
import dev.earmark.listen.Transcript;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Commands by word and by voice, and the runs that come of them. */
final class AgentRoutes {
  private static final int LONGEST_TEXT = 2_000;
  private static final int LARGEST_PAGE_OF_ALL = 20;
  private static final int UPLOADS = 8;
  private static final int LARGEST_AUDIO = 32 << 20;
  private static final long LOOK_EVERY_MS = 250;

  private final Semaphore uploads = new Semaphore(UPLOADS);
  private final HttpPorts ports;
  private final Duration longestWait;

  /** Makes the routes; {@code longestWait} bounds how long a request waits for a run. */
  AgentRoutes(HttpPorts ports, Duration longestWait) {
    this.ports = ports;
    this.longestWait = longestWait;
  }

  void register(Operations routes) {
    routes.on("say", this::say);
    routes.on("listen", this::listen);
    routes.on("hear", this::hear);
    routes.on("runs", this::runs);
    routes.on("run", this::run);
    new RunRoutes(ports).register(routes);
  }

  /** A command that was taken and is still worked on, or waits for a person. */
  record Accepted(String id) {}

  /** Whether something happened, and what. */
  record Done(boolean ok, String message) {}

  /**
   * Runs, newest first.
   *
   * @param next what {@code before} is for the next page, null when there is none
   */
  record Runs(List<Map<String, Object>> runs, @Nullable String next) {}

  /**
   * What became of a recording.
   *
   * @param transcript null when no command was understood
   * @param reason why not, as {@link ListenEvent.Reason} in lower case; empty when it was
   * @param run the run that it started, null when there is none
   */
  record Heard(@Nullable Words transcript, String reason, @Nullable Map<String, Object> run) {}

  /**
   * What was understood.
   *
   * @param language its code, {@code zh} or {@code en}
   */
  record Words(
      String text,
      double confidence,
      double startS,
      double endS,
      String language,
      List<Transcript.Word> words) {
    static Words of(Transcript heard) {
      return new Words(
          heard.text(),
          heard.confidence(),
          heard.startS(),
          heard.endS(),
          heard.language().code(),
          heard.words());
    }
  }

  private void say(Context ctx) throws IOException, InterruptedException {
    boolean wait = Replies.flag(ctx, "wait");
    boolean untilItAsks = Replies.choice(ctx, "until").isPresent();
    Body body = Body.of(ctx);
    Assistant.Begun begun =
        ports
            .assistant()
            .begin(
                body.needed("text", LONGEST_TEXT),
                Replies.languageOrNull(body.text("language").orElse(null)),
                body.flag("aloud", /* otherwise= */ true));
    Optional<Run> run = wait ? await(begun, untilItAsks) : Optional.empty();
    if (run.isPresent()) {
      Replies.json(ctx, RunJson.summary(run.get()));
    } else {
      ctx.header("Location", "/api/runs/" + begun.runId());
      Replies.json(ctx, 202, new Accepted(begun.runId()));
    }
  }

  private void mute(Context ctx, boolean muted) {
    Language language = Replies.language(ctx);
    ports.assistant().setMuted(muted);
    String message =
        muted
            ? language.pick("我不听了。", "I hear no wake phrase any more.")
            : language.pick("我又能听见唤醒词了。", "I hear the wake phrase again.");
    Replies.json(ctx, 202, new Done(/* ok= */ true, message));
  }

  /**
   * Returns the ended run; empty when it takes too long.
   *
   * @param untilItAsks empty too when it waits for a person: whoever asked for it can tell them
   */
  private Optional<Run> await(Assistant.Begun begun, boolean untilItAsks)
      throws InterruptedException {
    CompletableFuture<Run> ended = begun.ended().toCompletableFuture();
    for (long left = longestWait.toMillis(); left > 0; left -= LOOK_EVERY_MS) {
      try {
        return Optional.of(ended.get(Math.min(left, LOOK_EVERY_MS), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        if (untilItAsks && asks(begun.runId())) {
          break;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("a run must not end exceptionally", e);
      }
    }
    return Optional.empty();
  }

  private boolean asks(String id) {
    return ports.assistant().run(id).map(Run::waiting).isPresent();
  }

  private void listen(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    if (body.has("muted")) {
      mute(ctx, body.flag("muted", /* otherwise= */ false));
      return;
    }
    if (ports.ears().state() == ListenState.OFF) {
      throw Problem.unavailable(
          "There is no microphone or no speech model; 'earmark doctor' says what is missing.");
    }
    ports.assistant().pushToTalk();
    Replies.json(
        ctx, 202, new Done(/* ok= */ true, Replies.language(ctx).pick("我在听。", "I am listening.")));
  }

  private void hear(Context ctx) throws IOException, InterruptedException {
    boolean wake = Replies.flag(ctx, "wake");
    boolean aloud = Replies.flag(ctx, "aloud");
    byte[] file = upload(ctx);
    if (file.length == 0) {
      throw Problem.badRequest("Send a recording, such as a WAV file, as the body.");
    }
    PcmBlock audio = ports.audio().read(file);
    List<ListenEvent> events = ports.ears().hear(audio, wake);
    String reason = "nothing_said";
    for (ListenEvent event : events) {
      if (event instanceof ListenEvent.Final last) {
        Transcript transcript = last.transcript();
        var begun = ports.assistant().begin(transcript.text(), transcript.language(), aloud);
        Optional<Run> run = await(begun, /* untilItAsks= */ false);
        Replies.json(
            ctx,
            new Heard(
                Words.of(transcript),
                "",
                run.or(() -> ports.assistant().run(begun.runId()))
                    .map(RunJson::summary)
                    .orElse(null)));
        return;
      }
      if (event instanceof ListenEvent.Rejected rejected) {
        reason = Json.lower(rejected.reason());
      }
    }
    Replies.json(ctx, new Heard(null, reason, null));
  }

  /** Reads a recording; the thread waits for its sender, so only some may send at a time. */
  private byte[] upload(Context ctx) throws IOException {
    if (!uploads.tryAcquire()) {
      throw Problem.unavailable("Too many recordings are being sent; try again in a moment.");
    }
    try {
      return Body.bytes(ctx, LARGEST_AUDIO);
    } finally {
      uploads.release();
    }
  }

  private void runs(Context ctx) {
    boolean messages = Replies.flag(ctx, "messages");
    int limit = Replies.number(ctx, "limit", messages ? LARGEST_PAGE_OF_ALL : Integer.MAX_VALUE);
    String before = Optional.ofNullable(ctx.queryParam("before")).orElse("").strip();
    if (!before.isEmpty()) {
      RunRoutes.known(ports, before);
    }
    List<Run> page = ports.assistant().runs(limit, before);
    Replies.json(
        ctx,
        new Runs(
            page.stream().map(messages ? RunJson::toMap : RunJson::summary).toList(),
            page.size() < limit ? null : page.get(page.size() - 1).id()));
  }

  private void run(Context ctx) {
    Replies.json(ctx, RunJson.toMap(RunRoutes.known(ports, ctx.pathParam("id"))));
  }
}
