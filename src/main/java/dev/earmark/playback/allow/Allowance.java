package dev.earmark.playback.allow;

import dev.earmark.base.Clock;
import dev.earmark.playback.habits.History;
import dev.earmark.playback.habits.KeptSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a book may be heard now: a daily quota, counted from what was really heard, and
 * quiet hours. Both can be lifted with a PIN. Kept over restarts. Thread-safe; never waits.
 *
 * <p>Minutes are counted by the monotonic clock ({@link History}), so setting the clock neither
 * gives nor takes any. When the date jumps forward under a book that plays, as on a board that
 * learns the time from the network, what was heard on the wrong day counts for the right one; a
 * machine that was suspended over midnight begins a new day.
 */
public final class Allowance {
  private static final String TODAY = "limits:today:";
  private static final String DAILY = "limits:daily";
  private static final String LIFTED = "limits:lifted";
  private static final String CARRIED = "limits:carried:";
  private static final Duration JUMP = Duration.ofMinutes(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(900);
  private static final Duration LOCKED = Duration.ofMinutes(5);
  private static final LocalTime DAY_BEGINS = LocalTime.of(4, 0);
  private static final int MOST_WRONG = 5;

  private final AllowanceSettings settings;
  private final History history;
  private final KeptSettings kept;
  private final Clock clock;
  private final Supplier<ZoneId> zone;

  // guarded by this
  private Instant lastWall;
  private long lastNanos;
  private long lastAwakeOrNot; // by the clock that counts while the machine is suspended
  private boolean played;
  private Look last = Look.FREE;
  private boolean warned;
  private int wrong;
  private long lockedUntilNanos;

  /** Makes it. */
  public Allowance(
      AllowanceSettings settings,
      History history,
      KeptSettings kept,
      Clock clock,
      Supplier<ZoneId> zone) {
    this.settings = settings;
    this.history = history;
    this.kept = kept;
    this.clock = clock;
    this.zone = zone;
    this.lastWall = clock.now();
    this.lastAwakeOrNot = clock.nanosWithSuspend();
    this.lastNanos = clock.nanoTime() - LOOK_EVERY.toNanos();
    this.lockedUntilNanos = clock.nanoTime();
  }

  /**
   * How it stands.
   *
   * @param over why nothing may be heard now, or null
   * @param warning what is to be said once, because the end is near, or null
   */
  public record Look(@Nullable LimitNotice over, @Nullable LimitNotice warning) {
    static final Look FREE = new Look(null, null);
  }

  /** What became of a wish to lift or to change the limits. */
  public enum Outcome {
    DONE,
    WRONG_PIN,
    /** Too many wrong PINs: none is taken for some minutes. */
    LOCKED,
    /** The change would give more time, and nobody said the PIN. */
    NEEDS_PIN
  }

  /**
   * How it stands, for who asks.
   *
   * @param quotaS of today, 0 for none
   * @param usedS of today
   * @param liftedUntil null unless the limits are lifted
   * @param quiet whether these are quiet hours
   * @param hasQuietHours whether there are any in a day
   */
  public record State(
      double quotaS,
      double usedS,
      @Nullable Instant liftedUntil,
      boolean quiet,
      boolean hasPin,
      boolean hasQuietHours) {}

  /**
   * Looks whether a book may be heard. Called by the player, at every turn.
   *
   * @param plays whether one is wished to play
   */
  public synchronized Look look(boolean plays) {
    long nanos = clock.nanoTime();
    if (!plays && !played) {
      return Look.FREE;
    }
    if (played && plays && nanos - lastNanos < LOOK_EVERY.toNanos()) {
      return last.over() == null ? Look.FREE : last;
    }
    carry(nanos, plays);
    played = plays;
    last = plays ? judge() : Look.FREE;
    return last;
  }

  private Look judge() {
    if (lifted() != null) {
      return Look.FREE;
    }
    LocalTime time = LocalTime.ofInstant(clock.now(), zone.get());
    for (AllowanceSettings.QuietHours hours : settings.quiet()) {
      if (hours.holds(time)) {
        return new Look(new LimitNotice(/* over= */ true, hours.to(), 0), null);
      }
    }
    double quota = quota();
    double left = quota > 0 ? quota - used(today()) : Double.POSITIVE_INFINITY;
    if (left <= 0) {
      long minutes = Math.round(quota / 60);
      return new Look(new LimitNotice(/* over= */ true, null, minutes), null);
    }
    for (AllowanceSettings.QuietHours hours : settings.quiet()) {
      double begins = Duration.between(time, hours.from()).toSeconds() + dayIfPast(time, hours);
      left = Math.min(left, begins);
    }
    boolean near = left <= settings.warning().toSeconds();
    boolean news = near && !warned;
    warned = near;
    long minutes = Math.max(1, Math.round(left / 60));
    return new Look(null, news ? new LimitNotice(/* over= */ false, null, minutes) : null);
  }

  private static long dayIfPast(LocalTime time, AllowanceSettings.QuietHours hours) {
    return hours.from().isAfter(time) ? 0 : Duration.ofDays(1).toSeconds();
  }

  /** Takes the minutes along when the date is put forward under a book that plays. */
  private void carry(long nanos, boolean plays) {
    Instant now = clock.now();
    long awakeOrNot = clock.nanosWithSuspend();
    Duration jump = Duration.between(lastWall, now).minusNanos(awakeOrNot - lastAwakeOrNot);
    LocalDate before = LocalDate.ofInstant(lastWall, zone.get());
    if (plays && played && jump.compareTo(JUMP) > 0 && before.isBefore(today())) {
      kept.put(CARRIED + today(), String.valueOf(used(before)));
    }
    lastWall = now;
    lastAwakeOrNot = awakeOrNot;
    lastNanos = nanos;
  }

  private double used(LocalDate day) {
    return history.secondsOn(day) + number(CARRIED + day);
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.now(), zone.get());
  }

