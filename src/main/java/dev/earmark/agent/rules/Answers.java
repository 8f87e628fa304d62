package dev.earmark.agent.rules;

import dev.earmark.agent.Step;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.base.Language;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns an observation into what is said; claims nothing that the observation does not say. */
final class Answers {
  private static final Pattern ZH_HIT =
      Pattern.compile("正在播放[(（]本地[)）][:：]\\s*(.+?)\\s*-\\s*第(\\d+)集\\s*");
  private static final Pattern EN_HIT =
      Pattern.compile("Playing \\(local\\):\\s*(.+?)\\s+-\\s+section (\\d+)\\s*");

  /** An id is for the next call, not for the ear. */
  private static final Pattern ALBUM_ID =
      Pattern.compile(" ?\\([\\w.-]+:.+?\\)(?=,|$)", Pattern.MULTILINE);

  private static final Set<String> LISTS_BOOKS =
      Set.of("search_album", "get_album_detail", "recent");

  private Answers() {}

  /** Returns the answer after the given step, the last one of the run. */
  static String after(Step step, Language language) {
    String observation = step.observation().strip();
    if (observation.isEmpty()) {
      return language.pick(
          "没有收到结果，不知道成功了没有。", "No result came back, so I do not know whether it worked.");
    }
    if (!step.ok() && step.observationBy() == Step.By.PERSON) {
      return observation; // a no is no failure
    }
    if (!step.ok()) {
      return language.pick("抱歉，没办成：", "Sorry, that did not work: ") + observation;
    }
    if (step.action().equals("search_and_play")) {
      return play(step.actionInput(), observation, language);
    }
    if (LISTS_BOOKS.contains(step.action())) {
      observation = ALBUM_ID.matcher(observation).replaceAll("");
    }
    if (step.action().equals("search_album") && Patterns.matches(observation, "(?s).*\\b1\\. .*")) {
      return observation + language.pick("\n想听哪一个？", "\nWhich one would you like?");
    }
    return observation;
  }

  private static String play(Map<String, Object> args, String observation, Language language) {
    Matcher hit = ZH_HIT.matcher(observation);
    if (!hit.matches()) {
      hit = EN_HIT.matcher(observation);
    }
    if (hit.matches()) {
      return language.pick(
          "已经在播放" + hit.group(1) + "第" + hit.group(2) + "集了～",
          "Now playing " + hit.group(1) + ", chapter " + hit.group(2) + ".");
    }
    boolean fetching =
        observation.startsWith("正在搜索下载中") || observation.startsWith("Searching and downloading");
    Object title = args.get("keyword");
    if (!fetching || title == null) {
      return observation;
    }
    Object section = args.getOrDefault("section", 1);
    if (section instanceof Number number && number.intValue() == 0) {
      return language.pick(
          "正在帮你下载" + title + "，接着上次的放，稍等一下哦～",
          "I'm fetching " + title + " and go on where it was left, one moment.");
    }
    return language.pick(
        "正在帮你下载" + title + "第" + section + "集，稍等一下哦～",
        "I'm fetching " + title + ", chapter " + section + ", one moment.");
  }
}
