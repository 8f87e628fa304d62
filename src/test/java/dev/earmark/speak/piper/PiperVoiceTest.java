package dev.earmark.speak.piper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A shell script stands for piper: it notes its start and its lines. */
final class PiperVoiceTest extends VoiceContract {
  private final List<PiperVoice> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(PiperVoice::close);
  }

  private PiperVoice voice(String program, Duration longest) {
    PiperVoice voice =
        new PiperVoice(
            program,
            1.0,
            language -> Optional.of(folder.resolve(language.pick("zh_CN-x", "en_US-x") + ".onnx")),
            longest);
    open.add(voice);
    return voice;
  }

  private PiperVoice voice(String program) {
    return voice(program, Duration.ofMinutes(5));
  }

  private String fake() throws IOException {
    return script(
        "echo start \"$@\" >> "
            + folder.resolve("log")
            + "\nwhile [ \"$1\" != --output_dir ]; do shift; done\nn=0\n"
            + "while IFS= read -r line; do n=$((n+1)); printf '%s\\n' \"$line\" >> "
            + folder.resolve("log")
            + "; cp "
            + wavFile()
            + " $2/$n.wav; echo $2/$n.wav; done");
  }

  @Override
  protected Voice speaking() throws IOException {
    // --help has no --output_dir: the script must end there too.
    String fake = fake();
    return voice(script("[ \"$1\" = --help ] && exit 0; exec " + fake + " \"$@\""));
  }

  @Override
  protected Voice hanging() throws IOException {
    return voice(script("exec sleep 600"));
  }

  @Override
  protected Voice missing() {
    return voice("/usr/nowhere/piper");
  }

  @Override
  protected Voice broken() throws IOException {
    return voice(script("echo " + folder.resolve("nothing.wav") + "; cat > /dev/null"));
  }

  @Test
  void synthesise_sentences_keepsOneProcessForEachLanguage() throws Exception {
    PiperVoice voice = voice(fake());
    voice.synthesise("one", Language.EN, new CancelFlag());
    voice.synthesise("二", Language.ZH, new CancelFlag());
    voice.synthesise("three \"3\"", Language.EN, new CancelFlag());
    List<String> log = Files.readAllLines(folder.resolve("log"));
    assertThat(log.stream().filter(line -> line.startsWith("start"))).hasSize(2);
    assertThat(log.get(0)).contains("en_US-x.onnx", "en_US-x.onnx.json", "--json-input");
    assertThat(log).contains("{\"text\": \"二\"}", "{\"text\": \"three \\\"3\\\"\"}");
  }

  @Test
  void synthesise_processThatDied_isStartedAgain() throws Exception {
    Path once = folder.resolve("once");
    String fake = fake();
    PiperVoice voice =
        voice(
            script(
                "if [ ! -e "
                    + once
                    + " ]; then touch "
                    + once
                    + "; exit 1; fi; exec "
                    + fake
                    + " \"$@\""));
    assertThatThrownBy(() -> voice.synthesise("one", Language.EN, new CancelFlag()))
        .hasMessageContaining("en_US-x.onnx");
    assertThat(voice.synthesise("one", Language.EN, new CancelFlag()).frames()).isEqualTo(800);
  }

  @Test
  void synthesise_programHangs_endsAtTheLimit() throws Exception {
    PiperVoice voice = voice(script("exec sleep 600"), Duration.ofMillis(200));
    assertThatThrownBy(() -> voice.synthesise("one", Language.EN, new CancelFlag()))
        .hasMessageContaining("did not answer");
  }

  @Test
  void synthesise_lineThatIsNoFileOfItsOwn_isNeitherReadNorDeleted() throws Exception {
    Path precious = Files.copy(wavFile(), folder.resolve("precious.wav"));
    PiperVoice voice = voice(script("echo " + precious + "; cat > /dev/null"));
    assertThatThrownBy(() -> voice.synthesise("one", Language.EN, new CancelFlag()))
        .hasMessageContaining("instead of a file in its folder");
    assertThat(precious).exists();
  }

  @Test
  void check_programThatFails_saysSo() throws Exception {
    PiperVoice voice = voice(script("exit 3"));
    assertThatThrownBy(voice::check)
        .hasMessageContaining("ends with 3")
        .hasMessageContaining("voice.piper.program");
  }

  @Test
  void shelfThatCannotBeRead_failsAsAVoiceDoes_andHasAName() {
    PiperVoice voice =
        new PiperVoice(
            "piper",
            1.0,
            language -> {
              throw new IOException("thrown by the test");
            },
            PiperVoice.LONGEST);
    assertThat(voice.name()).contains("unreadable");
    assertThatThrownBy(() -> voice.synthesise("one", Language.EN, new CancelFlag()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void check_withoutAVoice_namesTheCommand() {
    PiperVoice voice =
        new PiperVoice("piper", 1.0, language -> Optional.empty(), PiperVoice.LONGEST);
    assertThatThrownBy(voice::check).hasMessageContaining("./earmark voices install zh");
  }
}
