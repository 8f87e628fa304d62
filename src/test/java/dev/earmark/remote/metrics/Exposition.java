package dev.earmark.remote.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of the Prometheus text format 0.0.4: refuses whatever promtool would warn of and
 * more, namely samples without a family, families that come twice, counters without {@code _total},
 * histograms whose buckets do not rise or do not end in the count.
 */
public final class Exposition {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (NaN|[+-]?Inf|[+-]?[0-9.]+(?:E[+-]?[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");

  private final Map<String, Double> samples = new LinkedHashMap<>();
  private final Map<String, String> types = new LinkedHashMap<>();
  private final Set<String> closed = new HashSet<>();
  private String family = "";
  private String helped = "";

  private Exposition() {}

  /**
   * Reads a page.
   *
   * @throws IllegalArgumentException naming the first line that is wrong
   */
  public static Exposition parse(String page) {
    if (!page.endsWith("\n")) {
      throw new IllegalArgumentException("the last line does not end");
    }
    Exposition exposition = new Exposition();
    for (String line : page.lines().toList()) {
      exposition.line(line);
    }
    exposition.checkHistograms();
    return exposition;
  }

  private void line(String line) {
    if (line.startsWith("# HELP ")) {
      helped = line.split(" ", 4)[2];
      require(line.split(" ", 4).length == 4, "a help without words", line);
    } else if (line.startsWith("# TYPE ")) {
      type(line);
    } else {
      sample(line);
    }
  }

  private void type(String line) {
    String[] words = line.split(" ", -1);
    require(words.length == 4 && words[2].equals(helped), "no help before the type", line);
    require(closed.add(words[2]), "a family that comes twice", line);
    require(Set.of("counter", "gauge", "histogram", "summary").contains(words[3]), "no type", line);
    require(!words[3].equals("counter") || words[2].endsWith("_total"), "a counter's name", line);
    family = words[2];
    types.put(family, words[3]);
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    require(matcher.matches(), "no sample", line);
    String name = matcher.group(1);
    String type = types.getOrDefault(family, "");
    boolean belongs =
        (type.equals("histogram") || type.equals("summary"))
            ? name.matches(Pattern.quote(family) + "(_bucket|_sum|_count)?")
            : name.equals(family);
    require(belongs, "a sample outside of its family " + family, line);
    Map<String, String> labels = labels(matcher.group(2), line);
    double value = number(matcher.group(3));
    require(!type.equals("counter") || value >= 0, "a negative counter", line);
    require(samples.put(key(name, labels), value) == null, "a series that comes twice", line);
  }

  private static Map<String, String> labels(String text, String line) {
    Map<String, String> labels = new TreeMap<>();
    int at = 0;
    while (text != null && at < text.length()) {
      Matcher matcher = LABEL.matcher(text).region(at, text.length());
      require(matcher.lookingAt(), "a label", line);
      require(labels.put(matcher.group(1), matcher.group(2)) == null, "a label twice", line);
      at = matcher.end();
    }
    return labels;
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static String key(String name, Map<String, String> labels) {
    return labels.isEmpty() ? name : name + labels;
  }

  private void checkHistograms() {
    Map<String, List<String>> buckets = new LinkedHashMap<>();
    for (String key : samples.keySet()) {
      if (key.contains("_bucket{")) {
        String series = key.replaceFirst(", le=[^,}]*|le=[^,}]*, |le=[^,}]*", "").replace("{}", "");
        buckets.computeIfAbsent(series, k -> new ArrayList<>()).add(key);
      }
    }
    buckets.forEach(this::checkBuckets);
  }

  private void checkBuckets(String series, List<String> keys) {
    double bound = Double.NEGATIVE_INFINITY;
    double count = 0;
    for (String key : keys) {
      double next = number(key.replaceFirst(".*le=([^,}]*).*", "$1"));
      require(next > bound, "bounds that do not rise", key);
      require(value(key) >= count, "a bucket smaller than the one before", key);
      bound = next;
      count = value(key);
    }
    require(bound == Double.POSITIVE_INFINITY, "no last bucket", series);
    Double total = samples.get(series.replace("_bucket", "_count"));
    require(total != null && total == count, "a count that is not the last bucket's", series);
    require(samples.containsKey(series.replace("_bucket", "_sum")), "no sum", series);
  }

  private static void require(boolean right, String what, String line) {
    if (!right) {
      throw new IllegalArgumentException(what + ": " + line);
    }
  }

  /** Returns the value of a series such as {@code name{a=x, b=y}}, 0 when it is not there. */
  public double value(String series) {
    return samples.getOrDefault(series, 0.0);
  }

  /** Returns all series. */
  public Set<String> series() {
    return samples.keySet();
  }

  /** Returns all families with their types. */
  public Map<String, String> types() {
    return types;
  }
}
