package dev.earmark.listen.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.FailureException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SpeexCancellerTest {
  private final short[] played = Room.syllables(1, 6, 3_000);
  private final short[] heard = Room.echo(played, 500, 0.4);

  private short[] cancelled(SpeexCanceller canceller) {
    short[] left = new short[heard.length];
    for (int i = 0; i + Room.BLOCK <= heard.length; i += Room.BLOCK) {
      short[] frame =
          canceller.cancel(
              Arrays.copyOfRange(heard, i, i + Room.BLOCK),
              Arrays.copyOfRange(played, i, i + Room.BLOCK));
      System.arraycopy(frame, 0, left, i, Room.BLOCK);
    }
    return left;
  }

  @Test
  void echo_isLearntWithinSeconds() throws FailureException {
    try (SpeexCanceller canceller = SpeexCanceller.open()) {
      short[] left = cancelled(canceller);
      assertThat(Room.power(left, 4, 6)).isLessThan(Room.power(heard, 4, 6) / 30);
    }
  }

  @Test
  void reset_forgets_andItIsLearntAgain() throws FailureException {
    try (SpeexCanceller canceller = SpeexCanceller.open()) {
      cancelled(canceller);
      canceller.reset();
      short[] again = cancelled(canceller);
      assertThat(Room.power(again, 0, 0.3)).isGreaterThan(Room.power(heard, 0, 0.3) / 3);
      assertThat(Room.power(again, 4, 6)).isLessThan(Room.power(heard, 4, 6) / 30);
    }
  }

  @Test
  void otherLengths_areRefused() throws FailureException {
    try (SpeexCanceller canceller = SpeexCanceller.open()) {
      assertThatThrownBy(() -> canceller.cancel(new short[160], new short[320]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void closedTwice_andAskedAfterwards_isHarmless() throws FailureException {
    SpeexCanceller canceller = SpeexCanceller.open();
    canceller.close();
    canceller.close();
    canceller.reset();
    short[] frame = Arrays.copyOf(heard, Room.BLOCK);
    assertThat(canceller.cancel(frame, new short[Room.BLOCK])).isSameAs(frame);
  }
}
