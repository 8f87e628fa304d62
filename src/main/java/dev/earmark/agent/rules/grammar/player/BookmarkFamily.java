package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The list of bookmarks, going to one, removing one; setting one is a matter of the status. */
public final class BookmarkFamily implements IntentFamily {
  private static final Pattern ZH_MARKS =
      Pattern.compile(
          "(?:看看|看一下|列出来?|列一?下|列列|念一?下|念念|说一?下|说说|查一?下|查查|显示|查看|打开|告诉我|我的|我|都|所有|有)*(?:有哪些|有什么|有几个|哪些|所有的?|全部的?)?书签(?:列表|有哪些|有几个|都有哪些|都有什么|有什么|在哪里?)");
  private static final Pattern ZH_MARKS_FRONT =
      Pattern.compile(
          "(?:我)?(?:有哪些|有什么|有几个|看看|看一下|列出来?|列一?下|列列|念一?下|念念|说一?下|说说|查一?下|查查|显示|查看|打开|告诉我)(?:一下)?(?:我的|所有的?|全部的?)?书签(?:吗|呢)?");
  private static final Pattern ZH_GO =
      Pattern.compile(
          "(?:跳|跳转|去|回|回到|跳到|跳回|转|到)+(?:我的?|那个|上一个|最后一个|上次|刚才|之前|昨天|最近|最新|加|那|的|一个)*书签(?:的?(?:地方|位置))?(?:“|叫)?(.*?)”?(?:的?(?:地方|位置|那里))?|(?:从|播放)书签(.*?)(?:开始|继续)?(?:播放|放|听)?"
              + "|(?:跳|跳转|去|回|回到|跳到|跳回|转到|到)(?!我的?|那个|上一个|最后|上次|刚才|之前|昨天|最近|最新|下一)(.{2,16}?)(?:那个|这个|的|那)*书签(?:那里|那儿)?");
  private static final Pattern ZH_REMOVE =
      Pattern.compile(
          "(?:把)?(?:删除|删掉|去掉|移除|删了)(?:这个|那个|我的)?书签(?:“|叫)?(.*?)”?|把?书签(.*?)(?:删除|删掉|删了|去掉)(?:吧|了)?"
              + "|(?:删除|删掉|去掉|移除|删了|把)(?!这个|那个|我的?|所有|全部|最后|上一个|刚才|最近|最新)(.{2,16}?)(?:这个|那个|的|那)*书签(?:删除|删掉|删了|去掉)?(?:吧|了)?");
  private static final Pattern EN_MARKS =
      Pattern.compile(
          "(?:(?:list|show|read|tell|give)(?: me)?(?: all)?(?: (?:the|my|of my))? bookmarks|what"
              + " bookmarks (?:do i have|are there|have i (?:got|set))|(?:do i have|are there)"
              + " (?:any )?bookmarks|my bookmarks"
              + "|how many bookmarks(?: (?:do i have|are there|have i (?:got|set)))?)");
  private static final Pattern EN_GO =
      Pattern.compile(
          "(?:go|jump|skip|take me|return)(?: back)? to (?:the |my |that |our )?(?:last |latest"
              + " |newest )?bookmark(?: (?:called |named )?(.+))?|(?:play|continue|resume) from"
              + " (?:the |my )?bookmark(?: (?:called |named )?(.+))?");
  private static final Pattern EN_REMOVE =
      Pattern.compile(
          "(?:remove|delete|erase|forget) (?:the |my |that |this )?bookmark(?: (?:called |named"
              + " )?(.+))?|(?:remove|delete|erase|forget) (?:the |my )"
              + "(?!last |latest |newest |all |sleep )(.{2,30}) bookmark");

  private static final Pattern ZH_REMOVE_ALL =
      Pattern.compile(
          "(?:把)?(?:删除|删掉|删了|去掉|移除|清空|清除|清掉)(?:掉)?(?:我的?|这本书的?)?(?:所有|全部)(?:的)?书签|(?:把)?(?:我的?|这本书的?)?(?:所有|全部)?(?:的)?书签(?:都|全部|全都|全|统统)(?:给我)?(?:删除|删掉|删了|删|去掉|清空|清掉)(?:了|掉|吧)*|(?:清空|清除)(?:我的)?书签|(?:把)?(?:所有|全部)的?书签(?:删除|删掉|删了|去掉|清空)(?:了|吧)*");
  private static final Pattern EN_REMOVE_ALL =
      Pattern.compile(
          "(?:remove|delete|erase|clear|forget|get rid of) (?:(?:all|every one|each)(?: of)?(?:"
              + " the| my| these| those)? bookmarks?|every bookmark|(?:the|my) bookmarks)(?:"
              + " (?:in|of) (?:this|the) book)?|clear bookmarks");

  @Override
  public Optional<Decision> read(Utterance words) {
    boolean zh = words.zh();
    if (words.is(zh ? ZH_REMOVE_ALL : EN_REMOVE_ALL)) {
      return Decision.call("remove_bookmark", Args.of("all", true));
    }
    if (zh ? words.is(ZH_MARKS) || words.is(ZH_MARKS_FRONT) : words.is(EN_MARKS)) {
      return Decision.call("bookmarks");
    }
    Matcher m = (zh ? ZH_REMOVE : EN_REMOVE).matcher(words.text());
    String tool = "remove_bookmark";
    if (!m.matches()) {
      m = (zh ? ZH_GO : EN_GO).matcher(words.text());
      tool = "go_to_bookmark";
    }
    if (!m.matches()) {
      return Optional.empty();
    }
    String name = words.firstPart(m).strip();
    return name.isEmpty() ? Decision.call(tool) : Decision.call(tool, Args.of("name", name));
  }
}
