package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Language;
import dev.earmark.listen.ListenSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list {@code profiles}, and the wake phrases that choose from it. */
final class ProfilesTest {
  @TempDir Path home;

  private EarmarkConfig read(String yaml) throws Exception {
    Path file = home.resolve("config.yml");
    Files.writeString(file, yaml);
    return ConfigReader.read(file, Map.of());
  }

  @Test
  void wakePhrase_choosesAProfileOrALanguage() throws Exception {
    ListenSettings listen =
        read("""
                wake: {phrases: [小书童, 小兔子 = child, hey earmark = en]}
                profiles:
                  - {name: child, language: zh, end-silence: patient, brain: rules}
                  - {name: nobody}
                """)
            .listen();
    assertThat(listen.wakePhrases()).containsExactly("小书童", "小兔子", "hey earmark");
    assertThat(listen.wakeLanguages())
        .isEqualTo(Map.of("小兔子", Language.ZH, "hey earmark", Language.EN));
    assertThat(listen.wakeSilences()).isEqualTo(Map.of("小兔子", Duration.ofMillis(1_250)));
    assertThat(listen.rulesOnlyPhrases()).containsExactly("小兔子");
  }

  @Test
  void profileWithoutKeys_changesNothing() throws Exception {
    ListenSettings listen =
        read("wake: {phrases: [小书童 = guest]}\nprofiles: [{name: guest}]\n").listen();
    assertThat(listen.wakeLanguages()).isEmpty();
    assertThat(listen.wakeSilences()).isEmpty();
    assertThat(listen.rulesOnlyPhrases()).isEmpty();
  }

  @Test
  void profiles_allProblemsAreNamedAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    wake: {phrases: [小书童 = grandma]}
                    profiles:
                      - {name: child, brain: gpt}
                      - {name: child, language: fr, end-silence: 1h}
                      - {name: en, voice: loud}
                      - child
                    """))
        .hasMessageContaining("wake.phrases: unknown language 'grandma', expected zh or en, or the")
        .hasMessageContaining("profiles.brain: expected")
        .hasMessageContaining("profiles.name: two profiles are named 'child'")
        .hasMessageContaining("profiles.language: unknown language 'fr'")
        .hasMessageContaining("profiles.end-silence: expected fast, normal, patient")
        .hasMessageContaining("profiles.name: expected a name")
        .hasMessageContaining("profiles.voice: a profile has no such key")
        .hasMessageContaining("profiles: expected items such as");
  }
}
