package dev.earmark.remote.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotBlank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlayUriTest {
  @Property
  void parse_ownAddress_givesBack(
      @ForAll @NotBlank String id, @ForAll @IntRange(min = 1, max = 9_999) int section) {
    String valid =
        new String(
            id.getBytes(java.nio.charset.StandardCharsets.UTF_8),
            java.nio.charset.StandardCharsets.UTF_8);
    assertThat(PlayUri.parse(PlayUri.of(valid, section))).contains(new PlayUri(valid, "", section));
  }

  @Test
  void parse_words_isAWish() {
    assertThat(PlayUri.parse("earmark:play?keyword=%E8%A5%BF%E6%B8%B8%E8%AE%B0&section=3"))
        .contains(new PlayUri("", "西游记", 3));
    assertThat(PlayUri.parse("EARMARK://play?keyword=alice")).contains(new PlayUri("", "alice", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "http://host/a.mp3",
        "file:///etc/passwd",
        "earmark:",
        "earmark:play",
        "earmark:play?keyword=",
        "earmark:album/",
        "earmark:album/x?section=-1",
        "earmark:album/x?section=one",
        "earmark:album/%zz",
        "earmark:quit"
      })
  void parse_anythingElse_isEmpty(String text) {
    assertThat(PlayUri.parse(text)).isEmpty();
  }

  @Test
  void schemeOf_address_neverShowsTheAddress() {
    assertThat(PlayUri.schemeOf("https://user:secret@host/x")).isEqualTo("scheme https");
    assertThat(PlayUri.schemeOf("not a uri")).isEqualTo("no valid address");
    assertThat(PlayUri.schemeOf("plain")).isEqualTo("no scheme");
  }
}
