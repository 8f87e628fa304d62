package dev.earmark.agent.openai;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import org.jspecify.annotations.Nullable;

/** What can be wrong with a model server, each in words for the listener. */
enum Trouble {
  REFUSED(Failure.Kind.NETWORK, "大模型服务器没有开", "the model server is not running"),
  UNKNOWN_HOST(
      Failure.Kind.NETWORK, "找不到大模型服务器的地址", "the address of the model server is not known"),
  UNREACHABLE(Failure.Kind.NETWORK, "大模型服务器连不上", "the model server cannot be reached"),
  NO_TRUST(Failure.Kind.NETWORK, "大模型服务器的证书不可信", "the model server's certificate is not trusted"),
  NO_ANSWER(Failure.Kind.TIMEOUT, "大模型一直没有回答", "the model does not answer"),
  BAD_KEY(Failure.Kind.FORBIDDEN, "大模型服务器不认密钥", "the model server refuses the key"),
  UNPAID(Failure.Kind.FORBIDDEN, "大模型账户没有余额了", "the model's account is empty"),
  QUOTA(Failure.Kind.THROTTLED, "大模型的额度用完了", "the model's quota is used up"),
  BUSY(Failure.Kind.THROTTLED, "大模型服务器太忙了", "the model server is too busy"),
  NO_MODEL(Failure.Kind.NOT_FOUND, "服务器上没有这个大模型", "the server does not have this model"),
  BAD_REQUEST(Failure.Kind.BAD_REQUEST, "大模型服务器不接受这个请求", "the model server refuses the request"),
  BROKEN(Failure.Kind.UNAVAILABLE, "大模型服务器出错了", "the model server has failed"),
  NO_MODEL_SERVER(
      Failure.Kind.WRONG_CONTENT, "那个地址上不是大模型服务器", "what answers there is no model server");

  private final Failure.Kind kind;
  private final String zh;
  private final String en;

  Trouble(Failure.Kind kind, String zh, String en) {
    this.kind = kind;
    this.zh = zh;
    this.en = en;
  }

  /** Returns the failure with its details for the log. */
  FailureException failure(String detail, @Nullable Throwable cause) {
    return new FailureException(new Failure(kind, detail, new Failure.Words(zh, en)), cause);
  }

  FailureException failure(String detail) {
    return failure(detail, null);
  }
}
