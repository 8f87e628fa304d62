package dev.earmark.audio.device;

import dev.earmark.audio.Speaker;
import dev.earmark.base.FakeClock;
import java.util.List;

final class NullSpeakerTest extends SpeakerContract {
  @Override
  Speaker open() throws Exception {
    return Devices.speaker(new SpeakerSettings("none", "", List.of(), 100, ""), new FakeClock())
        .open();
  }
}
