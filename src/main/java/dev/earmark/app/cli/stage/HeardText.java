package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.Messages;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import java.util.Optional;

/** What was heard in a recording as people read it. */
final class HeardText {
  private HeardText() {}

  /** Returns one line; empty for what comes and goes on the way to a sentence. */
  static Optional<String> line(ListenEvent event, Messages say) {
    if (event instanceof ListenEvent.Wake wake) {
      return Optional.of(
          say.text("heard.wake", wake.atS(), wake.phrase(), 100 * wake.confidence()));
    } else if (event instanceof ListenEvent.Final last) {
      Transcript heard = last.transcript();
      return Optional.of(
          say.text(
              "heard.final",
              heard.startS(),
              heard.endS(),
              heard.text(),
              heard.language().code(),
              100 * heard.confidence()));
    } else if (event instanceof ListenEvent.Rejected rejected) {
      String why =
          switch (rejected.reason()) {
            case NOTHING_SAID -> "heard.nothing";
            case NOISE -> "heard.noise";
            case NOT_UNDERSTOOD -> "heard.unclear";
            case CANCELLED -> "heard.cancelled";
          };
      String text = rejected.text().isEmpty() ? "" : say.text("heard.words", rejected.text());
      return Optional.of(say.text("heard.rejected", rejected.atS(), say.text(why), text));
    }
    return Optional.empty();
  }
}
