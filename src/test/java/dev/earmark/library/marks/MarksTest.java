package dev.earmark.library.marks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.library.Section.Chapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of chapters that lie beside the audio. */
class MarksTest {
  private static final String PODLOVE =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
        <psc:chapter start="01:02:03.500" title="三"/>
        <psc:chapter start="0" title="一" href="https://a.org/"/>
        <psc:chapter start="01:30" title="R&amp;D"/>
        <psc:chapter start="soon" title="no time"/>
      </psc:chapters>
      """;

  @Test
  void file_podlove_isReadInOrder() {
    assertThat(Marks.file(PODLOVE))
        .containsExactly(
            new Chapter("一", 0, 90),
            new Chapter("R&D", 90, 3_723.5),
            new Chapter("三", 3_723.5, Double.POSITIVE_INFINITY));
  }

  @Test
  void file_podloveWithAnotherPrefixOrNone_isTheSame() {
    assertThat(Marks.file(PODLOVE.replace("psc:", "sc:"))).isEqualTo(Marks.file(PODLOVE));
    assertThat(Marks.file("\n" + PODLOVE.replace("psc:", ""))).isEqualTo(Marks.file(PODLOVE));
  }

  @Test
  void file_json_isTold_apartByItsContent() {
    assertThat(Marks.file(" {\"chapters\":[{\"startTime\":0,\"title\":\"a\"},{\"startTime\":3}]}"))
        .containsExactly(new Chapter("a", 0, 3), new Chapter("2", 3, Double.POSITIVE_INFINITY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "<chapters><chapter start='0'",
        "<rss/>",
        "chapters",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><chapters>&b;</chapters>"
      })
  void file_thatIsNone_hasNoChapters(String text) {
    assertThat(Marks.file(text)).isEmpty();
  }
}
