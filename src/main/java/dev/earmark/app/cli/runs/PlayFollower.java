package dev.earmark.app.cli.runs;

import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.DaemonClient;
import dev.earmark.base.Clock;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Waits for what becomes of a book that the command line has asked for. */
public final class PlayFollower {
  private final Context context;
  private final DaemonClient daemon;
  private final String wish = "wish-" + UUID.randomUUID();

  /** Makes it for one wish. */
  public PlayFollower(Context context, DaemonClient daemon) {
    this.context = context;
    this.daemon = daemon;
  }

  /** Marks the request, so that the events about it can be told from others. */
  public void mark(ObjectNode request) {
    request.put("wish", wish);
  }

  /** Shows what happens until it sounds or has failed; returns whether it sounds. */
  public boolean sounds() {
    return new RunFollower(daemon, Clock.system())
        .followToSound(wish, new ShownEvents(context)::show);
  }
}
