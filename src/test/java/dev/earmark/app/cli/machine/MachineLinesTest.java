package dev.earmark.app.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Messages;
import dev.earmark.audio.device.Devices;
import dev.earmark.base.Language;
import dev.earmark.listen.models.ModelInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Models and devices as lines, in the language of the locale. */
final class MachineLinesTest {
  private static final Messages EN = Messages.of(Language.EN);
  private static final Messages ZH = Messages.of(Language.ZH);

  /** A Chinese reader read "CANNOT BE USED", "DAMAGED" and "commands only". */
  @Test
  void models_areInTheReadersLanguage() {
    ModelInfo damaged = model("zh-small", "zh-small is not as it was installed; install it again");
    assertThat(ModelsCommand.line(damaged, true, EN))
        .startsWith("* zh-small  zh  ")
        .endsWith("commands only  DAMAGED: " + damaged.problem());
    assertThat(ModelsCommand.line(damaged, true, ZH)).endsWith("只听命令  坏了：zh-small 和安装时不一样了；请重新安装");
    ModelInfo misfit =
        model("x.zip", "x.zip holds more than 10 files; fetch the archive again, or remove it");
    assertThat(ModelsCommand.misfitLine(misfit, EN))
        .isEqualTo("  x.zip cannot be used: " + misfit.problem());
    assertThat(ModelsCommand.misfitLine(misfit, ZH))
        .isEqualTo("  x.zip 用不了：x.zip 里的文件超过 10 个；重新下载，或者删掉它");
  }

  private static ModelInfo model(String name, String problem) {
    return new ModelInfo(
        name,
        Path.of("models", name),
        "0",
        1_000_000,
        Set.of(Language.ZH),
        /* freeDecoding= */ false,
        /* installed= */ true,
        problem);
  }

  @Test
  void devices_areInTheReadersLanguage() {
    Devices.Device parec = new Devices.Device("parec", "command", "input", List.of("any raw PCM"));
    assertThat(DevicesCommand.line(parec, EN)).isEqualTo("input  command  parec  (any raw PCM)");
    assertThat(DevicesCommand.line(parec, ZH)).isEqualTo("输入  程序  parec  (任何原始 PCM)");
  }
}
