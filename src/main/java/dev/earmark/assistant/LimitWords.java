package dev.earmark.assistant;

import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.allow.Allowance;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lifts the limits of listening when somebody says the PIN. The agent never sees it, and it is
 * neither shown nor kept. Confined to the assistant thread, but for {@link #shown}.
 */
final class LimitWords implements OwnWords {
  private static final String DIGIT =
      "(?:[零〇一二三四五六七八九幺两\\d]"
          + "|\\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\\b)[\\s,，.。]*";
  private static final String ZH_PIN = "(?:密码|口令|pin)码?(?:是|为|：|:)?\\s*";
  private static final String ZH_ASK = "(?:请|麻烦|你|您|能不能|能|可以|可不可以|现在|快|先|帮我|帮忙|给我|我要|我想)*";
  private static final String ZH_DO = "(?:解除|取消|解开|去掉|放开|关掉|解锁|撤销)";
  private static final String ZH_LIMIT =
      "(?:(?:今天|今日|今晚|现在)的?)?(?:(?:收听|听书|听故事|播放|时间|时长|安静时间|儿童|家长)*的?(?:限制|限时|限额)|安静时间)";
  private static final String ZH_END = "(?:掉|了|一下|吧|好吗|可以吗|行吗|谢谢|[，,。？?！!\\s])*";
  private static final Pattern ZH_LIFT =
      Pattern.compile(
          "(?i)(?:(?:我的)?"
              + ZH_PIN
              + "((?:"
              + DIGIT
              + ")+))?"
              + ZH_ASK
              + "(?:"
              + ZH_DO
              + "(?:一下|掉|了)?"
              + ZH_LIMIT
              + "|(?:把|将)?"
              + ZH_LIMIT
              + "(?:都|也|给我|给)?"
              + ZH_DO
              + ")"
              + ZH_END
              + "(?:"
              + ZH_PIN
              + "(.*))?");
  private static final String EN_PIN =
      "(?:(?:with|using|and|here is) )?(?:the |my )?(?:pin|password|code|passcode)(?: code|"
          + " number)?(?: is)?[:,]?\\s*";
  private static final String EN_ASK =
      "(?:(?:please|now|could you|can you|would you|will you|i want to|i would like to|i'd like"
          + " to)[, ]+)*";
  private static final String EN_DO =
      "(?:lift|remove|unlock|release|cancel|disable|suspend|drop|turn off|take off|switch off)";
  private static final String EN_LIMIT =
      "(?:(?:the|my|our|all|this|today's|daily|listening|time) )*(?:limits?|quota|quiet"
          + " hours|restrictions?)";
  private static final String EN_END =
      "(?:,? (?:(?:for )?(?:today|tonight|now)|please|thanks|thank you))*[,.;:?!]*\\s*";
  private static final Pattern EN_LIFT =
      Pattern.compile(
          "(?i)(?:"
              + EN_PIN
              + "((?:"
              + DIGIT
              + ")+)(?:and )?)?"
              + EN_ASK
              + "(?:"
              + EN_DO
              + " "
              + EN_LIMIT
              + "|(?:turn|take|switch) "
              + EN_LIMIT
              + " off)"
              + EN_END
              + "(?:"
              + EN_PIN
              + "(.*))?");
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:密码|口令|\\b(?:pin|password|code|passcode)\\b)(?:码|是|为|：|:| is)*[\\s,，:：]*)"
              + "(?:"
              + DIGIT
              + "){4,}");

  /** Words that mean the limits, though they are in no order that is known. */
  private static final Pattern ABOUT_LIMITS =
      Pattern.compile("(?i)限制|限时|限额|安静时间|\\b(?:limits?|quota|quiet hours|restrictions?)\\b");

  private static final Map<String, String> DIGITS =
      Map.ofEntries(
          Map.entry("零", "0"),
          Map.entry("〇", "0"),
          Map.entry("一", "1"),
          Map.entry("幺", "1"),
          Map.entry("二", "2"),
          Map.entry("两", "2"),
          Map.entry("三", "3"),
          Map.entry("四", "4"),
          Map.entry("五", "5"),
          Map.entry("六", "6"),
          Map.entry("七", "7"),
          Map.entry("八", "8"),
          Map.entry("九", "9"),
          Map.entry("zero", "0"),
          Map.entry("oh", "0"),
          Map.entry("one", "1"),
          Map.entry("two", "2"),
          Map.entry("three", "3"),
          Map.entry("four", "4"),
          Map.entry("five", "5"),
          Map.entry("six", "6"),
          Map.entry("seven", "7"),
          Map.entry("eight", "8"),
          Map.entry("nine", "9"));
  private static final Pattern ONE =
      Pattern.compile("\\d|[零〇一二三四五六七八九幺两]|[a-z]+", Pattern.CASE_INSENSITIVE);

  private final Player player;

  LimitWords(Player player) {
    this.player = player;
  }

  @Override
  public boolean knows(String text) {
    return player.allowance().isPresent() && lift(text) != null;
  }

  private static @Nullable Matcher lift(String text) {
    Matcher zh = ZH_LIFT.matcher(text.strip());
    Matcher en = EN_LIFT.matcher(text.strip());
    return zh.matches() ? zh : en.matches() ? en : null;
  }

  @Override
  public String answer(String text, Language language) {
    Matcher m = lift(text);
    Allowance allowance = player.allowance().orElseThrow();
    Allowance.State now = allowance.state();
    if (now.quotaS() <= 0 && !now.hasQuietHours() && now.liftedUntil() == null) {
      return language.pick("本来就没有限制，想听多久都可以。", "There is no limit, so there is nothing to lift.");
    }
    String said = m == null ? null : m.group(1) != null ? m.group(1) : m.group(2);
    String pin = said == null ? "" : digits(said);
    if (pin.isEmpty() && allowance.hasPin()) {
      return language.pick(
          "请说“解除限制，密码”，再说密码。", "Please say \"lift the limit, pin\" and then the PIN.");
    }
    return switch (allowance.lift(pin, null)) {
      case DONE ->
          (pin.isEmpty() || allowance.hasPin()
                  ? ""
                  : language.pick("这里没有设密码，不用说密码。", "No PIN is set here, so none is needed. "))
              + language.pick(
                  "好的，到明天早上都没有限制了。", "All right, there is no limit until tomorrow morning.");
      case LOCKED ->
          language.pick("错的次数太多了，请过几分钟再试。", "Too many wrong tries; try again in a few minutes.");
      case WRONG_PIN, NEEDS_PIN -> language.pick("密码不对。", "That is not the PIN.");
    };
  }

  @Override
  public String shown(String text) {
    Allowance allowance = player.allowance().orElse(null);
    if (allowance == null) {
      return text;
    }
    Matcher m = lift(text);
    if (m != null) {
      String plain = text.strip();
      int secret = m.group(1) != null ? 1 : 2;
      return m.group(secret) == null || m.group(secret).isBlank()
          ? text
          : plain.substring(0, m.start(secret)) + "•••" + rest(plain, m.end(secret));
    }
    return allowance.hasPin() ? SECRET.matcher(text).replaceAll("$1•••") : text;
  }

  private static String rest(String text, int from) {
    return from < text.length() ? " " + text.substring(from) : "";
  }

  /** Ordinary words stay whole, whatever numbers they hold: "play the password 1984". */
  @Override
  public String kept(String text) {
    return knows(text) || ABOUT_LIMITS.matcher(text).find() ? shown(text) : text;
  }

  private static String digits(String said) {
    StringBuilder digits = new StringBuilder();
    Matcher m = ONE.matcher(said.toLowerCase(Locale.ROOT));
    while (m.find()) {
      digits.append(DIGITS.getOrDefault(m.group(), m.group().matches("\\d") ? m.group() : ""));
    }
    return digits.toString();
  }
}
