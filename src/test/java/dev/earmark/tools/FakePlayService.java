package dev.earmark.tools;

import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A play service that answers what the test says. */
final class FakePlayService implements PlayService {
  final List<String> wishes = new ArrayList<>();
  @Nullable PlayOutcome pending;
  PlayOutcome answer = new PlayOutcome(PlayOutcome.Kind.FETCHING, null, "", 1);

  @Override
  public PlayOutcome play(String keyword, int section, String runId) {
    wishes.add(keyword + "#" + section + "@" + runId);
    return answer;
  }

  @Override
  public PlayOutcome playAlbum(String albumId, int section, String runId) {
    return play(albumId, section, runId);
  }

  @Override
  public void forgetPending() {
    pending = null;
  }

  @Override
  public Optional<PlayOutcome> pending() {
    return Optional.ofNullable(pending);
  }
}
