package dev.earmark.agent.rules.book;

import static dev.earmark.agent.rules.book.Concepts.Concept.FASTER;
import static dev.earmark.agent.rules.book.Concepts.Concept.HEAR;
import static dev.earmark.agent.rules.book.Concepts.Concept.NEXT;
import static dev.earmark.agent.rules.book.Concepts.Concept.SECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Language;
import org.junit.jupiter.api.Test;

/** Sentences as the meanings of their words. */
final class ConceptsTest {
  @Test
  void of_everyWordKnown_givesTheMeanings_theLongestWordsFirst() {
    Concepts zh = Concepts.parse("filler: 该 了\nnext: 下一 下\nsection: 一回 回\n", Language.ZH, "t");

    assertThat(zh.of("该下一回了")).hasValueSatisfying(m -> assertThat(m).containsOnly(NEXT, SECTION));
    assertThat(zh.of("该下一站了")).as("one word is unknown").isEmpty();
  }

  @Test
  void of_english_readsWordsOfSeveralParts() {
    Concepts en =
        Concepts.parse(
            "# words\nfiller: a bit, please\nhear: read\nfaster: faster\n", Language.EN, "t");

    assertThat(en.of("read a bit faster, please"))
        .hasValueSatisfying(m -> assertThat(m).containsOnly(HEAR, FASTER));
    assertThat(en.of("read a book faster")).isEmpty();
  }

  @Test
  void parse_unknownMeaning_namesTheLine() {
    assertThatThrownBy(() -> Concepts.parse("\nloudest: loud\n", Language.EN, "words.txt"))
        .hasMessageContaining("words.txt, line 2");
  }

  @Test
  void builtIn_bothLanguages_areRead() {
    assertThat(Concepts.builtIn(Language.ZH).of("下一集")).isPresent();
    assertThat(Concepts.builtIn(Language.EN).of("next chapter")).isPresent();
  }
}
