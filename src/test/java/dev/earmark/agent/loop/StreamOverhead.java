package dev.earmark.agent.loop;

import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.ReferenceTools;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures what reading a reply while it comes costs: nanoseconds for each piece of about four
 * characters, as servers send them, for a short call, a call and an answer of 1 MB, and damage that
 * never becomes a call.
 */
public final class StreamOverhead {
  private static final int PIECE = 4;
  private static final int MEGABYTE = 1_000_000;

  private StreamOverhead() {}

  /** Runs it. */
  public static void main(String[] args) {
    ToolIndex tools = ReferenceTools.ALL;
    for (String name : List.of("text", "xml")) {
      Protocol protocol = StepJson.protocol(name);
      Map<String, Object> file =
          Map.of("path", "a.html", "content", "<p class=\"x\">好 {1}</p>\n".repeat(MEGABYTE / 22));
      String longCall = protocol.renderAction("写文件", "write_to_file", file) + "\n";
      String answer = protocol.renderAnswer("好", "这是第一句。And a second one. ".repeat(MEGABYTE / 24));
      String shortCall =
          protocol.renderAction("先搜索", "search_album", Map.of("keyword", "西游记")) + "\n";
      String damage =
          (name.equals("xml") ? "<action>" : "Action: ") + "x(\"a\" \"b\")\n".repeat(MEGABYTE / 11);
      tell(name, "short call", protocol, tools, shortCall, 20_000);
      tell(name, "call of 1 MB", protocol, tools, longCall, 5);
      tell(name, "answer of 1 MB", protocol, tools, answer, 5);
      tell(name, "1 MB that never is a call", protocol, tools, damage, 5);
    }
  }

  private static void tell(
      String form, String what, Protocol protocol, ToolIndex tools, String text, int times) {
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < text.length(); at += PIECE) {
      pieces.add(text.substring(at, Math.min(text.length(), at + PIECE)));
    }
    Clock clock = Clock.system();
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long start = clock.nanoTime();
      for (int i = 0; i < times; i++) {
        Protocol.Reading reading = protocol.reading(tools);
        for (String piece : pieces) {
          if (reading.accept(piece)) {
            break;
          }
        }
      }
      best = Math.min(best, (clock.nanoTime() - start) / (double) times);
    }
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.0f ns a piece, %.3f ms in all%n",
        form,
        what,
        best / pieces.size(),
        best / 1e6);
  }
}
