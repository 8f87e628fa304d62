package dev.earmark.app.cli.stage;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.agent.Step;
import dev.earmark.agent.loop.RunJson;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.LanguageOption;
import dev.earmark.app.cli.console.Lines;
import dev.earmark.app.cli.view.RunText;
import dev.earmark.app.stage.ThinkStage;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.MissingSecret;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark think}: the agent alone, its tools without effects. */
@Command(
    name = "think",
    description = "Let the agent think about a text; its tools have no effects.")
public final class ThinkCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Parameters(paramLabel = "TEXT", arity = "0..*", description = "The command.")
  String[] words = {};

  @Option(
      names = "--protocol",
      paramLabel = "text|xml",
      defaultValue = "text",
      description = "The wire form; ${DEFAULT-VALUE}.")
  String protocol = "text";

  @Option(
      names = "--llm",
      description = "The large model of the configuration thinks, not the embedded rules.")
  boolean llm;

  @Option(
      names = "--jsonl",
      paramLabel = "FILE",
      description = "Lines {id, text, language?, state?, album?, section?, …}; - for stdin.")
  @Nullable String jsonl;

  @Option(
      names = "--language",
      paramLabel = "zh|en",
      description = "Guessed from the text without it.")
  @Nullable String language;

  @Override
  public Integer call() throws IOException {
    if (!protocol.equals("text") && !protocol.equals("xml")) {
      throw new CliException(CliException.USAGE, "--protocol is text or xml, not " + protocol);
    }
    if ((jsonl == null) == (words.length == 0)) {
      throw new CliException(CliException.USAGE, "give either a text or --jsonl FILE");
    }
    EarmarkConfig config =
        llm
            ? context.configWithSecretsOf(MissingSecret.LARGE_MODEL, MissingSecret.OTHER_MODEL)
            : context.config();
    try (ThinkStage stage = new ThinkStage(config, protocol, llm)) {
      if (jsonl != null) {
        return lines(stage, jsonl);
      }
      String text = String.join(" ", words);
      Run run =
          stage.think(text, LanguageOption.of(language, text, Language.EN), Situation.NOTHING);
      if (context.json()) {
        context.print(Json.of(RunJson.toMap(run)));
      } else {
        RunText.lines(Json.of(RunJson.toMap(run)), context.say()).forEach(context::print);
      }
      return run.ended() == Run.Ended.ANSWERED ? 0 : CliException.FAILED;
    }
  }

  private int lines(ThinkStage stage, String file) throws IOException {
    try (BufferedReader lines = Lines.open(file)) {
      return Lines.each(lines, file, line -> context.print(think(stage, line)), context::note);
    }
  }

  private static ObjectNode think(ThinkStage stage, String line) {
    JsonNode node = Json.parse(line);
    String text = node.path("text").asString("");
    String code = node.path("language").asString("");
    Run run =
        stage.think(
            text,
            LanguageOption.of(code.isEmpty() ? null : code, text, Language.EN),
            situation(node));
    ObjectNode answer = Json.object();
    answer.set("id", node.path("id"));
    Step first = run.steps().stream().filter(s -> !s.action().isEmpty()).findFirst().orElse(null);
    answer.put("tool", first == null ? "none" : first.action());
    answer.set("args", first == null ? Json.object() : Json.of(first.actionInput()));
    return answer.put("answer", run.answer());
  }

  private static Situation situation(JsonNode node) {
    Situation nothing = Situation.NOTHING;
    return new Situation(
        node.path("state").asString(nothing.state()),
        node.path("album").asString(""),
        node.path("section").asInt(0),
        node.path("position_s").asDouble(0),
        node.path("sections").asInt(0),
        node.path("volume").asInt(nothing.volume()),
        node.path("speed").asDouble(nothing.speed()),
        texts(node.path("results")),
        texts(node.path("heard")),
        node.path("just_said").asString(""),
        node.path("searched").asString(""),
        node.path("page").asInt(1));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString("")));
    return texts;
  }
}
