package dev.earmark.playback.habits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class HabitValuesTest {
  private final FakeKeptSettings kept = new FakeKeptSettings();

  @Test
  void tuning_isKeptForEachBook_andPlainLeavesNothingBehind() {
    Tunings tunings = new Tunings(kept);
    tunings.change("a:1", t -> t.withSpeed(1.25).withSkips(30, 12.5));
    assertThat(new Tunings(kept).of("a:1")).isEqualTo(new Tuning(1.25, 30, 12.5));
    assertThat(tunings.of("a:2")).isEqualTo(Tuning.PLAIN);
    tunings.change("a:1", t -> Tuning.PLAIN);
    assertThat(kept.settings("")).isEmpty();
  }

  @Test
  void tuning_skips_areClipped() {
    assertThat(new Tuning(1, 40, 40).words(Language.ZH, 47))
        .isEqualTo("这本书每集跳过片头40秒、片尾40秒；但这一集只有47秒，太短了，整集播放");
    assertThat(new Tuning(1, 40, 40).words(Language.EN, 47)).endsWith("is played whole");
    assertThat(new Tuning(1, 40, 40).words(Language.ZH, 600)).endsWith("片尾40秒");
    assertThat(new Tuning(1, 40, 40).words(Language.ZH, 0)).endsWith("片尾40秒");
    assertThat(Tuning.PLAIN.withSkips(-5, 9_999)).isEqualTo(new Tuning(0, 0, 600));
  }

  @Test
  void upNext_afterTheSection_goesBeforeThoseAfterTheBook() {
    UpNext next = new UpNext(kept);
    for (int i = 1; i <= 11; i++) {
      next.add(new UpNext.Entry("book " + i, 0, false));
    }
    assertThat(next.add(new UpNext.Entry("soon", 3, true))).isEqualTo(1);
    assertThat(next.add(new UpNext.Entry("soon too", 0, true))).isEqualTo(2);
    assertThat(new UpNext(kept).entries())
        .extracting(UpNext.Entry::keyword)
        .startsWith("soon", "soon too", "book 1", "book 2")
        .endsWith("book 10", "book 11");
    assertThat(next.poll()).contains(new UpNext.Entry("soon", 3, true));
    assertThat(next.remove(2)).isTrue();
    assertThat(next.remove(99)).isFalse();
    assertThat(next.entries()).hasSize(11);
    assertThat(next.remove(0)).isTrue();
    assertThat(kept.settings("")).isEmpty();
  }

  @Test
  void upNext_full_refuses() {
    UpNext next = new UpNext(kept);
    for (int i = 0; i < UpNext.MOST; i++) {
      next.add(new UpNext.Entry("b", 0, false));
    }
    assertThat(next.add(new UpNext.Entry("one more", 0, false))).isZero();
  }

  @Test
  void finished_sections_areKeptAsRanges() {
    Finished finished = new Finished(kept, new FakeClock());
    for (int section : new int[] {1, 2, 3, 7, 9, 10}) {
      finished.section("a:1", section);
    }
    assertThat(kept.setting("finished-sections:a:1")).contains("1-3,7,9-10");
    assertThat(finished.sections("a:1").toString()).isEqualTo("{1, 2, 3, 7, 9, 10}");
    finished.book("a:1");
    assertThat(finished.books()).containsOnlyKeys("a:1");
    finished.forget("a:1");
    assertThat(kept.settings("")).isEmpty();
  }

  @Test
  void volumeLimits_overMidnight_andTheQuietestCounts() {
    VolumeLimitSettings limits =
        VolumeLimitSettings.parse(List.of("22:00-07:00 40", "23:00 - 5:30 20%"));
    assertThat(limits.most(LocalTime.of(12, 0))).isEqualTo(100);
    assertThat(limits.most(LocalTime.of(22, 0))).isEqualTo(40);
    assertThat(limits.most(LocalTime.of(2, 0))).isEqualTo(20);
    assertThat(limits.most(LocalTime.of(6, 59))).isEqualTo(40);
    assertThat(limits.most(LocalTime.of(7, 0))).isEqualTo(100);
  }

  @Test
  void volumeLimits_wrong_sayWhatWouldBeRight() {
    for (String wrong : List.of("22-7 40", "22:00-07:00", "22:00-07:00 101", "25:00-07:00 5")) {
      assertThatThrownBy(() -> VolumeLimitSettings.parse(List.of(wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("22:00-07:00 40");
    }
  }
}
