package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.FailureException;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** What came of one request. */
sealed interface Attempt {
  /** A reply. */
  record Replied(ChatModel.Reply reply) implements Attempt {}

  /**
   * No reply.
   *
   * @param failure why there is none
   * @param retriable whether another try makes sense
   * @param retryAfter how long the server asks to wait, or null
   * @param refusedFields whether the request may pass without its optional fields
   * @param begun whether a part of a reply had come
   */
  record Failed(
      FailureException failure,
      boolean retriable,
      @Nullable Duration retryAfter,
      boolean refusedFields,
      boolean begun)
      implements Attempt {
    /** Returns how long to wait before the next try: as asked, or 1 s doubled, plus some jitter. */
    Duration pause(int tries, DoubleSupplier random) {
      long millis = retryAfter != null ? retryAfter.toMillis() : 1_000L << (tries - 1);
      return Duration.ofMillis(millis + (long) (millis / 4.0 * random.getAsDouble()));
    }
  }

  static Attempt failed(FailureException failure) {
    boolean retriable = failure.failure().kind().retriable();
    return new Failed(failure, retriable, null, /* refusedFields= */ false, /* begun= */ false);
  }
}
