package dev.earmark.app.cli.stage;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Lines;
import dev.earmark.app.cli.console.TextFiles;
import dev.earmark.tools.Tools;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code earmark parse}: what a model wrote, as a step. */
@Command(name = "parse", description = "Read a model's reply as a step of reasoning.")
public final class ParseCommand implements Callable<Integer> {
  @Mixin Context context = new Context();

  @Option(
      names = "--protocol",
      paramLabel = "text|xml",
      defaultValue = "text",
      description = "The wire form.")
  String protocol = "";

  @Option(names = "--jsonl", paramLabel = "FILE", description = "Lines {id, output}; - for stdin.")
  @Nullable String jsonl;

  @Option(
      names = "--tools",
      paramLabel = "FILE.json",
      description = "[{name, parameters: [{name, type, required}]}] instead of the built-in tools.")
  @Nullable Path tools;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The reply; stdin without it.")
  @Nullable Path file;

  @Override
  public Integer call() throws IOException {
    Protocol form = protocol();
    ToolIndex index = index();
    if (jsonl == null) {
      Parsed parsed = form.parse(reply(), ChatModel.Finish.STOP, index);
      context.print(Json.of(StepJson.toMap(parsed)));
      return parsed instanceof Parsed.Fault ? CliException.FAILED : 0;
    }
    try (BufferedReader lines = Lines.open(jsonl)) {
      return Lines.each(
          lines, jsonl, line -> context.print(parse(form, index, line)), context::note);
    }
  }

  private static ObjectNode parse(Protocol form, ToolIndex index, String line) {
    JsonNode node = Json.parse(line);
    ObjectNode answer = Json.object();
    answer.set("id", node.path("id"));
    Parsed parsed = form.parse(node.path("output").asString(""), ChatModel.Finish.STOP, index);
    StepJson.toMap(parsed).forEach((key, value) -> answer.set(key, Json.of(value)));
    return answer;
  }

  private Protocol protocol() {
    try {
      return StepJson.protocol(protocol);
    } catch (IllegalArgumentException e) {
      throw new CliException(CliException.USAGE, String.valueOf(e.getMessage()));
    }
  }

  private ToolIndex index() throws IOException {
    if (tools == null) {
      return new ToolIndex(Tools.specs());
    }
    try {
      return new ToolIndex(StepJson.readTools(TextFiles.read(tools)));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new CliException(
          CliException.USAGE,
          tools
              + " is no list of tools [{name, parameters: [{name, type, required}]}]: "
              + e.getMessage());
    }
  }

  private String reply() throws IOException {
    if (file != null) {
      return TextFiles.read(file);
    }
    return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
