package dev.earmark.tools.general;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpressionTest {
  @ParameterizedTest
  @CsvSource({
    "log(0), zero and negative numbers have no logarithm",
    "ln(-1), zero and negative numbers have no logarithm",
    "log1p(-1), zero and negative numbers have no logarithm",
    "10**-1001, the number is too close to zero",
    "0.1**99999, the number is too close to zero",
    "1e-5000, the number is too close to zero",
    "9**9**9, the number is too large",
    "2**99999, the number is too large",
    "(1+1/10**30)**(10**9), the exponent is too large",
    "1e5000, the number is too large",
  })
  void evaluate_whatCannotBe_saysWhatIsReallyWrong(String expression, String reason) {
    assertThatThrownBy(() -> Expression.evaluate(expression))
        .isInstanceOf(Expression.Wrong.class)
        .hasMessage(reason);
  }

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
    "-7//2, -4",
    "7//-2, -4",
    "-7%3, 2",
    "7%-3, -2",
    "10%-3, -2",
    "10 % -3, -2",
    "10% -3, -2",
    "7%--3, 1",
    "7%+3, 3.07",
    "100+7%-3, 98",
    "200*15% + 3, 33",
    "50%+50%, 1",
    "15%-5%, 0.1",
    "15% - 5%, 0.1",
    "200*15%+3, 33",
    "200 * 15% +3, 33",
    "7 % -3, -2",
    "100 - 10% - 1, 98.9",
    "(50%)-1, -0.5",
    "10%*5, 0.5",
    "(1+1/10**30)**(10**8), 1",
    "1.000001**1000000, 2.71828046931938",
    "7.5//2, 3",
    "2**100, 1267650600228229401496703205376",
    "2**100//2**98, 4",
    "2**0.5, 1.4142135623731",
    "8**(1/3), 2",
    "(10**400)**1-10**400+1, 1",
    "0.1**3, 0.001",
    "-1**2, -1",
    "(-1)**1000001, -1",
    "0**0, 1",
    "3*4=, 12",
    "5+5=？, 10",
    "1_000+1, 1001",
    "1.5e3, 1500",
    "2E-2, 0.02",
    "Math.sqrt(16)+sqrt(2.25), 5.5",
    "cbrt(27), 3",
    "PI, 3.14159265358979",
    "sin(Math.PI/6), 0.5",
    "round(-2.5), -2",
    "rint(2.5), 2",
    "floor(-1.5), -2",
    "ceil(1.2), 2",
    "signum(-3), -1",
    "toDegrees(PI), 180",
    "log10(1000), 3",
    "ln(e), 1",
    "exp(0), 1",
    "123456789123456789*987654321987654321, 121932631356500531347203169112635269",
    "1<2, true",
    "1<2<2, false",
    "0.1+0.2==0.3, true",
    "sqrt(2)**2==2, true",
    "3>=4, false",
    "1+1=3, false",
    "2≠3, true",
  })
  void evaluate_sum_givesItsValue(String expression, String value) throws Expression.Wrong {
    assertThat(Expression.evaluate(expression).text()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,234,567+1|1234568",
        "max(1,234)|234",
        "max((1,234), 5)|1234",
        "pow(2，10)|1024",
        "hypot(3, 4)|5",
        "atan2(1, 1)*4 == PI|true",
        "min(2, max(1, 3))|2",
        "floorMod(-7, 3)|2",
        "floorDiv(-7, 3)|-3",
        "multiplyExact(99999999999, 99999999999)|9999999999800000000001",
        "fma(2, 3, 4)|10",
        "IEEEremainder(5, 3)|-1",
      })
  void evaluate_commas_separateArgumentsOrGroupDigits(String expression, String value)
      throws Expression.Wrong {
    assertThat(Expression.evaluate(expression).text()).isEqualTo(value);
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
        "(-2)^0.5",
        "1,2",
        "1 2",
        "9**9**9",
        "9**9**9**9**9",
        "10**1000*10**1000",
        "1e9999999",
        "asin(2)",
        "log(-1)",
        "exp(1000)",
        "max(1)",
        "sqrt()",
        "sqrt(1",
        "random()",
        "__import__('os')",
        "(1<2)+1",
        "1 +* 2",
        "2 ** ",
        "3(4)",
        "0//0",
        "0**-1",
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
    assertThat(Expression.evaluate(a + "*" + b).number()).isEqualByComparingTo(expected);
    assertThat(Expression.evaluate(a + "-(" + b + ")").number())
        .isEqualByComparingTo(BigDecimal.valueOf(a - b));
  }

  @Property(tries = 2_000)
  void evaluate_anyText_hasAValueOrAReason(
      @ForAll @StringLength(max = 320) @CharRange(from = '(', to = '9') String text) {
    try {
      assertThat(Expression.evaluate(text).text()).isNotBlank();
    } catch (Expression.Wrong e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Test
  void evaluate_nestingAndLength_areLimited() {
    for (String deep :
        List.of("(".repeat(2_000) + "1", "-".repeat(3_000) + "1", "abs(".repeat(900) + "1")) {
      assertThatThrownBy(() -> Expression.evaluate(deep)).hasMessageContaining("nested too deeply");
    }
    assertThatThrownBy(() -> Expression.evaluate("1+".repeat(3_000) + "1"))
        .hasMessageContaining("too long");
  }

  /** A fraction with another evaluation of its own: BigInteger numerators and denominators. */
  private record Fraction(BigInteger over, BigInteger under) {
    static Fraction of(long over, long under) {
      return new Fraction(BigInteger.valueOf(over), BigInteger.valueOf(under)).reduced();
    }

    private Fraction reduced() {
      BigInteger by = over.gcd(under).multiply(BigInteger.valueOf(under.signum()));
      return new Fraction(over.divide(by), under.divide(by));
    }

    Fraction plus(Fraction o) {
      return new Fraction(
              over.multiply(o.under).add(o.over.multiply(under)), under.multiply(o.under))
          .reduced();
    }

    Fraction times(Fraction o) {
      return new Fraction(over.multiply(o.over), under.multiply(o.under)).reduced();
    }

    Fraction inverse() {
      return new Fraction(under, over).reduced();
    }

    Fraction negated() {
      return new Fraction(over.negate(), under);
    }

    Fraction floor() {
      BigInteger[] parts = over.divideAndRemainder(under);
      BigInteger down = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
      return new Fraction(down, BigInteger.ONE);
    }
  }

  /** A sum as text, and its value by fractions; null where something is divided by zero. */
  private record Sum(String text, @Nullable Fraction value) {
    static Sum join(Sum a, String operator, Sum b) {
      String text = "(" + a.text + ")" + operator + "(" + b.text + ")";
      if (a.value == null || b.value == null) {
        return new Sum(text, null);
      }
      boolean zero = b.value.over().signum() == 0;
      return new Sum(
          text,
          switch (operator) {
            case "+" -> a.value.plus(b.value);
            case " - " -> a.value.plus(b.value.negated());
            case "*" -> a.value.times(b.value);
            case "/" -> zero ? null : a.value.times(b.value.inverse());
            case "//" -> zero ? null : a.value.times(b.value.inverse()).floor();
            default ->
                zero
                    ? null
                    : a.value.plus(
                        a.value.times(b.value.inverse()).floor().times(b.value).negated());
          });
    }
  }

  @Provide
  Arbitrary<Sum> sums() {
    Arbitrary<Sum> numbers =
        Arbitraries.longs()
            .between(-1_000_000_000_000L, 1_000_000_000_000L)
            .map(n -> new Sum(BigDecimal.valueOf(n, 3).toPlainString(), Fraction.of(n, 1_000)));
    return Arbitraries.lazyOf(
        () -> numbers,
        () -> numbers,
        () -> numbers.map(n -> new Sum("-" + "(" + n.text + ")", negated(n))),
        () ->
            Combinators.combine(sums(), Arbitraries.of("+", " - ", "*", "/", "//", "%"), sums())
                .as(Sum::join));
  }

  private static @Nullable Fraction negated(Sum sum) {
    return sum.value == null ? null : sum.value.negated();
  }

  @Property(tries = 1_000)
  void evaluate_anySumOfDecimals_agreesWithFractions(@ForAll("sums") Sum sum) {
    Fraction expected = sum.value;
    try {
      Value value = Expression.evaluate(sum.text);
      assertThat(value.exact() && expected == null).as(sum.text).isFalse();
      if (expected != null && value.exact()) {
        assertThat(value.number().multiply(new BigDecimal(expected.under())))
            .as(sum.text)
            .isEqualByComparingTo(new BigDecimal(expected.over()));
      }
    } catch (Expression.Wrong e) {
      assertThat(e.getMessage())
          .as(sum.text)
          .isIn(
              expected == null
                  ? List.of("division by zero", "the expression is too long")
                  : List.of(
                      "the expression is too long",
                      "the number is too large",
                      "the number is too close to zero",
                      "the exponent is too large",
                      "it is nested too deeply"));
    }
  }
}
