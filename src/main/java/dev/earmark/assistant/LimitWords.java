package dev.earmark.assistant;

import dev.earmark.base.Language;
import dev.earmark.playback.Player;
import dev.earmark.playback.allow.Allowance;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lifts the limits of listening when somebody says the PIN. The agent never sees it, and it is
 * neither shown nor kept. Confined to the assistant thread, but for {@link #shown}.
 */
final class LimitWords implements OwnWords {
  private static final Pattern LIFT =
      Pattern.compile(
          "(?i)(?:请|帮我|把)?(?:今天的?)?(?:解除|取消|解开|去掉|放开|关掉)(?:今天的?)?(?:收听|听书|时间|时长|安静时间|儿童)?(?:的)?(?:限制|限时|限额)[，,。\\s]*"
              + "(?:(?:密码|口令|pin)(?:码)?(?:是|为|：|:)?(.*))?|(?:please"
              + " )?(?:lift|remove|unlock|release|cancel) (?:the |my |today's |all )?(?:listening"
              + " )?(?:limits?|quota|quiet hours)[,.]?(?: (?:for )?today)?[,.]?\\s*(?:(?:with"
              + " )?(?:the |my )?(?:pin|password|code|passcode)(?: is)?[:,]?\\s*(.*))?");
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:密码|口令|\\b(?:pin|password|code|passcode)\\b)(?:码|是|为|：|:| is)*[\\s,，:：]*)"
              + "((?:[零〇一二三四五六七八九幺两\\d\\s,，.。]|\\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\\b)+)");
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
    return player.allowance().isPresent() && LIFT.matcher(text.strip()).matches();
  }

  @Override
  public String answer(String text, Language language) {
    Matcher m = LIFT.matcher(text.strip());
    Allowance allowance = player.allowance().orElseThrow();
    String said = !m.matches() ? null : m.group(1) != null ? m.group(1) : m.group(2);
    String pin = said == null ? "" : digits(said);
    if (pin.isEmpty() && allowance.state().hasPin()) {
      return language.pick(
          "请说“解除限制，密码”，再说密码。", "Please say \"lift the limit, pin\" and then the PIN.");
    }
    return switch (allowance.lift(pin, null)) {
      case DONE ->
          language.pick("好的，到明天早上都没有限制了。", "All right, there is no limit until tomorrow morning.");
      case LOCKED ->
          language.pick("错的次数太多了，请过几分钟再试。", "Too many wrong tries; try again in a few minutes.");
      case WRONG_PIN, NEEDS_PIN -> language.pick("密码不对。", "That is not the PIN.");
    };
  }

  @Override
  public String shown(String text) {
    return SECRET.matcher(text).replaceAll("$1•••");
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
