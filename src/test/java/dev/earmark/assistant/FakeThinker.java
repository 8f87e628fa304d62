package dev.earmark.assistant;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** An agent with answers from the test. */
public final class FakeThinker implements Thinker {
  public final List<Run> runs = new ArrayList<>();
  public final List<Run> kept = new CopyOnWriteArrayList<>();
  public final List<Situation> situations = new ArrayList<>();
  public final List<CancelFlag> flags = new ArrayList<>();
  public final List<Intervention> interventions = new CopyOnWriteArrayList<>();
  public Function<String, String> answers = text -> "好的";
  public Function<String, Prospect> prospects = text -> Prospect.SLOW;
  public Consumer<Run> progress = run -> {};
  public Run.Ended ends = Run.Ended.ANSWERED;

  public final List<Manner> manners = new CopyOnWriteArrayList<>();

  @Override
  public Run think(
      String runId,
      String text,
      Language language,
      Situation situation,
      Manner manner,
      CancelFlag cancel,
      Consumer<Run> onProgress) {
    manners.add(manner);
    situations.add(situation);
    flags.add(cancel);
    progress = onProgress;
    String answer = answers.apply(text);
    Step step =
        new Step("想一想", "get_status", Map.of(), "没有播放", Step.By.TOOL, /* ok= */ true, 1.0, 0.5);
    onProgress.accept(run(runId, text, language, List.of(step), "", null));
    Run.Ended how = cancel.isSet() ? Run.Ended.CANCELLED : ends;
    Run run =
        run(runId, text, language, List.of(step), how == Run.Ended.ANSWERED ? answer : "", how);
    runs.add(0, run);
    return run;
  }

  /** Makes a run. */
  public static Run run(
      String id,
      String task,
      Language language,
      List<Step> steps,
      String answer,
      Run.@org.jspecify.annotations.Nullable Ended ended) {
    return new Run(
        id,
        Instant.parse("2026-01-01T00:00:00Z"),
        task,
        language,
        "text",
        "rules",
        steps,
        "",
        answer,
        ended,
        12.5,
        40,
        List.of(),
        List.of());
  }

  @Override
  public Prospect prospect(String text, Language language, Situation situation) {
    return prospects.apply(text);
  }

  @Override
  public Optional<Run> find(String runId) {
    return all().filter(run -> run.id().equals(runId)).findFirst();
  }

  private Stream<Run> all() {
    return Stream.concat(runs.stream(), kept.stream())
        .sorted(Comparator.comparing(Run::startedAt).thenComparing(Run::id).reversed());
  }

  @Override
  public List<Run> page(int limit, String before) {
    return all()
        .dropWhile(run -> !before.isEmpty() && !run.id().equals(before))
        .skip(before.isEmpty() ? 0 : 1)
        .limit(limit)
        .toList();
  }

  @Override
  public void keep(Run run) {
    kept.add(run);
  }

  @Override
  public Intervention.Outcome intervene(String runId, Intervention what) {
    interventions.add(what);
    return Intervention.Outcome.DONE;
  }
}
