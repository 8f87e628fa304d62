package dev.earmark.playback.kept;

import dev.earmark.base.Health;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.habits.KeptSettings;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Tells when the cache is over its quota while books are kept. Those are never evicted, so nothing
 * else may stay; what plays now is not evicted either, so how much the kept ones take of it is not
 * told. Health part {@value #PART}. Confined to the thread that runs it.
 */
public final class QuotaWatch implements Runnable {
  static final String PART = "cache quota";
  private static final double MB = 1e6;

  private final Supplier<MediaStore.Usage> usage;
  private final KeptSettings kept;
  private final Health health;
  private boolean told;

  /** Makes it; {@link #run} looks. */
  public QuotaWatch(Supplier<MediaStore.Usage> usage, KeptSettings kept, Health health) {
    this.usage = usage;
    this.kept = kept;
    this.health = health;
  }

  /** Looks once; asks the disk how full it is. */
  @Override
  public void run() {
    MediaStore.Usage now = usage.get();
    boolean over = now.bytes() > now.quotaBytes() && !kept.settings(KeptBooks.KEY).isEmpty();
    String sizes = mb(now.bytes()) + " / " + mb(now.quotaBytes());
    if (over) {
      health.problem(
          PART,
          "the cache is over its quota ("
              + sizes
              + "): kept books and what plays now are never evicted; when this lasts, keep one book"
              + " less, or raise cache.quota");
    } else if (told) {
      health.ok(PART, "the cache is within its quota (" + sizes + ")");
    }
    told = over;
  }

  private static String mb(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / MB);
  }
}
