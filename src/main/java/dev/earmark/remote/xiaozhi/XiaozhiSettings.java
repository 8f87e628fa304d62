package dev.earmark.remote.xiaozhi;

import java.util.List;

/**
 * Which xiaozhi endpoints are dialled, and what is offered there.
 *
 * @param endpoints WebSocket addresses with their tokens, which are secrets; each once
 * @param prefix in front of the tools' names, such as {@code lanrentingshu.}; may be empty
 * @param tools names of the tools that are offered, in this order
 * @param maxResult the most bytes of UTF-8 in a result's text
 */
public record XiaozhiSettings(
    List<String> endpoints, String prefix, List<String> tools, int maxResult) {
  /** Copies the lists. */
  public XiaozhiSettings {
    endpoints = endpoints.stream().distinct().toList();
    tools = List.copyOf(tools);
  }

  /** Shows no token. */
  @Override
  public String toString() {
    return "XiaozhiSettings["
        + endpoints.stream().map(Masked::address).toList()
        + ", "
        + prefix
        + ", "
        + tools
        + "]";
  }
}
