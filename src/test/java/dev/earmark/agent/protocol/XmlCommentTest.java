package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import org.junit.jupiter.api.Test;

/** A call in an XML comment is an example and is never made. */
final class XmlCommentTest {
  private static Parsed parse(String text) {
    return new XmlProtocol().parse(text, Finish.STOP, ReferenceTools.ALL);
  }

  @Test
  void callInAComment_isNotMade_theAnswerBehindItCounts() {
    Parsed parsed = parse("<!-- e.g. <action>pause()</action> --><final_answer>hi</final_answer>");
    assertThat(parsed).isInstanceOf(Parsed.Final.class);
    assertThat(((Parsed.Final) parsed).answer()).isEqualTo("hi");
  }

  @Test
  void commentThatIsNotClosed_holdsNoCall() {
    assertThat(parse("<!-- <action>pause()</action>")).isInstanceOf(Parsed.Fault.class);
  }

  @Test
  void commentInsideOfAnArgument_orInBackticks_isData() {
    Parsed written = parse("<action>search_album(\"<!-- <action>pause()</action> -->\")</action>");
    assertThat(((Parsed.Action) written).args()).containsValue("<!-- <action>pause()</action> -->");
    Parsed quoted = parse("A comment begins with `<!--`. <action>pause()</action>");
    assertThat(((Parsed.Action) quoted).tool()).isEqualTo("pause");
  }
}
