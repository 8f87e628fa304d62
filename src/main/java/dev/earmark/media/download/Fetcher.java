package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.cache.CacheEntry;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.cache.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one job to its end: asks for the link, makes attempts with pauses between them, checks
 * what came, and hands it to the cache. Called on a download thread.
 *
 * <p>An attempt that brought new bytes gives back the full number of repetitions, so that a server
 * that closes after every 64 kB still gives the whole file.
 */
final class Fetcher {
  private static final Logger log = LoggerFactory.getLogger(Fetcher.class);
  private static final int MOST_LINKS = 2;
  private static final Duration WORTH_TELLING = Duration.ofSeconds(5);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final FileCache cache;
  private final DownloadSettings settings;
  private final Clock clock;
  private final Hops hops;
  private final Waits waits;
  private final Verifier verifier;

  Fetcher(
      FileCache cache,
      DownloadSettings settings,
      Clock clock,
      Hops hops,
      Waits waits,
      Verifier verifier) {
    this.cache = cache;
    this.settings = settings;
    this.clock = clock;
    this.hops = hops;
    this.waits = waits;
    this.verifier = verifier;
  }

  /**
   * Fetches the file of a job.
   *
   * @throws FailureException why it did not work, CANCELLED when the job was cancelled
   */
  void fetch(Job job) throws IOException {
    Location location = locate(job);
    if ("file".equals(location.uri().getScheme())) {
      Path file = Path.of(location.uri());
      if (!Files.isReadable(file)) {
        throw new FailureException(Failure.Kind.NOT_FOUND, "there is no readable file " + file);
      }
      job.growth().completed(file, Files.size(file));
      return;
    }
    String path = String.valueOf(location.uri().getPath());
    try (Part part = cache.part(job.request().key(), ContentCheck.extension(null, path));
        Ahead ahead = new Ahead(job.growth(), part)) {
      job.setResumedFrom(part.bytes());
      job.growth().at(part.file(), part.bytes(), part.sidecar().total());
      CacheEntry entry = new Run(job, part, ahead, location).run();
      job.growth().completed(entry.file(), entry.bytes());
      cache.makeRoom(0, entry.key());
    }
  }

  /** Asks for the link; the catalogue's server may be as busy as any other. */
  private Location locate(Job job) throws IOException {
    for (int repetition = 0; ; repetition++) {
      try {
        return job.request().locator().locate(job.cancelFlag());
      } catch (FailureException e) {
        boolean passing =
            switch (e.failure().kind()) {
              case NETWORK, UNREACHABLE, SERVER_FAULT, TIMEOUT, THROTTLED -> true;
              default -> false;
            };
        if (!passing || repetition >= settings.retries() || job.cancelFlag().isSet()) {
          throw e;
        }
        job.noteFailure(e.failure());
        waits.await(waits.pause(repetition, null), job.cancelFlag());
      }
    }
  }

  /** The attempts of one job. */
  private final class Run {
    private final Job job;
    private final CancelFlag cancel;
    private final Part part;
    private final Ahead ahead;
    private final Detours detours;
    private Location location;
    private int repetitions;
    private int links;
    private long best;
    private long checkedAt = -1;
    private boolean mayBeDamaged = true; // on the way; the second time the source is wrong

    Run(Job job, Part part, Ahead ahead, Location location) {
      this.ahead = ahead;
      this.detours = new Detours(job, part, ahead, hops, cache, clock, settings);
      this.job = job;
      this.cancel = job.cancelFlag();
      this.part = part;
      this.location = location;
      this.best = part.bytes();
    }

    CacheEntry run() throws IOException {
      while (true) {
        try {
          transfer();
          return accept();
        } catch (HttpFailure e) {
          if (e.expired()) {
            askAgain(e);
          } else if (e.again()) {
            pause(e.failure(), e.retryAfter(), e);
          } else {
            throw new FailureException(e.failure(), e);
          }
        } catch (FailureException e) {
          if (!cancel.isSet() && repeatable(e.failure())) {
            pause(e.failure(), null, e);
          } else {
            throw e;
          }
        }
      }
    }

