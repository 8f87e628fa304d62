package dev.earmark.agent.rules;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the tables of phrases with the calls that are right, and compares. */
public final class PhraseTable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern PLACE =
      Pattern.compile("(playing|paused|last heard|stopped) (.+?) section (\\d+) at (\\d+) s");

  private PhraseTable() {}

  /** One line of a table. */
  public record Phrase(
      String id, Language language, String text, List<Expected> expected, Situation situation) {
    @Override
    public String toString() {
      return id + " " + text;
    }
  }

  /** A right call; the tool {@code none} stands for no call. */
  public record Expected(String tool, JsonNode args) {}

  /** Reads a table of the test resources. */
  public static List<Phrase> read(String resource) throws IOException {
    List<Phrase> phrases = new ArrayList<>();
    for (String line : lines(resource)) {
      String[] cells = line.split("\t", -1);
      List<Expected> expected = new ArrayList<>();
      expected.add(new Expected(cells[3], JSON.readTree(cells[4])));
      if (!cells[5].isBlank()) {
        for (JsonNode other : JSON.readTree(cells[5])) {
          expected.add(new Expected(other.get("tool").asString(), other.get("args")));
        }
      }
      phrases.add(
          new Phrase(cells[0], Language.of(cells[1]), cells[2], expected, situation(cells[6])));
    }
    return phrases;
  }

  /** Makes a phrase of one recorded command. */
  static Phrase recorded(
      String id, Language language, String text, String tool, String args, Situation situation) {
    return new Phrase(
        id, language, text, List.of(new Expected(tool, JSON.readTree(args))), situation);
  }

  /** Returns the rows below the heading. */
  static List<String> lines(String resource) throws IOException {
    try (InputStream in = PhraseTable.class.getResourceAsStream(resource)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().skip(1).filter(l -> !l.isBlank()).toList();
    }
  }

  /** Reads a situation such as "playing X section 6 at 340 s, volume 50 | just said: …". */
  static Situation situation(String context) {
    Matcher place = PLACE.matcher(context);
    boolean known = place.find();
    String state = known && !place.group(1).equals("last heard") ? place.group(1) : "stopped";
    String album = known ? place.group(2) : "";
    return new Situation(
        state,
        album,
        known ? Integer.parseInt(place.group(3)) : 0,
        known ? Double.parseDouble(place.group(4)) : 0,
        (int) number(context, "sections (\\d+)", 0),
        (int) number(context, "volume (\\d+)", 50),
        number(context, "speed ([\\d.]+)", 1.0),
        list(context, "on screen: ([^|]+)"),
        list(context, "heard before: ([^|]+)"),
        text(context, "just said: ([^|]+)"));
  }

  private static double number(String context, String pattern, double otherwise) {
    String found = text(context, pattern);
    return found.isEmpty() ? otherwise : Double.parseDouble(found);
  }

  private static List<String> list(String context, String pattern) {
    List<String> out = new ArrayList<>();
    for (String item : text(context, pattern).split(";", -1)) {
      if (!item.isBlank()) {
        out.add(item.strip().replaceFirst("^\\d+ ", ""));
      }
    }
    return out;
  }

  private static String text(String context, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(context);
    return m.find() ? m.group(1).strip() : "";
  }

  /** Returns null when the decision is one of the right ones, else what is wrong. */
  static @Nullable String fault(Phrase phrase, Decision decision) {
    for (Expected expected : phrase.expected()) {
      if (fits(expected, decision)) {
        return null;
      }
    }
    Decision.Call call = decision.call();
    return phrase
        + " -> "
        + (call == null ? "none: " + decision.answer() : call.tool() + call.args())
        + " instead of "
        + phrase.expected();
  }

  private static boolean fits(Expected expected, Decision decision) {
    Decision.Call call = decision.call();
    if (call == null) {
      return expected.tool().equals("none") && !decision.answer().isBlank();
    }
    boolean laterStep =
        decision.plan() == Decision.Plan.DETAIL && expected.tool().equals("get_album_detail");
    if (!laterStep && !call.tool().equals(expected.tool())) {
      return false;
    }
    for (Map.Entry<String, JsonNode> arg : expected.args().properties()) {
      if (!matches(arg.getValue(), call.args().get(arg.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an argument is the expected one; {@code ">0"} stands for any such number. */
  public static boolean matches(JsonNode expected, @Nullable Object given) {
    if (given == null) {
      return false;
    }
    String text = expected.asString();
    if (given instanceof Number number && text.matches("[<>].*")) {
      double limit = Double.parseDouble(text.substring(1));
      return text.startsWith("<") ? number.doubleValue() < limit : number.doubleValue() > limit;
    }
    if (given instanceof Number number) {
      return Math.abs(number.doubleValue() - expected.asDouble()) < 1e-9;
    }
    return Normalizer.key(text).equals(Normalizer.key(String.valueOf(given)));
  }
}
