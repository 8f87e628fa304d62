package dev.earmark.agent.rules.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Language;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PhraseBookTest {
  @Test
  void parse_line_givesSentenceCallsAndSituation() {
    PhraseBook book =
        PhraseBook.parse(
            "# remark\n\nskip two\tsearch_and_play(keyword=Treasure Island, section=8) | none\tlist\n",
            "x.tsv");
    PhraseBook.Line line = book.lines().get(0);
    assertThat(line.number()).isEqualTo(3);
    assertThat(line.situation()).isEqualTo("list");
    assertThat(line.calls())
        .containsExactly(
            new PhraseBook.Call(
                "search_and_play", Map.of("keyword", "Treasure Island", "section", "8")),
            new PhraseBook.Call("none", Map.of()));
  }

  @Test
  void taught_sentenceWithoutTitleAndSituation_isKnownWhateverItsPunctuation() {
    PhraseBook book =
        PhraseBook.parse(
            """
            hold your horses\tpause()
            play emma\tsearch_and_play(keyword=emma)
            hm\tset_speed(rate=>1)
            back again\tresume()\tpaused
            bla\tnone
            """,
            "x.tsv");
    assertThat(book.taught("Hold your horses!")).contains(new PhraseBook.Call("pause", Map.of()));
    assertThat(book.taught("play emma")).isEmpty();
    assertThat(book.taught("hm")).as("no exact number").isEmpty();
    assertThat(book.taught("back again")).as("only when paused").isEmpty();
    assertThat(book.taught("bla")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pause", "pause\tpause", "pause\tseek(30)", "\tpause()", "a\tb()\tc\td"})
  void parse_lineThatIsWrong_isNamed(String line) {
    assertThatThrownBy(() -> PhraseBook.parse("# first\n" + line, "x.tsv"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x.tsv, line 2");
  }

  @Test
  void call_ofTheBuiltInBook_hasValuesOfTheirKind() {
    Taught taught = new Taught();
    assertThat(taught.call("音量四十", Language.ZH))
        .contains(new Taught.Call("set_volume", Map.of("level", 40L)));
    assertThat(taught.call("cancel all alarms", Language.EN))
        .contains(new Taught.Call("cancel_timer", Map.of("all", true)));
    assertThat(taught.call("turn on the lights", Language.EN)).isEmpty();
  }
}
