package dev.earmark.assistant;

import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.speak.Announcer;
import dev.earmark.speak.Announcer.Chime;
import dev.earmark.timers.Fired;
import dev.earmark.timers.Ringer;
import dev.earmark.timers.Timer;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lets timers and alarms ring over the book until somebody stops them: a signal every few seconds,
 * their words now and then. While a person is listened to or answered it is silent. Confined to the
 * assistant thread.
 */
final class Alarm implements OwnWords {
  private static final Duration SIGNAL_EVERY = Duration.ofSeconds(3);
  private static final Duration SAID_EVERY = Duration.ofSeconds(20);

  private static final Pattern STOP =
      Pattern.compile(
          "(?:好|好了|行了|嗯|快|请|给我|赶紧)?(?:停|停下|停下来|停止|停一下|停掉|别响|不要响|别叫|别吵|关掉|关了|关闭|暂停|安静|闭嘴"
              + "|我?知道|我?醒|我?起来|我?起床|收到|好)(?:吧|啦|了)*"
              + "|(?:把|请)?(?:停止|停掉|停|关掉|关闭|关)(?:这个)?(?:闹钟|闹铃|铃声|铃|计时器|定时器|提醒)(?:吧|了)*"
              + "|(?:把)?(?:闹钟|闹铃|铃声|铃|计时器|定时器|提醒)(?:关掉|停掉|关了|停了|关上|停)(?:吧|了)*|(?:ok |okay |please"
              + " |yes |alright )?(?:stop(?: it| that| ringing| the alarm| the timer| the noise|"
              + " please)?|(?:turn|switch) (?:it|that|the (?:alarm|timer)) off|(?:turn|switch)"
              + " off(?: (?:the|my) (?:alarm|timer))?|be quiet|quiet|silence|dismiss(?: it| the"
              + " alarm| the timer)?|enough|pause|shut up|im (?:up|awake)|i am (?:up|awake)|got"
              + " it|thank you|thanks|okay|ok)");

  private final Ringer ringer;
  private final Announcer voice;
  private final Notices notices;
  private final PlayerWatch watch;
  private final Clock clock;
  private boolean rings;
  private long signalledNanos;
  private long saidNanos;

  Alarm(Ringer ringer, Announcer voice, Notices notices, PlayerWatch watch, Clock clock) {
    this.ringer = ringer;
    this.voice = voice;
    this.notices = notices;
    this.watch = watch;
    this.clock = clock;
  }

  /** Takes a timer that ends. One that was missed is told without ringing. */
  void fired(Fired fired) {
    if (fired.outcome() != Fired.Outcome.MISSED) {
      voice.chime(Chime.TIMER);
    }
    notices.ringing(fired);
    signalledNanos = clock.nanoTime();
    saidNanos = signalledNanos;
  }

  /**
   * Rings on, or ends.
   *
   * @param inTurn whether a person is listened to or answered
   */
  void tick(boolean inTurn) {
    List<Timer> now = ringer.ringing();
    if (now.isEmpty() == rings) {
      rings = !now.isEmpty();
      notices.holdForAlarm(rings);
      watch.ringing(rings);
    }
    if (!rings || inTurn) {
      return;
    }
    long nanos = clock.nanoTime();
    if (nanos - signalledNanos >= SIGNAL_EVERY.toNanos()) {
      signalledNanos = nanos;
      voice.chime(Chime.TIMER);
    }
    if (nanos - saidNanos >= SAID_EVERY.toNanos()) {
      saidNanos = nanos;
      now.forEach(timer -> notices.ringing(new Fired(timer, Fired.Outcome.ON_TIME, 0)));
    }
  }

  @Override
  public boolean knows(String text) {
    return !ringer.ringing().isEmpty()
        && (Words.isDismissal(text) || STOP.matcher(Words.plain(text)).matches());
  }

  @Override
  public String answer(String text, Language language) {
    boolean timers = ringer.quiet().stream().allMatch(timer -> timer.kind() == Timer.Kind.TIMER);
    return timers
        ? language.pick("好的，不响了。", "All right, the timer is off.")
        : language.pick("好的，闹钟停了。", "All right, the alarm is off.");
  }
}
