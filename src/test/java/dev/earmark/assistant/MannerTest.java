package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.Thinker.Manner;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How a command came is told to whoever thinks about it. */
final class MannerTest extends TurnFixture {
  private static final Manner SPOKEN = new Manner(/* spoken= */ true, /* rulesOnly= */ false);
  private static final Manner CHILD = new Manner(/* spoken= */ true, /* rulesOnly= */ true);

  private final TurnManager manager =
      assistant(
          new TurnSettings(
              Language.ZH,
              /* pauseWhileListening= */ false,
              TurnSettings.DEFAULT.window(),
              TurnSettings.DEFAULT.followUp(),
              TurnSettings.DEFAULT.thinkingSignal(),
              TurnSettings.DEFAULT.listenLimit(),
              TurnSettings.DEFAULT.thinkLimit(),
              Set.of("小兔子")));

  private void turn() throws Exception {
    for (int i = 0; i < 20; i++) {
      manager.turn(Duration.ZERO);
    }
  }

  private void hear(String text) throws Exception {
    manager.onListen(
        new ListenEvent.Final(new Transcript(text, 0.9, 1.0, 2.0, Language.ZH, List.of())));
    turn();
    work.remove().run();
    turn();
  }

  private void wake(String phrase) throws Exception {
    manager.onListen(new ListenEvent.Wake(phrase, 0.9, 1.0));
    turn();
  }

  @Test
  void typed_isNotSpoken() throws Exception {
    var unused = manager.begin("下一集", Language.ZH, /* aloud= */ false);
    turn();
    work.remove().run();
    assertThat(thinker.manners).containsExactly(Manner.TYPED);
  }

  @Test
  void wakePhraseOfARulesOnlyProfile_isForTheRules_theNextOneIsNot() throws Exception {
    wake("小兔子");
    hear("放点好听的");
    wake("小书童");
    hear("放点好听的");
    assertThat(thinker.manners).containsExactly(CHILD, SPOKEN);
  }

  @Test
  void wordsOfARulesOnlyProfile_areNotToldAsWhatWasJustSaid_toAnother() throws Exception {
    wake("小兔子");
    hear("放点好听的");
    wake("小兔子");
    hear("大一点");
    wake("小书童");
    hear("现在几点");
    assertThat(thinker.situations).extracting(Situation::justSaid).containsExactly("", "放点好听的", "");
  }

  @Test
  void answerToAQuestion_staysWithTheProfile() throws Exception {
    thinker.answers = text -> "要第几集？";
    wake("小兔子");
    hear("播放西游记");
    voice.heard();
    turn();
    hear("第三集");
    assertThat(thinker.manners).containsExactly(CHILD, CHILD);
  }
}
