package dev.earmark.playback.wish;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.RunLog;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.media.Decoder;
import dev.earmark.media.Download;
import dev.earmark.media.MediaSource;
import dev.earmark.playback.FileLook;
import dev.earmark.playback.MissingSection;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.kept.PositionJournal;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way from a wish to sound.
 *
 * <p>The calling thread looks only into memory: which known album is meant, where the listener left
 * off, whether the file is here; and at the file itself, for a moment at most. A hit goes to the
 * player at once. A file that is gone is answered as such. A miss becomes a {@link Wish}, which a
 * worker {@code fetch-n} serves: search, detail, download, and then decoding until a second of
 * sound is there, which proves that the section can be played before it takes the speaker over.
 * Until then the book that plays goes on.
 *
 * <p>There is one wish on its way to the speaker at most. A newer wish, or a command to play or
 * stop, drops it; the download that it has begun goes on in the background, and a search that it
 * has not finished goes on until its download has begun, so that what was once wished is found in
 * the cache later; but not so long that a newer wish would wait for a worker: workers take the
 * newest wish first, and when all are busy each newer one ends the search of one dropped wish. A
 * wish that is repeated takes the place of the earlier one and is told as joining it: it looks for
 * itself again, and shares the download.
 *
 * <p>Thread-safe.
 */
