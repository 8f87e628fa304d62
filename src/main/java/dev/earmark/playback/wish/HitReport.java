package dev.earmark.playback.wish;

import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.playback.Beginning;

/**
 * Publishes what became of a wish for a file that is here. The answer said that it plays, before
 * the file was opened; so a start needs no more words, and a failure does.
 */
record HitReport(Wish wish, Events events) implements Beginning {
  @Override
  public void sounds() {
    events.publish("play.started", wish.report(/* ok= */ true, "", "", /* told= */ true));
  }

  @Override
  public void failed(Failure why, boolean goesOn) {
    String zh = why.said(Language.ZH);
    String en = why.said(Language.EN);
    if (why.kind() == Failure.Kind.TRUNCATED) { // of a file that is here, not of a download
      zh = "文件不完整";
      en = "the file is incomplete";
    }
    events.publish(
        "play.failed",
        wish.report(
            /* ok= */ false,
            goesOn ? zh + "，接着放下一集" : zh,
            goesOn ? en + "; going on with the next one" : en));
  }

  @Override
  public void dropped() {
    events.publish(
        "play.dropped", wish.report(/* ok= */ false, "不用了", "it is not wanted any more"));
  }
}
