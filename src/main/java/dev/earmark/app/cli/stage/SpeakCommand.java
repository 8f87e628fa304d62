package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.LanguageOption;
import dev.earmark.app.stage.SpeakStage;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark speak}: the speech stage alone. */
@Command(name = "speak", description = "Speak a text through the speaker, or into a WAV file.")
public final class SpeakCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(paramLabel = "TEXT", arity = "1..*", description = "What to say.")
  String[] words = {};

  @Option(
      names = "--out",
      paramLabel = "FILE.wav",
      description = "Write the speech here: 48 kHz, stereo.")
  @Nullable Path out;

  @Option(
      names = "--language",
      paramLabel = "zh|en",
      description = "Guessed from the text without it.")
  @Nullable String language;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String text = String.join(" ", words);
    if (text.isBlank()) {
      throw new CliException(CliException.USAGE, "there is nothing to say: the text is empty");
    }
    Language spoken = LanguageOption.of(language, text, Language.EN);
    double seconds = SpeakStage.speak(context.home(), context.config(), text, spoken, out);
    if (context.json()) {
      ObjectNode answer = Json.object().put("text", text).put("language", spoken.code());
      answer.put("seconds", Math.round(seconds * 1000) / 1000.0);
      context.print(out == null ? answer : answer.put("path", out.toString()));
    }
    return 0;
  }
}
