package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.cli.view.RunText;
import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Follows a run of the daemon to its end, and what becomes of its wish afterwards. */
final class RunFollower {
  /** What becomes of a wish in the background; each wish ends in one of them. */
  private static final Set<String> ENDS = Set.of("play.started", "play.failed", "play.dropped");

  /** The daemon waits this long less than a run of a large model may take; then it is asked. */
  private static final Duration ASK_EVERY = Duration.ofMillis(500);

  private static final int LOOK_BACK = 1_000;

  private final DaemonClient daemon;
  private final Clock clock;

  RunFollower(DaemonClient daemon, Clock clock) {
    this.daemon = daemon;
    this.clock = clock;
  }

  /**
   * Returns the run when it has ended, however long that takes.
   *
   * @param said what the daemon answered to the command: the ended run, or only its id when it
   *     waits for a person, or had not ended after the daemon's own limit for a request
   * @param asked gets, once for each, what the run asks a person in the meantime
   */
  JsonNode ended(JsonNode said, Consumer<String> asked) throws InterruptedException {
    String id = said.path("id").asString("");
    JsonNode run = said;
    String last = "";
    while (run.path("ended").asString("").isEmpty()) {
      clock.sleep(ASK_EVERY);
      run = daemon.get("/api/runs/" + id);
      String question = RunText.question(run, Messages.ofLocale());
      if (!question.isEmpty() && !question.equals(last)) {
        asked.accept(question);
      }
      last = question;
    }
    return run;
  }

  /**
   * Gives the later events of a run, until its wish has ended and so has its download.
   *
   * @return whether the book plays
   */
  boolean follow(String runId, Consumer<JsonNode> show) {
    return follow(new Fate(runId, show, /* fetchedToo= */ true));
  }

  /** Gives the later events of a wish until it sounds or has failed; returns whether it sounds. */
  boolean followToSound(String wish, Consumer<JsonNode> show) {
    return follow(new Fate(wish, show, /* fetchedToo= */ false));
  }

  private boolean follow(Fate fate) {
    daemon.events(/* after= */ 0, fate::goesOn);
    if (fate.reset > 0) {
      // The daemon keeps only its newest events: those of this run are among the last of them.
      daemon.events(Math.max(0, fate.reset - LOOK_BACK), fate::goesOn);
    }
    return fate.wish.equals("play.started");
  }

  /** What has become of the wish so far. */
  private static final class Fate {
    private final boolean fetchedToo;
    private final String runId;
    private final Consumer<JsonNode> show;
    private final Set<String> fetching = new HashSet<>();
    private String wish = "";
    private long reset;

    Fate(String runId, Consumer<JsonNode> show, boolean fetchedToo) {
      this.fetchedToo = fetchedToo;
      this.runId = runId;
      this.show = show;
    }

    boolean goesOn(JsonNode event) {
      String type = event.path("type").asString("");
      JsonNode data = event.path("data");
      if (type.equals("stream.reset") && reset == 0) {
        reset = data.path("newest_id").asLong(0);
        return false;
      }
      if (!data.path("run_id").asString("").equals(runId)) {
        return true;
      }
      show.accept(event);
      if (type.equals("download.progress")) {
        fetching.add(data.path("id").asString(""));
      } else if (type.equals("download.ended")) {
        fetching.remove(data.path("id").asString(""));
      } else if (ENDS.contains(type)) {
        wish = type;
      }
      // A book plays while it is still fetched; a wish that came to nothing has nothing to wait
      // for.
      return wish.isEmpty() || (fetchedToo && wish.equals("play.started") && !fetching.isEmpty());
    }
  }
}
