package dev.earmark.agent;

import dev.earmark.base.Language;

/**
 * What an observation tells the model to do about a failure, behind the fact. It is written for the
 * model: what people are shown ends before it.
 */
public enum Advice {
  /** Nothing else helps. */
  TELL("请如实告诉用户。", "Tell the user so."),
  /** A person has decided. */
  NOT_AGAIN("不要再试，换一种做法或者如实说明。", "Do not try again: find another way, or say so."),
  /** The tool itself is broken. */
  OTHER_WAY("换一种做法，或者如实告诉用户。", "Try another way or tell the user."),
  /** It may work in a while. */
  LATER("请如实告诉用户，稍后再试。", "Tell the user, and try again later."),
  /** The same is still going on. */
  FIRST("先做别的，或者如实说明。", "Do something else first, or say so."),
  /** It is not known whether it was done. */
  LOOK(
      "不要马上重做：先看看做到了没有，换一种做法，或者如实说明。",
      "Do not repeat it at once: look whether it was done, find another way, or say so.");

  private final String zh;
  private final String en;

  Advice(String zh, String en) {
    this.zh = zh;
    this.en = en;
  }

  /** Returns a fact, which is a whole sentence, with the advice behind it. */
  public String after(String fact, Language language) {
    return fact + language.pick(zh, " " + en);
  }

  /** Returns an observation without the advice at its end, as people read it. */
  public static String without(String observation) {
    for (Advice advice : values()) {
      for (String words : new String[] {advice.zh, advice.en}) {
        if (observation.endsWith(words)) {
          return observation.substring(0, observation.length() - words.length()).strip();
        }
      }
    }
    return observation;
  }
}
