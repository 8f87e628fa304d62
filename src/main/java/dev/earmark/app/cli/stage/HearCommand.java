package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.TextFiles;
import dev.earmark.app.stage.Stages;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FailureException;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark hear}: the listening stage alone. */
@Command(
    name = "hear",
    description =
        "Hear recordings of any format, and tell what was understood; exit 1 when one held"
            + " nothing that was.")
public final class HearCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recordings.")
  Path[] files = {};

  @Option(names = "--no-wake", description = "The recording is a command, without a wake phrase.")
  boolean noWake;

  @Option(
      names = "--grammar",
      paramLabel = "FILE",
      description = "One phrase a line: only these can be said.")
  @Nullable Path grammar;

  @Option(
      names = "--language",
      paramLabel = "zh|en|auto",
      defaultValue = "auto",
      description = "Which language is heard.")
  String language = "auto";

  @Override
  public Integer call() throws IOException {
    boolean allUnderstood = true;
    List<String> phrases =
        grammar == null
            ? List.of()
            : TextFiles.read(grammar).lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    try (Stages stages = Stages.of(context.home(), Languages.only(context, language))) {
      List<String> titles = phrases.isEmpty() ? stages.titles() : List.of();
      try (SpeechEngine engine = stages.speechEngine()) {
        engine.setTitles(titles);
        for (Path file : files) {
          allUnderstood &= hear(stages, engine, file, new Hearing.Options(!noWake, phrases));
        }
      }
    }
    return allUnderstood ? 0 : CliException.FAILED;
  }

  /** Returns whether anything was understood. */
  private boolean hear(Stages stages, SpeechEngine engine, Path file, Hearing.Options options)
      throws IOException {
    PcmBlock audio;
    try {
      audio = stages.readRecording(file);
    } catch (FailureException e) {
      refuse(file, e.failure().detail());
      return false;
    } catch (IOException e) {
      refuse(file, "cannot be read: " + e.getMessage());
      return false;
    }
    if (audio.frames() == 0) {
      audio = new PcmBlock(AudioFormat.SPEECH, new short[0]);
    }
    int[] shown = {0};
    boolean[] understood = {false};
    stages
        .hearing()
        .hear(
            engine.share(),
            audio,
            options,
            event -> {
              shown[0]++;
              understood[0] |= event instanceof ListenEvent.Final;
              show(file, event);
            });
    if (shown[0] == 0) {
      refuse(
          file,
          options.wakePhraseNeeded()
              ? "no wake phrase was heard; --no-wake takes it as a command"
              : "nothing was said");
    }
    return understood[0];
  }

  private void refuse(Path file, String why) {
    context.note(context.say().text("hear.failed", file, context.say().sentence(why)));
  }

  private void show(Path file, ListenEvent event) {
    if (!context.json()) {
      HeardText.line(event, context.say()).ifPresent(line -> context.print(file + ": " + line));
      return;
    }
    ObjectNode node = Json.object();
    node.put("event", name(event));
    node.put("file", file.toString());
    fields(event).forEach((key, value) -> node.set(key, Json.of(value)));
    context.print(node);
  }

  private static String name(ListenEvent event) {
    if (event instanceof ListenEvent.Wake) {
      return "wake";
    } else if (event instanceof ListenEvent.SpeechStart) {
      return "speech_start";
    } else if (event instanceof ListenEvent.Partial) {
      return "partial";
    } else if (event instanceof ListenEvent.SpeechEnd) {
      return "speech_end";
    } else if (event instanceof ListenEvent.Final) {
      return "final";
    }
    return "rejected";
  }

  private static Map<String, Object> fields(ListenEvent event) {
    Map<String, Object> fields = new HashMap<>();
    if (event instanceof ListenEvent.Wake wake) {
      fields.put("phrase", wake.phrase());
      fields.put("confidence", wake.confidence());
      fields.put("at_s", wake.atS());
    } else if (event instanceof ListenEvent.SpeechStart start) {
      fields.put("at_s", start.atS());
    } else if (event instanceof ListenEvent.SpeechEnd end) {
      fields.put("at_s", end.atS());
    } else if (event instanceof ListenEvent.Partial partial) {
      fields.put("text", partial.text());
      fields.put("language", partial.language().code());
      fields.put("at_s", partial.atS());
    } else if (event instanceof ListenEvent.Rejected rejected) {
      fields.put("reason", rejected.reason().name().toLowerCase(Locale.ROOT));
      fields.put("text", rejected.text());
      fields.put("at_s", rejected.atS());
    } else if (event instanceof ListenEvent.Final last) {
      Transcript transcript = last.transcript();
      fields.put("text", transcript.text());
      fields.put("confidence", transcript.confidence());
      fields.put("start_s", transcript.startS());
      fields.put("end_s", transcript.endS());
      fields.put("language", transcript.language().code());
    }
    return fields;
  }
}
