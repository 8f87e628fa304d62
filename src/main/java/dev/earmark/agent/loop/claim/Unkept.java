package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Advice;
import dev.earmark.agent.Effect;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the answer of an ended run claims although it did not happen: an effect that no tool brought
 * about, a file that its tool could not write, move or delete while the answer names it, and a file
 * that it says to have made and that is not there.
 */
public final class Unkept {
  private static final Set<Effect> OF_FILES = EnumSet.of(Effect.FILE, Effect.DELETE);

  private Unkept() {}

  /**
   * A claim that nothing stands behind.
   *
   * @param tool the tool that failed, or empty when none was called
   * @param path the file that it was to change, or empty
   * @param why what the tool said, or which effect is missing
   */
  public record Claim(String tool, String path, String why) {}

  /**
   * Returns the claims of an answered run that nothing stands behind.
   *
   * @param exists whether there is a file of that path, as the answer has it, in the workspace now
   */
  public static List<Claim> of(Run run, List<ToolSpec> specs, Predicate<String> exists) {
    if (run.ended() != Run.Ended.ANSWERED) {
      return List.of();
    }
    ToolIndex tools = new ToolIndex(specs);
    Set<Effect> done = EnumSet.noneOf(Effect.class);
    List<String> read = new ArrayList<>();
    for (Step step : run.steps()) {
      if (step.ok()) {
        done.addAll(effects(step, tools));
        read.add(step.observation());
      }
    }
    Set<Effect> open = ClaimGuard.unsupported(run.answer(), done, read);
    List<Claim> claims = new ArrayList<>();
    for (Step step : run.steps()) {
      Set<Effect> wanted = effects(step, tools);
      boolean ofFile = wanted.stream().anyMatch(OF_FILES::contains);
      boolean missing = wanted.stream().anyMatch(open::contains);
      if (!step.ok()
          && !wanted.isEmpty()
          && !isMadeGood(step, run.steps(), tools)
          && (missing || (ofFile && isClaimed(run.answer(), path(step))))) {
        claims.add(
            new Claim(step.action(), path(step), Advice.without(firstLine(step.observation()))));
        open.removeAll(wanted);
      }
    }
    for (String path : NamedFiles.claimed(run.answer())) {
      boolean told = claims.stream().anyMatch(claim -> isSame(claim.path(), path));
      if (!told && !isTouched(path, run.steps()) && !exists.test(path)) {
        claims.add(new Claim("", path, notThere(run.language())));
        open.remove(Effect.FILE);
      }
    }
    for (Effect effect : open) {
      claims.add(new Claim("", "", EffectNames.of(Set.of(effect), run.language())));
    }
    return claims.stream().distinct().toList();
  }

  private static String notThere(Language language) {
    return language.pick("没有这个文件", "there is no such file");
  }

  /** Whether a step that succeeded had this path, or one that ends with it. */
  static boolean isTouched(String path, List<Step> steps) {
    return steps.stream()
        .filter(Step::ok)
        .flatMap(step -> step.actionInput().entrySet().stream())
        .filter(argument -> !argument.getKey().equals("content"))
        .anyMatch(argument -> isSame(String.valueOf(argument.getValue()), path));
  }

  private static boolean isSame(String given, String claimed) {
    return given.equals(claimed) || given.endsWith("/" + claimed) || claimed.endsWith("/" + given);
  }

  private static Set<Effect> effects(Step step, ToolIndex tools) {
    return step.action().isEmpty()
        ? Set.of()
        : tools.resolve(step.action()).map(ToolSpec::effects).orElse(Set.of());
  }

  private static String path(Step step) {
    Object path = step.actionInput().getOrDefault("path", step.actionInput().get("new_path"));
    return path == null ? "" : String.valueOf(path);
  }

  /** The same was tried again, or something below that folder was written, and it worked. */
  private static boolean isMadeGood(Step failed, List<Step> steps, ToolIndex tools) {
    String path = path(failed);
    Set<Effect> wanted = effects(failed, tools);
    return steps.stream()
        .filter(Step::ok)
        .filter(step -> effects(step, tools).stream().anyMatch(wanted::contains))
        .map(Unkept::path)
        .anyMatch(other -> other.equals(path) || other.startsWith(path + "/"));
  }

  /** Whether a sentence of the answer that denies nothing names the file. */
  private static boolean isClaimed(String answer, String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return !name.isEmpty() && ClaimGuard.affirms(answer, name);
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Returns a claim on one line, such as {@code write_to_file notes.txt: the disk is full}. */
  public static String line(Claim claim, Language language) {
    String what = (claim.tool() + " " + claim.path()).strip();
    return what.isEmpty() ? claim.why() : what + language.pick("：", ": ") + claim.why();
  }
}
