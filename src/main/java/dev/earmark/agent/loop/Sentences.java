package dev.earmark.agent.loop;

import dev.earmark.agent.Advice;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.EffectNames;
import dev.earmark.agent.loop.claim.Happened;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the engine itself says, to the user and to the model, in the user's language. */
final class Sentences {
  private Sentences() {}

  /** Returns what the user hears when a run ends without an answer of the model. */
  static String ending(Run.Ended ended, Language language) {
    return switch (ended) {
      case LIMIT_STEPS ->
          language.pick("这件事步骤太多，我先停在这里。", "This takes too many steps, so I stop here.");
      case LIMIT_TIME -> language.pick("这件事花的时间太长，我先停下了。", "This takes too long, so I stopped.");
      case LIMIT_TOKENS ->
          language.pick("这件事用的字数太多，我先停下了。", "This takes too many words, so I stopped.");
      case PARSE_ERROR ->
          language.pick(
              "抱歉，我没想清楚该怎么做，请换个说法再试一次。",
              "Sorry, I could not work out what to do. Please say it another way.");
      case MODEL_ERROR ->
          language.pick("抱歉，语言模型现在没有回答。", "Sorry, the language model does not answer right now.");
      case CANCELLED -> language.pick("好的，已经取消。", "All right, cancelled.");
      case ANSWERED -> "";
    };
  }

  static String modelFailed(Failure failure, Language language) {
    return language.pick("抱歉，语言模型用不了：", "Sorry, the language model cannot be used: ")
        + failure.said(language)
        + language.pick("。", ".");
  }

  static String refused(Language language) {
    return language.pick("抱歉，语言模型拒绝回答这个请求。", "Sorry, the language model refused this request.");
  }

  static String circles(Language language) {
    return language.pick("我一直在重复同一步，没有进展，先停下了。", "I kept repeating one step, so I stopped.");
  }

  static String lastResult(String observation, Language language) {
    String first = observation.lines().findFirst().orElse("").strip();
    if (first.isEmpty()) {
      return "";
    }
    String shown = first.length() > 120 ? first.substring(0, 120) + "…" : first;
    return language.pick("最后的结果是：", " The last result was: ") + shown;
  }

  /** Returns what a model is told that answers before it has used any tool. */
  static String toolFirst(Language language) {
    return language.pick(
        "你还没有用过任何工具就给出了答案。如果需要查或者需要做，先调用合适的工具；如果确实不需要工具，原样再给一次最终答案。",
        "You answered before any tool was used. If something has to be looked up or done, call the"
            + " right tool first; if no tool is needed at all, give the same final answer again.");
  }

  static String toolBroke(String tool, Language language) {
    return Advice.OTHER_WAY.after(
        language.pick(
            "工具 " + tool + " 出了内部错误，没有完成。",
            "Tool " + tool + " had an internal error and did not finish."),
        language);
  }

  /** Returns the question whether a tool may be called, to be said aloud. */
  static String mayI(String tool, Map<String, Object> args, Language language) {
    StringBuilder values = new StringBuilder();
    for (Object value : args.values()) {
      String text = String.valueOf(value);
      values.append(values.length() == 0 ? "" : ", ");
      values.append(text.length() <= 60 ? text : text.substring(0, 60) + "…");
    }
    return language.pick(
        "我要执行 " + tool + "：" + values + "。可以吗？",
        "I am about to " + tool + ": " + values + ". May I?");
  }

  static String noConsent(String tool, boolean refused, Language language) {
    return refused
        ? Advice.NOT_AGAIN.after(
            language.pick(
                "用户不同意 " + tool + "，没有执行。",
                "The user does not consent to " + tool + "; nothing was done."),
            language)
        : Advice.TELL.after(
            language.pick(
                tool + " 要先得到用户同意，用户没有回答，所以没有执行。",
                tool + " needs the user's consent, and there was no answer; nothing was done."),
            language);
  }

  /** What is told of a call that was not made, since it would have lost something. */
  static String notLost(boolean refused, Language language) {
    return refused
        ? language.pick("好的，都还留着。", "All right, everything is kept.")
        : language.pick("没有听到回答，所以都还留着。", "There was no answer, so everything is kept.");
  }

  static String edited(Language language) {
    return language.pick("（用户改过这次调用的参数。）", "(The user changed the input of this call.) ");
  }

