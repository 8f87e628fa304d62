package dev.earmark.speak.voices;

import dev.earmark.base.Language;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A voice for piper that is on the disk.
 *
 * @param name such as {@code zh_CN-huayan-medium}
 * @param model its {@code .onnx} file; the {@code .onnx.json} file stands beside it
 * @param language empty when it speaks neither Chinese nor English
 */
public record InstalledVoice(String name, Path model, Optional<Language> language, long bytes) {}
