package dev.earmark.tools.general;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A number of a sum, or the outcome of a comparison.
 *
 * @param number the value; 1 or 0 for a comparison
 * @param exact whether no digit was lost on the way
 * @param isTruth whether this is the outcome of a comparison
 */
record Value(BigDecimal number, boolean exact, boolean isTruth) {
  /** The digits that count once something had to be rounded. */
  static final MathContext PRECISION = new MathContext(34, RoundingMode.HALF_EVEN);

  /** What is shown of a rounded number, and what two of them are compared by. */
  private static final MathContext SHOWN = new MathContext(15, RoundingMode.HALF_EVEN);

  /** The largest exponent that {@link BigDecimal#pow} takes. */
  private static final BigDecimal MAX_POWER = BigDecimal.valueOf(999_999_999);

  /** The most digits before and behind the point. */
  private static final int MAX_DIGITS = 1_000;

  static Value exact(BigDecimal number) throws Expression.Wrong {
    return limited(number, /* exact= */ true);
  }

  static Value rounded(BigDecimal number) throws Expression.Wrong {
    return limited(number.round(PRECISION), /* exact= */ false);
  }

  static Value of(double number) throws Expression.Wrong {
    if (Double.isNaN(number)) {
      throw new Expression.Wrong("这在实数里没有定义", "it is not defined in real numbers");
    }
    if (Double.isInfinite(number)) {
      throw tooLarge();
    }
    return rounded(BigDecimal.valueOf(number));
  }

  static Value truth(boolean truth) {
    return new Value(
        truth ? BigDecimal.ONE : BigDecimal.ZERO, /* exact= */ true, /* isTruth= */ true);
  }

  private static Value limited(BigDecimal number, boolean exact) throws Expression.Wrong {
    if (number.signum() == 0) {
      return new Value(BigDecimal.ZERO, exact, /* isTruth= */ false);
    }
    long magnitude = (long) number.precision() - number.scale();
    if (Math.abs(magnitude) > MAX_DIGITS) {
      throw magnitude > 0 ? tooLarge() : tooSmall();
    }
    boolean tooFine = number.scale() > MAX_DIGITS;
    return new Value(
        tooFine ? number.round(PRECISION) : number, exact && !tooFine, /* isTruth= */ false);
  }

  static Expression.Wrong tooLarge() {
    return new Expression.Wrong("数太大了", "the number is too large");
  }

  static Expression.Wrong tooSmall() {
    return new Expression.Wrong("数太接近零了", "the number is too close to zero");
  }

  static Expression.Wrong byZero() {
    return new Expression.Wrong("不能除以零", "division by zero");
  }

  Value plus(Value other) throws Expression.Wrong {
    return with(number.add(other.number), other);
  }

  Value minus(Value other) throws Expression.Wrong {
    return with(number.subtract(other.number), other);
  }

  Value times(Value other) throws Expression.Wrong {
    return with(number.multiply(other.number), other);
  }

  Value negated() {
    return new Value(number.negate(), exact, /* isTruth= */ false);
  }

  private Value with(BigDecimal result, Value other) throws Expression.Wrong {
    return exact && other.exact ? exact(result) : rounded(result);
  }

  Value over(Value other) throws Expression.Wrong {
    if (other.number.signum() == 0) {
      throw byZero();
    }
    BigDecimal quotient = number.divide(other.number, PRECISION);
    boolean whole = quotient.multiply(other.number).compareTo(number) == 0;
    return exact && other.exact && whole ? exact(quotient) : longer(quotient, other);
  }

  /** A quotient of big numbers may still be a whole number of more digits. */
  private Value longer(BigDecimal quotient, Value other) throws Expression.Wrong {
    if (exact && other.exact && number.precision() > PRECISION.getPrecision()) {
      BigDecimal[] parts = number.divideAndRemainder(other.number);
      if (parts[1].signum() == 0) {
        return exact(parts[0]);
      }
    }
    return rounded(quotient);
  }

  /** Divides and rounds down to a whole number. */
  Value floorOver(Value other) throws Expression.Wrong {
    if (other.number.signum() == 0) {
      throw byZero();
    }
    BigDecimal[] parts = number.divideAndRemainder(other.number);
    boolean below = parts[1].signum() != 0 && parts[1].signum() != other.number.signum();
    return with(below ? parts[0].subtract(BigDecimal.ONE) : parts[0], other);
  }

  /** Returns what is left by {@link #floorOver}; it has the sign of the divisor. */
  Value modulo(Value other) throws Expression.Wrong {
    return minus(floorOver(other).times(other));
  }

  Value power(Value exponent) throws Expression.Wrong {
    BigDecimal power = exponent.number;
    if (power.signum() < 0 && number.signum() == 0) {
      throw byZero();
    }
    if (power.stripTrailingZeros().scale() > 0) {
      return of(Math.pow(number.doubleValue(), power.doubleValue()));
    }
    if (number.signum() == 0 || number.abs().compareTo(BigDecimal.ONE) == 0) {
      boolean odd = power.toBigInteger().testBit(0);
      BigDecimal unit = number.signum() < 0 && odd ? number : number.abs();
      return new Value(power.signum() == 0 ? BigDecimal.ONE : unit, exact, /* isTruth= */ false);
    }
    double digits = magnitude() * power.doubleValue();
    if (!(Math.abs(digits) <= MAX_DIGITS)) {
      throw digits < 0 ? tooSmall() : tooLarge();
    }
    if (power.abs().compareTo(MAX_POWER) > 0) {
      throw new Expression.Wrong("指数太大了", "the exponent is too large");
    }
    int n = power.intValueExact();
    boolean small = (long) number.precision() * Math.abs(n) <= 2L * MAX_DIGITS;
    if (exact && exponent.exact && small) {
      Value whole = exact(number.pow(Math.abs(n)));
      return n < 0 ? exact(BigDecimal.ONE).over(whole) : whole;
    }
    return rounded(number.pow(n, PRECISION));
  }

  /** Returns the decimal logarithm, also of a number that no double can hold. */
  private double magnitude() {
    double near = Math.log10(Math.abs(number.doubleValue()));
    return Double.isInfinite(near) ? number.precision() - number.scale() : near;
  }

  /** Compares by value; rounded numbers by the digits that are shown. */
  int compare(Value other) {
    return exact && other.exact
        ? number.compareTo(other.number)
        : number.round(SHOWN).compareTo(other.number.round(SHOWN));
  }

  /**
   * Returns the number without needless zeros and, when it is not too long, without an exponent; an
   * exact one whole, another one with 15 digits.
   */
  String text() {
    if (isTruth) {
      return String.valueOf(number.signum() != 0);
    }
    BigDecimal shown = (exact ? number : number.round(SHOWN)).stripTrailingZeros();
    int magnitude = shown.precision() - shown.scale();
    boolean plain = exact ? shown.scale() <= 60 : magnitude <= 40 && magnitude >= -20;
    return shown.signum() == 0 ? "0" : plain ? shown.toPlainString() : shown.toString();
  }
}
