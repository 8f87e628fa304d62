package dev.earmark.agent.protocol.stream;

import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.lex.Tags;
import dev.earmark.agent.protocol.lex.Tags.Kind;
import dev.earmark.agent.protocol.lex.Tags.Tag;
import org.jspecify.annotations.Nullable;

/** A growing reply of the XML protocol; tags are seen with their closing bracket. */
public final class XmlReply extends GrowingReply {
  private @Nullable Kind inside; // the thought or invented observation that is open

  /** Begins a reply. */
  public XmlReply(Protocol protocol, ToolIndex tools) {
    super(protocol, tools);
  }

  @Override
  void outside(char c) {
    if (c == '`' && endsInFence()) {
      waitForTheEnd();
      return;
    }
    int start = c == '>' ? tagStart() : -1;
    if (start < 0) {
      return;
    }
    String end = soFar().substring(start);
    Tag opening = Tags.opening(end, 0);
    if (inside != null) {
      insideOf(inside, end, opening);
    } else if (opening != null && !isQuoted(start) && begins(start)) {
      if (opening.kind() == Kind.ACTION) {
        actionBegins();
      } else if (opening.kind() == Kind.FINAL) {
        answerBegins(/* labels= */ false);
      } else {
        inside = opening.kind();
      }
    }
  }

  private boolean endsInFence() {
    int from = soFar().length() - 3;
    return from >= 0 && soFar().indexOf("```", from) == from;
  }

  private void insideOf(Kind kind, String end, @Nullable Tag opening) {
    Tag closing = Tags.closing(end, 0);
    if (closing != null && closing.kind() == kind) {
      inside = null;
    } else if (opening != null && opening.kind() == kind) {
      waitForTheEnd();
    }
  }

  @Override
  void reasoningEnded() {
    if (at() == At.LEAD) {
      inside = null;
    }
  }

  @Override
  boolean mayEndAction(char c, boolean closed, Brackets brackets) {
    boolean lineEnds = c == '<' || c == '\n' || c == '\r';
    if (lineEnds && brackets.hasClosed() && brackets.balanced()) {
      return true; // words behind the call, on its line, may still take it back
    }
    int start = c == '>' && brackets.balanced() ? tagStart() : -1;
    return start >= 0 && Tags.closing(soFar().substring(start), 0) != null;
  }
}
