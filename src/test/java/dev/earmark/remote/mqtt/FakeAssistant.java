package dev.earmark.remote.mqtt;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Notes what it is told. Thread-safe. */
final class FakeAssistant implements Assistant {
  private volatile boolean muted;
  final List<String> told = new CopyOnWriteArrayList<>();

  @Override
  public Begun begin(String text, @Nullable Language language, boolean aloud) {
    told.add("say " + text + (aloud ? " aloud" : ""));
    return new Begun("r-1", new CompletableFuture<>());
  }

  @Override
  public void pushToTalk() {
    told.add("button");
  }

  @Override
  public void setMuted(boolean nowMuted) {
    muted = nowMuted;
    told.add("muted " + nowMuted);
  }

  @Override
  public boolean isMuted() {
    return muted;
  }

  @Override
  public List<Run> runs(int limit, String before) {
    return List.of();
  }

  @Override
  public Optional<Run> run(String id) {
    return Optional.empty();
  }

  @Override
  public Intervention.Outcome intervene(String runId, Intervention what) {
    throw new UnsupportedOperationException("no message does that");
  }

  @Override
  public boolean cancel(String runId) {
    return false;
  }
}
