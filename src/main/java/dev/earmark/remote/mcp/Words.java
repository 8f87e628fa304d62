package dev.earmark.remote.mcp;

import dev.earmark.base.Language;

/** Sentences that both eras of the protocol say. */
final class Words {
  private Words() {}

  static String instructions(Language language) {
    return language.pick(
        "Earmark 是一台放有声书的机器，声音从它自己的音箱里出来。播放用 search_and_play；本地没有的书会在后台下载，"
            + "下好了自己开始放，用 get_status 看进展。section 填 0 就从上次停下的地方接着听。",
        "Earmark plays audiobooks on its own speaker. Play with search_and_play: a book that is not"
            + " on the machine is fetched in the background and starts by itself; get_status tells"
            + " how far it is. Section 0 goes on where the listener left off.");
  }

  static String missingArgument(String prompt, String name) {
    return "The prompt " + prompt + " needs the argument '" + name + "'.";
  }
}
