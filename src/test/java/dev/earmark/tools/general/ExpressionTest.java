package dev.earmark.tools.general;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpressionTest {
  @ParameterizedTest
  @CsvSource({
    "9*8, 72",
    "3×7, 21",
    "１＋２, 3",
    "0.1+0.2, 0.3",
    "2^10, 1024",
    "2^3^2, 512",
    "-2^2, -4",
    "2**-1, 0.5",
    "(1+2)*(3-4), -3",
    "10%3, 1",
    "200*15%, 30",
    "50%, 0.5",
    "10/4, 2.5",
    "1/3, 0.333333333333333",
    "sqrt(2)^2, 2",
    "abs(-3.5), 3.5",
    "round(2.5), 3",
    "1 000 000*2, 2000000",
    "12345678901234567890+1, 12345678901234567891",
    "--5, 5",
    "0.0, 0",
    "7-7, 0",
  })
  void evaluate_sum_givesItsValue(String expression, String value) throws Expression.Wrong {
    assertThat(Expression.text(Expression.evaluate(expression))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1/0",
        "5%0",
        "0^-1",
        "1+",
        "(1",
        "1)",
        "1..2",
        "2^0.5",
        "9^999^999",
        "9^9^9",
        "sqrt(-1)",
        "exit(0)",
        "java.lang.System",
        "1 2 x",
        "二加三"
      })
  void evaluate_nonsense_saysWhyInBothLanguages(String expression) {
    assertThatThrownBy(() -> Expression.evaluate(expression))
        .isInstanceOfSatisfying(
            Expression.Wrong.class,
            e -> {
              assertThat(e.words(dev.earmark.base.Language.ZH)).isNotBlank();
              assertThat(e.words(dev.earmark.base.Language.EN)).isNotBlank();
            });
  }

  @Property(tries = 500)
  void evaluate_twoNumbers_agreesWithBigDecimal(
      @ForAll @IntRange(min = -10_000, max = 10_000) int a,
      @ForAll @IntRange(min = -10_000, max = 10_000) int b)
      throws Expression.Wrong {
    BigDecimal expected = BigDecimal.valueOf(a).multiply(BigDecimal.valueOf(b));
    assertThat(Expression.evaluate(a + "*" + b)).isEqualByComparingTo(expected);
    assertThat(Expression.evaluate(a + "-(" + b + ")"))
        .isEqualByComparingTo(BigDecimal.valueOf(a - b));
  }

  @Property(tries = 2_000)
  void evaluate_anyText_hasAValueOrAReason(
      @ForAll @StringLength(max = 320) @CharRange(from = '(', to = '9') String text) {
    try {
      assertThat(Expression.text(Expression.evaluate(text))).isNotBlank();
    } catch (Expression.Wrong e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
