package dev.earmark.remote.xiaozhi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

/** Pauses, short texts, masks and tokens, each alone. */
final class XiaozhiPartsTest {
  @Test
  void waits_growTo600Seconds_andAreShortAgainAfterAGoodMinute() {
    Waits waits = new Waits(() -> 0.5);

    assertThat(waits.after(Duration.ZERO, Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
    assertThat(waits.after(Duration.ofSeconds(59), Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
    Duration last = Duration.ZERO;
    for (int i = 0; i < 100; i++) {
      last = waits.after(Duration.ZERO, Duration.ZERO);
    }
    assertThat(last).isEqualTo(Duration.ofMinutes(10));
    assertThat(waits.after(Duration.ofSeconds(60), Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void waits_afterARefusal_areAMinuteAtLeast() {
    Waits waits = new Waits(() -> 0.0);

    assertThat(waits.after(Duration.ZERO, Waits.REFUSED)).isEqualTo(Duration.ofSeconds(60));
    assertThat(waits.after(Duration.ZERO, Waits.REFUSED)).isEqualTo(Duration.ofSeconds(96));
  }

  @Property
  void fit_anyText_isShortEnoughAndValid(
      @ForAll @StringLength(max = 400) String text,
      @ForAll @IntRange(min = 40, max = 300) int most) {
    String fitted = ShortText.fit(text, most, Language.ZH);

    byte[] bytes = fitted.getBytes(StandardCharsets.UTF_8);
    assertThat(bytes.length).isLessThanOrEqualTo(most);
    if (text.getBytes(StandardCharsets.UTF_8).length <= most) {
      assertThat(fitted).isEqualTo(text);
    }
  }

  @Test
  void fit_longSentence_endsAtASentence() {
    String text = "第一句话说完了。".repeat(5) + "后面还有很多很多很多很多很多很多很多很多";

    String fitted = ShortText.fit(text, 5 * 24 + 12, Language.ZH);

    assertThat(fitted).isEqualTo("第一句话说完了。".repeat(5) + "…");
  }

  @Test
  void address_isMasked() {
    assertThat(Masked.address("wss://api.xiaozhi.me/mcp/?token=abc.def"))
        .isEqualTo("wss://api.xiaozhi.me/mcp/?***");
    assertThat(Masked.address("ws://user:pw@host/x")).isEqualTo("ws://***@host/x");
    assertThat(Masked.in("failed: token abc.def.ghi", "ws://h/?token=abc.def.ghi"))
        .isEqualTo("failed: token ***");
    assertThat(
            new XiaozhiSettings(
                    java.util.List.of("ws://h/?token=abcdef"), "", java.util.List.of(), 1024)
                .toString())
        .doesNotContain("abcdef");
  }

  @Test
  void end_ofAToken_isRead() {
    String claims =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"exp\": 1800000000}".getBytes(StandardCharsets.UTF_8));

    assertThat(Token.end("wss://h/?token=a." + claims + ".c"))
        .contains(Instant.ofEpochSecond(1_800_000_000));
    assertThat(Token.end("wss://h/?token=plain")).isEmpty();
    assertThat(Token.end("wss://h/?token=a.%%%.c")).isEmpty();
    assertThat(Token.end("wss://h/")).isEmpty();
  }
}
