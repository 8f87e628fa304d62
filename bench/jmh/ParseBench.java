package dev.earmark.bench;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.protocol.ReferenceTools;
import dev.earmark.agent.protocol.StepJson;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A reply of a megabyte, of kinds that make careless parsers slow: at most 50 ms. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class ParseBench {
  private static final int SIZE = 1 << 20;

  @Param({"text", "xml"})
  public String protocol;

  @Param({
    "argument", "answer", "nesting", "quotes", "escapes", "brackets", "tags", "labels",
    "openString", "openThink", "closings", "fences", "blanks", "tokens", "calls"
  })
  public String kind;

  private Protocol wire;
  private String reply;

  /** Makes the reply. */
  @Setup
  public void make() {
    wire = StepJson.protocol(protocol);
    boolean xml = protocol.equals("xml");
    String head =
        xml
            ? "<thought>x</thought>\n<action>write_to_file(path=\"a\", content="
            : "Thought: x\nAction: write_to_file\nAction Input: {\"path\": \"a\", \"content\": ";
    reply =
        switch (kind) {
          case "argument" ->
              wire.renderAction(
                  "x",
                  "write_to_file",
                  Map.of("path", "a", "content", fill("line \"q\" \\ <b>&amp;</b> {x}\n")));
          case "answer" -> wire.renderAnswer("x", fill("一行字，又一行。\n"));
          case "nesting" -> head + fill("[{\"a\":");
          case "quotes" -> head + fill("\"");
          case "escapes" -> head + "\"" + fill("\\\"");
          case "brackets" -> head + fill("<<<<");
          case "tags" -> fill("<action><thought>");
          case "labels" -> fill("Action: a\nThought: b\n");
          case "openString" -> head + "\"" + fill("abc, def: ");
          case "openThink" -> "<think>" + fill("so I call <action>pause()</action>\nAction: x\n");
          case "closings" -> fill("</think>\n");
          case "fences" -> fill("```\nx\n```\n");
          case "blanks" -> fill(" ");
          case "tokens" -> fill("<|im_end|>");
          default -> fill(wire.renderAction("x", "search_album", Map.of("keyword", "西游记")) + "\n");
        };
  }

  private static String fill(String seed) {
    return seed.repeat(SIZE / seed.length() + 1);
  }

  /** Reads it. */
  @Benchmark
  public Object parse() {
    return wire.parse(reply, Finish.STOP, ReferenceTools.ALL);
  }
}
