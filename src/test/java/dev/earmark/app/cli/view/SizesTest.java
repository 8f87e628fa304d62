package dev.earmark.app.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "0,0 B",
    "1023,1023 B",
    "1024,1 KiB",
    "185344,181 KiB",
    "22649242,21.6 MiB",
    "209715200,200 MiB",
    "21474836480,20.0 GiB",
    "5497558138880,5.0 TiB"
  })
  void text_bytes_inTheUnitThatSuits(long bytes, String text) {
    assertThat(Sizes.text(bytes)).isEqualTo(text);
  }
}
