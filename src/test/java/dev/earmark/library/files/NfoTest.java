package dev.earmark.library.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NfoTest {
  @Test
  void read_framedLines_areFieldsAndADescription() {
    Description told =
        Nfo.read(
            """
            **********************************
            * Title....: Treasure Island     *
            * Author...: R. L. Stevenson Jr. *
            * Read By..: Jane Doe            *
            ==================================
            Book Description
            ==================================
            A map: and a crew.
            """);
    assertThat(told.title()).isEqualTo("Treasure Island");
    assertThat(told.author()).isEqualTo("R. L. Stevenson Jr.");
    assertThat(told.narrator()).isEqualTo("Jane Doe");
    assertThat(told.text()).isEqualTo("A map: and a crew.");
  }

  @Test
  void read_xmlOfMediaCentres_isReadByItsTags() {
    Description told =
        Nfo.read("<album>\n<title>西游记</title>\n<author><![CDATA[吴承恩]]></author>\n</album>");
    assertThat(told.title()).isEqualTo("西游记");
    assertThat(told.author()).isEqualTo("吴承恩");
  }

  /** A megabyte is read in milliseconds, or in hours where a pattern tries every split of it. */
  @ParameterizedTest
  @ValueSource(strings = {" ", "a", "<a", "<a ", "</", "* ", "a:", "=", "title: x\n"})
  void read_megabyteOfOnePattern_ends(String seed) {
    String text = "x" + seed.repeat(1_000_000 / seed.length());
    assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Nfo.read(text));
    assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Nfo.read(text + "</"));
  }
}
