package dev.earmark.base;

import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as data that may cross threads.
 *
 * @param kind the class of the failure: decides what is said and whether another try makes sense
 * @param detail one line for the log and the status page, with the remedy where there is one; never
 *     a stack trace, never a secret
 * @param words what the listener is told, where that is more than the kind says; null otherwise
 */
public record Failure(Kind kind, String detail, @Nullable Words words) {
  /** A reason in words for the listener, without a full stop. */
  public record Words(String zh, String en) {}

  /** Makes a failure that is told in the words of its kind. */
  public Failure(Kind kind, String detail) {
    this(kind, detail, null);
  }

  /** Returns the reason in words for the listener, without a full stop. */
  public String said(Language language) {
    return words == null ? kind.words(language) : language.pick(words.zh(), words.en());
  }

  /** The classes of failure; what the listener is told depends on nothing else. */
  public enum Kind {
    /** There is no way to any server. */
    NETWORK(true, "网络连不上", "the network is down"),
    /** The server cannot be found or refuses the connection. */
    UNREACHABLE(true, "连不上服务器", "the server cannot be reached"),
    /** The secure connection fails, mostly for the server's certificate. */
    INSECURE(false, "和服务器建立不了安全连接", "no secure connection to the server can be made"),
    /** The server answers with a fault of its own (500), or breaks off. */
    SERVER_FAULT(true, "服务器那边出错了", "the server has a fault"),
    /**
     * The server answers so that it is of no use, and will do so again: not as HTTP has it, in a
     * circle, or with a redirect to no web address.
     */
    BAD_ANSWER(false, "服务器的回答没法用", "the server's answer is of no use"),
    /** The server stopped answering. */
    TIMEOUT(true, "服务器一直没有回应", "the server does not answer"),
    /** The server asked to slow down (429) or is overloaded (503). */
    THROTTLED(true, "服务器太忙了", "the server is too busy"),
    /** The server refuses access (401, 403), perhaps because a link has expired. */
    FORBIDDEN(false, "服务器不让下载", "the server refuses access"),
    /** There is no such thing (404, 410, or no hit in any catalogue). */
    NOT_FOUND(false, "没有找到", "it could not be found"),
    /** Something else than audio came, such as an HTML page. */
    WRONG_CONTENT(false, "服务器给的不是音频", "the server sent something that is not audio"),
    /** Less arrived than was promised. */
    TRUNCATED(true, "下载中断了", "the download broke off"),
    /** The file on the server changed during the download. */
    CHANGED(true, "服务器上的文件变了", "the file changed on the server"),
    /** No space is left. */
    DISK_FULL(false, "磁盘空间不够了", "the disk is full"),
    /** The folder or its disk may not be written. */
    UNWRITABLE(false, "存不进缓存，写不了磁盘", "the cache cannot be written"),
    /** The audio cannot be decoded. */
    UNDECODABLE(false, "文件坏了，放不出来", "the file is damaged and cannot be played"),
    /** The checksum is not the one of the catalogue, also of what was fetched once more. */
    CHECKSUM(false, "文件校验不对", "the checksum is wrong"),
    /** Not allowed by a setting, such as a link into the private network. */
    NOT_ALLOWED(false, "设置里不允许", "the settings do not allow it"),
    /** Somebody cancelled it. */
    CANCELLED(false, "已经取消了", "it was cancelled"),
    /** A part of the machine is missing or broken: device, model, voice, database. */
    UNAVAILABLE(true, "现在用不了", "it is not available right now"),
    /** The request makes no sense as it is. */
    BAD_REQUEST(false, "这个请求不对", "the request is not valid"),
    /** A fault of Earmark itself; the log has the stack trace. */
    INTERNAL(false, "出了点内部问题", "something went wrong inside");

    private final boolean retriable;
    private final String zh;
    private final String en;

    Kind(boolean retriable, String zh, String en) {
      this.retriable = retriable;
      this.zh = zh;
      this.en = en;
    }

    /** Returns whether the same request may succeed a little later. */
    public boolean retriable() {
      return retriable;
    }

    /** Returns the reason in words for the listener, without a full stop. */
    public String words(Language language) {
      return language.pick(zh, en);
    }
  }

  /** Returns this failure as an exception. */
  public FailureException asException() {
    return new FailureException(this, null);
  }
}
