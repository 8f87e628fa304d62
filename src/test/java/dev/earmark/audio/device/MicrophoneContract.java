package dev.earmark.audio.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every microphone does, whatever is behind it. */
abstract class MicrophoneContract {
  /** Opens a microphone that has at least a second to give. */
  abstract Microphone open() throws Exception;

  /** Opens one that gives nothing for a long time after the first blocks, or null. */
  abstract Microphone openQuiet() throws Exception;

  @Test
  void read_open_givesBlocksOfTwentyMilliseconds() throws Exception {
    try (Microphone microphone = open()) {
      for (int i = 0; i < 25; i++) {
        PcmBlock block = requireNonNull(microphone.read());
        assertThat(block.format()).isEqualTo(AudioFormat.SPEECH);
        assertThat(block.frames()).isEqualTo(320);
      }
      assertThat(microphone.description()).isNotBlank();
      assertThat(microphone.warning()).isNull();
    }
  }

  @Test
  void close_whileAReadBlocks_endsItWithNull() throws Exception {
    Microphone microphone = openQuiet();
    CompletableFuture<String> reading =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                while (microphone.read() != null) {
                  Thread.onSpinWait();
                }
                return "ended";
              } catch (Exception e) {
                return e.toString();
              }
            });
    microphone.close();

    assertThat(reading.get(10, TimeUnit.SECONDS)).isEqualTo("ended");
  }

  @Test
  void read_afterClose_givesNull() throws Exception {
    Microphone microphone = open();
    microphone.read();
    microphone.close();
    microphone.close();

    assertThat(microphone.read()).isNull();
  }
}
