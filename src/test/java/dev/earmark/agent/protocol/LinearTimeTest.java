package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replies that make careless parsers quadratic: four times the length may cost about four times the
 * work, not sixteen times. Measured as the ratio of the thread's processor time for two sizes.
 */
final class LinearTimeTest {
  private static final int SMALL = 200_000;
  private static final List<Protocol> BOTH = List.of(new TextProtocol(), new XmlProtocol());

  static Stream<String> seeds() {
    return Stream.of(
        "Action: a\n",
        "Thought: a\n",
        "Action Input: {\n",
        " ",
        "\n",
        "```\nx\n```\n",
        "  ```x\n",
        "</think>\n",
        "<think>",
        "<|im_end|>",
        "<|im_end|>\n",
        "<thought>",
        "<thought>a</thought>",
        "<observation>",
        "<action",
        "</action",
        "<final_answer>",
        "{",
        "[",
        "{\"a\": \"b\" ",
        "\"",
        "\\\"",
        "“",
        "(",
        "<tool_call>",
        "`<tool_call>`",
        "<function=",
        "[ARGS]",
        "a ",
        "Final Answer: x\n",
        "问",
        "/*",
        "#",
        "**",
        "<invoke name=\"pause\">",
        "<action a=\"",
        "{{",
        "\"\"\"",
        "`",
        "<|channel|>analysis<|message|>",
        "| ",
        "> ",
        "\n```\n<action>pause()</action>\n```\n",
        "<example><action>pause()</action>",
        "no <action>",
        "not Action: pause ",
        "e.g. <tool_call>");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void parse_repeatedSeed_growsLinearly(String seed) {
    for (String head : List.of("", "Action: search_album\nAction Input: {", "<action>f(", "x\n")) {
      String small = head + seed.repeat(SMALL / seed.length());
      String large = head + seed.repeat(4 * SMALL / seed.length());
      for (Protocol protocol : BOTH) {
        long shortTime = best(protocol, small);
        long longTime = best(protocol, large);
        // Ten milliseconds stand for everything that is too short to be compared.
        assertThat(longTime)
            .as(protocol.name() + " " + head + " + " + seed)
            .isLessThan(9 * Math.max(shortTime, 10_000_000L));
      }
    }
  }

  private static long best(Protocol protocol, String reply) {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 2; i++) {
      long start = thread.getCurrentThreadCpuTime();
      assertThat(protocol.parse(reply, Finish.STOP, ReferenceTools.ALL)).isNotNull();
      best = Math.min(best, thread.getCurrentThreadCpuTime() - start);
    }
    return best;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void parse_argumentOfAMegabyte_comesBackWhole(Protocol protocol) {
    String content = "line \"quoted\" \\ <b>&amp;</b> {x}\n".repeat(32_000);
    Map<String, Object> args = Map.of("path", "a.txt", "content", content);
    String reply = protocol.renderAction("", "write_to_file", args);
    assertThat(protocol.parse(reply, Finish.STOP, ReferenceTools.ALL))
        .isInstanceOfSatisfying(
            Parsed.Action.class, action -> assertThat(action.args()).isEqualTo(args));
  }

  static Stream<Protocol> protocols() {
    return BOTH.stream();
  }
}
