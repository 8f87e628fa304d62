package dev.earmark.remote.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class GuessesTest {
  private final FakeClock clock = new FakeClock();
  private final Guesses guesses = new Guesses(clock);

  private void guess(String address, int count) {
    for (int i = 0; i < count; i++) {
      guesses.wrong(address, "wrong" + i);
    }
  }

  @Test
  void guesses_upToTen_areFree_thenOneEverySixSeconds() {
    guess("a", 9);
    assertThat(guesses.waitS("a")).isZero();
    guess("a", 1);
    assertThat(guesses.waitS("a")).isEqualTo(6);

    clock.advance(Duration.ofSeconds(6));
    assertThat(guesses.waitS("a")).isZero();
    guesses.wrong("a", "again");
    assertThat(guesses.waitS("a")).isPositive();
    clock.advance(Duration.ofMinutes(2));
    guess("a", 9);
    assertThat(guesses.waitS("a")).isZero();
  }

  @Test
  void otherAddress_isNotHindered() {
    guess("a", 50);
    assertThat(guesses.waitS("b")).isZero();
  }

  @Test
  void sameWrongTokenAgain_isNoGuess() {
    for (int i = 0; i < 100; i++) {
      guesses.wrong("a", "an old token");
    }
    assertThat(guesses.waitS("a")).isZero();
  }
}
