package dev.earmark.remote;

import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what is wished; finds nothing at once. Thread-safe. */
public final class FakePlayService implements PlayService {
  private final CopyOnWriteArrayList<String> calls = new CopyOnWriteArrayList<>();

  /** Returns what was called, in order. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  @Override
  public PlayOutcome play(String keyword, int section, String runId) {
    calls.add("play " + keyword + " " + section);
    return new PlayOutcome(PlayOutcome.Kind.FETCHING, null, keyword, section);
  }

  @Override
  public PlayOutcome playAlbum(String albumId, int section, String runId) {
    calls.add("playAlbum " + albumId + " " + section);
    return new PlayOutcome(PlayOutcome.Kind.FETCHING, null, albumId, section);
  }

  @Override
  public void forgetPending() {
    calls.add("forgetPending");
  }
}
