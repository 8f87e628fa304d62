package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Damages the replies of the case files at random and reads them by both protocols. Whatever comes
 * in, nothing is thrown, and no call comes out whose tool and texts are not in the reply.
 *
 * <p>{@code MutationFuzz 1000000 1} does it a million times with the seed 1 and prints what came of
 * it; the tests do fewer.
 */
public final class MutationFuzz {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int LONGEST = 4_000;
  private static final int SHOWN = 40;
  private static final List<Protocol> BOTH = List.of(new TextProtocol(), new XmlProtocol());
  private static final String[] TOKENS = {
    "Thought:",
    "Action:",
    "Action Input:",
    "Observation:",
    "Final Answer:",
    "行动：",
    "行动输入：",
    "最终答案：",
    "<thought>",
    "</thought>",
    "<action>",
    "</action>",
    "<final_answer>",
    "</final_answer>",
    "<observation>",
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<function=",
    "<parameter=",
    "✿FUNCTION✿",
    "<invoke name=\"pause\">",
    "<parameter name=\"keyword\">",
    "<|channel|>commentary to=functions.",
    "<|message|>",
    "【行动】",
    "🔧",
    "\"\"\"",
    "=>",
    "use the ",
    " name=\"stop\"",
    "<|im_end|>",
    "```",
    "```json\n",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "“",
    "”",
    "`",
    "\\",
    "\\\"",
    "\\n",
    "\\u4e2d",
    "\\u12",
    "\n",
    "\r\n",
    "\t",
    "\u3000",
    ":",
    "：",
    ",",
    "，",
    "=",
    "//",
    "/*",
    "*/",
    "#",
    "<![CDATA[",
    "]]>",
    "<",
    ">",
    "&lt;",
    "null",
    "None",
    "True",
    "1e9",
    "-0",
    "\u0000",
    "\ud83d",
    "\ufeff",
    "search_album",
    "pause",
    "delete_file",
    "write_to_file",
    "keyword",
    "path",
  };

  private final List<String> cases;
  private final SplittableRandom random;
  private final Map<String, Long> kinds = new TreeMap<>();
  private final List<String> findings = new ArrayList<>();
  private long slowestNanos;
  private String slowest = "";

  /** Makes one whose replies follow from the seed. */
  public MutationFuzz(long seed) throws IOException {
    this.random = new SplittableRandom(seed);
    this.cases = cases();
  }

  private static List<String> cases() throws IOException {
    List<String> cases = new ArrayList<>();
    for (String file : List.of("react_cases.jsonl", "react_cases_own.jsonl")) {
      for (String line : Files.readAllLines(Path.of("src/test/resources", file))) {
        if (!line.isBlank()) {
          cases.add(MAPPER.readTree(line).path("output").asString());
        }
      }
    }
    return cases;
  }

