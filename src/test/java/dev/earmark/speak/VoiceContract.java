package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link Voice} keeps to. */
public abstract class VoiceContract {
  @TempDir protected Path folder;

  /** Returns a voice that gives {@link #wav} for every sentence. */
  protected abstract Voice speaking() throws IOException;

  /** Returns a voice whose other side never answers; its limit is far away. */
  protected abstract Voice hanging() throws IOException;

  /** Returns a voice whose other side is not there. */
  protected abstract Voice missing() throws IOException;

  /** Returns a voice whose other side answers with something that is no sound. */
  protected abstract Voice broken() throws IOException;

  @Test
  final void synthesise_bothLanguages_givesTheSound() throws Exception {
    Voice voice = speaking();
    voice.check();
    for (Language language : Language.values()) {
      PcmBlock speech = voice.synthesise("一句话 \"quoted\" \\ it's", language, new CancelFlag());
      assertThat(speech.format()).isEqualTo(new AudioFormat(16_000, 1));
      assertThat(speech.samples()).hasSize(800).endsWith(799);
    }
    assertThat(voice.name()).isNotBlank();
  }

  @Test
  final void synthesise_manySentencesInARow_givesEachItsOwn() throws Exception {
    Voice voice = speaking();
    for (int i = 0; i < 5; i++) {
      assertThat(voice.synthesise("number " + i, Language.EN, new CancelFlag()).frames())
          .isEqualTo(800);
    }
  }

  @Test
  final void synthesise_calledOff_endsAtOnceAsCancelled() throws Exception {
    Voice voice = hanging();
    CancelFlag cancel = new CancelFlag();
    CompletableFuture<Failure.Kind> kind =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                voice.synthesise("hello", Language.EN, cancel);
                return Failure.Kind.NOT_FOUND;
              } catch (FailureException e) {
                return e.failure().kind();
              } catch (IOException e) {
                return Failure.Kind.NETWORK;
              }
            });
    cancel.set();
    assertThat(kind.get(60, TimeUnit.SECONDS)).isEqualTo(Failure.Kind.CANCELLED);
  }

  @Test
  final void synthesise_otherSideMissing_isAFailureWithASentence() throws Exception {
    Voice voice = missing();
    assertThatThrownBy(() -> voice.synthesise("hello", Language.EN, new CancelFlag()))
        .isInstanceOf(FailureException.class);
  }

  @Test
  final void synthesise_noSound_isAFailure_andNeverSilence() throws Exception {
    Voice voice = broken();
    assertThatThrownBy(() -> voice.synthesise("hello", Language.EN, new CancelFlag()))
        .isInstanceOf(FailureException.class);
  }

  /** Returns a WAV file of 800 rising samples, 16 kHz mono. */
  public static byte[] wav() {
    int bytes = 1_600;
    ByteBuffer wav = ByteBuffer.allocate(44 + bytes).order(ByteOrder.LITTLE_ENDIAN);
    wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + bytes);
    wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    wav.putShort((short) 1).putShort((short) 1).putInt(16_000).putInt(32_000);
    wav.putShort((short) 2).putShort((short) 16);
    wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(bytes);
    for (short i = 0; i < 800; i++) {
      wav.putShort(i);
    }
    return wav.array();
  }

  /** Returns an executable shell script. */
  protected final String script(String body) throws IOException {
    Path script = Files.createTempFile(folder, "voice", ".sh");
    Files.writeString(script, "#!/bin/sh\n" + body + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script.toString();
  }

  /** Returns the file that holds {@link #wav}. */
  protected final Path wavFile() throws IOException {
    return Files.write(folder.resolve("fixture.wav"), wav());
  }
}
