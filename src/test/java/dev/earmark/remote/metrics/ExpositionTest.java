package dev.earmark.remote.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader that the other tests rely on refuses what it must refuse. */
final class ExpositionTest {
  @Test
  void parse_rightPage_isRead() {
    Exposition page =
        Exposition.parse(
            """
            # HELP a_total A.
            # TYPE a_total counter
            a_total{x="1\\"",y=""} 2.0
            # HELP h H.
            # TYPE h histogram
            h_bucket{le="1.0"} 1
            h_bucket{le="+Inf"} 3
            h_count 3
            h_sum 4.5E-3
            """);
    assertThat(page.value("a_total{x=1\\\", y=}")).isEqualTo(2);
    assertThat(page.value("h_sum")).isEqualTo(0.0045);
  }

  /** Lines are divided by semicolons here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a 1;",
        "# TYPE a gauge;a 1;",
        "# HELP a A.;# TYPE a counter;a 1;",
        "# HELP a A.;# TYPE a gauge;b 1;",
        "# HELP a A.;# TYPE a gauge;a 1;a 1;",
        "# HELP a A.;# TYPE a gauge;a one;",
        "# HELP a A.;# TYPE a gauge;a{x=1} 1;",
        "# HELP a A.;# TYPE a gauge;a 1;# HELP a A.;# TYPE a gauge;a 1;",
        "# HELP a_total A.;# TYPE a_total counter;a_total -1;",
        "# HELP h H.;# TYPE h histogram;h_bucket{le=\"+Inf\"} 3;h_count 2;h_sum 1;",
        "# HELP h H.;# TYPE h histogram;h_bucket{le=\"1\"} 3;h_count 3;h_sum 1;",
        "# HELP h H.;# TYPE h histogram;h_bucket{le=\"1\"} 3;h_bucket{le=\"+Inf\"} 2;h_count"
            + " 2;h_sum 1;",
      })
  void parse_wrongPage_isRefused(String page) {
    assertThatThrownBy(() -> Exposition.parse(page.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parse_lastLineWithoutEnd_isRefused() {
    String page = "# HELP a A.\n# TYPE a gauge\na 1";
    assertThat(Exposition.parse(page + "\n").value("a")).isEqualTo(1);
    assertThatThrownBy(() -> Exposition.parse(page)).isInstanceOf(IllegalArgumentException.class);
  }
}
