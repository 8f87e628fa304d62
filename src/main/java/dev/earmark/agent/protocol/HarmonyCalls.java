package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.protocol.lex.Chars;
import org.jspecify.annotations.Nullable;

/**
 * Calls in the harmony format: {@code <|channel|>commentary to=functions.name …<|message|>{…}}, or
 * with the address before the channel.
 */
final class HarmonyCalls {
  static final String COMMENTARY = "<|channel|>commentary to=functions.";
  static final String ROUTED = "to=functions.";
  private static final String MESSAGE = "<|message|>";
  private static final int HEADER = 80; // characters between the name and the message

  private final Steps steps;
  private final NativeCalls natives;
  private final String text;

  HarmonyCalls(Steps steps, NativeCalls natives) {
    this.steps = steps;
    this.natives = natives;
    this.text = steps.text();
  }

  @Nullable Found read(NativeCalls.Marker marker, String thought) {
    int from = marker.start() + marker.token().length();
    int end = from;
    while (end < text.length() && Chars.isName(text.charAt(end))) {
      end++;
    }
    String tool = text.substring(from, end);
    int message = text.indexOf(MESSAGE, end);
    if (marker.token().equals(ROUTED)) {
      boolean header = message > 0 && message - end < HEADER;
      if (!header || !text.substring(end, message).contains("<|channel|>")) {
        return null;
      }
    } else if (message < 0) {
      return steps.error(thought, Reason.TRUNCATED, end, tool, marker.start());
    }
    int object = Chars.skipBlanks(text, message + MESSAGE.length());
    return steps.spec(tool) != null && object < text.length() && text.charAt(object) == '{'
        ? steps.call(thought, tool, natives.objectAt(object), marker.start())
        : null;
  }
}
