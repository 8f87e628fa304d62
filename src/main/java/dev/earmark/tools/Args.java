package dev.earmark.tools;

import dev.earmark.agent.ToolResult;
import dev.earmark.base.Language;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads arguments that the agent has validated and coerced already. */
public final class Args {
  private final Map<String, Object> args;

  /** Wraps the arguments of a call. */
  public Args(Map<String, Object> args) {
    this.args = args;
  }

  /** Returns a text, trimmed; empty when it was left out. */
  public String text(String name) {
    @Nullable Object value = args.get(name);
    return value == null ? "" : value.toString().strip();
  }

  /** Returns a number, if it was given and is finite. */
  public OptionalDouble number(String name) {
    @Nullable Object value = args.get(name);
    double number;
    if (value instanceof Number n) {
      number = n.doubleValue();
    } else if (value instanceof String text && !text.isBlank()) {
      try {
        number = Double.parseDouble(text.strip());
      } catch (NumberFormatException e) {
        return OptionalDouble.empty();
      }
    } else {
      return OptionalDouble.empty();
    }
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  /** Returns a yes or no, if it was given. */
  public Optional<Boolean> flag(String name) {
    return switch (text(name).toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> Optional.of(true);
      case "false", "no", "off", "0" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Returns the refusal of a call that does not give exactly one of two numbers. */
  public Optional<ToolResult> refuseUnlessOneOf(String first, String second, Language language) {
    if (number(first).isPresent() != number(second).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        ToolResult.failed(
            language.pick(
                "请给出 " + first + " 或 " + second + " 其中一个",
                "Give either " + first + " or " + second)));
  }

  /** Returns a whole number, if it was given. */
  public OptionalInt whole(String name) {
    OptionalDouble number = number(name);
    return number.isPresent()
        ? OptionalInt.of((int) Math.round(number.getAsDouble()))
        : OptionalInt.empty();
  }
}
