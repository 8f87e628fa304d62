package dev.earmark.base.file;

import dev.earmark.base.Language;

/** What is said, behind a confirmation, of something that holds but is not on the disk. */
public enum NotKept {
  /** Something was set. */
  SET("现在有效，但 Earmark 重启后就没有了", "it holds now and is lost when Earmark is restarted"),
  /** Something was set that rings. */
  RINGS("Earmark 开着就会响，重启后就没有了", "it rings while Earmark runs and is lost when it is restarted"),
  /** Something was taken away. */
  REMOVED("Earmark 重启后它会回来", "it comes back when Earmark is restarted");

  private final String zh;
  private final String en;

  NotKept(String zh, String en) {
    this.zh = zh;
    this.en = en;
  }

  /** Returns a confirmation, which ends without a full stop, with what it lacks and the remedy. */
  public String behind(String confirmation, Language language) {
    return confirmation
        + language.pick(
            "。但是没能保存，磁盘满了或不能写：" + zh + "；请腾出空间",
            ". But it could not be saved, the disk is full or read-only: "
                + en
                + "; free some space");
  }
}
