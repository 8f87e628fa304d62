package dev.earmark.playback.wish;

import java.util.concurrent.LinkedBlockingDeque;

/** What waits for a worker; the newest is taken first. */
final class NewestFirst extends LinkedBlockingDeque<Runnable> {
  private static final long serialVersionUID = 1L;

  NewestFirst(int most) {
    super(most);
  }

  @Override
  public boolean offer(Runnable work) {
    return offerFirst(work);
  }
}
