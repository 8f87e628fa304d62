package dev.earmark.remote.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.library.Album;
import dev.earmark.remote.FakePlayer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class TrackIdTest {
  private static final Album BOOK = FakePlayer.book("demo:x", "X", 3);

  @Property
  void escaped_anyText_isOneElementOfAnObjectPath(@ForAll String text) {
    assertThat(TrackId.escaped(text)).matches("[A-Za-z0-9_]+");
  }

  @Property
  void escaped_differentTexts_differ(@ForAll String one, @ForAll String other) {
    byte[] a = one.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] b = other.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(TrackId.escaped(one).equals(TrackId.escaped(other)))
        .isEqualTo(java.util.Arrays.equals(a, b));
  }

  @Test
  void of_uuidAndHanTitle_isAValidPath() {
    Album uuid = FakePlayer.book("books:9b2c-西游记 (上)", "x", 1);
    String path = TrackId.of(uuid, 1).getPath();
    assertThat(path)
        .isEqualTo(
            "/dev/earmark/track/books_3a9b2c_2d_e8_a5_bf_e6_b8_b8_e8_ae_b0_20_28_e4_b8_8a_29/1");
    assertThat(path).matches("(/[A-Za-z0-9_]+)+");
  }

  @Test
  void section_ownIds_areFound() {
    for (int n = 1; n <= 3; n++) {
      assertThat(TrackId.section(BOOK, TrackId.of(BOOK, n).getPath())).hasValue(n);
    }
  }

  @Test
  void section_foreignIds_areUnknown() {
    Album other = FakePlayer.book("demo:y", "Y", 3);
    for (String path :
        new String[] {
          TrackId.NONE,
          TrackId.of(other, 1).getPath(),
          TrackId.of(BOOK, 4).getPath(),
          "/dev/earmark/track/demo_3ax/0",
          "/dev/earmark/track/demo_3ax/01",
          "/dev/earmark/track/demo_3ax/1/2",
          "/dev/earmark/track/demo_3ax/99999999999",
          "/"
        }) {
      assertThat(TrackId.section(BOOK, path)).as(path).isEmpty();
    }
  }
}
