package dev.earmark.timers;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timers that are set. Thread-safe.
 *
 * <p>A countdown runs by the monotonic clock, so setting the machine's clock neither shortens nor
 * stretches it; a time of day follows the wall clock and the time zone, also over the change to
 * summer time. Everything is kept in {@code timers.json}; when that cannot be written, timers ring
 * all the same and {@link Health} says under {@code timers} that they would not survive a restart.
 *
 * <p>A timer rings by the event {@code timer.fired} and the callbacks of {@link #onFired}, both on
 * the thread that calls {@link #tick()}. It leaves the file only after that: a crash in between
 * makes it ring twice rather than never. Timers and alarms ring on until {@link #quiet}, {@link
 * #snooze} or the limit, also over a restart; a reminder is told once. Times of day move with the
 * machine into another time zone, while the daemon runs or between two starts.
 */
public final class Timers implements Ringer {
  /** The part under which timers report to {@link Health}. */
  public static final String HEALTH_PART = "timers";

  private static final Logger log = LoggerFactory.getLogger(Timers.class);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final Duration WRITE_AGAIN = Duration.ofSeconds(30);
  private static final int MOST = 200;
  private static final int SMALL_HOURS = 4;

  private final KeptTimers kept;
  private final Clock clock;
  private final DueTimes dueTimes;
  private final Supplier<ZoneId> zone;
  private volatile TimesOfDay times; // of the zone that was read last
  private final TimerSettings settings;
  private final Events events;
  private final CopyOnWriteArrayList<Consumer<Fired>> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, Entry> entries = new LinkedHashMap<>(); // guarded by this
  private final RingList rings = new RingList(); // guarded by this
  private final List<Fired> again = new ArrayList<>(); // rang before the restart, guarded by this
  private volatile List<Entry> shown = List.of(); // what the entries are, for those who only look
  private long nextId = 1; // guarded by this

  /**
   * Reads the timers that were set before.
   *
   * @param folder where {@code timers.json} is kept; made when it is missing
   * @param zone in which times of day are meant; asked at each {@link #tick}
   */
  public Timers(
      Path folder,
      Clock clock,
      Supplier<ZoneId> zone,
      TimerSettings settings,
      Events events,
      Health health) {
    this.kept = new KeptTimers(new TimerFile(folder, clock), health);
    this.clock = clock;
    this.dueTimes = new DueTimes(clock);
    this.zone = zone;
    this.times = new TimesOfDay(zone.get());
    this.settings = settings;
    this.events = events;
    load();
  }

  /**
   * Sets a countdown.
   *
   * @throws FailureException {@code BAD_REQUEST} when the time is not between a second and a year,
   *     or when too many timers are set
   */
  public Timer in(Duration time, Timer.Kind kind, String name) throws FailureException {
    checkLength(time);
    synchronized (this) {
      Instant at = clock.now().plus(time);
      long seconds = Math.max(1, time.toSeconds());
      Timer timer = new Timer(newId(), kind, name.strip(), at, seconds, Timer.Repeat.NONE);
      return add(new Entry(timer, clock.nanoTime() + time.toNanos(), null));
    }
  }

  private static void checkLength(Duration time) throws FailureException {
    if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(LONGEST) > 0) {
      throw badRequest("一次计时从一秒到一年", "a timer runs between one second and one year");
    }
  }

  /**
   * Sets a timer for the next time that the clock shows this time of day, on the days of the
   * repeat.
   *
   * @throws FailureException {@code BAD_REQUEST} when too many timers are set
   */
  public Timer at(LocalTime timeOfDay, Timer.Kind kind, String name, Timer.Repeat repeat)
      throws FailureException {
    synchronized (this) {
      Instant at = times.next(timeOfDay, repeat, clock.now());
      Timer timer = new Timer(newId(), kind, name.strip(), at, 0, repeat);
      return add(new Entry(timer, 0, repeat.repeats() ? timeOfDay : null));
    }
  }

  /**
   * Sets a timer that rings once, on the next such day of the week.
   *
   * @throws FailureException {@code BAD_REQUEST} when too many timers are set
   */
  public Timer on(DayOfWeek day, LocalTime timeOfDay, Timer.Kind kind, String name)
      throws FailureException {
    return at(times.next(timeOfDay, new Timer.Repeat(Set.of(day)), clock.now()), kind, name);
  }

  /**
   * Sets a timer that rings once, some days from today; "tomorrow" said in the small hours is the
   * day that has just begun, and "the day after tomorrow" the next one.
   *
   * @param days 0 for today
   * @throws FailureException {@code BAD_REQUEST} when the time has passed, or too many are set
   */
  public Timer onDay(int days, LocalTime timeOfDay, Timer.Kind kind, String name)
      throws FailureException {
    ZonedDateTime now = clock.now().atZone(times.zone());
    boolean soon = days > 0 && now.getHour() < SMALL_HOURS;
    boolean ahead = timeOfDay.isAfter(now.toLocalTime());
    LocalDate day = now.toLocalDate().plusDays(soon && ahead ? days - 1 : days);
    return at(day.atTime(timeOfDay).atZone(times.zone()).toInstant(), kind, name);
  }

  /**
   * Sets a timer for a moment.
   *
   * @throws FailureException {@code BAD_REQUEST} when it has passed, lies more than a year ahead,
   *     or too many timers are set
   */
  public Timer at(Instant moment, Timer.Kind kind, String name) throws FailureException {
    synchronized (this) {
      Instant now = clock.now();
      if (!moment.isAfter(now) || moment.isAfter(now.plus(LONGEST))) {
        throw badRequest("时间要在现在之后的一年之内", "the time of a timer lies between now and a year ahead");
      }
      Timer timer = new Timer(newId(), kind, name.strip(), moment, 0, Timer.Repeat.NONE);
      return add(new Entry(timer, 0, null));
    }
  }

  /** Returns the timers that are set, the next one first; never waits for the disk. */
  public List<Timer> list() {
    return shown.stream()
        .map(dueTimes::current)
        .sorted(Comparator.comparing(Timer::at).thenComparing(Timer::id))
        .toList();
  }

  /**
   * Returns what rings, and then what else is set, the next one first. One that repeats and rings
   * is there once, with the time at which it rang.
   */
  public List<Timer> all() {
    List<Timer> all = new ArrayList<>(rings.shown());
    Set<String> ids = all.stream().map(Timer::id).collect(Collectors.toSet());
    list().stream().filter(timer -> !ids.contains(timer.id())).forEach(all::add);
    return all;
  }

  /**
   * Cancels the timer with this id; when there is none, those with this name, and when there is
   * none either, those whose name contains it. Case does not matter. What of these rings is stopped
   * alone, as by {@link #quiet}: one that repeats stays set, and so does what only has the same
   * name.
   *
   * @return the cancelled and the stopped ones, empty when nothing fits
   */
  public List<Timer> cancel(String idOrName) {
    String wanted = idOrName.strip().toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return List.of();
    }
    List<Predicate<Timer>> ways =
        List.of(
            timer -> timer.id().equals(wanted),
            timer -> timer.name().toLowerCase(Locale.ROOT).equals(wanted),
            timer -> timer.name().toLowerCase(Locale.ROOT).contains(wanted));
    List<Timer> stopped = List.of();
    List<Timer> cancelled = List.of();
    synchronized (this) {
      for (Predicate<Timer> way : ways) {
        if (stopped.isEmpty() && cancelled.isEmpty()) {
          stopped = rings.stop(way);
          cancelled = stopped.isEmpty() ? remove(way) : List.of();
        }
      }
      if (!stopped.isEmpty()) {
        save();
      }
    }
    tell("timer.stopped", stopped);
    tell("timer.cancelled", cancelled);
    return stopped.isEmpty() ? cancelled : stopped;
  }

  private void tell(String event, List<Timer> timers) {
    timers.forEach(timer -> events.publish(event, TimerEvent.of(timer, "", 0)));
  }

  /** Cancels all timers and returns them. */
  public List<Timer> cancelAll() {
    List<Timer> cancelled;
    synchronized (this) {
      cancelled = remove(timer -> true);
    }
    quiet();
    tell("timer.cancelled", cancelled);
    return cancelled;
  }

  @Override
  public List<Timer> ringing() {
    return rings.shown();
  }

  @Override
  public List<Timer> quiet() {
    List<Timer> stopped;
    synchronized (this) {
      stopped = rings.stop(timer -> true);
      if (!stopped.isEmpty()) {
        save();
      }
    }
    tell("timer.stopped", stopped);
    return stopped;
  }

  /**
   * Lets what rings, rang last within ten minutes, or else was put off before, ring again later.
   *
   * @param time from now on
   * @return the new timers, empty when nothing rang
   * @throws FailureException {@code BAD_REQUEST} for less than a second, more than a year, or too
   *     many timers; then all rings on
   */
  public List<Timer> snooze(Duration time) throws FailureException {
    List<Timer> late = new ArrayList<>();
    List<Timer> stopped;
    synchronized (this) {
      checkLength(time);
      List<Timer> rang = rings.last(clock.nanoTime());
      List<Timer> wanted = rang.isEmpty() ? remove(rings::wasPutOff) : rang;
      checkRoom(wanted.size());
      for (Timer timer : wanted) {
        late.add(in(time, timer.kind(), timer.name()));
      }
      stopped = rings.shown();
      rings.putOffTo(late);
      if (!stopped.isEmpty()) {
        save();
      }
    }
    tell("timer.stopped", stopped);
    return late;
  }

  /** Returns whether what is set lies on the disk; {@link #tick} tries it again. */
  public boolean isKept() {
    return kept.isKept();
  }

  /** Returns how timers ring. */
  public TimerSettings settings() {
    return settings;
  }

  /** Calls the listener, on the thread of {@link #tick()}, for each timer that fires. */
  public void onFired(Consumer<Fired> listener) {
    listeners.add(listener);
  }

  /**
   * Fires what is due and returns the time until the next timer, at most an hour. Called in a loop
   * by {@link TimerRole}.
   */
  public Duration tick() {
    moveWithTheZone();
    List<Fired> due = due();
    for (Fired fired : due) {
      announce(fired);
    }
    List<Timer> given;
    Duration wait;
    synchronized (this) {
      boolean changed = moveCountdownsWithTheClock();
      for (Fired fired : due) {
        changed |= settle(fired);
      }
      given = rings.giveUp(clock.nanoTime(), settings.ringLimit());
      if (changed || !given.isEmpty() || !kept.isKept()) {
        save();
      }
      wait = kept.isKept() ? Duration.ofHours(1) : WRITE_AGAIN;
      for (Entry entry : entries.values()) {
        Duration until = dueTimes.until(entry);
        wait = until.compareTo(wait) < 0 ? until : wait;
      }
    }
    tell("timer.unanswered", given);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private synchronized List<Fired> due() {
    List<Fired> due = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (dueTimes.until(entry).compareTo(Duration.ZERO) <= 0) {
        due.add(dueTimes.fire(entry, times));
      }
    }
    due.sort(Comparator.comparing(fired -> fired.timer().at()));
    for (Fired fired : due) {
      if (fired.outcome() != Fired.Outcome.MISSED) {
        rings.begin(new RingList.Ring(fired.timer(), clock.now(), clock.nanoTime()));
      }
    }
    due.addAll(0, again);
    again.clear();
    return due;
  }

  private void announce(Fired fired) {
    String outcome = fired.outcome().name().toLowerCase(Locale.ROOT);
    log.info(
        "{} {} '{}' fired, {}",
        fired.timer().kind(),
        fired.timer().id(),
        fired.timer().name(),
        outcome);
    events.publish("timer.fired", TimerEvent.of(fired.timer(), outcome, fired.lateS()));
    for (Consumer<Fired> listener : listeners) {
      try {
        listener.accept(fired);
      } catch (RuntimeException e) {
        log.error("a listener failed on timer {}", fired.timer().id(), e);
      }
    }
  }

  /** Removes the timer that has fired, or moves it to its next day. */
  private boolean settle(Fired fired) {
    Entry entry = entries.get(fired.timer().id());
    if (entry == null) {
      return false; // a listener cancelled it
    }
    LocalTime timeOfDay = entry.timeOfDay();
    if (timeOfDay == null) {
      entries.remove(fired.timer().id());
      return true;
    }
    Instant after = fired.timer().at().isAfter(clock.now()) ? fired.timer().at() : clock.now();
    Timer moved = entry.timer().movedTo(times.next(timeOfDay, entry.timer().repeat(), after));
    entries.put(moved.id(), new Entry(moved, 0, timeOfDay));
    return true;
  }

  /** Keeps the wall-clock time of countdowns right after the clock was set; tells if it moved. */
  private boolean moveCountdownsWithTheClock() {
    boolean changed = false;
    for (Map.Entry<String, Entry> slot : entries.entrySet()) {
      Entry entry = slot.getValue();
      Timer current = dueTimes.current(entry);
      Duration gap = Duration.between(entry.timer().at(), current.at()).abs();
      if (gap.compareTo(DueTimes.CLOCK_MOVED) > 0) {
        slot.setValue(new Entry(current, entry.deadlineNanos(), entry.timeOfDay()));
        changed = true;
      }
    }
    return changed;
  }

  /** Returns the id of the timer that is added next; {@link #add} uses it up. */
  private synchronized String newId() {
    return Long.toString(nextId);
  }

  private Timer add(Entry entry) throws FailureException {
    checkRoom(1);
    nextId++;
    entries.put(entry.timer().id(), entry);
    save();
    events.publish("timer.set", TimerEvent.of(entry.timer(), "", 0));
    return entry.timer();
  }

  private void checkRoom(int more) throws FailureException {
    if (entries.size() + more > MOST) {
      throw badRequest(
          "已经有" + entries.size() + "个定时了，请先取消几个",
          "there are " + entries.size() + " timers already: cancel some first");
    }
  }

  private List<Timer> remove(Predicate<Timer> which) {
    List<Timer> removed = entries.values().stream().map(Entry::timer).filter(which).toList();
    if (!removed.isEmpty()) {
      removed.forEach(timer -> entries.remove(timer.id()));
      save();
    }
    return removed;
  }

  private synchronized void load() {
    TimerFile.Content content = kept.read();
    nextId = Math.max(1, content.nextId());
    for (TimerFile.Stored stored : content.timers()) {
      Timer timer = here(stored.timer(), content.zone());
      Duration left = TimesOfDay.bounded(Duration.between(clock.now(), timer.at()), LONGEST);
      long deadline = clock.nanoTime() + left.toNanos();
      entries.put(timer.id(), new Entry(timer, deadline, stored.timeOfDay()));
    }
    content.rang().forEach(this::ringAgain);
    shown = List.copyOf(entries.values());
  }

  /** Moves times of day when the machine has another time zone than before. */
  private synchronized void moveWithTheZone() {
    ZoneId before = times.zone();
    ZoneId now = zone.get();
    if (now.equals(before)) {
      return;
    }
    log.info("the time zone is {} now, it was {}: times of day move with it", now, before);
    times = new TimesOfDay(now);
    entries.replaceAll(
        (id, entry) ->
            new Entry(
                here(entry.timer(), before.getId()), entry.deadlineNanos(), entry.timeOfDay()));
    save();
  }

  /** Moves a time of day with the daemon into another time zone. */
  private Timer here(Timer timer, @Nullable String zone) {
    boolean moves = zone != null && !zone.equals(times.zone().getId()) && timer.durationS() == 0;
    return moves ? timer.movedTo(times.sameTime(timer.at(), ZoneId.of(zone))) : timer;
  }

  /** What rang when the daemon ended rings on, unless its time was over meanwhile. */
  private void ringAgain(TimerFile.Rang rang) {
    Duration rung = TimesOfDay.bounded(Duration.between(rang.since(), clock.now()), LONGEST);
    Duration since = rung.isNegative() ? Duration.ZERO : rung;
    if (since.compareTo(settings.ringLimit()) < 0) {
      Timer timer = rang.timer().timer();
      rings.begin(new RingList.Ring(timer, rang.since(), clock.nanoTime() - since.toNanos()));
      again.add(new Fired(timer, Fired.Outcome.ON_TIME, 0));
    }
  }

  /** Shows what was changed, and writes it. */
  private void save() {
    shown = List.copyOf(entries.values());
    kept.write(nextId, times.zone(), entries.values(), rings.all());
  }

  /** A refusal in words for the listener. */
  private static FailureException badRequest(String zh, String en) {
    Failure.Words words = new Failure.Words(zh, en);
    return new Failure(Failure.Kind.BAD_REQUEST, en, words).asException();
  }
}
