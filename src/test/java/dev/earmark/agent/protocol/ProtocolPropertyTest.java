package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Rules that hold for every input. */
final class ProtocolPropertyTest {
  private static final List<Protocol> BOTH = List.of(new TextProtocol(), new XmlProtocol());

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<String> texts =
        Arbitraries.strings()
            .withChars("ab \"'\\\n\t{}[]()<>/=,:;：，“”（）中文第十集`*#")
            .withChars('\u0000', '\u00ff')
            .ofMaxLength(30);
    Arbitrary<Object> simple =
        Arbitraries.oneOf(
            texts.map(text -> (Object) text),
            Arbitraries.integers().map(number -> (Object) number),
            Arbitraries.doubles().between(-1e6, 1e6).map(number -> (Object) number),
            Arbitraries.of(true, false).map(flag -> (Object) flag));
    return Arbitraries.oneOf(
        simple,
        simple.list().ofMaxSize(4).map(list -> (Object) list),
        Arbitraries.maps(texts, simple).ofMaxSize(4).map(map -> (Object) map));
  }

  @Provide
  Arbitrary<Map<String, Object>> arguments() {
    return Arbitraries.maps(Arbitraries.of("keyword", "page", "note", "名字", "x_1"), values())
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> replies() {
    return Arbitraries.of(
            "Thought:",
            "Action:",
            "Action Input:",
            "Final Answer:",
            "Observation:",
            "<action>",
            "</action>",
            "<thought>",
            "</thought>",
            "<final_answer>",
            "</final_answer>",
            "<think>",
            "</think>",
            "<tool_call>",
            "[TOOL_CALLS]",
            "[ARGS]",
            "✿FUNCTION✿",
            "✿ARGS✿",
            "<function=",
            "<parameter=",
            "search_album",
            "pause",
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            "“",
            "”",
            "```",
            "\n",
            "\r\n",
            " ",
            "\\",
            "\\u12",
            ":",
            "：",
            "=",
            ",",
            "，",
            "keyword",
            "12",
            "None",
            "\u3000",
            "\ud83d",
            "<|im_end|>",
            "<![CDATA[",
            "]]>",
            "//",
            "/*",
            "#",
            "**",
            "名")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 3_000)
  void render_anyArguments_parseBack(@ForAll("arguments") Map<String, Object> args) {
    for (Protocol protocol : BOTH) {
      String rendered = protocol.renderAction("", "unknown_tool", args);
      Parsed parsed = protocol.parse(rendered, Finish.STOP, ReferenceTools.ALL);
      assertThat(parsed)
          .as(rendered)
          .isInstanceOfSatisfying(
              Parsed.Action.class,
              action -> assertThat(action.args()).isEqualTo(new LinkedHashMap<>(args)));
    }
  }

  @Property(tries = 20_000)
  void parse_anyPieces_neverThrows(@ForAll("replies") String reply, @ForAll Finish finish) {
    for (Protocol protocol : BOTH) {
      Parsed parsed = protocol.parse(reply, finish, ReferenceTools.ALL);
      assertThat(StepJson.write(parsed)).startsWith("{\"kind\":");
    }
  }

  @Property(tries = 2_000)
  void parse_anyText_neverThrows(@ForAll String reply) {
    for (Protocol protocol : BOTH) {
      assertThat(protocol.parse(reply, Finish.STOP, ReferenceTools.ALL)).isNotNull();
    }
  }
}