public final class Wishes implements PlayService, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Wishes.class);
  private static final double PROOF_S = 1;
  private static final int WAITING = 64;

  /**
   * From this score on a book that is not surely meant is played all the same: its author was
   * named, or its title is almost the one. Below it another volume of a series, or a book that only
   * begins alike, would be played in the place of the one that was asked for.
   */
  private static final double NEAR = 0.7;

  /**
   * How long an answer waits for the disk. A look takes microseconds; a disk that sleeps, or a
   * share that hangs, is waited for by a worker.
   */
  private static final Duration GLANCE = Duration.ofMillis(250);

  /** How long a worker waits for a disk that does not answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final LibraryService library;
  private final SectionFiles files;
  private final Decoder.Factory decoders;
  private final Player player;
  private final PositionJournal journal;
  private final StartPlaces starts;
  private final Events events;
  private final NewestFirst queue = new NewestFirst(WAITING);
  private final ThreadPoolExecutor workers;

  private final int threads;
  private final Set<Wish> served = new LinkedHashSet<>(); // guarded by lock; oldest first
  private final Object lock = new Object();
  private @Nullable Wish pending; // guarded by lock

  /**
   * Makes it; its threads start with the first miss.
   *
   * @param rewind whether going on where the listener left off goes back a little
   * @param threads how many wishes are worked on at once
   */
  public Wishes(
      LibraryService library,
      SectionFiles files,
      Decoder.Factory decoders,
      Player player,
      PositionJournal journal,
      Events events,
      Clock clock,
      boolean rewind,
      int threads) {
    this.library = library;
    this.files = files;
    this.decoders = decoders;
    this.player = player;
    this.journal = journal;
    this.events = events;
    this.starts = new StartPlaces(journal, clock, rewind);
    this.threads = threads;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            queue,
            work -> {
              Thread thread = new Thread(work, "fetch-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            this::refused);
    workers.allowCoreThreadTimeOut(true);
  }

  /** A wish that waits for a worker, or has one. */
  private final class Serving implements Runnable {
    private final Wish wish;

    Serving(Wish wish) {
      this.wish = wish;
    }

    @Override
    public void run() {
      RunLog.during(wish.runId, () -> serve(wish));
    }
  }

  /** Too many wait: the oldest is let go for a newer one. At the end all are. */
  private void refused(Runnable work, ThreadPoolExecutor pool) {
    boolean ends = pool.isShutdown();
    Runnable oldest = ends ? work : queue.pollLast();
    if (oldest instanceof Serving serving) {
      log.warn("too many wishes wait, so {} is let go", serving.wish.title());
      letGo(serving.wish);
    }
    if (!ends) {
      pool.execute(work);
    }
  }

  private void letGo(Wish wish) {
    boolean wanted;
    synchronized (lock) {
      served.remove(wish);
      wanted = pending == wish;
      pending = wanted ? null : pending;
    }
    if (wanted) {
      drop(wish, /* joined= */ false);
    }
  }

  @Override
  public PlayOutcome play(String keyword, int section, String runId) {
    return play(new Wish(runId, keyword, "", section), library.surely(keyword));
  }

  @Override
  public PlayOutcome playAlbum(String albumId, int section, String runId) {
    Optional<Album> known = library.byId(albumId).or(() -> journal.album(albumId));
    return play(new Wish(runId, "", albumId, section), known);
  }

  private PlayOutcome play(Wish wish, Optional<Album> known) {
    if (known.isPresent() && !known.get().sections().isEmpty()) {
      Album album = known.get();
      StartPlaces.Place start = starts.of(album, wish.wantedSection);
      wish.means(album, start.section());
      Optional<Section> section = album.section(start.section());
      if (section.isEmpty()) {
        Told none = noSuchSection(wish, album);
        events.publish(
            "play.failed", wish.report(/* ok= */ false, none.zh, none.en, /* told= */ true));
        return wish.outcome(PlayOutcome.Kind.NO_SUCH_SECTION);
      }
      FileLook.Seen file =
          isSounding(wish) ? FileLook.READ_NOW : files.look(album, section.get(), GLANCE);
      if (file.answer() == FileLook.Answer.GONE) {
        return gone(wish, file);
      }
      if (file.answer() == FileLook.Answer.HERE) {
        forgetPending();
        boolean goesOn = wish.wantedSection <= 0 && isCurrent(album);
        player.begin(
            () -> {
              if (goesOn) {
                player.resume();
              } else {
                player.play(album, start.section(), start.seconds());
              }
            },
            new HitReport(wish, events));
        return wish.outcome(PlayOutcome.Kind.PLAYING);
      }
    } else {
      known.ifPresent(album -> wish.means(album, wish.section()));
    }
    return enqueue(wish);
  }

  /** The file that belongs here cannot be read: the answer says so, and what plays goes on. */
  private PlayOutcome gone(Wish wish, FileLook.Seen file) {
    Failure why = file.failure();
    log.warn("{} section {} cannot be played: {}", wish.title(), wish.section(), why.detail());
    String zh = why.said(Language.ZH);
    String en = why.said(Language.EN);
    events.publish("play.failed", wish.report(/* ok= */ false, zh, en, /* told= */ true));
    return PlayOutcome.unreadable(wish.album(), wish.title(), wish.section(), why);
  }

  private boolean isSounding(Wish wish) {
    Album album = wish.album();
    PlayerSnapshot now = player.snapshot();
    return album != null
        && now.album() != null
        && now.state() == PlayerSnapshot.State.PLAYING
        && now.album().id().equals(album.id())
        && now.section() == wish.section();
  }

  private boolean isCurrent(Album album) {
    Album current = player.snapshot().album();
    return current != null && current.id().equals(album.id());
  }

  private PlayOutcome enqueue(Wish wish) {
    Wish before;
    boolean joins;
    synchronized (lock) {
      before = pending;
      joins = before != null && before.isSameAs(wish);
      pending = wish;
    }
    if (before != null) {
      drop(before, joins);
    }
    PlayOutcome outcome = wish.outcome(joins ? PlayOutcome.Kind.JOINED : PlayOutcome.Kind.FETCHING);
    handToWorker(wish);
    return outcome;
  }

  /**
   * Sees that a worker is free for the newest wish: while all are busy, the oldest dropped one that
   * still searches ends its search. One that was told so before may take its time.
   *
   * <p>The newest wish waits in the queue before that worker is let go: else the worker would take
   * an older wish that waits, and nobody would be left for the newest.
   */
  private void handToWorker(Wish wish) {
    Wish oldest = null;
    synchronized (lock) {
      if (served.size() >= threads) {
        oldest = served.stream().filter(Wishes::stillSearchesInVain).findFirst().orElse(null);
      }
      served.add(wish);
    }
    workers.execute(new Serving(wish));
    if (oldest != null) {
      oldest.givenUp.set();
    }
  }

  private static boolean stillSearchesInVain(Wish wish) {
    return wish.dropped.isSet() && !wish.givenUp.isSet();
  }

  @Override
  public void forgetPending() {
    Wish before;
    synchronized (lock) {
      before = pending;
      pending = null;
    }
    if (before != null) {
      drop(before, /* joined= */ false);
    }
  }

  @Override
  public Optional<PlayOutcome> pending() {
    synchronized (lock) {
      return Optional.ofNullable(pending).map(w -> w.outcome(PlayOutcome.Kind.FETCHING));
    }
  }

  private void drop(Wish wish, boolean joined) {
    wish.dropped.set();
    events.publish(
        "play.dropped",
        joined
            ? wish.report(/* ok= */ false, "又说了一遍", "it was asked for again")
            : wish.report(/* ok= */ false, "不用了", "it is not wanted any more"));
  }

  /** Drops what is on its way and ends the workers; does not wait for them. */
  @Override
  public void close() {
    forgetPending();
    workers.shutdownNow();
  }

  // ---- on a worker

  private void serve(Wish wish) {
    try {
      Album album = identify(wish);
      Section section = section(wish, album);
      double fromS = starts.of(album, wish.wantedSection).seconds();
      FileLook.Seen file = files.look(album, section, PATIENCE);
      if (file.why() != null) {
        throw file.failure().asException();
      }
      if (file.answer() == FileLook.Answer.ELSEWHERE) {
        Download download = files.fetch(album, section, isPending(wish));
        if (!isPending(wish)) {
          return;
        }
        prove(wish, section, download, fromS);
      }
      begin(wish, album, fromS);
    } catch (Told e) {
      fail(wish, e.getMessage(), e.zh, e.en);
    } catch (FailureException e) {
      fail(wish, e.failure());
    } catch (IOException e) {
      fail(wish, new Failure(Failure.Kind.UNAVAILABLE, String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      log.error("the wish for {} failed", wish.title(), e);
      fail(wish, new Failure(Failure.Kind.INTERNAL, e.toString()));
    } finally {
      synchronized (lock) {
        served.remove(wish);
      }
    }
  }

  private Album identify(Wish wish) throws IOException, Told {
    Album album = wish.album();
    if (album == null && wish.albumId.isEmpty()) {
      album = search(wish, wish.givenUp);
    }
    if (album == null || album.sections().isEmpty()) {
      album = library.detail(album == null ? wish.albumId : album.id(), wish.givenUp);
    }
    wish.means(album, starts.of(album, wish.wantedSection).section());
    return album;
  }

  private Album search(Wish wish, CancelFlag cancel) throws IOException, Told {
    LibraryService.Found found = library.search(wish.keyword, 1, cancel);
    Optional<Album> meant = library.find(wish.keyword);
    if (meant.isPresent()) {
      return meant.get();
    }
    Optional<Album> near = found.best(NEAR);
    if (near.isPresent()) {
      return near.get();
    }
    if (!found.problems().isEmpty()) {
      log.info("not every catalogue could tell: {}", String.join("; ", found.problems()));
    }
    List<String> readers = library.otherReaders(wish.keyword);
    throw new Told(
        Unfound.said(wish.keyword, found, readers, Language.ZH),
        Unfound.said(wish.keyword, found, readers, Language.EN));
  }

  private static Section section(Wish wish, Album album) throws Told {
    Optional<Section> section = album.section(wish.section());
    if (section.isEmpty()) {
      throw noSuchSection(wish, album);
    }
    return section.get();
  }

  private static Told noSuchSection(Wish wish, Album album) {
    int number = wish.section();
    return new Told(
        MissingSection.words(album, number, Language.ZH),
        MissingSection.words(album, number, Language.EN));
  }

  /** A failure with its own sentences. */
  private static final class Told extends Exception {
    private static final long serialVersionUID = 1L;
    private final String zh;
    private final String en;

    Told(String zh, String en) {
      super(en);
      this.zh = zh;
      this.en = en;
    }
  }

  /** Decodes a second of what the download brings; returns when that is done. */
  private void prove(Wish wish, Section section, Download download, double fromS)
      throws IOException {
    MediaSource source = files.open(download);
    CancelFlag.Registration hook = wish.dropped.onSet(source::close);
    try (Decoder decoder = decoders.open(source)) {
      double at = section.startS() + fromS;
      if (at > 0) {
        decoder.seek(at);
      }
      double decoded = decodeProof(wish, source, decoder);
      if (decoded == 0 && !wish.dropped.isSet() && fromS == 0) {
        throw new FailureException(
            Failure.Kind.UNDECODABLE, "the file of section " + section.number() + " has no sound");
      }
    } finally {
      hook.close();
      source.close();
    }
  }

  private static double decodeProof(Wish wish, MediaSource source, Decoder decoder)
      throws IOException {
    double decoded = 0;
    try {
      while (decoded < PROOF_S && !wish.dropped.isSet()) {
        var block = decoder.next();
        if (block == null) {
          break;
        }
        decoded += block.seconds();
      }
    } catch (FailureException e) {
      // a whole file that ends too early is heard as far as it goes, and named by the player
      boolean cut = e.failure().kind() == Failure.Kind.TRUNCATED && source.isComplete();
      if (!cut || decoded == 0) {
        throw e;
      }
    }
    return decoded;
  }

  private void begin(Wish wish, Album album, double fromS) {
    synchronized (lock) {
      if (pending != wish) {
        return;
      }
      pending = null;
      player.play(album, wish.section(), fromS);
    }
    events.publish("play.started", wish.report(/* ok= */ true, "", ""));
  }

  private void fail(Wish wish, Failure failure) {
    fail(
        wish,
        failure.kind() + ": " + failure.detail(),
        failure.said(Language.ZH),
        failure.said(Language.EN));
  }

  private void fail(Wish wish, @Nullable String detail, String reasonZh, String reasonEn) {
    synchronized (lock) {
      if (pending != wish) {
        log.info("{}: nobody waits for it any more, and it failed: {}", wish.title(), detail);
        return;
      }
      pending = null;
    }
    log.warn("{} section {} cannot be played: {}", wish.title(), wish.section(), detail);
    events.publish("play.failed", wish.report(/* ok= */ false, reasonZh, reasonEn));
  }

  private boolean isPending(Wish wish) {
    synchronized (lock) {
      return pending == wish;
    }
  }
}
