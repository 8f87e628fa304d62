package dev.earmark.agent.rules.intent;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds the arguments of a call in the order they are given. */
public final class Args {
  private Args() {}

  /** Makes arguments of one name and value. */
  public static Map<String, Object> of(String name, Object value) {
    return Map.of(name, value);
  }

  /** Makes arguments of two names and values. */
  public static Map<String, Object> of(String name, Object value, String name2, Object value2) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put(name, value);
    args.put(name2, value2);
    return args;
  }
}
