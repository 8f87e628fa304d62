package dev.earmark.remote.http;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.assistant.FakeThinker;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Events;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Answers at once, or never for the word {@code wait}. */
final class FakeAssistant implements Assistant {
  private boolean muted;

  final Map<String, Run> runs = new java.util.concurrent.ConcurrentSkipListMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  private int count;

  @Override
  public synchronized Begun begin(String text, @Nullable Language language, boolean aloud) {
    String id = String.format(Locale.ROOT, "run-%04d", ++count);
    calls.add("say " + text + " " + language + " " + aloud);
    Language spoken = language != null ? language : Language.guess(text, Language.ZH);
    if (text.equals("wait")) {
      runs.put(id, FakeThinker.run(id, text, spoken, List.of(), "", null));
      return new Begun(id, new CompletableFuture<>());
    }
    Step step =
        new Step(
            "用户想听《西游记》第一集，本地应该有。",
            "search_and_play",
            new java.util.TreeMap<>(Map.of("keyword", "西游记", "section", 1)),
            "正在播放(本地): 西游记 - 第1集",
            Step.By.TOOL,
            /* ok= */ true,
            0.4,
            2.1);
    Run run = FakeThinker.run(id, text, spoken, List.of(step), "已经在播放西游记第1集了～", Run.Ended.ANSWERED);
    runs.put(id, run);
    return new Begun(id, CompletableFuture.completedFuture(run));
  }

  /** Makes a run that goes on stand as it would, and tells the page. */
  void stands(Events events, String id, List<Step> steps, Run.@Nullable Waiting waiting) {
    Run run = FakeThinker.run(id, "整理", Language.ZH, steps, "", null);
    runs.put(
        id,
        new Run(
            id,
            run.startedAt(),
            run.task(),
            run.language(),
            run.protocol(),
            run.model(),
            steps,
            "",
            "",
            null,
            1,
            1,
            List.of(),
            List.of(),
            waiting));
    events.publish(
        "run.state",
        waiting == null
            ? new TurnEvents.RunState(id, "running", "", Map.of(), "", "")
            : new TurnEvents.RunState(
                id,
                runs.get(id).state(),
                waiting.action(),
                waiting.actionInput(),
                waiting.question(),
                waiting.until().toString()));
  }

  @Override
  public void pushToTalk() {
    calls.add("talk");
  }

  @Override
  public boolean isMuted() {
    return muted;
  }

  @Override
  public void setMuted(boolean muted) {
    this.muted = muted;
    calls.add("muted " + muted);
  }

  @Override
  public List<Run> runs(int limit, String before) {
    List<Run> newest = new ArrayList<>(runs.values());
    java.util.Collections.reverse(newest);
    return newest.stream()
        .dropWhile(run -> !before.isEmpty() && !run.id().equals(before))
        .skip(before.isEmpty() ? 0 : 1)
        .limit(limit)
        .toList();
  }

  @Override
  public Optional<Run> run(String id) {
    return Optional.ofNullable(runs.get(id));
  }

  @Override
  public Intervention.Outcome intervene(String runId, Intervention what) {
    Run run = runs.get(runId);
    calls.add(call(what));
    if (run == null || run.ended() != null) {
      return Intervention.Outcome.ENDED;
    }
    if (what instanceof Intervention.Input input && input.args().containsKey("wrong")) {
      return Intervention.Outcome.refused("There is no parameter wrong.");
    }
    if (what instanceof Intervention.Input && run.waiting() == null) {
      return Intervention.Outcome.notNow("The run has no call that waits; pause it first.");
    }
    return Intervention.Outcome.DONE;
  }

  private static String call(Intervention what) {
    if (what instanceof Intervention.Observe words) {
      return "observe " + words.step() + " " + words.text();
    } else if (what instanceof Intervention.Input input) {
      return "input " + input.args();
    } else if (what instanceof Intervention.Consent consent) {
      return "consent " + consent.allowed();
    }
    return what instanceof Intervention.Pause ? "pause" : "resume";
  }

  @Override
  public boolean cancel(String runId) {
    Run run = runs.get(runId);
    calls.add("cancel " + runId);
    return run != null && run.ended() == null;
  }
}
