package dev.earmark.tools.general;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The functions of {@link Math} by their names, in any case. Those that need no rounding are exact
 * for numbers of any length; the others have the accuracy of a double. {@code random} is missing,
 * since a sum has one value; {@code ln} is another name of {@code log}.
 */
final class MathFunctions {
  private static final Map<String, Function> ALL = new TreeMap<>();
  private static final Set<String> LOGARITHMS = Set.of("log", "ln", "log10");
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** The value of a function for checked arguments. */
  @FunctionalInterface
  private interface Body {
    Value of(List<Value> args) throws Expression.Wrong;
  }

  /** A function with the number of its arguments. */
  private record Function(String name, int arity, Body body) {}

  private MathFunctions() {}

  private static void add(String name, int arity, Body body) {
    ALL.put(name.toLowerCase(Locale.ROOT), new Function(name, arity, body));
  }

  private static void one(String name, DoubleUnaryOperator f) {
    add(name, 1, a -> Value.of(f.applyAsDouble(a.get(0).number().doubleValue())));
  }

  private static void two(String name, DoubleBinaryOperator f) {
    add(
        name,
        2,
        a ->
            Value.of(
                f.applyAsDouble(a.get(0).number().doubleValue(), a.get(1).number().doubleValue())));
  }

  private static void whole(String name, RoundingMode mode) {
    add(name, 1, a -> scaled(a.get(0), mode));
  }

  private static Value scaled(Value value, RoundingMode mode) throws Expression.Wrong {
    BigDecimal whole = value.number().setScale(0, mode);
    return value.exact() ? Value.exact(whole) : Value.rounded(whole);
  }

  static {
    exactOnes();
    one("sin", Math::sin);
    one("cos", Math::cos);
    one("tan", Math::tan);
    one("asin", Math::asin);
    one("acos", Math::acos);
    one("atan", Math::atan);
    one("sinh", Math::sinh);
    one("cosh", Math::cosh);
    one("tanh", Math::tanh);
    one("exp", Math::exp);
    one("expm1", Math::expm1);
    one("log", Math::log);
    one("ln", Math::log);
    one("log10", Math::log10);
    one("log1p", Math::log1p);
    one("cbrt", Math::cbrt);
    one("toRadians", Math::toRadians);
    one("toDegrees", Math::toDegrees);
    one("ulp", Math::ulp);
    one("nextUp", Math::nextUp);
    one("nextDown", Math::nextDown);
    one("getExponent", Math::getExponent);
    two("atan2", Math::atan2);
    two("hypot", Math::hypot);
    two("nextAfter", Math::nextAfter);
    two("copySign", Math::copySign);
    two("IEEEremainder", Math::IEEEremainder);
    two("scalb", (x, n) -> Math.scalb(x, (int) n));
  }

  private static void exactOnes() {
    add("abs", 1, a -> a.get(0).number().signum() < 0 ? a.get(0).negated() : a.get(0));
    add("absExact", 1, a -> a.get(0).number().signum() < 0 ? a.get(0).negated() : a.get(0));
    whole("ceil", RoundingMode.CEILING);
    whole("floor", RoundingMode.FLOOR);
    whole("rint", RoundingMode.HALF_EVEN);
    add("round", 1, a -> scaled(a.get(0).plus(Value.exact(HALF)), RoundingMode.FLOOR));
    add("signum", 1, a -> Value.exact(BigDecimal.valueOf(a.get(0).number().signum())));
    add("sqrt", 1, a -> sqrt(a.get(0)));
    add("pow", 2, a -> a.get(0).power(a.get(1)));
    add("max", 2, a -> a.get(0).compare(a.get(1)) >= 0 ? a.get(0) : a.get(1));
    add("min", 2, a -> a.get(0).compare(a.get(1)) <= 0 ? a.get(0) : a.get(1));
    add("floorDiv", 2, a -> a.get(0).floorOver(a.get(1)));
    add("floorMod", 2, a -> a.get(0).modulo(a.get(1)));
    add("fma", 3, a -> a.get(0).times(a.get(1)).plus(a.get(2)));
    add("addExact", 2, a -> a.get(0).plus(a.get(1)));
    add("subtractExact", 2, a -> a.get(0).minus(a.get(1)));
    add("multiplyExact", 2, a -> a.get(0).times(a.get(1)));
    add("negateExact", 1, a -> a.get(0).negated());
    add("incrementExact", 1, a -> a.get(0).plus(Value.exact(BigDecimal.ONE)));
    add("decrementExact", 1, a -> a.get(0).minus(Value.exact(BigDecimal.ONE)));
  }

  private static Value sqrt(Value value) throws Expression.Wrong {
    BigDecimal number = value.number();
    if (number.signum() < 0) {
      throw new Expression.Wrong("负数不能开平方", "a negative number has no square root");
    }
    BigDecimal root = number.sqrt(Value.PRECISION);
    boolean exact = value.exact() && root.multiply(root).compareTo(number) == 0;
    return exact ? Value.exact(root) : Value.rounded(root);
  }

  /** Returns the value of a function, or says what is wrong with its name or its arguments. */
  static Value call(String name, List<Value> args) throws Expression.Wrong {
    Function function = ALL.get(name.toLowerCase(Locale.ROOT));
    if (function == null) {
      throw new Expression.Wrong("没有函数“" + name + "”", "there is no function \"" + name + "\"");
    }
    if (args.size() != function.arity()) {
      throw new Expression.Wrong(
          function.name() + " 要 " + function.arity() + " 个参数，给了 " + args.size() + " 个",
          function.name() + " takes " + function.arity() + " arguments, not " + args.size());
    }
    boolean shifted = function.name().equals("log1p");
    if ((shifted || LOGARITHMS.contains(function.name()))
        && args.get(0).number().compareTo(shifted ? BigDecimal.ONE.negate() : BigDecimal.ZERO)
            <= 0) {
      throw new Expression.Wrong("零和负数没有对数", "zero and negative numbers have no logarithm");
    }
    return function.body().of(args);
  }
}
