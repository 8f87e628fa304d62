package dev.earmark.app.cli.stage;

import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import java.util.Locale;
import java.util.Optional;

/** What was heard in a recording as people read it. */
final class HeardText {
  private HeardText() {}

  /** Returns one line; empty for what comes and goes on the way to a sentence. */
  static Optional<String> line(ListenEvent event) {
    if (event instanceof ListenEvent.Wake wake) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%.1f s: wake phrase \"%s\"%s",
              wake.atS(),
              wake.phrase(),
              sure(wake.confidence())));
    } else if (event instanceof ListenEvent.Final last) {
      Transcript heard = last.transcript();
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%.1f to %.1f s: \"%s\", %s%s",
              heard.startS(),
              heard.endS(),
              heard.text(),
              heard.language().code(),
              sure(heard.confidence())));
    } else if (event instanceof ListenEvent.Rejected rejected) {
      String why =
          switch (rejected.reason()) {
            case NOTHING_SAID -> "nothing was said";
            case NOISE -> "there was sound, but no words";
            case NOT_UNDERSTOOD -> "not understood well enough";
            case CANCELLED -> "called off";
          };
      String text = rejected.text().isEmpty() ? "" : ": \"" + rejected.text() + "\"";
      return Optional.of(
          String.format(Locale.ROOT, "%.1f s: no command, %s%s", rejected.atS(), why, text));
    }
    return Optional.empty();
  }

  private static String sure(double confidence) {
    return String.format(Locale.ROOT, ", %.0f %% sure", 100 * confidence);
  }
}
