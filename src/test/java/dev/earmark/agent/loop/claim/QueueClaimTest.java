package dev.earmark.agent.loop.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Effect;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** That the queue is empty may be claimed only when the tool for it was called. */
final class QueueClaimTest {
  private static final Set<Effect> OTHERS = EnumSet.complementOf(EnumSet.of(Effect.QUEUE));

  @Test
  void emptyQueue_isAClaim_thatOnlyItsEffectFulfils() {
    for (String answer :
        List.of(
            "播放队列已清空",
            "好的，我已经清空播放队列。",
            "The queue is empty now.",
            "I've cleared the queue.",
            "The queue has been emptied.")) {
      assertThat(ClaimGuard.unsupported(answer, OTHERS, List.of()))
          .as(answer)
          .containsExactly(Effect.QUEUE);
      assertThat(ClaimGuard.unsupported(answer, EnumSet.of(Effect.QUEUE), List.of()))
          .as(answer)
          .isEmpty();
    }
  }

  @Test
  void questionsAndFailures_claimNothing() {
    for (String answer :
        List.of(
            "要不要清空队列？", "没能把队列清空", "Shall I clear the queue?", "I could not empty the queue.")) {
      assertThat(ClaimGuard.claims(answer)).as(answer).isEmpty();
    }
  }
}
