package dev.earmark.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BreakerTest {
  private final FakeClock clock = new FakeClock();
  private final Breaker breaker = Breaker.resting(clock);
  private final Failure away = Trouble.REFUSED.failure("nothing listens").failure();

  @Test
  void begin_afterAFailure_failsAtOnceWithTheSameReason() {
    breaker.failed(away, null);

    assertThatThrownBy(breaker::begin)
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure()).isEqualTo(away));
  }

  @Test
  void begin_afterTheRest_letsOneCallTry() throws Exception {
    breaker.failed(away, null);
    clock.advance(Duration.ofSeconds(15));

    assertThat(breaker.begin()).isTrue();
    assertThatThrownBy(breaker::begin).isInstanceOf(FailureException.class);
    breaker.trialEnded();
    assertThat(breaker.begin()).isTrue();
  }

  @Test
  void rest_doublesWithEachFailure_andAnAnswerEndsIt() throws Exception {
    breaker.failed(away, null);
    clock.advance(Duration.ofSeconds(15));
    breaker.begin();
    breaker.failed(away, null);
    breaker.trialEnded();
    clock.advance(Duration.ofSeconds(29));
    assertThatThrownBy(breaker::begin).isInstanceOf(FailureException.class);
    clock.advance(Duration.ofSeconds(1));
    breaker.begin();
    breaker.answered(Duration.ofMillis(300));
    breaker.trialEnded();

    breaker.begin();
    breaker.begin();
    breaker.failed(away, null);
    clock.advance(Duration.ofSeconds(15));
    assertThatCode(breaker::begin).doesNotThrowAnyException();
  }

  @Test
  void callFromBeforeTheFailure_doesNotLetASecondOneTry() throws Exception {
    assertThat(breaker.begin()).as("an early call decides nothing").isFalse();
    breaker.failed(away, null);
    clock.advance(Duration.ofSeconds(15));
    assertThat(breaker.begin()).isTrue();

    breaker.failed(Trouble.BAD_REQUEST.failure("the early call was refused").failure(), null);

    assertThatThrownBy(breaker::begin).isInstanceOf(FailureException.class);
  }

  @Test
  void rest_isAsLongAsTheServerAsks() throws Exception {
    breaker.failed(Trouble.BUSY.failure("slow down").failure(), Duration.ofMinutes(3));
    clock.advance(Duration.ofSeconds(179));
    assertThatThrownBy(breaker::begin).isInstanceOf(FailureException.class);
    clock.advance(Duration.ofSeconds(1));
    breaker.begin();
  }

  @Test
  void badRequest_saysNothingAboutTheServer() throws Exception {
    breaker.failed(Trouble.BAD_REQUEST.failure("odd").failure(), null);
    breaker.begin();
    assertThat(breaker.failure()).isNull();
  }

  @Test
  void found_inTheBackground_endsTheRestAndIsTold() throws Exception {
    List<Breaker.Condition> told = new ArrayList<>();
    breaker.onChange(told::add);
    breaker.failed(away, null);
    breaker.found();

    breaker.begin();
    assertThat(told)
        .containsExactly(
            new Breaker.Condition(away, Duration.ZERO), new Breaker.Condition(null, Duration.ZERO));
  }
}
