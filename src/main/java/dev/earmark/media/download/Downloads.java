package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.RunLog;
import dev.earmark.media.Decoder;
import dev.earmark.media.Download;
import dev.earmark.media.DownloadListener;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaStore;
import dev.earmark.media.cache.CacheEntry;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.cache.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache and its downloads.
 *
 * <p>Threads {@code download-1} to {@code download-n} take jobs: first what is waited for or
 * listened to, the newest wish before older ones; then what is kept for later by a pin, which is
 * the next section; then the rest, such as what was wished and dropped again. One more thread takes
 * jobs of the first kind only. When all threads are busy and a wish comes, a download that nobody
 * listens to gives way: it keeps what it has and goes on later. So a wish never waits behind
 * another one. The link to a file is asked for on these threads. A second wish for the same key
 * joins.
 *
 * <p>Thread-safe. Lock order: this, then a job, then its growth. Nobody waits for the disk with the
 * lock of this, so that {@link #downloads} never does.
 */
public final class Downloads implements MediaStore, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Downloads.class);
  private static final int KEPT = 50;

  private final FileCache cache;
  private final Clock clock;
  private final Fetcher fetcher;
  private final Consumer<Download> taken;
  private final List<Thread> threads = new ArrayList<>();
  private final JobOrder order;
  private final List<Job> waiting = new ArrayList<>(); // guarded by this, as all below
  private final Map<String, Job> active = new HashMap<>(); // by key: waiting or running
  private final ArrayDeque<Job> recent = new ArrayDeque<>(); // all, oldest first
  private long started;
  private long wishes;
  private final List<DownloadListener> listeners = new CopyOnWriteArrayList<>();
  private boolean closed;

  /**
   * Starts the threads.
   *
   * @param client the shared client; its pool is used, its redirects and time-outs are not
   * @param decoders check what was downloaded
   * @param random spreads the pauses between attempts
   */
  public Downloads(
      FileCache cache,
      OkHttpClient client,
      DownloadSettings settings,
      Decoder.Factory decoders,
      Clock clock,
      RandomGenerator random) {
    this(cache, client, settings, decoders, clock, random, download -> {});
  }

  /**
   * Starts the threads.
   *
   * @param taken called on the thread of a download that has left the queue, before it begins
   */
  Downloads(
      FileCache cache,
      OkHttpClient client,
      DownloadSettings settings,
      Decoder.Factory decoders,
      Clock clock,
      RandomGenerator random,
      Consumer<Download> taken) {
    this.cache = cache;
    this.order = new JobOrder(cache);
    this.clock = clock;
    this.taken = taken;
    this.fetcher =
        new Fetcher(
            cache,
            settings,
            clock,
            new Hops(client, settings),
            new Waits(clock, random),
            new Verifier(decoders));
    int parallel = Math.max(1, settings.parallel());
    for (int i = 1; i <= parallel + 1; i++) {
      boolean urgentOnly = i > parallel;
      Thread thread = new Thread(() -> work(urgentOnly), "download-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  @Override
  public boolean isCached(String key) {
    return cache.contains(key);
  }

  @Override
  public boolean holds(String key) {
    return cache.holds(key);
  }

  @Override
  public Optional<MediaSource> openCached(String key) throws IOException {
    return cache.openCached(key);
  }

  /** Tells the listener of every download's changes from now on. */
  public void onChange(DownloadListener listener) {
    listeners.add(listener);
  }

  private void tell(Download download) {
    for (DownloadListener listener : listeners) {
      try {
        listener.changed(download);
      } catch (RuntimeException e) {
        log.error("a listener of download {} failed", download.id(), e);
      }
    }
  }

  @Override
  public Download fetch(MediaRequest request, boolean urgent) {
    return told(enter(request, urgent, /* held= */ false, isLost(request.key())));
  }

  @Override
  public Download hold(MediaRequest request) {
    boolean lost = isLost(request.key());
    Optional<Part.Kept> kept = kept(request.key());
    Entry entry;
    CancelFlag run = null;
    synchronized (this) { // in one step: a wish that comes behind it lets it go for good
      entry = enter(request, /* urgent= */ false, /* held= */ true, lost);
      kept.ifPresent(entry.job()::keeps);
      if (entry.end() == Download.State.RUNNING) {
        run = entry.job().hold();
      }
      if (run != null) {
        waiting.remove(entry.job());
      }
    }
    if (run != null) {
      run.set();
      entry.job().tell();
    }
    return told(entry);
  }

  private static Job told(Entry entry) {
    // told without the lock, because a listener may come back
    entry.givesWay().ifPresent(Job::giveWay);
    switch (entry.end()) {
      case DONE -> entry.job().end(Download.State.DONE, null);
      case CANCELLED -> entry.job().end(Download.State.CANCELLED, entry.job().growth().failure());
      case WAITING -> entry.job().tell();
      default -> log.debug("download {} has one more reader", entry.job().id());
    }
    return entry.job();
  }

  /**
   * A download that was asked for.
   *
   * @param end the state that a new one is to be told in; RUNNING for one that was there before
   * @param givesWay the running one that is to let it go first
   */
  private record Entry(Job job, Download.State end, Optional<Job> givesWay) {
    Entry(Job job, Download.State end) {
      this(job, end, Optional.empty());
    }
  }

  /** Returns whether somebody has deleted a file of the cache; waits for the disk, so no lock. */
  private boolean isLost(String key) {
    return cache.entry(key).map(entry -> !Files.isRegularFile(entry.file())).orElse(false);
  }

  /** Returns what is there of a file, to be shown as long as nothing of it is fetched. */
  private Optional<Part.Kept> kept(String key) {
    try {
      return Part.kept(cache.folder(), key);
    } catch (IOException e) {
      log.warn("what is kept of {} cannot be told: {}", key, e.getMessage());
      return Optional.empty();
    }
  }

  private synchronized Entry enter(
      MediaRequest request, boolean urgent, boolean held, boolean lost) {
    Job running = active.get(request.key());
    if (running != null) {
      if (urgent) {
        goOn(running);
      }
      return new Entry(running, Download.State.RUNNING, urgent ? hurry(running) : Optional.empty());
    }
    started++;
    Job job = new Job("d" + started, started, request, urgent ? ++wishes : 0, clock, this::tell);
    if (closed) {
      Failure failure = new Failure(Failure.Kind.CANCELLED, "Earmark is shutting down");
      job.growth().failed(failure);
      return new Entry(job, Download.State.CANCELLED);
    }
    remember(job);
    Optional<CacheEntry> entry = cache.entry(request.key());
    if (entry.isPresent() && !lost) {
      job.growth().completed(entry.get().file(), entry.get().bytes());
      return new Entry(job, Download.State.DONE);
    }
    active.put(request.key(), job);
    if (!held || job.hold() == null) {
      waiting.add(job);
      notifyAll();
    }
    return new Entry(job, Download.State.WAITING, urgent ? hurry(job) : Optional.empty());
  }

  /**
   * Makes a job the newest wish; older wishes that nobody listens to go behind it.
   *
   * @return the running one that has to give way, when there is no thread for it
   */
  private synchronized Optional<Job> hurry(Job job) {
    for (Job other : active.values()) {
      if (!other.growth().isRead()) {
        other.setUrgent(0);
      }
    }
    job.setUrgent(++wishes);
    notifyAll();
    long needed = waiting.stream().filter(Job::isUrgent).count();
    long busy = active.values().stream().filter(Job::isRunning).count();
    long idle = threads.size() - busy;
    if (!waiting.contains(job) || idle >= needed) {
      return Optional.empty();
    }
    return order.givesWay(active.values());
  }

  /**
   * Forgets the earlier tries of the same, of which the new one tells, and the oldest ended ones;
   * one that still runs stays, and keeps no other one alive.
   */
  private void remember(Job job) {
    recent.removeIf(old -> old.hasEnded() && old.request().key().equals(job.request().key()));
    recent.addLast(job);
    Iterator<Job> oldest = recent.iterator();
    while (recent.size() > KEPT && oldest.hasNext()) {
      if (oldest.next().hasEnded()) {
        oldest.remove();
      }
    }
  }

  @Override
  public MediaSource open(Download download) throws IOException {
    if (!(download instanceof Job job)) {
      throw new IllegalArgumentException("not a download of this store: " + download.id());
    }
    Download.Progress progress = job.progress();
    Failure failure = progress.failure();
    if (failure != null
        && (progress.state() == Download.State.FAILED
            || progress.state() == Download.State.CANCELLED)) {
      throw failure.asException();
    }
    if (progress.state() == Download.State.DONE) {
      Optional<MediaSource> cached = cache.openCached(job.request().key());
      if (cached.isPresent()) {
        return cached.get();
      }
    }
    return new GrowingSource(job.growth(), job.request().key());
  }

  @Override
  public synchronized List<Download> downloads() {
    recent.removeIf(Job::isOld);
    return List.copyOf(recent);
  }

  @Override
  public boolean cancel(String downloadId) {
    Job found;
    boolean running;
    synchronized (this) {
      found = open(downloadId);
      if (found == null) {
        return false;
      }
      running = leavesCancelled(found);
    }
    found.stop(running);
    return true;
  }

  /**
   * Notes that a job is cancelled, and takes it out when it does not run: in one step, so that its
   * run cannot end in between and let it wait or rest again.
   *
   * @return whether its run ends it
   */
  private synchronized boolean leavesCancelled(Job job) {
    boolean running = job.cancel();
    if (!running) {
      waiting.remove(job);
      active.remove(job.request().key(), job);
    }
    return running;
  }

  /** Returns the download of this id that has not ended, or null. */
  private synchronized @Nullable Job open(String downloadId) {
    for (Job job : recent) {
      if (job.id().equals(downloadId) && !job.hasEnded()) {
        return job;
      }
    }
    return null;
  }

  @Override
  public boolean pause(String downloadId) {
    Job found;
    CancelFlag run;
    synchronized (this) {
      found = open(downloadId);
      run = found == null ? null : found.hold();
      if (found == null || run == null) {
        return false;
      }
      waiting.remove(found);
    }
    run.set();
    found.tell();
    return true;
  }

  @Override
  public boolean resume(String downloadId) {
    Job found;
    synchronized (this) {
      found = open(downloadId);
      if (found == null || !goOn(found)) {
        return false;
      }
    }
    found.tell();
    return true;
  }

  /** Lets a held job go on; false when it is not held. */
  private synchronized boolean goOn(Job job) {
    Download.State now = job.letGo();
    if (now == Download.State.WAITING) {
      waiting.add(job);
      notifyAll();
    }
    return now != null;
  }

  @Override
  public void discard(String key) throws IOException {
    if (cache.contains(key)) {
      cache.remove(key);
    }
  }

  @Override
  public AutoCloseable pin(String key) {
    return cache.pin(key);
  }

  @Override
  public Usage usage() {
    return cache.usage();
  }

  /** Cancels what runs, keeps what was fetched, and waits for the threads; the cache stays open. */
  @Override
  public void close() {
    Map<Job, Boolean> jobs = new LinkedHashMap<>();
    synchronized (this) {
      closed = true;
      for (Job job : List.copyOf(active.values())) {
        jobs.put(job, leavesCancelled(job));
      }
      notifyAll();
    }
    jobs.forEach(Job::stop);
    long deadline = clock.nanoTime() + Duration.ofSeconds(3).toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, (deadline - clock.nanoTime()) / 1_000_000));
        if (thread.isAlive()) {
          log.warn("{} does not end", thread.getName());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(boolean urgentOnly) {
    try {
      Job job;
      while ((job = take(urgentOnly)) != null) {
        Job next = job;
        RunLog.during(next.runId(), () -> run(next));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Job take(boolean urgentOnly) throws InterruptedException {
    while (!closed) {
      Job best = order.first(waiting, urgentOnly);
      if (best != null) {
        waiting.remove(best);
        best.begin(); // here, so that it never is in no queue and does not run either
        return best;
      }
      wait();
    }
    return null;
  }

  /** Takes a job that has run out of the active ones; true when it waits, or rests, instead. */
  private synchronized boolean leave(Job job, Download.State last) {
    Download.State now = closed || last == Download.State.DONE ? null : job.back();
    if (now != null) {
      if (now == Download.State.WAITING) {
        waiting.add(job);
        notifyAll();
      }
      return true;
    }
    active.remove(job.request().key(), job);
    return false;
  }

  private void run(Job job) {
    Download.State last = Download.State.FAILED;
    Failure failure = null;
    boolean back = false;
    try {
      taken.accept(job);
      job.tell();
      fetcher.fetch(job);
      last = Download.State.DONE;
    } catch (FailureException e) {
      failure = e.failure();
    } catch (IOException e) {
      failure =
          new Failure(Failure.Kind.UNAVAILABLE, "the cache cannot be used: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("download {} failed by a fault of ours", job.id(), e);
      failure = new Failure(Failure.Kind.INTERNAL, "the download failed; see the log");
    } finally {
      back = leave(job, last);
    }
    if (back) {
      job.tell();
      return;
    }
    if (failure != null) {
      boolean cancelled = failure.kind() == Failure.Kind.CANCELLED || job.cancelFlag().isSet();
      last = cancelled ? Download.State.CANCELLED : last;
      log.info("download {} of {}: {}", job.id(), job.request().key(), failure.detail());
      job.growth().failed(failure);
    }
    job.end(last, failure);
  }
}
