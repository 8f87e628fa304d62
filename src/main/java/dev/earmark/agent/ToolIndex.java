package dev.earmark.agent;

import dev.earmark.text.EditDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The names of a run's tools: exact, with a foreign prefix, and nearly right. Immutable.
 *
 * <p>A name resolves when it is exact, when it is exact after a prefix ({@code
 * source.search_album}, {@code functions.pause}) or when it is the last part of exactly one
 * registered name. Names that are only similar are suggested and never run.
 */
public final class ToolIndex {
  private static final int SUGGESTIONS = 3;
  private static final int LONGEST_NAME = 200;

  private final List<ToolSpec> specs;
  private final Map<String, ToolSpec> byName = new LinkedHashMap<>();
  private final Map<String, List<ToolSpec>> byLastPart = new LinkedHashMap<>();

  /**
   * Indexes the tools.
   *
   * @throws IllegalArgumentException when two have the same name
   */
  public ToolIndex(List<ToolSpec> specs) {
    this.specs = List.copyOf(specs);
    for (ToolSpec spec : specs) {
      if (byName.put(spec.name(), spec) != null) {
        throw new IllegalArgumentException("two tools are named '" + spec.name() + "'");
      }
      byLastPart.computeIfAbsent(lastPart(spec.name()), name -> new ArrayList<>()).add(spec);
    }
  }

  /** Returns the tools in their order. */
  public List<ToolSpec> specs() {
    return specs;
  }

  /** Returns the tool's names in their order. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Returns the tool that is meant by a name as a model wrote it. */
  public Optional<ToolSpec> resolve(String name) {
    ToolSpec exact = byName.get(name);
    if (exact != null || name.isEmpty() || name.length() > LONGEST_NAME) {
      return Optional.ofNullable(exact);
    }
    String last = lastPart(name);
    ToolSpec withoutPrefix = last.length() < name.length() ? byName.get(last) : null;
    if (withoutPrefix != null) {
      return Optional.of(withoutPrefix);
    }
    List<ToolSpec> same = byLastPart.getOrDefault(name, List.of());
    return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
  }

  /** Returns up to three registered names that a wrong name may have meant, the nearest first. */
  public List<String> near(String name) {
    record Candidate(String name, double distance) {}
    String wanted = plain(name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name);
    List<Candidate> candidates = new ArrayList<>();
    for (String known : byName.keySet()) {
      String plain = plain(known);
      double distance =
          EditDistance.between(wanted, plain)
              / (double) Math.max(1, Math.max(wanted.length(), plain.length()));
      boolean part = wanted.length() >= 3 && (plain.contains(wanted) || wanted.contains(plain));
      if (part || distance <= 0.5) {
        candidates.add(new Candidate(known, part ? Math.min(distance, 0.3) : distance));
      }
    }
    candidates.sort(Comparator.comparingDouble(Candidate::distance));
    return candidates.stream().limit(SUGGESTIONS).map(Candidate::name).toList();
  }

  private static String lastPart(String name) {
    int end = name.length();
    int cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'));
    int dunder = name.lastIndexOf("__");
    int from = Math.max(cut + 1, dunder < 0 ? 0 : dunder + 2);
    return from >= end ? name : name.substring(from);
  }

  private static String plain(String name) {
    StringBuilder plain = new StringBuilder();
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      if (Character.isLetterOrDigit(c)) {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
