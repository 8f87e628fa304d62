package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reply that comes in pieces means the same as one that comes whole. */
final class GrowingReplyTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Map<String, Protocol> PROTOCOLS =
      Map.of("text", new TextProtocol(), "xml", new XmlProtocol());

  record Case(Protocol protocol, String output, Finish finish) {}

  static List<Case> all() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String file : List.of("react_cases.jsonl", "react_cases_own.jsonl")) {
      for (String line : Files.readAllLines(Path.of("src/test/resources", file))) {
        if (!line.isBlank()) {
          JsonNode node = MAPPER.readTree(line);
          Protocol protocol =
              Objects.requireNonNull(PROTOCOLS.get(node.get("protocol").asString()));
          boolean cut = node.path("finish").asString("").equals("length");
          cases.add(
              new Case(protocol, node.get("output").asString(), cut ? Finish.LENGTH : Finish.STOP));
        }
      }
    }
    return cases;
  }

  @Provide
  Arbitrary<Case> cases() throws IOException {
    return Arbitraries.of(all());
  }

  @Provide
  Arbitrary<Case> cut() throws IOException {
    return Arbitraries.of(all())
        .flatMap(
            one ->
                Arbitraries.integers()
                    .between(0, one.output().length())
                    .map(
                        at ->
                            new Case(one.protocol(), one.output().substring(0, at), Finish.STOP)));
  }

  @Provide
  Arbitrary<Case> joined() throws IOException {
    Arbitrary<String> behind =
        Arbitraries.of(
            "",
            "\n",
            "\nObservation: {\"ok\": true}\nThought: weiter\nFinal Answer: 已经在播放。",
            "\nAction: stop\nAction Input: {}\n",
            "\nThought: b\nAction: get_status\nAction Input: {}",
            "</action><observation>x</observation><final_answer>好了。</final_answer>",
            "\n<thought>b</thought><action>stop()</action>",
            " }\"}\n",
            "\n```\nAction: stop\n```\nFinal Answer: x",
            "<|im_end|>",
            " und \"noch\" etwas (mehr).\n");
    return Arbitraries.of(all())
        .flatMap(
            one -> behind.map(more -> new Case(one.protocol(), one.output() + more, Finish.STOP)));
  }

  @Provide
  Arbitrary<Case> random() {
    Arbitrary<String> texts = new ProtocolPropertyTest().replies();
    return Arbitraries.of(PROTOCOLS.values())
        .flatMap(
            protocol ->
                Arbitraries.of("", "Thought: a\n", "Action: ", "<thought>a</thought>", "<action>")
                    .flatMap(
                        first -> texts.map(text -> new Case(protocol, first + text, Finish.STOP))));
  }

  /** What comes of a reply in pieces of the lengths, which are used in turn. */
  record Read(Parsed parsed, String text, String answer, boolean early) {}

  private static Read read(Case one, List<Integer> lengths) {
    Protocol.Reading reading = one.protocol().reading(ReferenceTools.ALL);
    int at = 0;
    boolean complete = false;
    for (int i = 0; at < one.output().length() && !complete; i++) {
      int length = lengths.isEmpty() ? one.output().length() : lengths.get(i % lengths.size());
      int end = Math.min(one.output().length(), at + length);
      String before = reading.answer();
      complete = reading.accept(one.output().substring(at, end));
      assertThat(reading.answer()).startsWith(before);
      at = end;
    }
    String text = complete ? reading.text() : one.output();
    Finish finish = complete ? Finish.STOP : one.finish();
    Parsed parsed = one.protocol().parse(text, finish, ReferenceTools.ALL);
    return new Read(parsed, text, reading.answer(), complete);
  }

  private static Object meaning(Parsed parsed) {
    if (parsed instanceof Parsed.Action action) {
      return List.of("action", action.thought(), action.tool(), action.args());
    }
    if (parsed instanceof Parsed.Final answer) {
      return List.of("final", answer.thought(), answer.answer());
    }
    Parsed.Fault fault = (Parsed.Fault) parsed;
    return List.of("fault", fault.reason());
  }

  private static void sameAsWhole(Case one, List<Integer> lengths) {
    Read pieces = read(one, lengths);
    assertThat(pieces).isEqualTo(read(one, List.of()));
    Parsed whole = one.protocol().parse(one.output(), one.finish(), ReferenceTools.ALL);
    assertThat(meaning(pieces.parsed())).as(one.output()).isEqualTo(meaning(whole));
    if (pieces.parsed() instanceof Parsed.Final answer && !answersAgain(one.output())) {
      assertThat(answer.answer()).startsWith(pieces.answer());
    }
  }

  /** Of several answers the last one counts, which a beginning cannot tell. */
  private static boolean answersAgain(String output) {
    String lower =
        output
            .toLowerCase(Locale.ROOT)
            .replace('_', ' ')
            .replaceAll("最终答案|最终回答|最终回复|答案|final response", "answer");
    int first = lower.indexOf("answer");
    return lower.replace("</final answer", "").indexOf("answer", first + 1) > 0;
  }

  @Property(tries = 4_000)
  void accept_caseInAnyPieces_meansTheSame(
      @ForAll("cases") Case one, @ForAll("lengths") List<Integer> lengths) {
    sameAsWhole(one, lengths);
  }

  @Property(tries = 4_000)
  void accept_beginningOfACaseInAnyPieces_meansTheSame(
      @ForAll("cut") Case one, @ForAll("lengths") List<Integer> lengths) {
    sameAsWhole(one, lengths);
  }

  @Property(tries = 8_000)
  void accept_caseWithMoreBehindIt_meansTheSame(
      @ForAll("joined") Case one, @ForAll("lengths") List<Integer> lengths) {
    sameAsWhole(one, lengths);
  }

  /**
   * Reasoning whose closing tag comes behind a step that began like a reply is the one thing that a
   * beginning cannot tell.
   */
  @Property(tries = 20_000)
  void accept_anyTextInAnyPieces_meansTheSame(
      @ForAll("random") Case one, @ForAll("lengths") List<Integer> lengths) {
    Assume.that(!one.output().contains("</think>"));
    sameAsWhole(one, lengths);
  }

  @Provide
  Arbitrary<List<Integer>> lengths() {
    return Arbitraries.integers().between(1, 40).list().ofMinSize(1).ofMaxSize(8);
  }

  @Test
  void accept_everyCaseByCharacter_meansTheSame() throws IOException {
    int early = 0;
    for (Case one : all()) {
      sameAsWhole(one, List.of(1));
      early += read(one, List.of(1)).early() ? 1 : 0;
    }
    assertThat(early).as("cases that need no end").isGreaterThan(40);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | Thought: a\\nAction: pause\\nAction Input: {}\\n| Observation: x",
        "text | Thought: a\\nAction: pause\\nObservation: x| y",
        "text | Action: search_album\\nAction Input: {\"keyword\": \"a } \\\" b\"}\\n| more",
        "text | Action: search_album\\nAction Input: {\\n  \"keyword\": \"西游记\"\\n}\\n| more",
        "text | <think>Action: stop\\n"
            + "Action Input: {}\\n"
            + "</think>\\n"
            + "Action: pause\\n"
            + "Action Input: {}\\n"
            + "| x",
        "text | no matter</think>Action: pause\\nAction Input: {}\\n| x",
        "xml | <thought>a</thought><action>search_album(\"a ) </action> b\")|</action>",
        "xml | <action>pause()|<observation>",
        "xml | <action>pause() and so on\\n| x",
        "xml | <action>{\"name\": \"pause\", \"arguments\": {}}| </action>",
      })
  void accept_completeAction_isSeenWithItsLastCharacter(
      String protocol, String needed, String rest) {
    String text = needed.replace("\\n", "\n");
    Case one = new Case(Objects.requireNonNull(PROTOCOLS.get(protocol)), text + rest, Finish.STOP);
    Read read = read(one, List.of(1));
    assertThat(read.early()).isTrue();
    assertThat(read.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | maybe\\nAction: stop\\nAction Input: {}\\n</think>\\nFinal Answer: 没事。",
        "text | Thought: so:\\n```\\nAction: stop\\nAction Input: {}\\n```\\nFinal Answer: 没事。",
        "text | Thought: <think>Action: stop\\nAction Input: {}\\n",
        "xml | <think><action>stop()</action>",
        "xml | <thought>so: <action>stop()</action>",
        "xml | prose first <action>stop()</action>",
        "xml | <action>stop() if ready",
        "text | > Action: stop\\n> Action Input: {}\\nFinal Answer: 没事。",
        "text | Action: stop the music? No.\\nFinal Answer: 没事。",
      })
  void accept_whatMayStillChange_isWaitedFor(String protocol, String text) {
    Case one =
        new Case(
            Objects.requireNonNull(PROTOCOLS.get(protocol)),
            text.replace("\\n", "\n"),
            Finish.STOP);
    assertThat(read(one, List.of(1)).early()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | Thought: a\\nFinal Answer: 你好。我是| 你好。",
        "text | Final Answer: 你好。| ''",
        "text | Final Answer: 你好。”然后| 你好。”",
        "text | Final Answer: Mr. Fogg left. He was| Mr. Fogg left.",
        "text | Final Answer: It takes 3.5 hours! Then| It takes 3.5 hours!",
        "text | Final Answer: 第一句。\\nAction: stop。x| 第一句。",
        "text | Final Answer: 第一句。<think>第二句。x| ''",
        "text | Final Answer: 第一句。好<think>第二句。x| 第一句。",
        "text | **Final Answer:** 第一句。好| ''",
        "text | Hello. Final Answer: 第一句。好| ''",
        "text | <think>Final Answer: 第一句。好| ''",
        "text | Action: pause\\nFinal Answer: 第一句。好| ''",
        "xml | <final_answer>\\n第一句！第二句</final_answer>| 第一句！",
        "xml | <final_answer><![CDATA[第一句。第二句。x| ''",
        "xml | <thought><final_answer>第一句。第二句。x| ''",
      })
  void answer_beginningOfAReply_hasItsCertainSentences(
      String protocol, String text, String certain) {
    Case one =
        new Case(
            Objects.requireNonNull(PROTOCOLS.get(protocol)),
            text.replace("\\n", "\n"),
            Finish.STOP);
    assertThat(read(one, List.of(1)).answer()).isEqualTo(certain);
  }
}
