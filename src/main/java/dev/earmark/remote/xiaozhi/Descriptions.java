package dev.earmark.remote.xiaozhi;

import dev.earmark.base.Language;
import dev.earmark.remote.offer.OfferedTool;

/**
 * What xiaozhi's model is told of a tool: when to use it, in the language of its users. Pause and
 * stop are to be called before the model answers, since the speaker would go on with the book
 * otherwise.
 */
final class Descriptions {
  private Descriptions() {}

  static String of(OfferedTool tool, Language language) {
    String zh =
        switch (tool.name()) {
          case "search_album" -> "用户想找有声书、想知道有哪些书时调用。按书名、作者、演播者搜索，返回带编号的书单；keyword 为空则列出所有书。";
          case "search_and_play" ->
              "用户要听有声书、小说、故事、评书时调用。keyword 是书名，section 是第几集，0 表示接着上次听。声音从 Earmark 的音箱里出来；"
                  + "没有下载的书会在后台下载，好了自己开始放。";
          case "pause" -> "用户要暂停有声书时调用。必须先调用本工具，再回答用户。";
          case "resume" -> "用户要继续听暂停了的有声书时调用。";
          case "stop" -> "用户要停止、关掉有声书时调用。必须先调用本工具，再回答用户。";
          case "get_status" -> "用户问现在放的是什么、放到哪里、下载好了没有时调用。";
          case "next_section" -> "用户要听下一集时调用。";
          case "previous_section" -> "用户要听上一集时调用。";
          case "set_volume" -> "调节有声书的音量：level 是 0 到 100，或者用 delta 调高调低。";
          case "set_sleep_timer" -> "定时停止播放有声书：minutes 是几分钟后，sections 是听完几集；0 取消。";
          default -> tool.title() + "：" + tool.description();
        };
    return language.pick(zh, tool.description());
  }
}
