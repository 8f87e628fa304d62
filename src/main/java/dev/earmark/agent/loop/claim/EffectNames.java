package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.base.Language;
import java.util.Locale;
import java.util.Set;

/** What effects are called when an answer claims them. */
public final class EffectNames {
  private EffectNames() {}

  /** Returns the effects in words, with commas between them. */
  public static String of(Set<Effect> effects, Language language) {
    StringBuilder names = new StringBuilder();
    for (Effect effect : effects) {
      names.append(names.length() == 0 ? "" : language.pick("、", ", "));
      names.append(language.pick(zh(effect), effect.name().toLowerCase(Locale.ROOT)));
    }
    return names.toString();
  }

  private static String zh(Effect effect) {
    return switch (effect) {
      case PLAY -> "播放";
      case PAUSE -> "暂停";
      case STOP -> "停止";
      case SEEK -> "跳转";
      case VOLUME -> "调音量";
      case SPEED -> "调速度";
      case TIMER -> "定时";
      case BOOKMARK -> "加书签";
      case DOWNLOAD -> "下载";
      case QUEUE -> "清空队列";
      case FILE -> "改文件";
      case DELETE -> "删除文件";
    };
  }
}
