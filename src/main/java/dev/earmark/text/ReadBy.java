package dev.earmark.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A book that is named together with who reads it: 王明军讲的三体, 三体王明军版, "alice read by Kara
 * Shallenberg". Chinese has no blanks, so one text may be parted in several ways; which one is
 * right tells the library.
 *
 * @param title as it was said
 * @param reader as it was said
 */
public record ReadBy(String title, String reader) {
  private static final String VERB = "(?:播讲|演播|朗读|诵读|播音|讲述|主播|演绎|录制|配音|播出|[讲说播念读录])";
  private static final String VERSION = "(?:的?(?:有声|完整|评书)?版本?的?)";

  /** 王明军讲的三体, 王明军版的三体, 由王明军播讲的三体. */
  private static final Pattern HAN_FRONT =
      Pattern.compile(
          "(?:由|那个|是)?(?<reader>\\p{IsHan}{2,4}?)(?:老师|先生|主播)?(?:"
              + VERB
              + "(?:的|"
              + VERSION
              + ")|"
              + VERSION
              + ")(?<title>\\P{IsHan}.*|\\p{IsHan}.+)");

  /** 三体，王明军讲的; 三体 {播音王明军}; 三体王明军版的. */
  private static final Pattern HAN_BACK =
      Pattern.compile(
          "(?<title>.{2,}?)[\\s，,、{（(]*(?:由|是|要|听|我要|的)?(?:"
              + "(?<reader>\\p{IsHan}{2,4}?)(?:老师|先生)?(?:"
              + VERB
              + "的|"
              + VERB
              + "?"
              + VERSION
              + "|播讲|演播|朗读|播音)"
              + "|(?:播音|主播|演播|播讲|朗读)(?:者|人)?[:：是 ]*(?<called>\\p{IsHan}{2,4}))[的吧呢})）]*");

  private static final String READ = "(?:read|narrated|performed|told|voiced|spoken|recorded)";

  private static final List<Pattern> ENGLISH =
      List.of(
          Pattern.compile(
              "(?<title>.+?),? (?:(?:as |and |which is |that is |the one )?"
                  + READ
                  + "(?: out)?(?: aloud)?(?: to (?:me|us))? by|with (?:the )?(?:narrator|reader)|by (?:the )?(?:narrator|reader)) (?<reader>.+)"),
          Pattern.compile(
              "(?:the )?(?<reader>.+?)(?:'s| s)? (?:version|reading|recording|narration) of (?<title>.+)"));

  private static final Pattern VERSION_OF =
      Pattern.compile(
          "^(?:the |a )?(?:version|recording|reading|edition|narration|audio ?book)(?: of)? ");

  private static final Pattern SOMEBODY_S = Pattern.compile("(\\p{IsHan}{2,3})的(.{2,})");

  /** Who talks or reads in everyday sentences: 老师讲的课 is no book. */
  private static final Pattern NO_NAME =
      Pattern.compile(
          ".*(?:老师|医生|经理|总|[你我他她它]|们|谁|这|那|什么|刚才|昨天|今天|[别不没有是要想听放再就也都在了]).*|[大小老阿].*|.*[哥姐叔爷奶爸妈]");

  private static final String SURNAMES =
      "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文艾连单关柳";

  /** Kinds of editions, which have the form of readers: 英文版, 插图版. */
  private static final Pattern EDITION =
      Pattern.compile(
          ".*(?:[中英法德日俄韩外原][文语]|双语|中英|粤语|国语|普通话|方言|汉语|[少青幼中老]年|少儿|儿童|幼儿|亲子|学生|成人|男生|女生|插[图画]|绘本|图文|彩图|漫画|连环画|白话|文言|精[讲华简选编装品校]"
              + "|平装|[高初中特]级|高清|入门|进阶|[珍典收馆]藏|纪念|限定|限量|[修增校改重]订|修正|删[减节]|完整|全[本集文]|合集|足本|节选|缩[写略编]|简[写化明体]|繁体|改编|注[音释解]|译注|拼音|电视剧?|电影|影视|动[画漫]"
              + "|广播剧?|话剧|舞台剧?|剧场|有声书?|音[频乐]|[单多双男女]人|[最全崭]新|免费|付费|试[听读]|会员|升级|豪华|经典|通俗|大众|普及|国际|[中美英法日韩]国|台湾|香港|港台|大陆|海外|评书|相声|电子|网络|手机|正式|官方|标准|基础|抢先|终极|加长|特别|普通|第[一二三四五六七八九十]+)");

