package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Parsed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short run of what {@code bench/run fuzz} does a million times. */
final class MutationFuzzTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void damagedReplies_throwNothingAndAskForNothingNew(long seed) throws Exception {
    MutationFuzz fuzz = new MutationFuzz(seed);
    fuzz.run(5_000);
    assertThat(fuzz.findings()).isEmpty();
    assertThat(fuzz.kinds()).containsKeys("text action", "text answer", "xml action", "xml answer");
  }

  @Test
  void theCheckItself_findsWhatTheReplyDoesNotHold() {
    String reply = "Action: pause\nAction Input: {\"a\": \"x\\ny\", \"n\": 12}";
    assertThat(MutationFuzz.notAskedFor(reply, call("pause", Map.of("a", "x\ny", "n", 12))))
        .isNull();
    assertThat(MutationFuzz.notAskedFor(reply, call("stop", Map.of()))).contains("stop");
    assertThat(MutationFuzz.notAskedFor(reply, call("pause", Map.of("a", "z")))).contains("z");
    assertThat(MutationFuzz.notAskedFor(reply, call("pause", Map.of("a", List.of(13)))))
        .contains("13");
  }

  private static Parsed.Action call(String tool, Map<String, Object> args) {
    return new Parsed.Action("", tool, args, List.of());
  }
}
