package dev.earmark.audio.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.Microphone;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandMicrophoneTest extends MicrophoneContract {
  @Override
  Microphone open() throws Exception {
    return open(48_000, 2, "cat", "/dev/zero");
  }

  @Override
  Microphone openQuiet() throws Exception {
    // The grandchild keeps the pipe open; it must end as well.
    return open(16_000, 1, "sh", "-c", "head -c 1000 /dev/zero; sleep 600; true");
  }

  @Test
  void open_programMissing_namesThePackage() {
    assertThatThrownBy(() -> open(16_000, 1, "/usr/nowhere/parec", "-d", "mic"))
        .isInstanceOf(FailureException.class)
        .hasMessage(
            "UNAVAILABLE: /usr/nowhere/parec is not installed; apt-get install pulseaudio-utils");
    assertThatThrownBy(() -> open(16_000, 1, "no-such-program"))
        .hasMessage(
            "UNAVAILABLE: no-such-program is not installed;"
                + " install it or change microphone.command");
  }

  @Test
  void open_noCommand_saysWhichKey() {
    assertThatThrownBy(() -> open(16_000, 1))
        .hasMessage(
            "BAD_REQUEST: microphone.type is command, but microphone.command names no program");
  }

  @Test
  void read_programDies_tellsItsLastWords() throws Exception {
    try (Microphone microphone = open(16_000, 1, "sh", "-c", "echo device is busy >&2; exit 3")) {
      assertThatThrownBy(microphone::read)
          .isInstanceOf(IOException.class)
          .hasMessage("sh ended with code 3: device is busy; check microphone.command");
    }
  }

  @Test
  void read_littleEndianSamples_areTaken() throws Exception {
    String octal = "\\001\\002".repeat(320);
    try (Microphone microphone = open(16_000, 1, "printf", octal)) {
      assertThat(requireNonNull(microphone.read()).samples())
          .containsOnly((short) 0x0201)
          .hasSize(320);
    }
  }

  /** Such as {@code cat} of a recording, or {@code parec} at another rate than is configured. */
  @Test
  void read_programFasterThanTime_isTakenAtThePaceOfTime_andSaysSo() throws Exception {
    FakeClock clock = new FakeClock();
    MicrophoneSettings settings =
        new MicrophoneSettings("command", "", List.of("cat", "/dev/zero"), 16_000, 1, "", true);
    try (Microphone microphone = Devices.microphone(settings, clock).open()) {
      long start = clock.nanoTime();
      for (int block = 0; block < 50 * 20; block++) {
        assertThat(microphone.read()).isNotNull();
      }
      double passed = (clock.nanoTime() - start) / 1e9;
      assertThat(passed).isBetween(18.0, 20.0);
      assertThat(microphone.problem()).contains("faster than time passes", "microphone.rate");
    }
  }

  @Test
  void take_aDeviceWhoseClockIsAPercentFast_isNeverWaitedFor() throws Exception {
    FakeClock clock = new FakeClock();
    DeliveryPace pace = new DeliveryPace(clock);
    long start = clock.nanoTime();
    long block = Duration.ofMillis(20).toNanos();
    for (int n = 0; n < 50 * 3_600; n++) {
      clock.advance(Duration.ofNanos(block * 99 / 100));
      pace.take(block);
    }
    assertThat(clock.nanoTime() - start).isEqualTo(50 * 3_600 * (block * 99 / 100));
    assertThat(pace.isTooFast()).isFalse();
  }

  private static Microphone open(int rate, int channels, String... command) throws IOException {
    MicrophoneSettings settings =
        new MicrophoneSettings("command", "", List.of(command), rate, channels, "", true);
    return Devices.microphone(settings, Clock.system()).open();
  }
}
