package dev.earmark.remote.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayer;
import org.junit.jupiter.api.Test;

/** When a state is news. */
final class MqttStateTest {
  private final FakePlayer player = new FakePlayer();

  private MqttState at(double seconds, State state) {
    player.load(FakePlayer.book("demo:journey", "西游记", 3), 1, seconds, state);
    return MqttState.of(player.snapshot(), /* muted= */ false, Language.ZH);
  }

  @Test
  void isExpectedAfter_timeThatPasses_isNoNews() {
    MqttState before = at(10, State.PLAYING);
    assertThat(at(15, State.PLAYING).isExpectedAfter(before, 5)).isTrue();
    assertThat(at(40, State.PLAYING).isExpectedAfter(before, 5)).isFalse();
    assertThat(at(10, State.PLAYING).isExpectedAfter(before, 5)).isFalse();
    assertThat(at(15, State.PAUSED).isExpectedAfter(before, 5)).isFalse();
  }

  @Test
  void isExpectedAfter_pausedBook_standsStill() {
    MqttState before = at(10, State.PAUSED);
    assertThat(at(10, State.PAUSED).isExpectedAfter(before, 3_600)).isTrue();
    player.setVolume(20);
    MqttState louder = MqttState.of(player.snapshot(), /* muted= */ false, Language.ZH);
    assertThat(louder.isExpectedAfter(before, 1)).isFalse();
  }

  @Test
  void of_nothing_isEmpty() {
    MqttState state = MqttState.of(new FakePlayer().snapshot(), /* muted= */ true, Language.EN);
    assertThat(state.state()).isEqualTo("stopped");
    assertThat(state.title()).isEmpty();
    assertThat(state.section()).isZero();
    assertThat(state.listening()).isEqualTo("OFF");
  }
}
