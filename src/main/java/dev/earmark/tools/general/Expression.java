package dev.earmark.tools.general;

import dev.earmark.base.Language;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic over decimal numbers: {@code + - * / % ^}, brackets, a sign, {@code sqrt abs round},
 * and a percent sign behind a number ({@code 200*15%}) when nothing to divide by follows it.
 * Full-width characters and {@code × ÷} are read as well.
 *
 * <p>Recursive descent with limits on length, depth and size, so that no input takes more than
 * milliseconds. Precedence as in school: brackets, power (from the right), sign, times and divided,
 * plus and minus.
 */
final class Expression {
  private static final int MAX_LENGTH = 300;
  private static final int MAX_DEPTH = 40;
  private static final int MAX_POWER = 999;
  private static final int MAX_DIGITS = 200;
  private static final MathContext PRECISION = new MathContext(34, RoundingMode.HALF_EVEN);
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** Why an expression has no value. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;
    private final String zh;
    private final String en;

    Wrong(String zh, String en) {
      super(en);
      this.zh = zh;
      this.en = en;
    }

    String words(Language language) {
      return language.pick(zh, en);
    }
  }

  private final String text;
  private int at;
  private int depth;

  private Expression(String text) {
    this.text = text;
  }

  /** Returns the value, exact where it fits into 34 digits. */
  static BigDecimal evaluate(String expression) throws Wrong {
    if (expression.length() > MAX_LENGTH) {
      throw new Wrong("式子太长了", "the expression is too long");
    }
    Expression parser = new Expression(plain(expression));
    if (parser.text.isEmpty()) {
      throw new Wrong("没有式子", "there is no expression");
    }
    BigDecimal value = parser.sum();
    if (parser.at < parser.text.length()) {
      throw parser.unexpected();
    }
    return value;
  }

  /** Returns a number without needless zeros and, when it is not too long, without exponent. */
  static String text(BigDecimal value) {
    BigDecimal rounded = value.round(new MathContext(15, RoundingMode.HALF_EVEN));
    if (value.scale() <= 0 && value.precision() <= 34) {
      rounded = value;
    }
    BigDecimal stripped = rounded.stripTrailingZeros();
    if (stripped.signum() == 0) {
      return "0";
    }
    int magnitude = stripped.precision() - stripped.scale();
    return magnitude > 40 || magnitude < -20 ? stripped.toString() : stripped.toPlainString();
  }

  /** Drops spaces and digit separators, and turns full-width characters into ASCII. */
  private static String plain(String expression) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c >= '！' && c <= '～') {
        c = (char) (c - '！' + '!');
      }
      switch (c) {
        case '×', '·' -> plain.append('*');
        case '÷' -> plain.append('/');
        case '−', '–' -> plain.append('-');
        case ',', '=', ' ', '\t', '\u3000', '\u00a0' -> {
          // says nothing
        }
        default -> plain.append(c);
      }
    }
    return plain.toString().replace("**", "^");
  }

  private BigDecimal sum() throws Wrong {
    BigDecimal value = product();
    while (true) {
      if (take('+')) {
        value = limited(value.add(product(), PRECISION));
      } else if (take('-')) {
        value = limited(value.subtract(product(), PRECISION));
      } else {
        return value;
      }
    }
  }

  private BigDecimal product() throws Wrong {
    BigDecimal value = signed();
    while (true) {
      if (take('*')) {
        value = limited(value.multiply(signed(), PRECISION));
      } else if (take('/')) {
        value = limited(value.divide(divisor(), PRECISION));
      } else if (take('%')) {
        value = value.remainder(divisor());
      } else {
        return value;
      }
    }
  }

  private BigDecimal divisor() throws Wrong {
    BigDecimal divisor = signed();
    if (divisor.signum() == 0) {
      throw new Wrong("不能除以零", "division by zero");
    }
    return divisor;
  }

  private BigDecimal signed() throws Wrong {
    if (++depth > MAX_DEPTH) {
      throw new Wrong("括号套得太深了", "it is nested too deeply");
    }
    try {
      if (take('-')) {
        return signed().negate();
      }
      if (take('+')) {
        return signed();
      }
      return power();
    } finally {
      depth--;
    }
  }

  private BigDecimal power() throws Wrong {
    BigDecimal base = percent(atom());
    if (!take('^')) {
      return base;
    }
    BigDecimal exponent = signed();
    int n;
    try {
      n = exponent.intValueExact();
    } catch (ArithmeticException e) {
      throw new Wrong("指数要是整数", "the power must be a whole number");
    }
    if (Math.abs(n) > MAX_POWER) {
      throw tooLarge();
    }
    if (n < 0 && base.signum() == 0) {
      throw new Wrong("不能除以零", "division by zero");
    }
    return limited(base.pow(n, PRECISION));
  }

  /** Reads a percent sign that is no remainder: nothing to divide by follows it. */
  private BigDecimal percent(BigDecimal value) {
    if (peek() != '%') {
      return value;
    }
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ')';
    if (isDigit(next) || next == '(' || next == '.' || Character.isLetter(next)) {
      return value;
    }
    at++;
    return value.divide(HUNDRED, PRECISION);
  }

  private BigDecimal atom() throws Wrong {
    if (take('(')) {
      BigDecimal value = sum();
      if (!take(')')) {
        throw new Wrong("少了一个右括号", "a closing bracket is missing");
      }
      return value;
    }
    if (Character.isLetter(peek())) {
      return function();
    }
    return number();
  }

  private BigDecimal function() throws Wrong {
    int from = at;
    while (Character.isLetter(peek())) {
      at++;
    }
    String name = text.substring(from, at);
    if (peek() != '(') {
      throw new Wrong("不认识“" + name + "”", "\"" + name + "\" is not known");
    }
    BigDecimal value = atom();
    return switch (name) {
      case "sqrt" -> {
        if (value.signum() < 0) {
          throw new Wrong("负数不能开平方", "a negative number has no square root");
        }
        yield value.sqrt(PRECISION);
      }
      case "abs" -> value.abs();
      case "round" -> value.setScale(0, RoundingMode.HALF_UP);
      default -> throw new Wrong("不认识“" + name + "”", "\"" + name + "\" is not known");
    };
  }

  private BigDecimal number() throws Wrong {
    int from = at;
    while (isDigit(peek()) || peek() == '.') {
      at++;
    }
    if (from == at) {
      throw unexpected();
    }
    try {
      return new BigDecimal(text.substring(from, at));
    } catch (NumberFormatException e) {
      throw new Wrong(
          "“" + text.substring(from, at) + "”不是数字",
          "\"" + text.substring(from, at) + "\" is no number");
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static BigDecimal limited(BigDecimal value) throws Wrong {
    if (Math.abs((long) value.precision() - value.scale()) > MAX_DIGITS) {
      throw tooLarge();
    }
    return value;
  }

  private static Wrong tooLarge() {
    return new Wrong("数太大了", "the number is too large");
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private boolean take(char c) {
    if (peek() == c && at < text.length()) {
      at++;
      return true;
    }
    return false;
  }

  private Wrong unexpected() {
    if (at >= text.length()) {
      return new Wrong("式子没有写完", "the expression breaks off");
    }
    String rest = text.substring(at, at + 1);
    return new Wrong("看不懂“" + rest + "”", "\"" + rest + "\" is not understood");
  }
}
