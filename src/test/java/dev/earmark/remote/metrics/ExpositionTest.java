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
            "# HELP a_total A.\n# TYPE a_total counter\na_total{x=\"1\\\"\",y=\"\"} 2.0\n"
                + "# HELP h H.\n# TYPE h histogram\nh_bucket{le=\"1.0\"} 1\n"
                + "h_bucket{le=\"+Inf\"} 3\nh_count 3\nh_sum 4.5E-3\n");
    assertThat(page.value("a_total{x=1\\\", y=}")).isEqualTo(2);
    assertThat(page.value("h_sum")).isEqualTo(0.0045);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a 1",
        "a 1\n",
        "# TYPE a gauge\na 1\n",
        "# HELP a A.\n# TYPE a counter\na 1\n",
        "# HELP a A.\n# TYPE a gauge\nb 1\n",
        "# HELP a A.\n# TYPE a gauge\na 1\na 1\n",
        "# HELP a A.\n# TYPE a gauge\na one\n",
        "# HELP a A.\n# TYPE a gauge\na{x=1} 1\n",
        "# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\na 1\n",
        "# HELP a_total A.\n# TYPE a_total counter\na_total -1\n",
        "# HELP h H.\n# TYPE h histogram\nh_bucket{le=\"+Inf\"} 3\nh_count 2\nh_sum 1\n",
        "# HELP h H.\n# TYPE h histogram\nh_bucket{le=\"1\"} 3\nh_count 3\nh_sum 1\n",
        "# HELP h H.\n"
            + "# TYPE h histogram\n"
            + "h_bucket{le=\"1\"} 3\n"
            + "h_bucket{le=\"+Inf\"} 2\n"
            + "h_count 2\n"
            + "h_sum 1\n",
      })
  void parse_wrongPage_isRefused(String page) {
    assertThatThrownBy(() -> Exposition.parse(page)).isInstanceOf(IllegalArgumentException.class);
  }
}
