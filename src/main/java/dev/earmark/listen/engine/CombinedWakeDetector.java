package dev.earmark.listen.engine;

import dev.earmark.listen.WakeDetector;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Several detectors on one stream, such as one for each language; the first hit counts. */
final class CombinedWakeDetector implements WakeDetector {
  private final List<WakeDetector> detectors;

  CombinedWakeDetector(List<WakeDetector> detectors) {
    this.detectors = List.copyOf(detectors);
  }

  @Override
  public void begin() throws IOException {
    for (WakeDetector detector : detectors) {
      detector.begin();
    }
  }

  @Override
  public Optional<Hit> feed(short[] block) throws IOException {
    Optional<Hit> first = Optional.empty();
    for (WakeDetector detector : detectors) {
      Optional<Hit> hit = detector.feed(block);
      first = first.isPresent() ? first : hit;
    }
    return first;
  }

  @Override
  public Optional<Hit> end() throws IOException {
    Optional<Hit> first = Optional.empty();
    for (WakeDetector detector : detectors) {
      Optional<Hit> hit = detector.end();
      first = first.isPresent() ? first : hit;
    }
    return first;
  }

  @Override
  public void close() {
    detectors.forEach(WakeDetector::close);
  }
}
