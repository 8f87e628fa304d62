package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.Speaker;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class AutoSpeakerTest extends SpeakerContract {
  private final FakeClock clock = new FakeClock();
  private boolean present;

  @Override
  Speaker open() throws Exception {
    return AutoSpeaker.open(
        () -> {
          if (!present) {
            throw new FailureException(Failure.Kind.UNAVAILABLE, "the system has no speaker");
          }
          return new NullSpeaker("the real one", clock);
        },
        clock);
  }

  @Test
  void write_speakerComesLater_isTaken() throws Exception {
    try (Speaker speaker = open()) {
      speaker.write(SILENCE);
      assertThat(speaker.warning()).isEqualTo("no sound comes out: the system has no speaker");

      present = true;
      clock.advance(Duration.ofSeconds(31));
      speaker.write(SILENCE);

      assertThat(speaker.warning()).isNull();
      assertThat(speaker.description()).isEqualTo("the real one");
    }
  }
}
