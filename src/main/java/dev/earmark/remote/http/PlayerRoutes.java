package dev.earmark.remote.http;

import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.Sought;
import dev.earmark.playback.Transport;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import dev.earmark.remote.http.status.Status;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Direct control of the player, with no model in between. */
final class PlayerRoutes {
  private static final Pattern WISH = Pattern.compile(PlayService.FOLLOWED + "[A-Za-z0-9-]{1,40}");
  private static final int LONGEST_KEYWORD = 200;

  private final HttpPorts ports;
  private final Transport transport;
  private final Player player;

  PlayerRoutes(HttpPorts ports) {
    this.ports = ports;
    this.player = ports.player();
    this.transport = new Transport(ports.player(), ports.playService());
  }

  /**
   * What a command led to.
   *
   * @param ok false when there was nothing to do, such as a pause when nothing plays
   * @param message one sentence for people
   */
  record Outcome(boolean ok, String message, Status status) {}

  /** A command that reads its body and says what it led to. */
  interface Command {
    Reply apply(Context ctx, Language language) throws IOException;
  }

  record Reply(boolean ok, String message) {}

  void register(Operations routes) {
    add(routes, "play", this::play);
    add(routes, "pause", this::pause);
    add(routes, "resume", this::resume);
    add(routes, "stop", this::stop);
    add(routes, "next", this::next);
    add(routes, "previous", this::previous);
    add(routes, "seek", this::seek);
    add(routes, "volume", this::volume);
    add(routes, "speed", this::speed);
  }

  /** Adds a command by its name in the description. */
  void add(Operations routes, String name, Command command) {
    routes.on(
        name,
        ctx -> {
          Language language = Replies.language(ctx);
          long asked = ports.clock().nanoTime();
          Reply reply = command.apply(ctx, language);
          long done = ports.clock().nanoTime();
          Status status = ports.status().status(language);
          double statusMs = (ports.clock().nanoTime() - done) / 1e6;
          ctx.header("Server-Timing", timing((done - asked) / 1e6, statusMs));
          Replies.json(ctx, new Outcome(reply.ok(), reply.message(), status));
        });
  }

  /** What the command itself took, and the status that is told with it (W3C Server Timing). */
  private static String timing(double commandMs, double statusMs) {
    return String.format(Locale.ROOT, "command;dur=%.3f, status;dur=%.3f", commandMs, statusMs);
  }

  private Reply play(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    int section = body.integer("section").orElse(0);
    if (section < 0) {
      throw Problem.badRequest("The field 'section' counts from 1; leave it out to go on.");
    }
    String albumId = body.text("album_id").orElse("").strip();
    String keyword = body.text("keyword").orElse("").strip();
    if (albumId.isEmpty() == keyword.isEmpty()) {
      throw Problem.badRequest(
          "Send either 'keyword' or 'album_id'; POST /api/player/resume goes on where it was.");
    }
    if (!albumId.isEmpty() && ports.library().byId(albumId).isEmpty()) {
      throw Problem.notFound("There is no album '" + albumId + "'; GET /api/albums lists them.");
    }
    if (keyword.length() > LONGEST_KEYWORD) {
      throw Problem.badRequest("The field 'keyword' may have at most 200 characters.");
    }
    String wish = body.text("wish").orElse("");
    if (!wish.isEmpty() && !WISH.matcher(wish).matches()) {
      throw Problem.badRequest(
          "The field 'wish' is 'wish-' and up to 40 letters, digits and '-'; events about the wish"
              + " have it as their run_id.");
    }
    try (FirstSound first = FirstSound.listen(ports.events(), ports.clock(), wish)) {
      PlayOutcome outcome =
          albumId.isEmpty()
              ? ports.playService().play(keyword, section, wish)
              : ports.playService().playAlbum(albumId, section, wish);
      return played(outcome, first, language);
    }
  }

  private static Reply played(PlayOutcome outcome, FirstSound first, Language language) {
    String what =
        language.pick(
            outcome.title() + (outcome.section() > 0 ? "第" + outcome.section() + "集" : ""),
            outcome.title() + (outcome.section() > 0 ? ", section " + outcome.section() : ""));
    return switch (outcome.kind()) {
      case PLAYING -> begun(what, first.await(outcome), language);
      case FETCHING, JOINED ->
          new Reply(
              true,
              language.pick("正在搜索下载：" + what, "Being fetched, will start by itself: " + what));
      case NO_SUCH_SECTION, UNREADABLE -> new Reply(false, outcome.refusal(language));
    };
  }