  /** "The king's version of events" is no book. */
  private static final Pattern NO_TITLE =
      Pattern.compile(
          "(?:the )?(?:events?|things?|facts?|truth|story|history|reality|it|this|that|him|her|me|us|them|what .*|how .*|the .* events)");

  /** "The girl who read by night": somebody reads in the title. */
  private static final Pattern READS =
      Pattern.compile(".*\\b(?:who|that|which|to|can|could|would|once|never|always|often)$");

  private static final Pattern TALK =
      Pattern.compile(".*\\b(?:is|was|were|are|be|been|has|had|i|you|he|she|they|we)\\b.*");

  /** Words that no name of a reader holds. */
  private static final Set<String> NO_READER =
      Set.of(
          "me",
          "you",
          "him",
          "her",
          "us",
          "them",
          "myself",
          "somebody",
          "someone",
          "it",
          "a",
          "an",
          "the",
          "my",
          "his",
          "our",
          "your",
          "their");

  /**
   * Returns the ways in which a text can be read so; the clearest first, none when it names no
   * reader.
   *
   * @param text what was said or typed, without the verb that plays
   */
  public static List<ReadBy> of(String text) {
    String words = text.strip();
    return Normalizer.hasHan(words) ? han(words) : english(words.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether the words are surely a book with its reader, though no verb asks for it: the
   * reader has a Chinese surname, or is named by a verb of reading.
   */
  public static boolean isSure(String text) {
    return of(text).stream()
        .anyMatch(
            one ->
                Normalizer.hasHan(one.reader)
                    ? isName(one.reader)
                    : one.title.split(" ", -1).length <= 7
                        && one.reader.split(" ", -1).length <= 4
                        && !NO_TITLE.matcher(one.title).matches()
                        && !READS.matcher(one.title).matches()
                        && !isOffice(text, one.reader)
                        && !TALK.matcher(text.toLowerCase(Locale.ROOT)).matches()
                        && !NO_READER.contains(one.reader.split(" ", -1)[0]));
  }

  /**
   * Returns the title behind a Chinese name: 三国 of 单田芳的三国. Only where the library has such a book
   * is it one that somebody reads or wrote.
   */
  public static Optional<String> ofSomebody(String text) {
    Matcher m = SOMEBODY_S.matcher(text.strip());
    return m.matches() && isName(m.group(1)) ? Optional.of(m.group(2)) : Optional.empty();
  }

  /** "The king's reading": somebody who is called by what he is. */
  private static boolean isOffice(String text, String reader) {
    return reader.indexOf(' ') < 0
        && text.strip().toLowerCase(Locale.ROOT).startsWith("the " + reader + "'s ");
  }

  private static boolean isName(String name) {
    return name.length() <= 3
        && SURNAMES.indexOf(name.charAt(0)) >= 0
        && !NO_NAME.matcher(name).matches();
  }

  private static List<ReadBy> han(String words) {
    List<ReadBy> all = new ArrayList<>();
    Matcher front = HAN_FRONT.matcher(words);
    if (front.matches() && !isEdition(front.group("reader"))) {
      all.add(new ReadBy(front.group("title").strip(), front.group("reader")));
    }
    Matcher back = HAN_BACK.matcher(words);
    if (back.matches()) {
      String called = back.group("called");
      if (called != null) {
        all.add(new ReadBy(back.group("title").strip(), called));
      } else {
        addBack(all, back.group("title"), back.group("reader"));
      }
    }
    return all;
  }

  private static boolean isEdition(String reader) {
    return EDITION.matcher(reader).matches();
  }

  /** 三体王明军版: how many characters in front of 版 are the name, nobody knows. */
  private static void addBack(List<ReadBy> all, String title, String reader) {
    String both = title + reader;
    for (int length = Math.min(4, both.length() - 2); length >= 2; length--) {
      String name = both.substring(both.length() - length);
      String rest =
          both.substring(0, both.length() - length).replaceFirst("[\\s，,、]*(?:由|是|要|的|我要)?$", "");
      if (rest.length() >= 2 && !isEdition(name) && name.codePoints().allMatch(Normalizer::isHan)) {
        all.add(new ReadBy(rest, name));
      }
    }
  }

  private static List<ReadBy> english(String words) {
    List<ReadBy> all = new ArrayList<>();
    for (Pattern pattern : ENGLISH) {
      Matcher m = pattern.matcher(words);
      if (m.matches()) {
        String title = VERSION_OF.matcher(m.group("title").strip()).replaceFirst("");
        all.add(new ReadBy(title, m.group("reader").strip()));
      }
    }
    return all;
  }
}
