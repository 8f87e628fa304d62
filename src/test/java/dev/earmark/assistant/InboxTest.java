package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.timers.Ringer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens when more is posted to the assistant than it takes. */
final class InboxTest {
  private static final int MORE_THAN_FIT = 2_000;

  private final FakeClock clock = new FakeClock();
  private final FakeThinker thinker = new FakeThinker();
  private final FakeEars ears = new FakeEars();
  private final FakeAnnouncer voice = new FakeAnnouncer();
  private final FakeMixer mixer = new FakeMixer();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final TurnManager assistant =
      new TurnManager(
          TurnSettings.DEFAULT,
          new TurnPorts(
              thinker,
              ears,
              voice,
              mixer,
              new FakePlayer(),
              new FakeStore(),
              () -> Situation.Shown.NOTHING,
              new Events(clock),
              work::add,
              Ringer.SILENT,
              clock));

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