  static String repeated(Language language) {
    return language.pick(
        "（注意：这个调用刚才已经做过，结果一样。不要再重复，请用上面的结果决定下一步。）",
        "(This call was made before with the same result. Do not repeat it; use the result"
            + " above.)");
  }

  static String notRepeated(Language language) {
    return language.pick(
        "同样的调用已经做过两次，没有再执行。", "The same call was made twice; it was not run again.");
  }

  static String claim(Set<Effect> effects, Language language) {
    return language.pick(
        "你的回答说已经做了（" + EffectNames.of(effects, language) + "），但这次没有任何工具做到这件事。请先调用工具，或者如实回答。",
        "Your answer claims something ("
            + EffectNames.of(effects, language)
            + ") that no tool of this run brought about. Call the tool first, or answer"
            + " truthfully.");
  }

  static String filesNotMade(List<String> files, Language language) {
    String names = String.join(language.pick("、", ", "), files);
    return language.pick(
        "你的回答提到了 " + names + "，但这次没有任何工具成功写过或删过它。请先调用工具，或者如实回答。",
        "Your answer names "
            + names
            + ", which no tool of this run wrote or deleted. Call the tool first, or answer"
            + " truthfully.");
  }

  static String contradicted(Happened.Contradiction wrong, Language language) {
    return language.pick(
        "你的回答里“"
            + wrong.said()
            + "”和这次的结果对不上："
            + wrong.tool()
            + " 的结果是“"
            + wrong.result()
            + "”。请照结果如实回答，或者先调用工具。",
        "Your answer says \""
            + wrong.said()
            + "\", but the result of "
            + wrong.tool()
            + " is \""
            + wrong.result()
            + "\". Answer by the result, or call the tool first.");
  }

  /** The answer, ended as a sentence, with the result that says otherwise behind it. */
  static String corrected(String answer, Happened.Contradiction wrong, Language language) {
    return ended(answer, language)
        + language.pick(
            "不过说实话，实际的结果是：" + wrong.result(),
            " But to be honest, what really came of it is: " + wrong.result());
  }

  /** The answer, ended as a sentence, with the correction of what it claims behind it. */
  static String corrected(String answer, Set<Effect> effects, Language language) {
    return ended(answer, language)
        + language.pick(
            "不过说实话，" + EffectNames.of(effects, language) + "这件事我这次并没有真的做到。",
            " But to be honest, I did not really do this: "
                + EffectNames.of(effects, language)
                + ".");
  }

  private static String ended(String answer, Language language) {
    boolean ended = ".!?。！？…~～;；".indexOf(answer.charAt(answer.length() - 1)) >= 0;
    return ended ? answer : answer + language.pick("。", ".");
  }

  /** Returns the task with what the user can see, as the model reads it. */
  static String task(String task, Situation situation, Language language) {
    return situation(situation, language) + "\n" + language.pick("任务：", "Task: ") + task;
  }

  private static String situation(Situation now, Language language) {
    StringBuilder text = new StringBuilder(language.pick("现在的情况：", "Situation: "));
    text.append(
        switch (now.state()) {
          case "playing" -> language.pick("正在播放", "playing");
          case "paused" -> language.pick("暂停中", "paused");
          default -> language.pick("没有播放", "stopped");
        });
    if (!now.album().isEmpty()) {
      text.append(' ').append(language.pick("《" + now.album() + "》", '"' + now.album() + '"'));
      if (now.section() > 0) {
        String of = now.sections() > 0 ? "/" + now.sections() : "";
        text.append(
            language.pick(" 第" + now.section() + of + "集", " section " + now.section() + of));
        text.append(
            String.format(
                Locale.ROOT, " %d:%02d", (int) now.positionS() / 60, (int) now.positionS() % 60));
      }
    }
    text.append(language.pick("，音量 ", ", volume ")).append(now.volume());
    text.append(language.pick("，速度 ", ", speed ")).append(now.speed());
    list(text, language.pick("；屏幕上的搜索结果：", "; search results on the screen: "), now.results());
    list(text, language.pick("；听过：", "; heard before: "), now.heard());
    return text.toString();
  }

  private static void list(StringBuilder text, String title, java.util.List<String> names) {
    for (int i = 0; i < Math.min(10, names.size()); i++) {
      text.append(i == 0 ? title : ", ").append(i + 1).append(". ").append(names.get(i));
    }
  }
}
