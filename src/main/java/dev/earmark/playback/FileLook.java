package dev.earmark.playback;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.RunLog;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.media.MediaStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks on the disk whether a section's file can really be read, without waiting longer than asked:
 * a network share that is gone hangs every call, so the call for a listener's own folder is made on
 * a thread of its own, {@code look-n}. Questions for a file that hangs already share its thread.
 * Thread-safe.
 */
public final class FileLook {
  private static final int THREADS = 8;

  private final MediaStore store;
  private final LibraryService library;
  private final Predicate<Album> local;
  private final Map<String, CompletableFuture<Seen>> running = new ConcurrentHashMap<>();
  private final ExecutorService threads;

  /** What the disk says. */
  public enum Answer {
    /** The file is there and may be read. */
    HERE,
    /** It is on no disk of this machine: it is to be fetched. */
    ELSEWHERE,
    /** It belongs on this machine, and it cannot be read. */
    GONE,
    /** The disk has not answered in time. */
    UNSURE
  }

  /**
   * An answer.
   *
   * @param why why it cannot be read, which file, and what to do; null unless it is gone or unsure
   */
  public record Seen(Answer answer, @Nullable Failure why) {
    /**
     * Returns why it cannot be read.
     *
     * @throws IllegalStateException when it can, or is to be fetched
     */
    public Failure failure() {
      if (why == null) {
        throw new IllegalStateException("nothing is wrong with it: " + answer);
      }
      return why;
    }
  }

  /** What is known of a file that sounds at this moment, with no look. */
  public static final Seen READ_NOW = new Seen(Answer.HERE, null);

  FileLook(MediaStore store, LibraryService library, Predicate<Album> local) {
    this.store = store;
    this.library = library;
    this.local = local;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            0,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "look-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Looks for the file of a section; waits so long at most. */
  Seen look(Album album, Section section, Duration limit) {
    String key = SectionFiles.key(album, section);
    if (!local.test(album)) {
      // the cache lies on this machine's own disk: handing that look to a thread would take longer
      boolean here = store.isCached(key) && store.holds(key);
      return new Seen(here ? Answer.HERE : Answer.ELSEWHERE, null);
    }
    try {
      return started(key, album, section).get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | RejectedExecutionException e) {
      return unsure(album);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unsure(album);
    } catch (ExecutionException e) {
      return new Seen(Answer.GONE, new Failure(Failure.Kind.INTERNAL, String.valueOf(e)));
    }
  }

  private CompletableFuture<Seen> started(String key, Album album, Section section) {
    CompletableFuture<Seen> mine = new CompletableFuture<>();
    CompletableFuture<Seen> before = running.putIfAbsent(key, mine);
    if (before != null) {
      return before;
    }
    try {
      threads.execute(
          RunLog.carried(
              () -> {
                try {
                  mine.complete(onDisk(key, album, section));
                } catch (RuntimeException e) {
                  mine.completeExceptionally(e);
                } finally {
                  running.remove(key);
                }
              }));
    } catch (RejectedExecutionException e) {
      running.remove(key);
      throw e;
    }
    return mine;
  }

  private Seen onDisk(String key, Album album, Section section) {
    try {
      if (store.holds(key)) {
        return new Seen(Answer.HERE, null);
      }
      boolean isFile = library.resolve(album, section, new CancelFlag()).isLocal();
      return new Seen(isFile ? Answer.HERE : Answer.ELSEWHERE, null);
    } catch (FailureException e) {
      return new Seen(Answer.GONE, e.failure());
    } catch (IOException e) {
      return new Seen(Answer.GONE, new Failure(Failure.Kind.UNAVAILABLE, e.toString()));
    }
  }

  private static Seen unsure(Album album) {
    return new Seen(
        Answer.UNSURE,
        new Failure(
            Failure.Kind.TIMEOUT,
            "the disk or network share with "
                + album.title()
                + " does not answer: check that it is connected and awake",
            new Failure.Words(
                "存放它的磁盘或网络共享没有反应，看看接好没有",
                "the disk or network share that it lies on does not answer; check that it is"
                    + " connected")));
  }
}
