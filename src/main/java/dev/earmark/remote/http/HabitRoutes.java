package dev.earmark.remote.http;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.base.file.NotKept;
import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.habits.History;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.playback.kept.Extras;
import dev.earmark.playback.kept.KeptBooks;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.playback.sleep.SleepTimer;
import dev.earmark.playback.sleep.SleepWords;
import dev.earmark.remote.http.PlayerRoutes.Reply;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sleep timer, skipped ends, sound, queue, history, bookmarks, and books that are kept. */
final class HabitRoutes {
  private static final Logger log = LoggerFactory.getLogger(HabitRoutes.class);
  private static final int MAX_MINUTES = 24 * 60;
  private static final int LONGEST = 200;

  /** The number of a podcast, 16 digits, or of an album on a server (RFC 9562). */
  private static final Pattern NUMBER =
      Pattern.compile("[0-9a-f]{16}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final HttpPorts ports;
  private final Player player;
  private final Extras extras;

  HabitRoutes(HttpPorts ports) {
    this.ports = ports;
    this.player = ports.player();
    this.extras = ports.extras();
  }

  void register(Operations routes, PlayerRoutes commands) {
    commands.add(routes, "sleep", this::sleep);
    commands.add(routes, "skips", keeping(this::skips));
    commands.add(routes, "sound", keeping(this::sound));
    commands.add(routes, "enqueue", keeping(this::enqueue));
    routes.on("chapters", ctx -> Replies.json(ctx, chapters()));
    routes.on("settings", ctx -> Replies.json(ctx, settings()));
    routes.on("queue", ctx -> Replies.json(ctx, queue()));
    routes.on("dequeue", this::dequeue);
    routes.on("history", this::history);
    routes.on("addBookmark", this::addBookmark);
    routes.on("playBookmark", this::playBookmark);
    routes.on("removeBookmark", this::removeBookmark);
    routes.on("kept", ctx -> Replies.json(ctx, kept()));
    routes.on("keep", this::keep);
    routes.on("release", this::release);
  }

  /** Says so when what a command has set could not be written to the disk. */
  private PlayerRoutes.Command keeping(PlayerRoutes.Command command) {
    return (ctx, language) -> {
      Reply reply = command.apply(ctx, language);
      return !reply.ok() || extras.nextBook().isKept()
          ? reply
          : new Reply(true, NotKept.SET.behind(reply.message(), language));
    };
  }

  /** A mark inside a section, in seconds of it. */
  record ChapterJson(String title, double startS, double endS) {}

  /** The marks of the current section; section 0 when nothing is on the desk. */
  record ChaptersJson(int section, List<ChapterJson> chapters) {}

  /** What is done to the sound of every book. */
  record SoundJson(boolean level, boolean boost, boolean shortenSilence) {}

  /** What is left out of every section of the current book. */
  record SkipsJson(double introS, double outroS) {}

  /**
   * What may be changed while a book plays.
   *
   * @param skips of the current book, null when there is none
   */
  record SettingsJson(SoundJson sound, @Nullable SkipsJson skips) {}

  /** What is played behind the current book. */
  record Queue(List<UpNext.Entry> queue) {}

  /** Seconds of a book on a day. */
  record BookTime(String albumId, String title, double seconds) {}

  /** A day of listening. */
  record DayTime(String day, double seconds, List<BookTime> books) {}

  /** A book that was heard to its end. */
  record FinishedBook(String albumId, String title, Instant at) {}

  /** Days on which something was heard, newest first, and what is finished. */
  record HistoryJson(List<DayTime> days, List<FinishedBook> finished) {}

  /** Books that stay on this machine. */
  record KeptJson(List<KeptBooks.Kept> kept) {}

  private ChaptersJson chapters() {
    return new ChaptersJson(
        player.snapshot().section(),
        extras.player().chapters().stream()
            .map(c -> new ChapterJson(c.title(), c.startS(), c.endS()))
            .toList());
  }

  private SettingsJson settings() {
    ShapeSettings sound = extras.player().sound();
    return new SettingsJson(
        new SoundJson(sound.level(), sound.boost(), sound.shortenSilence()),
        extras.player().tuning().map(t -> new SkipsJson(t.introS(), t.outroS())).orElse(null));
  }

  private Reply sleep(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    OptionalDouble minutes = body.number("minutes");
    OptionalDouble extend = body.number("extend");
    int count = body.integer("sections").orElse(body.integer("chapters").orElse(0));
    long given =
        Stream.of("minutes", "sections", "chapters", "at", "extend").filter(body::has).count();
    boolean out =
        minutes.orElse(0) < 0
            || minutes.orElse(0) > MAX_MINUTES
            || count < 0
            || extend.orElse(1) <= 0
            || extend.orElse(1) > MAX_MINUTES;
    if (given != 1 || out) {
      throw Problem.badRequest(
          "Send either 'minutes' (up to 1440), 'sections', 'chapters', 'at' such as \"23:30\", or"
              + " 'extend' by minutes; 0 calls the timer off.");
    }
    if (minutes.isPresent()) {
      player.sleepAfterMinutes(minutes.getAsDouble());
      return new Reply(true, SleepWords.minutes(minutes.getAsDouble(), language));
    }
    if (extend.isPresent()) {
      double left = extras.player().extendSleep(extend.getAsDouble()) / 60;
      Instant now = ports.clock().now();
      return new Reply(true, SleepWords.extended(left, now, ZoneId.systemDefault(), language));
    }
    if (body.has("at")) {
      Instant now = ports.clock().now();
      double until =
          SleepTimer.minutesUntil(body.needed("at", LONGEST), now, ZoneId.systemDefault())
              .orElseThrow(HabitRoutes::noTimeOfDay);
      player.sleepAfterMinutes(until);
      return new Reply(true, SleepWords.at(until, now, ZoneId.systemDefault(), language));
    }
    if (body.has("chapters")) {
      return afterChapters(count, language);
    }
    player.sleepAfterSections(count);
    return new Reply(true, SleepWords.sections(count, language));
  }

  private Reply afterChapters(int count, Language language) {
    SleepTimer set = extras.player().sleepAfterChapters(count);
    if (!set.isOn() && count > 0) {
      return PlayerRoutes.nothing(language);
    }
    if (set.until() == null) {
      return new Reply(true, SleepWords.sections(set.sections(), language));
    }
    return new Reply(true, SleepWords.chapters(count, language));
  }

  private static Problem noTimeOfDay() {
    return Problem.badRequest(
        "The field 'at' must be a time of day from 00:00 to 23:59, such as \"23:30\"; midnight is"
            + " 00:00.");
  }

  private Reply skips(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    OptionalDouble intro = body.number("intro_s");
    OptionalDouble outro = body.number("outro_s");
    boolean out =
        Stream.of(intro, outro)
            .mapToDouble(n -> n.orElse(0))
            .anyMatch(n -> n < 0 || n > Tuning.MOST_S);
    if (out) {
      throw Problem.badRequest(
          "Send 'intro_s' or 'outro_s' or both, 0 to 600 seconds; 0 plays them again.");
    }
    Optional<Tuning> tuning =
        extras
            .player()
            .tune(old -> old.withSkips(intro.orElse(old.introS()), outro.orElse(old.outroS())));
    boolean asks = intro.isEmpty() && outro.isEmpty();
    return tuning
        .map(t -> new Reply(true, skipWords(t, asks, language)))
        .orElseGet(() -> PlayerRoutes.nothing(language));
  }

  /** Who asks is not told that nothing is skipped any more: perhaps nothing ever was. */
  private String skipWords(Tuning tuning, boolean asks, Language language) {
    return asks && tuning.introS() == 0 && tuning.outroS() == 0
        ? language.pick("这本书没有设跳过片头片尾", "Nothing is skipped in this book")
        : tuning.words(language, player.snapshot().durationS());
  }

  private Reply sound(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    ShapeSettings old = extras.player().sound();
    ShapeSettings now =
        new ShapeSettings(
            body.flag("level", old.level()),
            old.targetLufs(),
            body.flag("boost", old.boost()),
            body.flag("shorten_silence", old.shortenSilence()));
    if (Stream.of("level", "boost", "shorten_silence").anyMatch(body::has)) {
      extras.player().sound(now); // who only asks keeps nothing: the configuration goes on to count
    }
    return new Reply(true, PlayerHabits.words(now, language));
  }

  private Reply enqueue(Context ctx, Language language) throws IOException {
    Body body = Body.of(ctx);
    String keyword = body.needed("keyword", LONGEST);
    String after = body.text("after").orElse("book");
    int section = body.integer("section").orElse(0);
    if (section < 0 || !List.of("book", "section").contains(after)) {
      throw Problem.badRequest(
          "The field 'section' counts from 1, and 'after' is \"book\" or \"section\".");
    }
    String title = NextBook.title(keyword, ports.library());
    int place = extras.nextBook().add(new UpNext.Entry(title, section, after.equals("section")));
    return place == 0
        ? new Reply(false, language.pick("播放队列满了，先清空一下", "The queue is full; clear it first"))
        : new Reply(
            true,
            language.pick(
                    "已加入播放队列，排第 " + place + "：" + title,
                    "In the queue, at place " + place + ": " + title)
                + NextBook.doubt(keyword, ports.library(), language));
  }

  private Queue queue() {
    return new Queue(extras.nextBook().entries());
  }

  private void dequeue(Context ctx) {
    int place = (int) number(ctx.pathParam("place"));
    if (!extras.nextBook().remove(place) && place > 0) {
      throw Problem.notFound("The queue has no place " + place + "; GET /api/queue lists them.");
    }
    Replies.json(ctx, queue());
  }

  private void history(Context ctx) {
    int days = Replies.number(ctx, "days");
    List<DayTime> times = new ArrayList<>();
    for (History.Day day : extras.habits().history().days(days)) {
      List<BookTime> books = new ArrayList<>();
      for (Map.Entry<String, Double> book : day.books().entrySet()) {
        books.add(new BookTime(book.getKey(), title(book.getKey()), book.getValue()));
      }
      books.sort((a, b) -> Double.compare(b.seconds(), a.seconds()));
      times.add(new DayTime(day.day().toString(), day.seconds(), books));
    }
    List<FinishedBook> finished = new ArrayList<>();
    extras
        .habits()
        .finished()
        .books()
        .forEach((id, at) -> finished.add(new FinishedBook(id, title(id), at)));
    finished.sort((a, b) -> b.at().compareTo(a.at()));
    Replies.json(ctx, new HistoryJson(times, finished));
  }

  private String title(String albumId) {
    return ports
        .library()
        .byId(albumId)
        .map(Album::title)
        .or(() -> lastTitle(albumId))
        .orElseGet(() -> nameIn(albumId));
  }

  /** The last name in the id of a book in a folder; empty for ids that are mere numbers. */
  static String nameIn(String albumId) {
    String path = albumId.substring(albumId.indexOf(':') + 1);
    return NUMBER.matcher(path).matches() ? "" : path.substring(path.lastIndexOf('/') + 1);
  }

  /** The title of a book whose library is gone, as it was when it was heard last. */
  private Optional<String> lastTitle(String albumId) {
    try {
      return ports.progress().position(albumId).map(Position::albumTitle);
    } catch (IOException e) {
      log.debug("no position of {}", albumId, e);
      return Optional.empty();
    }
  }

  private void addBookmark(Context ctx) throws IOException {
    String name = Body.of(ctx).text("name").orElse("").strip();
    if (name.length() > LONGEST) {
      throw Problem.badRequest("The field 'name' may have at most 200 characters.");
    }
    Position place =
        player
            .position()
            .orElseThrow(() -> Problem.notFound("Nothing plays, so there is no place to keep."));
    Replies.json(
        ctx, LibraryRoutes.Mark.of(ports.progress().addBookmark(name, place), ports.library()));
  }

  private void playBookmark(Context ctx) throws IOException {
    Bookmark mark = mark(ctx);
    Position place = mark.position();
    Album album =
        extras
            .kept()
            .album(place.albumId())
            .filter(a -> a.section(place.section()).isPresent())
            .orElseThrow(
                () ->
                    Problem.notFound(
                        "The section of this bookmark cannot be found now; play the book once by"
                            + " its name."));
    ports.playService().forgetPending();
    player.play(album, place.section(), place.seconds());
    Replies.json(ctx, ports.status().status());
  }

  private void removeBookmark(Context ctx) throws IOException {
    Bookmark mark = mark(ctx);
    ports.progress().removeBookmark(mark.id());
    Replies.json(ctx, LibraryRoutes.Mark.of(mark, ports.library()));
  }

  private Bookmark mark(Context ctx) throws IOException {
    long id = number(ctx.pathParam("id"));
    return ports.progress().bookmarks("").stream()
        .filter(bookmark -> bookmark.id() == id)
        .findFirst()
        .orElseThrow(
            () ->
                Problem.notFound(
                    "There is no bookmark " + id + "; GET /api/library/bookmarks lists them."));
  }

  private static long number(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw Problem.notFound("'" + text + "' is no number of an entry.");
    }
    return Long.parseLong(text);
  }

  private KeptJson kept() {
    return new KeptJson(extras.kept().books());
  }

  private void keep(Context ctx) throws IOException {
    String id = Body.of(ctx).text("album_id").orElse("").strip();
    Album playing = player.snapshot().album();
    Album album =
        (id.isEmpty() ? Optional.ofNullable(playing) : extras.kept().album(id))
            .filter(a -> !a.sections().isEmpty())
            .orElseThrow(
                () ->
                    Problem.notFound(
                        "There is no album '" + id + "' whose sections are known; play it once."));
    Optional<Failure> gone = extras.kept().gone(album);
    if (gone.isPresent()) {
      throw Problem.notFound(gone.get().said(Replies.language(ctx)));
    }
    extras.kept().keep(album);
    Replies.json(ctx, kept());
  }

  private void release(Context ctx) {
    String id = ctx.pathParam("id");
    if (!extras.kept().release(id)) {
      throw Problem.notFound("'" + id + "' is not kept; GET /api/kept lists what is.");
    }
    Replies.json(ctx, kept());
  }
}
