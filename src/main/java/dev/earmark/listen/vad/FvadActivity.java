package dev.earmark.listen.vad;

import dev.earmark.listen.VoiceActivity;
import io.github.givimad.libfvadjni.VoiceActivityDetector;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The WebRTC detector in its second strictest mode, at 16 kHz. */
public final class FvadActivity implements VoiceActivity {
  private static final Logger log = LoggerFactory.getLogger(FvadActivity.class);

  private final VoiceActivityDetector detector;
  private boolean closed;

  private FvadActivity(VoiceActivityDetector detector) {
    this.detector = detector;
  }

  /**
   * Opens a detector; where the native library cannot be loaded, loudness alone decides, and the
   * log says so.
   */
  public static VoiceActivity open() {
    try {
      VoiceActivityDetector.loadLibrary();
      VoiceActivityDetector detector = VoiceActivityDetector.newInstance();
      FvadActivity activity = new FvadActivity(detector);
      activity.configure();
      return activity;
    } catch (IOException | LinkageError e) {
      log.warn("libfvad cannot be used, voice is told by loudness alone: {}", e.getMessage());
      return VoiceActivity.loudnessOnly();
    }
  }

  private void configure() throws IOException {
    detector.setMode(VoiceActivityDetector.Mode.AGGRESSIVE);
    detector.setSampleRate(VoiceActivityDetector.SampleRate.fromValue(16_000));
  }

  @Override
  public boolean isVoice(short[] block) {
    try {
      return detector.process(block);
    } catch (IOException e) {
      throw new IllegalStateException("libfvad refuses a block of " + block.length + " samples", e);
    }
  }

  @Override
  public void reset() {
    try {
      detector.reset();
      configure();
    } catch (IOException e) {
      throw new IllegalStateException("libfvad cannot be reset", e);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      detector.close();
    }
  }
}
