package dev.earmark.remote.dbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.FakePlayer;
import java.util.Map;
import java.util.Objects;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MprisStateTest {
  private final FakePlayer player = new FakePlayer();

  private MprisState state() {
    return MprisState.of(player.snapshot(), null, Language.ZH);
  }

  private static Object value(Map<String, Variant<?>> metadata, String key) {
    return Objects.requireNonNull(metadata.get(key), key).getValue();
  }

  private static String signature(Map<String, Variant<?>> metadata, String key) {
    Variant<?> value = metadata.get(key);
    return value == null ? "none" : value.getSig();
  }

  @Test
  void of_noBook_isStoppedWithEmptyMetadata() {
    MprisState state = state();
    assertThat(state.status()).isEqualTo("Stopped");
    assertThat(state.metadata()).isEmpty();
    assertThat(state.tracks()).isEmpty();
    assertThat(state.track().getPath()).isEqualTo(TrackId.NONE);
    for (String can : new String[] {"CanPlay", "CanPause", "CanSeek", "CanGoNext"}) {
      assertThat(state.properties().get(can)).as(can).isEqualTo(new Variant<>(false));
    }
  }

  @ParameterizedTest
  @CsvSource({"PLAYING,Playing", "BUFFERING,Playing", "PAUSED,Paused", "STOPPED,Stopped"})
  void of_aBook_canBePlayedAndPausedInEveryState(State of, String status) {
    player.load(FakePlayer.book("demo:x", "西游记", 3), 2, 1, of);
    MprisState state = state();
    assertThat(state.status()).isEqualTo(status);
    for (String can :
        new String[] {"CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious"}) {
      assertThat(state.properties().get(can)).as(can).isEqualTo(new Variant<>(true));
    }
  }

  @Test
  void metadata_ofASection_hasTheTypesOfTheSpecification() {
    player.load(FakePlayer.book("demo:x", "西游记", 3), 2, 1, State.PLAYING);
    player.enterChapter("开头");
    Map<String, Variant<?>> metadata = state().metadata();
    assertThat(signature(metadata, "mpris:trackid")).isEqualTo("o");
    assertThat(signature(metadata, "mpris:length")).isEqualTo("x");
    assertThat(signature(metadata, "mpris:artUrl")).isEqualTo("s");
    assertThat(signature(metadata, "xesam:title")).isEqualTo("s");
    assertThat(signature(metadata, "xesam:album")).isEqualTo("s");
    assertThat(signature(metadata, "xesam:artist")).isEqualTo("as");
    assertThat(signature(metadata, "xesam:albumArtist")).isEqualTo("as");
    assertThat(signature(metadata, "xesam:comment")).isEqualTo("as");
    assertThat(signature(metadata, "xesam:trackNumber")).isEqualTo("i");
    assertThat(signature(metadata, "xesam:url")).isEqualTo("s");
    assertThat(value(metadata, "mpris:length")).isEqualTo(100_000_000L);
    assertThat(value(metadata, "mpris:artUrl"))
        .isEqualTo("file:///books/tw/%E5%B0%81%E9%9D%A2.jpg");
    assertThat(value(metadata, "xesam:artist")).isEqualTo(java.util.List.of("甲", "乙"));
    assertThat(value(metadata, "xesam:trackNumber")).isEqualTo(2);
  }

  @Test
  void metadata_lengthUnknown_isLeftOut() {
    player.load(FakePlayer.book("demo:x", "x", 3, 0, ""), 1, 1, State.PLAYING);
    assertThat(state().metadata()).doesNotContainKeys("mpris:length", "mpris:artUrl");
    player.learn(61.5);
    assertThat(value(state().metadata(), "mpris:length")).isEqualTo(61_500_000L);
  }

  @Test
  void metadata_sectionLongerThanDeclared_keepsItsLength() {
    player.load(FakePlayer.book("demo:x", "x", 3), 1, 99, State.PLAYING);
    MprisState before = state();
    player.moveTo(104);
    assertThat(MprisState.of(player.snapshot(), before, Language.ZH).metadata())
        .isEqualTo(before.metadata());
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:1/c.svg,http://127.0.0.1:1/c.svg",
    "https://h/c.png,https://h/c.png",
    "/a b/c.jpg,file:///a%20b/c.jpg",
    "data:image/png;base64,",
  })
  void metadata_cover_isAnAddressThatOthersCanOpen(String cover, String art) {
    player.load(FakePlayer.book("demo:x", "x", 1, 5, cover), 1, 0, State.PAUSED);
    Variant<?> value = state().metadata().get("mpris:artUrl");
    assertThat(value == null ? null : value.getValue()).isEqualTo(art);
  }

  @Test
  void tracks_longBook_areAWindowThatHoldsTheCurrentOne() {
    Album book = FakePlayer.book("demo:x", "x", 1_000);
    for (int section = 1; section <= 1_000; section += 7) {
      player.load(book, section, 0, State.PAUSED);
      MprisState state = state();
      assertThat(state.tracks()).hasSizeBetween(15, 20).contains(TrackId.of(book, section));
      assertThat(value(state.metadata(), "mpris:trackid"))
          .isEqualTo(new DBusPath(TrackId.of(book, section).getPath()));
    }
  }
}
