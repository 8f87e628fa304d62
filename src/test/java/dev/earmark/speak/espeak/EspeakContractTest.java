package dev.earmark.speak.espeak;

import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceContract;
import dev.earmark.speak.VoiceSettings;
import java.io.IOException;
import java.time.Duration;

final class EspeakContractTest extends VoiceContract {
  private static Voice voice(String program) {
    return new EspeakVoice(program, VoiceSettings.DEFAULT, Duration.ofMinutes(5));
  }

  @Override
  protected Voice speaking() throws IOException {
    return voice(script("cat > /dev/null; cat " + wavFile()));
  }

  @Override
  protected Voice hanging() throws IOException {
    return voice(script("exec sleep 600"));
  }

  @Override
  protected Voice missing() {
    return voice("/usr/nowhere/espeak-ng");
  }

  @Override
  protected Voice broken() throws IOException {
    return voice(script("cat > /dev/null; exit 1"));
  }
}
