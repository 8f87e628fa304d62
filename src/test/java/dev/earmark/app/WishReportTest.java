package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.playback.PlayService;
import org.junit.jupiter.api.Test;

/** What became of a wish, told in the language of whoever looks. */
final class WishReportTest {
  private final Health health = new Health();
  private final Events events = new Events(Clock.system());

  /**
   * The sentence was Chinese in an English status, because the first language of the daemon was.
   */
  @Test
  void failedWish_isToldInTheReadersLanguage() {
    events.subscribe(new WishReport(health));
    events.publish(
        "play.failed",
        new PlayService.Report("r", "", "三体", 3, false, "没有找到《三体》", "nothing was found", false));

    assertThat(health.parts(Language.EN))
        .containsExactly(new Health.Part("last wish", false, "三体, section 3: nothing was found"));
    assertThat(health.parts(Language.ZH))
        .containsExactly(new Health.Part("last wish", false, "三体第3集：没有找到《三体》"));
  }

  private void player(String state, String album) {
    events.publish(
        "player.changed",
        new TurnEvents.PlayerChanged(state, album, album, 1, "", 0, 0, 60, 1, null, null, "", ""));
  }

  /** "! last wish: … 99" stayed for the rest of the evening. */
  @Test
  void failedWish_isForgottenWhenSomethingElsePlays() {
    events.subscribe(new WishReport(health));
    player("playing", "西游记");
    events.publish(
        "play.failed", new PlayService.Report("r", "", "西游记", 99, false, "没有", "none", false));
    player("playing", "西游记");
    assertThat(health.parts(Language.EN)).extracting(Health.Part::ok).containsExactly(false);
    player("playing", "三体");
    assertThat(health.parts(Language.EN)).extracting(Health.Part::ok).containsExactly(true);
  }
}
