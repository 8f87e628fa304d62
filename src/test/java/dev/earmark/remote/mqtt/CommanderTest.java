package dev.earmark.remote.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayService;
import dev.earmark.remote.FakePlayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What messages command, without a broker. */
final class CommanderTest {
  private final FakePlayer player = new FakePlayer();
  private final FakePlayService service = new FakePlayService();
  private final FakeAssistant assistant = new FakeAssistant();
  private final Commander commander = new Commander(player, service, assistant);

  @ParameterizedTest
  @CsvSource({
    "VOLUME, ' 40 ', setVolume 40",
    "VOLUME, 39.6, setVolume 40",
    "SPEED, 1.25, setSpeed 1.25",
    "SEEK, 12, seekTo 12.0",
    "SLEEP, 0, sleepAfterMinutes 0.0",
    "SLEEP, 1440, sleepAfterMinutes 1440.0",
    "TRANSPORT, Stop, stop",
    "TRANSPORT, play, resume",
  })
  void accept_commandsThePlayer(Command command, String text, String call) {
    player.load(FakePlayer.book("demo:journey", "西游记", 3), 1, 0, State.PLAYING);
    commander.accept(command, text);
    assertThat(player.calls()).contains(call);
  }

  @ParameterizedTest
  @CsvSource({
    "VOLUME, 101, expected a number from 0 to 100",
    "VOLUME, -1, expected a number from 0 to 100",
    "SPEED, 0.4, expected a number from 0.5 to 3",
    "SLEEP, 1441, expected a number from 0 to 1440",
    "SLEEP, NaN, expected a number from 0 to 1440",
    "SEEK, 5, there is no book to seek in",
    "TRANSPORT, NEXT, there is no next section",
    "TRANSPORT, play, nothing was heard yet",
    "LISTENING, yes, expected ON or OFF",
    "BOOK, '{\"keyword\": \"x\", \"section\": -1}', expected a keyword and perhaps a whole number as section",
    "BOOK, '{', 'expected a title, or JSON such as {\"keyword\": \"Alice\", \"section\": 3}'",
  })
  void accept_whatIsNoCommand_saysWhatIsExpected(Command command, String text, String sentence) {
    assertThatThrownBy(() -> commander.accept(command, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void accept_endlessText_isRefused() {
    assertThatThrownBy(() -> commander.accept(Command.SAY, "播".repeat(1_001)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(assistant.told).isEmpty();
  }
}
