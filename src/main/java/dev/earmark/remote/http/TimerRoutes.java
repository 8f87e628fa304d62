package dev.earmark.remote.http;

import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.TimeOfDay;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Timers, alarms and reminders: lists, sets and calls them off. */
final class TimerRoutes {
  private static final int LONGEST_NAME = 200;

  private final Timers timers;
  private final Clock clock;

  TimerRoutes(HttpPorts ports) {
    this.timers = ports.timers();
    this.clock = ports.clock();
  }

  void register(Operations routes) {
    routes.on("timers", ctx -> Replies.json(ctx, list()));
    routes.on("setTimer", this::set);
    routes.on("cancelTimer", this::cancel);
  }

  /**
   * A timer that is set.
   *
   * @param at when it rings next, or rang
   * @param ringing whether it rings now
   * @param kept false when it could not be saved and would be lost by a restart
   */
  record TimerJson(
      String id,
      String kind,
      String name,
      Instant at,
      double endsInS,
      String repeat,
      boolean ringing,
      boolean kept) {}

  /** What rings, then all that are set, the next one first. */
  record TimersJson(List<TimerJson> timers) {}

  private TimersJson list() {
    return new TimersJson(timers.all().stream().map(this::shown).toList());
  }

  private TimerJson shown(Timer timer) {
    double left = Duration.between(clock.now(), timer.at()).toMillis() / 1e3;
    return new TimerJson(
        timer.id(),
        Json.lower(timer.kind()),
        timer.name(),
        timer.at(),
        Math.max(0, left),
        timer.repeat().text(),
        timers.ringing().stream().anyMatch(rings -> rings.id().equals(timer.id())),
        timers.isKept());
  }

  private void set(Context ctx) throws IOException {
    Body body = Body.of(ctx);
    String name = body.text("name").orElse("").strip();
    if (name.length() > LONGEST_NAME) {
      throw Problem.badRequest("The field 'name' may have at most 200 characters.");
    }
    Timer.Kind kind = kind(body);
    Timer.Repeat repeat = repeat(body);
    OptionalDouble seconds = body.number("seconds");
    if (seconds.isPresent() == body.has("at")) {
      throw Problem.badRequest(
          "Send either 'seconds' from now, such as 180, or 'at', a time of day such as \"07:30\".");
    }
    if (seconds.isPresent() && repeat.repeats()) {
      throw Problem.badRequest("Only a timer with 'at' can repeat; leave 'repeat' out.");
    }
    Replies.json(ctx, 201, shown(begin(body, seconds, kind, name, repeat)));
  }

  private Timer begin(
      Body body, OptionalDouble seconds, Timer.Kind kind, String name, Timer.Repeat repeat)
      throws FailureException {
    if (seconds.isPresent()) {
      return timers.in(Duration.ofMillis((long) (seconds.getAsDouble() * 1_000)), kind, name);
    }
    String at = body.needed("at", LONGEST_NAME);
    try {
      LocalTime time = TimeOfDay.parse(at);
      return timers.at(time, kind, name, repeat);
    } catch (DateTimeParseException e) {
      throw Problem.badRequest("The field 'at' must be a time of day such as \"07:30\".");
    }
  }

  private static Timer.Kind kind(Body body) {
    String text = body.text("kind").orElse("timer");
    for (Timer.Kind kind : Timer.Kind.values()) {
      if (Json.lower(kind).equals(text.toLowerCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw Problem.badRequest("The field 'kind' must be one of timer, alarm, reminder.");
  }

  private static Timer.Repeat repeat(Body body) {
    try {
      return Timer.Repeat.parse(body.text("repeat").orElse(""));
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(
          "The field 'repeat' must be none, daily, weekdays, weekends, or days such as"
              + " \"mon,fri\".");
    }
  }

  private void cancel(Context ctx) {
    String id = ctx.pathParam("id");
    if (timers.all().stream().noneMatch(t -> t.id().equals(id))) {
      throw Problem.notFound("There is no timer '" + id + "'; GET /api/timers lists them.");
    }
    timers.cancel(id);
    Replies.json(ctx, list());
  }
}
