package dev.earmark.assistant;

import dev.earmark.base.Language;
import dev.earmark.speak.Announcer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A voice that takes as long as the test wants: a sentence is heard when {@link #heard} says so.
 */
public final class FakeAnnouncer implements Announcer {
  public final List<String> said = new ArrayList<>();
  public final List<Chime> chimes = new ArrayList<>();
  private final List<CompletableFuture<Outcome>> open = new ArrayList<>();

  @Override
  public CompletionStage<Outcome> say(String text, Language language) {
    said.add(text);
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    open.add(end);
    return end;
  }

  @Override
  public void chime(Chime chime) {
    chimes.add(chime);
  }

  @Override
  public void hush() {
    finish(Outcome.CUT_OFF);
  }

  /** Returns whether something is being said. */
  public boolean isSpeaking() {
    return !open.isEmpty();
  }

  /** All that is being said has now been heard. */
  public void heard() {
    finish(Outcome.HEARD);
  }

  private void finish(Outcome outcome) {
    List<CompletableFuture<Outcome>> ends = List.copyOf(open);
    open.clear();
    ends.forEach(end -> end.complete(outcome));
  }
}