  /** Damages and reads a number of replies, one after the other by both protocols. */
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      String reply = reply();
      Finish finish = random.nextInt(4) == 0 ? Finish.LENGTH : Finish.STOP;
      for (Protocol protocol : BOTH) {
        check(protocol, reply, finish);
      }
    }
  }

  private void check(Protocol protocol, String reply, Finish finish) {
    long start = System.nanoTime();
    Parsed parsed;
    try {
      parsed = protocol.parse(reply, finish, ReferenceTools.ALL);
      MAPPER.readTree(StepJson.write(parsed));
    } catch (RuntimeException | StackOverflowError e) {
      found("threw " + e, protocol, reply);
      return;
    }
    long nanos = System.nanoTime() - start;
    if (nanos > slowestNanos) {
      slowestNanos = nanos;
      slowest = reply;
    }
    kinds.merge(protocol.name() + " " + kind(parsed), 1L, Long::sum);
    if (parsed instanceof Parsed.Action action) {
      String strange = notAskedFor(reply, action);
      if (strange != null) {
        found("invented " + strange + " in " + action, protocol, reply);
      }
    }
  }

  private void found(String what, Protocol protocol, String reply) {
    findings.add(what + " (" + protocol.name() + "): " + MAPPER.writeValueAsString(reply));
  }

  private static String kind(Parsed parsed) {
    if (parsed instanceof Parsed.Fault fault) {
      return "error " + fault.reason().code();
    }
    return parsed instanceof Parsed.Action ? "action" : "answer";
  }

  /** Returns what of a call the reply does not hold, or null. */
  static @Nullable String notAskedFor(String reply, Parsed.Action action) {
    String json = unescaped(reply, /* keepOthers= */ false);
    String call = unescaped(reply, /* keepOthers= */ true);
    List<String> views = List.of(reply, json, call, unescaped(json, false), unescaped(call, true));
    if (!isIn(action.tool(), views)) {
      return "tool " + action.tool();
    }
    for (Object value : action.args().values()) {
      String strange = strange(value, views);
      if (strange != null) {
        return strange;
      }
    }
    return null;
  }

  private static @Nullable String strange(@Nullable Object value, List<String> views) {
    if (value instanceof String text) {
      return isIn(text, views) ? null : MAPPER.writeValueAsString(text);
    } else if (value instanceof Number number) {
      return isIn(number, views) ? null : "number " + number;
    } else if (value instanceof List<?> list) {
      return list.stream()
          .map(one -> strange(one, views))
          .filter(s -> s != null)
          .findFirst()
          .orElse(null);
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String key = strange(entry.getKey(), views);
        String inner = key != null ? key : strange(entry.getValue(), views);
        if (inner != null) {
          return inner;
        }
      }
    }
    return null;
  }

  private static boolean isIn(String text, List<String> views) {
    return views.stream().anyMatch(view -> view.contains(text));
  }

  /** A number stands in the reply as it is, or in another notation: 1e3, 0x1F, 012, full width. */
  private static boolean isIn(Number number, List<String> views) {
    if (number instanceof Double large && !Double.isFinite(large)) {
      return halfWidth(views.get(0)).matches("(?s).*\\d[eE]\\+?\\d{3}.*"); // refused as an argument
    }
    String digits = new BigDecimal(number.toString()).abs().stripTrailingZeros().toPlainString();
    String reply = halfWidth(views.get(0));
    String bare = digits.startsWith("0.") ? digits.substring(1) : digits; // .15 is 0.15
    return reply.contains(bare)
        || reply.contains(number.toString().replace("-", ""))
        || reply.matches("(?s).*\\d\\.?[eE][+-]?\\d.*|.*0[xX][0-9a-fA-F].*|.*\\d_\\d.*");
  }

  private static String halfWidth(String text) {
    StringBuilder half = new StringBuilder(text);
    for (int i = 0; i < half.length(); i++) {
      char c = half.charAt(i);
      if (c >= '！' && c <= '～') {
        half.setCharAt(i, (char) (c - '！' + '!'));
      }
    }
    return half.toString();
  }

  /**
   * Undoes the documented escapes in one pass.
   *
   * @param keepOthers whether a backslash before anything else stays, as in calls; in JSON it goes
   */
  private static String unescaped(String text, boolean keepOthers) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      char next = text.charAt(++i);
      int code = next == 'u' ? hex(text, i + 1) : -1;
      if (code >= 0) {
        plain.append((char) code);
        i += 4;
      } else {
        int at = (keepOthers ? "ntr" : "ntrbf").indexOf(next);
        boolean stays = keepOthers && at < 0 && "\"'\\".indexOf(next) < 0;
        plain.append(stays ? "\\" : "");
        plain.append(at < 0 ? next : "\n\t\r\b\f".charAt(at));
      }
    }
    return plain.toString();
  }

  private static int hex(String text, int from) {
    if (from + 4 > text.length()) {
      return -1;
    }
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      code = code * 16 + digit;
    }
    return code;
  }

  private String reply() {
    StringBuilder reply = new StringBuilder(pick());
    int changes = 1 + random.nextInt(random.nextInt(6) == 0 ? 20 : 4);
    for (int i = 0; i < changes; i++) {
      change(reply);
      if (reply.length() > LONGEST) {
        reply.setLength(LONGEST);
      }
    }
    return reply.toString();
  }

  private String pick() {
    return cases.get(random.nextInt(cases.size()));
  }

  private int place(StringBuilder reply) {
    return random.nextInt(reply.length() + 1);
  }

  private void change(StringBuilder reply) {
    int from = place(reply);
    int to = Math.min(reply.length(), from + random.nextInt(12));
    switch (random.nextInt(14)) {
      case 0 -> reply.delete(from, to);
      case 1 -> reply.insert(from, TOKENS[random.nextInt(TOKENS.length)]);
      case 2 -> reply.insert(to, reply.substring(from, to));
      case 3 -> reply.setLength(from);
      case 4 -> reply.delete(0, from);
      case 5 -> reply.insert(from, pick());
      case 6 -> reply.replace(from, to, TOKENS[random.nextInt(TOKENS.length)]);
      case 7 -> reply.insert(from, (char) random.nextInt(0x10000));
      case 8 -> reversed(reply, from, to);
      case 9 -> widened(reply, from, to);
      case 10 -> lines(reply);
      case 11 -> swapped(reply, "\"", random.nextBoolean() ? "'" : "”");
      case 12 -> swapped(reply, "\n", random.nextBoolean() ? "\r\n" : " ");
      default -> wrapped(reply);
    }
  }

  private static void reversed(StringBuilder reply, int from, int to) {
    reply.replace(from, to, new StringBuilder(reply.substring(from, to)).reverse().toString());
  }

  private static void widened(StringBuilder reply, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = reply.charAt(i);
      if (c > ' ' && c <= '~') {
        reply.setCharAt(i, (char) (c - '!' + '！'));
      }
    }
  }

  /** Takes a line out, doubles one, or changes two with each other. */
  private void lines(StringBuilder reply) {
    List<String> lines = new ArrayList<>(Arrays.asList(reply.toString().split("\n", -1)));
    int one = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(3)) {
      case 0 -> lines.remove(one);
      case 1 -> lines.add(other, lines.get(one));
      default -> lines.set(one, lines.set(other, lines.get(one)));
    }
    reply.setLength(0);
    reply.append(String.join("\n", lines));
  }

  private static void swapped(StringBuilder reply, String what, String by) {
    String text = reply.toString().replace(what, by);
    reply.setLength(0);
    reply.append(text);
  }

  private void wrapped(StringBuilder reply) {
    String[][] around = {
      {"<think>", "</think>"}, {"```\n", "\n```"}, {"\"", "\""}, {"<action>", "</action>"},
      {"Final Answer: ", ""}, {"Action Input: ", ""}, {"<![CDATA[", "]]>"}, {"(", ")"},
    };
    String[] one = around[random.nextInt(around.length)];
    reply.insert(0, one[0]).append(one[1]);
  }

  /** Returns what was thrown and invented, each with its reply. */
  public List<String> findings() {
    return findings;
  }

  /** Returns how often each kind of step came out. */
  public Map<String, Long> kinds() {
    return kinds;
  }

  /** Runs it: how many replies, the first seed; prints what came out. */
  public static void main(String[] args) throws IOException {
    long count = Long.parseLong(args[0]);
    MutationFuzz fuzz = new MutationFuzz(Long.parseLong(args[1]));
    long start = System.nanoTime();
    fuzz.run(count);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%d malformed replies read by both protocols in %.0f s: %d threw or gave a call that the"
            + " text did not ask for; the slowest took %.1f ms (%d characters)%n",
        count,
        seconds,
        fuzz.findings().size(),
        fuzz.slowestNanos / 1e6,
        fuzz.slowest.length());
    fuzz.kinds().forEach((kind, times) -> System.out.printf("%-36s %9d%n", kind, times));
    fuzz.findings().stream().limit(SHOWN).forEach(System.out::println);
  }
}
