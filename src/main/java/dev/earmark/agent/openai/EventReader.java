package dev.earmark.agent.openai;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Takes a stream of server-sent events apart, as bytes that may be cut anywhere, and gives the data
 * of each event (WHATWG HTML, section 9.2.6): lines end with LF, CR or both, several data lines are
 * joined, a BOM and comments are passed over, and so are the other fields. Confined to one thread.
 */
final class EventReader {
  /** The longest event; a reply in one event is far shorter. */
  static final int LONGEST_EVENT = 4 * 1024 * 1024;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ArrayDeque<String> events = new ArrayDeque<>();
  private final StringBuilder data = new StringBuilder();
  private boolean hasData;
  private boolean afterReturn; // the last byte was a CR, and its LF may come
  private boolean first = true;

  /**
   * Takes the next bytes.
   *
   * @throws IOException when an event is longer than any reply
   */
  void feed(byte[] bytes, int count) throws IOException {
    int from = 0;
    for (int i = 0; i < count; i++) {
      byte b = bytes[i];
      if (b != '\n' && b != '\r') {
        afterReturn = false;
        continue;
      }
      line.write(bytes, from, i - from);
      from = i + 1;
      if (b == '\r' || !afterReturn) {
        lineEnded();
      }
      afterReturn = b == '\r';
    }
    line.write(bytes, from, count - from);
    if (line.size() + data.length() > LONGEST_EVENT) {
      throw new IOException("an event of the stream is longer than 4 MiB");
    }
  }

  /** Returns the data of the next event, or null when more bytes are needed. */
  @Nullable String next() {
    return events.poll();
  }

  /** Returns the data of an event that the end of the stream has cut, or null. */
  @Nullable String rest() {
    if (line.size() > 0) {
      lineEnded();
    }
    return hasData ? data.toString() : null;
  }

  private void lineEnded() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (first && text.startsWith("\uFEFF")) {
      text = text.substring(1);
    }
    first = false;
    if (text.isEmpty()) {
      if (hasData) {
        events.add(data.toString());
      }
      data.setLength(0);
      hasData = false;
    } else if (text.startsWith("data:")) {
      data.append(hasData ? "\n" : "")
          .append(text, text.startsWith("data: ") ? 6 : 5, text.length());
      hasData = true;
    }
  }
}
