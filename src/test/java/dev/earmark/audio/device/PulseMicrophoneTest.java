package dev.earmark.audio.device;

import static java.util.Objects.requireNonNull;

import dev.earmark.audio.Microphone;
import dev.earmark.audio.VirtualSound;
import dev.earmark.base.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** parec on a private sound server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("realtime")
final class PulseMicrophoneTest extends MicrophoneContract {
  private @Nullable VirtualSound sound;

  @BeforeAll
  void start() throws Exception {
    sound = VirtualSound.startOrSkip();
  }

  @AfterAll
  void stop() {
    VirtualSound started = sound;
    if (started != null) {
      started.close();
    }
  }

  @Override
  Microphone open() throws Exception {
    VirtualSound started = requireNonNull(sound);
    return Devices.microphone(started.microphoneSettings(), Clock.system()).open();
  }

  @Override
  Microphone openQuiet() throws Exception {
    return open();
  }
}
