package dev.earmark.remote.mcp.client;

import dev.earmark.base.Language;

/** A server's program is of no use any more: it ended, or does not keep to the protocol. */
final class ProgramEnded extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SIGNALLED = 128;

  private final String zh;
  private final String en;

  /** Makes one that says why in both languages. */
  ProgramEnded(String zh, String en) {
    super(en);
    this.zh = zh;
    this.en = en;
  }

  /**
   * Returns how a program ended.
   *
   * @param code its exit code; the JDK adds 128 to the number of a signal, as shells do
   */
  static ProgramEnded with(int code) {
    return code > SIGNALLED
        ? new ProgramEnded(
            "程序被信号结束：" + (code - SIGNALLED),
            "the program was ended by signal " + (code - SIGNALLED))
        : new ProgramEnded("程序退出了，退出码 " + code, "the program ended with code " + code);
  }

  /** Returns the reason. */
  String in(Language language) {
    return language.pick(zh, en);
  }
}
