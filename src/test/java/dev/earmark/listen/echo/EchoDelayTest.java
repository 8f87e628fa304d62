package dev.earmark.listen.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EchoDelayTest {
  private static final int HEARD = 2 * Room.RATE;

  private final short[] played = Room.syllables(1, 8, 3_000);

  private OptionalInt find(int at, double gain, short[] beside) {
    short[] echo = Room.echo(played, 0, gain);
    short[] heard = new short[HEARD];
    for (int i = 0; i < HEARD; i++) {
      heard[i] = (short) (echo[at + i] + beside[i]);
    }
    return EchoDelay.find(heard, played);
  }

  private static short[] noise(double amplitude) {
    Random random = new Random(3);
    short[] noise = new short[HEARD];
    for (int i = 0; i < HEARD; i++) {
      noise[i] = (short) (amplitude * random.nextGaussian());
    }
    return noise;
  }

  @Test
  void place_isFound_whereverItIs() {
    for (int at : new int[] {0, 7_777, 31_000, 8 * Room.RATE - HEARD}) {
      OptionalInt found = find(at, 0.5, new short[HEARD]);
      assertThat(found).as("at %d", at).isPresent();
      assertThat(found.getAsInt()).isBetween(at - 2, at + 2);
    }
  }

  @Test
  void softEchoInNoise_isFound() {
    assertThat(find(20_000, 0.2, noise(60)).orElse(-1)).isBetween(19_998, 20_002);
  }

  @Test
  void otherSound_isFoundNowhere() {
    for (int seed = 2; seed < 40; seed++) {
      assertThat(EchoDelay.find(Room.syllables(seed, 2, 3_000), played))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  @Test
  void silenceAndSteadyNoise_areFoundNowhere() {
    assertThat(EchoDelay.find(new short[HEARD], played)).isEmpty();
    assertThat(EchoDelay.find(noise(1_000), played)).isEmpty();
    assertThat(EchoDelay.find(Room.syllables(2, 2, 3_000), new short[played.length])).isEmpty();
  }
}
