package dev.earmark.audio.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.Speaker;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DevicesTest {
  private final FakeClock clock = new FakeClock();

  @Test
  void microphone_none_isRefusedForGood() {
    assertThatThrownBy(() -> Devices.microphone(microphone("none"), clock).open())
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.NOT_ALLOWED));
  }

  @Test
  void openers_unknownType_nameTheKeyAndTheChoices() {
    assertThatThrownBy(() -> Devices.microphone(microphone("usb"), clock).open())
        .hasMessage(
            "BAD_REQUEST: microphone.type is 'usb', expected auto, line, command, file or none");
    assertThatThrownBy(() -> Devices.speaker(speaker("usb"), clock).open())
        .hasMessage(
            "BAD_REQUEST: speaker.type is 'usb', expected auto, line, command, file or none");
  }

  /** Whatever this machine has, an automatic speaker opens and a line fails only with a remedy. */
  @Test
  void auto_anyMachine_opensOrSaysWhatToDo() throws Exception {
    try (Speaker speaker = Devices.speaker(speaker("auto"), clock).open()) {
      assertThat(speaker.description()).isNotBlank();
    }
    try {
      Devices.microphone(microphone("auto"), clock).open().close();
    } catch (FailureException e) {
      assertThat(e.failure().kind()).isEqualTo(Failure.Kind.UNAVAILABLE);
      assertThat(e.failure().detail()).containsAnyOf("parec", "another program");
    }
  }

  @Test
  void list_anyMachine_neverFails() {
    assertThat(Devices.list())
        .allSatisfy(device -> assertThat(device.direction()).isIn("input", "output"));
    assertThat(Devices.lineProblem()).doesNotContain("\n");
  }

  private static MicrophoneSettings microphone(String type) {
    return new MicrophoneSettings(type, "", List.of(), 16_000, 1, "", true);
  }

  private static SpeakerSettings speaker(String type) {
    return new SpeakerSettings(type, "", List.of(), 100, "");
  }
}
