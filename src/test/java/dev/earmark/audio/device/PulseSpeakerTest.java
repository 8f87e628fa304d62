package dev.earmark.audio.device;

import static java.util.Objects.requireNonNull;

import dev.earmark.audio.Speaker;
import dev.earmark.audio.VirtualSound;
import dev.earmark.base.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** pacat on a private sound server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("realtime")
final class PulseSpeakerTest extends SpeakerContract {
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
  Speaker open() throws Exception {
    VirtualSound started = requireNonNull(sound);
    return Devices.speaker(started.speakerSettings(), Clock.system()).open();
  }
}
