package dev.earmark.remote.http;

import dev.earmark.playback.Player;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How long and when books may be heard, and lifting that with the PIN. */
final class LimitRoutes {
  private static final double MOST_MINUTES = 24 * 60;

  private final Player player;

  LimitRoutes(Player player) {
    this.player = player;
  }

  void register(Operations routes) {
    routes.on("limits", ctx -> Replies.json(ctx, state()));
    routes.on("limit", this::limit);
    routes.on("liftLimits", this::lift);
  }

  /**
   * How it stands.
   *
   * @param quotaS seconds of today, 0 for no quota
   * @param usedS seconds heard today
   * @param quiet whether these are quiet hours
   * @param liftedUntil null unless the limits are lifted
   * @param pin whether lifting needs one
   * @param quietHours whether there are any in a day
   */
  record Limits(
      double quotaS,
      double usedS,
      boolean quiet,
      @Nullable Instant liftedUntil,
      boolean pin,
      boolean quietHours) {}

  private Allowance allowance() {
    return player
        .allowance()
        .orElseThrow(() -> Problem.notFound("This daemon has no limits of listening."));
  }

  private Limits state() {
    Allowance.State now = allowance().state();
    return new Limits(
        now.quotaS(),
        now.usedS(),
        now.quiet(),
        now.liftedUntil(),
        now.hasPin(),
        now.hasQuietHours());
  }

  private void limit(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    OptionalDouble minutes = body.number("minutes");
    if (minutes.isEmpty()) {
      throw Problem.badRequest("Send the field 'minutes', 1 to 1440, or 0 for what is configured.");
    }
    boolean takesBack = minutes.getAsDouble() == 0;
    Duration most = takesBack ? Duration.ZERO : minutes(minutes).orElseThrow();
    String pin = body.text("pin").orElse("");
    answer(ctx, allowance().limit(most, body.flag("every_day", false), pin));
  }

  private void lift(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    Duration time = minutes(body.number("minutes")).orElse(null);
    answer(ctx, allowance().lift(body.text("pin").orElse(""), time));
  }

  private void answer(Context ctx, Allowance.Outcome outcome) {
    switch (outcome) {
      case DONE -> Replies.json(ctx, state());
      case LOCKED -> throw Problem.forbidden("Too many wrong PINs; try again in five minutes.");
      case WRONG_PIN -> throw Problem.forbidden("That is not the PIN.");
      case NEEDS_PIN ->
          throw Problem.forbidden(
              "More time needs the PIN: send it as the field 'pin', or POST /api/limits/lift"
                  + " first.");
    }
  }

  private static Optional<Duration> minutes(OptionalDouble minutes) {
    if (minutes.isEmpty()) {
      return Optional.empty();
    }
    double given = minutes.getAsDouble();
    if (!(given >= 1) || given > MOST_MINUTES) {
      throw Problem.badRequest("The field 'minutes' goes from 1 to 1440.");
    }
    return Optional.of(Duration.ofSeconds(Math.round(given * 60)));
  }
}
