package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.LanguageOption;
import dev.earmark.app.cli.console.OutputFile;
import dev.earmark.app.stage.SpeakStage;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
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
  /** About ten minutes of speech: 110 MB as a file. */
  private static final int LONGEST = 5_000;

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
    if (text.length() > LONGEST) {
      throw new CliException(
          CliException.USAGE,
          "the text has "
              + text.length()
              + " characters, and at most "
              + LONGEST
              + " are spoken at once; cut it in pieces");
    }
    Language spoken = LanguageOption.of(language, text, Language.EN);
    double seconds = out == null ? speak(text, spoken, null) : write(text, spoken, out);
    if (context.json()) {
      ObjectNode answer = Json.object().put("text", text).put("language", spoken.code());
      answer.put("seconds", Math.round(seconds * 1000) / 1000.0);
      context.print(out == null ? answer : answer.put("path", out.toString()));
    } else if (out != null) {
      context.print(context.say().text("speak.written", out, seconds));
    }
    return 0;
  }

  private double write(String text, Language spoken, Path wanted)
      throws IOException, InterruptedException {
    try (OutputFile file = OutputFile.of("--out", wanted)) {
      double seconds = speak(text, spoken, file.path());
      file.keep();
      return seconds;
    } catch (FailureException e) {
      if (e.failure().kind() != Failure.Kind.UNWRITABLE) {
        throw e;
      }
      throw new CliException(
          CliException.FAILED,
          wanted
              + " cannot be written ("
              + e.failure().detail()
              + "); free some space there, or name another file with --out");
    }
  }

  private double speak(String text, Language spoken, @Nullable Path file)
      throws IOException, InterruptedException {
    return SpeakStage.speak(context.home(), context.config(), text, spoken, file);
  }
}
