package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code say --follow} shows what becomes of a wish and then ends. It used to wait for ever for a
 * book that was in the cache, because such a wish is not followed by any later event.
 */
final class FollowTest {
  @TempDir Path folder;

  @Test
  void sayFollow_missThenHit_endsEachTime() throws Exception {
    try (ChildDaemon daemon = ChildDaemon.start(folder, TestHome.quiet())) {
      ChildDaemon.Ended miss =
          ChildDaemon.run(folder, TestHome.quiet(), "say", "--follow", "播放西游记第二集");
      ChildDaemon.Ended hit =
          ChildDaemon.run(folder, TestHome.quiet(), "say", "--follow", "播放西游记第二集");

      assertThat(miss.exitCode()).isZero();
      assertThat(miss.out())
          .contains("正在帮你下载西游记第2集", "playing: 西游记, section 2")
          .containsPattern("download d\\w*: 西游记, section 2, done, \\d+ KiB")
          .doesNotContain("{");
      assertThat(hit.exitCode()).isZero();
      assertThat(hit.out())
          .contains("已经在播放西游记第2集了～", "playing: 西游记, section 2")
          .doesNotContain("{");
      assertThat(daemon.terminate(5)).isZero();
    }
  }
}
