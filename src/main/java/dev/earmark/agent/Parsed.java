package dev.earmark.agent;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a model's reply means: a call, an answer, or a fault that it can be told about. */
public sealed interface Parsed {
  /** Returns what the model wrote before its call or answer, or an empty text. */
  String thought();

  /** Returns the names of the repairs that were needed to read the reply. */
  List<String> repairs();

  /**
   * A call.
   *
   * @param tool as the model wrote it
   * @param args by name, before coercion; values may be null
   */
  record Action(String thought, String tool, Map<String, Object> args, List<String> repairs)
      implements Parsed {
    /** Copies the collections. */
    public Action {
      args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
      repairs = List.copyOf(repairs);
    }
  }

  /** An answer for the user. */
  record Final(String thought, String answer, List<String> repairs) implements Parsed {
    /** Copies the list. */
    public Final {
      repairs = List.copyOf(repairs);
    }
  }

  /**
   * A fault.
   *
   * @param reason its class
   * @param detail the place of the fault: an excerpt of at most 60 characters
   * @param tool the tool that was meant, as far as it could be read, or empty
   */
  record Fault(String thought, Reason reason, String detail, String tool, List<String> repairs)
      implements Parsed {
    /** Copies the list. */
    public Fault {
      repairs = List.copyOf(repairs);
    }
  }

  /** The classes of faults. */
  enum Reason {
    /** Nothing, or blanks. */
    EMPTY,
    /** Reasoning that never ended. */
    UNCLOSED_THINK,
    /** The reply was cut inside of a call or an answer. */
    TRUNCATED,
    /** Neither a call nor an answer. */
    MISSING_ACTION,
    /** A tool that needs arguments got none. */
    MISSING_ACTION_INPUT,
    /** A call without a name. */
    EMPTY_TOOL_NAME,
    /** {@code Action: None}. */
    NO_TOOL,
    /** JSON that cannot be repaired without guessing. */
    INVALID_JSON,
    /** JSON, but no object. */
    ARGS_NOT_OBJECT,
    /** Arguments that are no JSON at all. */
    ARGS_NOT_JSON,
    /** A positional argument after a named one. */
    POSITIONAL_AFTER_NAMED,
    /** A parameter given twice. */
    DUPLICATE_PARAMETER,
    /** More positional arguments than parameters. */
    TOO_MANY_ARGUMENTS,
    /** A text without quotes where more than one reading is possible. */
    UNQUOTED_ARGUMENTS,
    /** A call as an argument. */
    NESTED_CALL,
    /** Quotes that do not pair. */
    UNBALANCED_QUOTES,
    /** The answer's label without a text. */
    EMPTY_ANSWER;

    /** Returns the lower-case code, such as {@code missing_action}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