    private boolean repeatable(Failure failure) {
      return switch (failure.kind()) {
        case TRUNCATED, CHANGED, NETWORK, UNREACHABLE, TIMEOUT -> true;
        case CHECKSUM -> {
          boolean again = mayBeDamaged;
          mayBeDamaged = false;
          yield again;
        }
        default -> false;
      };
    }

    private void transfer() throws IOException {
      boolean more = true;
      while (more) {
        job.countAttempt();
        Attempt attempt = new Attempt(job, part, ahead, detours, hops, cache, clock, settings);
        more = attempt.run(location);
        if (!more && isLengthUnproved(attempt)) {
          more = attempt.goesOn(location);
        }
      }
    }

    /**
     * Returns whether only the Content-Length says that this is all: a server that says too little
     * there would otherwise give half a book that looks whole.
     */
    private boolean isLengthUnproved(Attempt attempt) {
      return attempt.wasWholeAnswer()
          && !detours.isLengthProved()
          && job.request().expectedS() <= 0
          && location.sha256().isEmpty()
          && location.sizeBytes() != part.bytes();
    }

    /** Checks what came and makes it part of the cache. */
    private CacheEntry accept() throws IOException {
      String sha256 = part.sha256();
      if (!location.sha256().isEmpty() && !location.sha256().equalsIgnoreCase(sha256)) {
        Attempt.restart(job, part, /* changed= */ true);
        throw new FailureException(
            Failure.Kind.CHECKSUM, "the file does not have the checksum of the catalogue");
      }
      try {
        String extension = part.sidecar().extension();
        String name = extension.isEmpty() ? "the download" : "the download." + extension;
        boolean asked = checkedAt == part.bytes();
        double decodedS =
            verifier.check(part.file(), name, job.request().expectedS(), asked, cancel);
        return part.commit(sha256, decodedS);
      } catch (FailureException e) {
        switch (e.failure().kind()) {
          case TRUNCATED -> shortSound(e);
          case UNDECODABLE, WRONG_CONTENT -> part.discard();
          default -> log.debug("not accepted, and kept for the next try", e);
        }
        throw e;
      }
    }

    /** Asks the server once more whether there is more, and believes it the second time. */
    private void shortSound(FailureException e) throws IOException {
      if (checkedAt == part.bytes()) {
        throw new FailureException(Failure.Kind.UNDECODABLE, e.failure().detail());
      }
      checkedAt = part.bytes();
      part.note(
          part.sidecar().withServer(part.sidecar().etag(), part.sidecar().lastModified(), -1));
    }

    private void askAgain(HttpFailure e) throws IOException {
      if (links >= MOST_LINKS) {
        throw new FailureException(e.failure(), e);
      }
      links++;
      job.noteFailure(e.failure());
      log.info("asking for a new link: {}", e.failure().detail());
      waits.await(Duration.ofMillis(200L * links), cancel);
      location = locate(job);
    }

    /** Says until when it waits, where somebody would wonder. */
    private Failure withTime(Failure failure, Duration pause) {
      return pause.compareTo(WORTH_TELLING) < 0
          ? failure
          : new Failure(
              failure.kind(),
              failure.detail() + "; next attempt at " + TIME.format(clock.now().plus(pause)));
    }

    private void pause(Failure failure, @Nullable Duration retryAfter, IOException cause)
        throws IOException {
      if (part.bytes() > best) {
        best = part.bytes();
        repetitions = 0;
      }
      if (repetitions >= settings.retries() || waits.isTooLong(retryAfter)) {
        throw new FailureException(failure, cause);
      }
      Duration pause = waits.pause(repetitions, retryAfter);
      repetitions++;
      job.setPause(pause);
      job.noteFailure(withTime(failure, pause));
      log.info("next attempt in {} ms: {}", pause.toMillis(), failure.detail());
      try {
        waits.await(pause, cancel);
      } finally {
        job.setPause(null);
      }
    }
  }
}
