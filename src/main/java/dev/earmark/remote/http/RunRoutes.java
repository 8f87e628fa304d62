package dev.earmark.remote.http;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;

/** What a person does to a run that goes on. */
final class RunRoutes {
  private static final int LONGEST_OBSERVATION = 20_000;
  private static final int MOST_STEPS = 10_000;

  private final HttpPorts ports;

  RunRoutes(HttpPorts ports) {
    this.ports = ports;
  }

  void register(Operations routes) {
    routes.on("pauseRun", this::pause);
    routes.on("resumeRun", this::resume);
    routes.on("correct", this::observation);
    routes.on("changeInput", this::input);
    routes.on("consent", this::consent);
    routes.on("cancel", this::cancel);
  }

  /** Whether something happened, and what. */
  record Done(boolean ok, String message) {}

  private void pause(Context ctx) throws IOException {
    Body.of(ctx);
    intervene(ctx, new Intervention.Pause(), "下一步之前会停下。", "It stops before its next step.");
  }

  private void resume(Context ctx) throws IOException {
    Body.of(ctx);
    intervene(ctx, new Intervention.Resume(), "继续了。", "It goes on.");
  }

  private void observation(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    String text = body.needed("text", LONGEST_OBSERVATION);
    int step = body.integer("step").orElse(0);
    if (step < 0 || step > MOST_STEPS) {
      throw Problem.badRequest("The field 'step' must be the number of a step, or 0 to add one.");
    }
    intervene(
        ctx, new Intervention.Observe(text, step), "已交给它继续。", "The run goes on with your words.");
  }

  private void input(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    intervene(ctx, new Intervention.Input(body.object("input")), "参数改好了。", "The input is changed.");
  }

  private void consent(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    if (!body.has("allow")) {
      throw Problem.badRequest("The field 'allow' is missing; send {\"allow\": true} or false.");
    }
    boolean allow = body.flag("allow", /* otherwise= */ false);
    intervene(
        ctx,
        new Intervention.Consent(allow),
        allow ? "好的，照做。" : "好的，不做。",
        allow ? "All right, it is done." : "All right, it is not done.");
  }

  private void cancel(Context ctx) throws IOException {
    Body.of(ctx);
    String id = ctx.pathParam("id");
    if (!ports.assistant().cancel(id)) {
      known(ports, id);
      throw Problem.conflict("The run has ended already.");
    }
    Replies.json(ctx, new Done(/* ok= */ true, Replies.language(ctx).pick("已取消。", "Cancelled.")));
  }

  private void intervene(Context ctx, Intervention what, String zh, String en) {
    Run run = known(ports, ctx.pathParam("id"));
    Intervention.Outcome outcome = ports.assistant().intervene(run.id(), what);
    switch (outcome.kind()) {
      case DONE -> Replies.json(ctx, new Done(/* ok= */ true, Replies.language(ctx).pick(zh, en)));
      case ENDED, NOT_NOW -> throw Problem.conflict(outcome.detail());
      case REFUSED -> throw Problem.badRequest(outcome.detail());
    }
  }

  /** Returns a run that is known, or refuses the request. */
  static Run known(HttpPorts ports, String id) {
    return ports
        .assistant()
        .run(id)
        .orElseThrow(
            () -> Problem.notFound("There is no run '" + id + "'; GET /api/runs lists them."));
  }
}