  /** A file that is here was not opened yet when the player said that it plays. */
  private static Reply begun(String what, Optional<PlayService.Report> report, Language language) {
    if (report.isEmpty()) {
      return new Reply(
          true, language.pick("正在打开：" + what, "Being opened, will start by itself: " + what));
    }
    if (!report.get().ok()) {
      String reason = language.pick(report.get().reasonZh(), report.get().reasonEn());
      return new Reply(
          false,
          language.pick("没能播放：" + what + "：" + reason, "Not playing: " + what + ": " + reason));
    }
    return new Reply(true, language.pick("正在播放：" + what, "Playing: " + what));
  }

  private Reply pause(Context ctx, Language language) throws IOException {
    Body.of(ctx);
    return silence(transport.pause(), language.pick("已暂停", "Paused"), language);
  }

  private Reply resume(Context ctx, Language language) throws IOException {
    Body.of(ctx);
    Optional<Position> position = transport.resume();
    return position
        .map(
            p ->
                new Reply(
                    true,
                    language.pick(
                        "继续：" + p.albumTitle() + "第" + p.section() + "集",
                        "Going on: " + p.albumTitle() + ", section " + p.section())))
        .orElseGet(() -> new Reply(false, language.pick("还没有听过书", "Nothing has been heard yet")));
  }

  private Reply stop(Context ctx, Language language) throws IOException {
    Body.of(ctx);
    if (!ports.timers().quiet().isEmpty()) {
      // As by voice: what rings is what somebody wants to stop, and the book goes on.
      return new Reply(true, language.pick("好的，不响了", "All right, it no longer rings"));
    }
    return silence(transport.stop(), language.pick("已停止", "Stopped"), language);
  }

  private static Reply silence(Transport.Silence silence, String done, Language language) {
    return switch (silence) {
      case DONE -> new Reply(true, done);
      case CALLED_OFF ->
          new Reply(true, language.pick("下好后先不播放", "It will not start when the download is ready"));
      case NOTHING -> nothing(language);
    };
  }

  private Reply next(Context ctx, Language language) throws IOException {
    Body.of(ctx);
    return moved(transport.next(), language, language.pick("没有下一集了", "There is no next section"));
  }

  private Reply previous(Context ctx, Language language) throws IOException {
    Body.of(ctx);
    return moved(transport.back(), language, language.pick("没有上一集了", "There is no section before"));
  }

  private static Reply moved(Optional<Integer> section, Language language, String none) {
    return section
        .map(n -> new Reply(true, language.pick("第" + n + "集", "Section " + n)))
        .orElseGet(() -> new Reply(false, none));
  }

  private Reply seek(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    OptionalDouble by = body.number("seconds");
    OptionalDouble to = body.seconds("position");
    if (by.isPresent() == to.isPresent()) {
      throw Problem.badRequest(
          "Send either 'seconds' to move by, such as -15, or 'position' to go to, such as"
              + " \"12:41\".");
    }
    if (to.orElse(0) < 0) {
      throw Problem.badRequest(
          "The field 'position' must be 0 or more; 'seconds' may be negative.");
    }
    Optional<Sought> at =
        by.isPresent() ? Sought.by(player, by.getAsDouble()) : Sought.to(player, to.getAsDouble());
    return at.map(s -> new Reply(true, s.words(language))).orElseGet(() -> nothing(language));
  }

  private Reply volume(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    OptionalInt level = body.integer("level");
    OptionalInt delta = body.integer("delta");
    boolean inRange = level.orElse(0) >= 0 && level.orElse(0) <= 100;
    if (level.isPresent() == delta.isPresent() || !inRange) {
      throw Problem.badRequest("Send either 'level' (0 to 100) or 'delta', such as -10.");
    }
    int now =
        level.isPresent()
            ? player.setVolume(level.getAsInt())
            : player.changeVolume(delta.getAsInt());
    return new Reply(true, language.pick("音量 " + now, "Volume " + now));
  }

  private Reply speed(Context ctx, Language language) throws IOException {
    OptionalDouble rate = Body.of(ctx).number("rate");
    if (rate.isEmpty() || rate.getAsDouble() < 0.5 || rate.getAsDouble() > 3) {
      throw Problem.badRequest("Send 'rate' from 0.5 to 3.0; 1.0 is normal.");
    }
    double now = player.setSpeed(rate.getAsDouble());
    String shown = String.format(Locale.ROOT, "%.2f", now).replaceAll("0$", "");
    return new Reply(true, language.pick("倍速 " + shown, "Speed " + shown));
  }

  static Reply nothing(Language language) {
    return new Reply(false, language.pick("现在没有在播放", "Nothing is playing"));
  }
}
