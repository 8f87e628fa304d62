package dev.earmark.tools.general;

import dev.earmark.base.Language;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Arithmetic over decimal numbers of any length: {@code + - * / // % **} (also {@code ^}),
 * brackets, signs, comparisons ({@code < <= > >= == !=}, also several in a row), the functions of
 * {@link Math} and the constants {@code PI} and {@code E}. A percent sign with nothing to divide by
 * behind it takes a hundredth ({@code 200*15%}). Full-width characters and {@code × ÷ ≤ ≥ ≠ π} are
 * read as well.
 *
 * <p>As in Python, {@code //} rounds down, {@code %} has the sign of the divisor, and {@code **}
 * binds from the right and tighter than a sign before it. Whole numbers and decimals are exact;
 * what has no finite decimal is calculated with 34 digits, functions such as {@code sin} as a
 * double.
 *
 * <p>Digits may be grouped by threes: {@code 1,234,567} (not among the arguments of a function),
 * {@code 1 234 567}, {@code 1_234_567}.
 *
 * <p>Recursive descent with limits on length, depth and size, so that no input takes more than
 * milliseconds.
 */
final class Expression {
  private static final int MAX_LENGTH = 4_000;
  private static final int MAX_DEPTH = 100;
  private static final int MAX_EXPONENT = 2_000;
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
  private int calls; // how many functions' arguments surround the place

  private Expression(String text) {
    this.text = text;
  }

  /** Returns the value. */
  static Value evaluate(String expression) throws Wrong {
    if (expression.length() > MAX_LENGTH) {
      throw new Wrong("式子太长了", "the expression is too long");
    }
    Expression parser = new Expression(plain(expression));
    if (parser.peek() == '\0') {
      throw new Wrong("没有式子", "there is no expression");
    }
    Value value = parser.comparison();
    if (parser.peek() != '\0') {
      throw parser.unexpected();
    }
    return value;
  }

  /** Turns full-width characters into ASCII, and drops an equals sign at the end. */
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
        case '≤' -> plain.append("<=");
        case '≥' -> plain.append(">=");
        case '≠' -> plain.append("!=");
        case 'π' -> plain.append("PI");
        case '\u3000', '\u00a0', '\t', '\n', '\r' -> plain.append(' ');
        default -> plain.append(c);
      }
    }
    int end = plain.length();
    while (end > 0 && "=? ".indexOf(plain.charAt(end - 1)) >= 0) {
      end--;
    }
    return plain.substring(0, end);
  }

  private Value comparison() throws Wrong {
    Value left = sum();
    boolean holds = true;
    boolean compared = false;
    while (true) {
      String operator = comparisonOperator();
      if (operator.isEmpty()) {
        return compared ? Value.truth(holds) : left;
      }
      Value right = number(sum());
      int order = number(left).compare(right);
      holds &=
          switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            case "!=" -> order != 0;
            default -> order == 0;
          };
      compared = true;
      left = right;
    }
  }

  private String comparisonOperator() {
    for (String operator : List.of("<=", ">=", "==", "!=", "<", ">", "=")) {
      if (take(operator)) {
        return operator;
      }
    }
    return "";
  }

  private static Value number(Value value) throws Wrong {
    if (value.isTruth()) {
      throw new Wrong("比较的结果不是数，不能再算", "a comparison is no number to calculate with");
    }
    return value;
  }

  private Value sum() throws Wrong {
    Value value = product();
    while (true) {
      if (take("+")) {
        value = number(value).plus(number(product()));
      } else if (take("-")) {
        value = number(value).minus(number(product()));
      } else {
        return value;
      }
    }
  }

  private Value product() throws Wrong {
    Value value = signed();
    while (true) {
      if (take("//")) {
        value = number(value).floorOver(number(signed()));
      } else if (take("/")) {
        value = number(value).over(number(signed()));
      } else if (take("%")) {
        value = number(value).modulo(number(signed()));
      } else if (take("*")) {
        value = number(value).times(number(signed()));
      } else {
        return value;
      }
    }
  }

  private Value signed() throws Wrong {
    if (++depth > MAX_DEPTH) {
      throw new Wrong("括号套得太深了", "it is nested too deeply");
    }
    try {
      if (take("-")) {
        return number(signed()).negated();
      }
      if (take("+")) {
        return number(signed());
      }
      return power();
    } finally {
      depth--;
    }
  }

  private Value power() throws Wrong {
    Value base = percent(atom());
    return take("**") || take("^") ? number(base).power(number(signed())) : base;
  }

  /**
   * Reads a percent sign that is no remainder: nothing to divide by follows it. Behind it a plus
   * always adds ({@code 50%+50%}); a minus makes it a remainder ({@code 7%-3}), unless it stands
   * apart, with blanks on both sides ({@code 200*15% - 3}), or what it takes off is a percentage
   * too ({@code 15%-5%}).
   */
  private Value percent(Value value) throws Wrong {
    if (peek() != '%') {
      return value;
    }
    int next = blanksFrom(at + 1);
    char sign = charAt(next);
    boolean apart = next > at + 1 && charAt(at - 1) != ' ' && charAt(next + 1) == ' ';
    boolean adds = sign == '+' || (sign == '-' && (apart || isPercentage(next + 1)));
    while (!adds && "+- ".indexOf(charAt(next)) >= 0) {
      next++;
    }
    char c = charAt(next);
    boolean isOperand = isDigit(c) || c == '(' || c == '.' || Character.isLetter(c);
    if (!adds && isOperand) {
      return value;
    }
    at++;
    return number(value).over(Value.exact(HUNDRED));
  }

  /** Returns whether a number with a percent sign that ends there stands at the place. */
  private boolean isPercentage(int from) {
    int end = blanksFrom(from);
    while (isDigit(charAt(end)) || charAt(end) == '.') {
      end++;
    }
    char behind = charAt(blanksFrom(end + 1));
    return end > from && charAt(end) == '%' && !isDigit(behind) && behind != '(' && behind != '.';
  }

  private int blanksFrom(int index) {
    int end = index;
    while (charAt(end) == ' ') {
      end++;
    }
    return end;
  }

  /** Returns the character there, or a closing bracket behind the end. */
  private char charAt(int index) {
    return index >= 0 && index < text.length() ? text.charAt(index) : ')';
  }

  private Value atom() throws Wrong {
    if (take("(")) {
      int outer = calls;
      calls = 0;
      Value value = comparison();
      calls = outer;
      close();
      return value;
    }
    return Character.isLetter(peek()) ? named() : number();
  }

  private void close() throws Wrong {
    if (!take(")")) {
      throw peek() == '\0' ? new Wrong("少了一个右括号", "a closing bracket is missing") : unexpected();
    }
  }

  private Value named() throws Wrong {
    int from = at;
    while (at < text.length()
        && (Character.isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
      at++;
    }
    String name = text.substring(from, at);
    if (name.equalsIgnoreCase("Math") && take(".")) {
      return named();
    }
    if (!take("(")) {
      return constant(name);
    }
    List<Value> args = new ArrayList<>();
    calls++;
    if (peek() != ')') {
      do {
        args.add(number(comparison()));
      } while (take(","));
    }
    calls--;
    close();
    return MathFunctions.call(name, args);
  }

  private static Value constant(String name) throws Wrong {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "pi" -> Value.rounded(new BigDecimal("3.141592653589793238462643383279502884"));
      case "e" -> Value.rounded(new BigDecimal("2.718281828459045235360287471352662498"));
      default -> {
        String shown = name.length() > 20 ? name.substring(0, 20) + "…" : name;
        throw new Wrong("不认识“" + shown + "”", "\"" + shown + "\" is not known");
      }
    };
  }

  private Value number() throws Wrong {
    StringBuilder digits = new StringBuilder();
    if (isDigit(peek()) || peek() == '.') {
      digits(digits);
      while (isGroup()) {
        at++;
        digits(digits);
      }
      if (at < text.length() && text.charAt(at) == '.') {
        digits.append('.');
        at++;
        digits(digits);
      }
      exponent(digits);
    }
    if (digits.isEmpty()) {
      throw unexpected();
    }
    try {
      return Value.exact(new BigDecimal(digits.toString()));
    } catch (NumberFormatException e) {
      throw new Wrong("“" + digits + "”不是数字", "\"" + digits + "\" is no number");
    }
  }

  private void digits(StringBuilder into) {
    while (at < text.length() && isDigit(text.charAt(at))) {
      into.append(text.charAt(at));
      at++;
    }
  }

  /** Returns whether a separator stands here with exactly three digits behind it. */
  private boolean isGroup() {
    char c = at < text.length() ? text.charAt(at) : '\0';
    boolean separator = c == ' ' || c == '_' || (c == ',' && calls == 0);
    int end = at + 1;
    while (separator && end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return separator && end - at == 4;
  }

  private void exponent(StringBuilder into) throws Wrong {
    int digit = at + 1;
    if (at >= text.length() || (text.charAt(at) != 'e' && text.charAt(at) != 'E')) {
      return;
    }
    if (digit < text.length() && (text.charAt(digit) == '-' || text.charAt(digit) == '+')) {
      digit++;
    }
    if (digit >= text.length() || !isDigit(text.charAt(digit))) {
      return;
    }
    into.append(text, at, digit);
    int from = into.length();
    at = digit;
    digits(into);
    String written = into.substring(from);
    if (written.length() > 4 || Integer.parseInt(written) > MAX_EXPONENT) {
      throw into.charAt(from - 1) == '-' ? Value.tooSmall() : Value.tooLarge();
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Skips blanks and returns the next character; NUL at the end. */
  private char peek() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length() ? text.charAt(at) : '\0';
  }

  /**
   * Takes the operator if it is the next one; a single star or slash is not half of a double one.
   */
  private boolean take(String operator) {
    peek();
    if (!text.startsWith(operator, at)
        || ((operator.equals("*") || operator.equals("/")) && text.startsWith(operator, at + 1))) {
      return false;
    }
    at += operator.length();
    return true;
  }

  private Wrong unexpected() {
    if (peek() == '\0') {
      return new Wrong("式子没有写完", "the expression breaks off");
    }
    String rest = Character.toString(text.codePointAt(at));
    String place = "（第 " + (at + 1) + " 个字符）";
    return new Wrong(
        "看不懂“" + rest + "”" + place,
        "\"" + rest + "\" is not understood (character " + (at + 1) + ")");
  }
}