  private double quota() {
    double today = number(TODAY + today());
    return today > 0 ? today : everyDay();
  }

  private double everyDay() {
    double daily = number(DAILY);
    return daily > 0 ? daily : settings.daily().toSeconds();
  }

  private double number(String key) {
    return kept.setting(key).map(Double::parseDouble).orElse(0.0);
  }

  private @Nullable Instant lifted() {
    Optional<Instant> until = kept.setting(LIFTED).map(Instant::parse);
    return until.filter(clock.now()::isBefore).orElse(null);
  }

  /**
   * Sets the quota of today, or of every day. More than before needs the PIN, unless the limits are
   * lifted; a lift ends with the new quota, which would else hold from the next morning only.
   *
   * @param most at least a minute, or zero to take back what was set: that of today or, for every
   *     day, both; then the configuration holds again
   * @param pin may be empty
   */
  public synchronized Outcome limit(Duration most, boolean everyDay, String pin) {
    if (!settings.pin().isEmpty()
        && lifted() == null
        && isMore((double) most.toSeconds(), everyDay)) {
      Outcome outcome = pin.isEmpty() ? Outcome.NEEDS_PIN : check(pin);
      if (outcome != Outcome.DONE) {
        return outcome;
      }
    }
    kept.settings(TODAY).keySet().forEach(day -> kept.put(TODAY + day, ""));
    if (everyDay || !most.isZero()) {
      String seconds = most.isZero() ? "" : String.valueOf(most.toSeconds());
      kept.put(everyDay ? DAILY : TODAY + today(), seconds);
    }
    if (!most.isZero()) {
      kept.put(LIFTED, "");
    }
    warned = false;
    changed();
    return Outcome.DONE;
  }

  private boolean isMore(double seconds, boolean everyDay) {
    double after =
        seconds > 0 ? seconds : everyDay ? (double) settings.daily().toSeconds() : everyDay();
    return isMore(after, quota()) || (everyDay && isMore(after, everyDay()));
  }

  private static boolean isMore(double after, double before) {
    return before > 0 && (after <= 0 || after > before);
  }

  /**
   * Lifts the limits for a time; what was set for today or for every day holds again after it.
   *
   * @param time how long, or null until the day is over, at four in the morning
   */
  public synchronized Outcome lift(String pin, @Nullable Duration time) {
    Outcome outcome = check(pin);
    if (outcome != Outcome.DONE) {
      return outcome;
    }
    LocalDateTime now = LocalDateTime.ofInstant(clock.now(), zone.get());
    LocalDate end =
        now.toLocalTime().isBefore(DAY_BEGINS) ? now.toLocalDate() : now.toLocalDate().plusDays(1);
    Instant until =
        time == null
            ? end.atTime(DAY_BEGINS).atZone(zone.get()).toInstant()
            : clock.now().plus(time);
    kept.put(LIFTED, until.toString());
    warned = false;
    changed();
    return Outcome.DONE;
  }

  private Outcome check(String pin) {
    if (clock.nanoTime() - lockedUntilNanos < 0) {
      return Outcome.LOCKED;
    }
    if (!settings.pin().isEmpty() && !isPin(pin)) {
      wrong++;
      if (wrong >= MOST_WRONG) {
        wrong = 0;
        lockedUntilNanos = clock.nanoTime() + LOCKED.toNanos();
      }
      return Outcome.WRONG_PIN;
    }
    wrong = 0;
    return Outcome.DONE;
  }

  /** Returns whether lifting needs a PIN. */
  public boolean hasPin() {
    return !settings.pin().isEmpty();
  }

  private boolean isPin(String pin) {
    return MessageDigest.isEqual(
        pin.strip().getBytes(StandardCharsets.UTF_8),
        settings.pin().getBytes(StandardCharsets.UTF_8));
  }

  /** The next look counts anew. */
  private void changed() {
    lastNanos = clock.nanoTime() - LOOK_EVERY.toNanos();
    lastWall = clock.now();
    lastAwakeOrNot = clock.nanosWithSuspend();
  }

  /** Returns how it stands. */
  public synchronized State state() {
    LocalTime time = LocalTime.ofInstant(clock.now(), zone.get());
    List<AllowanceSettings.QuietHours> quiet = settings.quiet();
    return new State(
        quota(),
        used(today()),
        lifted(),
        quiet.stream().anyMatch(hours -> hours.holds(time)),
        hasPin(),
        !settings.quiet().isEmpty());
  }
}
