package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.base.Language;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens when more is posted to the assistant than it takes. */
final class InboxTest extends TurnFixture {
  private static final int MORE_THAN_FIT = 2_000;

  @Test
  void messages_comeInTheirOrder_andTheOnesTooManyAreRefused() throws Exception {
    Inbox inbox = new Inbox(2);
    List<String> seen = new ArrayList<>();

    assertThat(inbox.post(() -> seen.add("first"))).isTrue();
    inbox.postEnd(() -> seen.add("end"));
    assertThat(inbox.post(() -> seen.add("too many"))).isFalse();
    inbox.postEnd(() -> seen.add("end without room"));

    inbox.handle(Duration.ZERO);
    inbox.handle(Duration.ZERO);
    assertThat(seen).containsExactly("first", "end without room", "end");
    assertThat(inbox.mailbox().refused()).isEqualTo(2);
  }

  @Test
  void endOfARun_whileTheMailboxIsFull_endsItsTurnAndIsSpoken() throws Exception {
    var run = assistant.say("现在几点", Language.ZH, /* aloud= */ true).toCompletableFuture();
    settle();
    flood();

    work.remove().run();
    settle();

    assertThat(run.join().ended()).isEqualTo(Run.Ended.ANSWERED);
    assertThat(voice.said).containsExactly("好的");
    flood();
    voice.heard();
    settle();
    assertThat(ears.speaking).isFalse();
    assertThat(mixer.ducked).isEmpty();
  }

  private void flood() {
    for (int i = 0; i < MORE_THAN_FIT; i++) {
      assistant.wakeUp();
    }
  }

  private void settle() throws InterruptedException {
    do {
      assistant.turn(Duration.ZERO);
    } while (assistant.mailbox().size() > 0);
  }
}
