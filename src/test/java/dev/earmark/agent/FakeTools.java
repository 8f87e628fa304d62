package dev.earmark.agent;

import static dev.earmark.agent.Parameter.Type.INTEGER;
import static dev.earmark.agent.Parameter.Type.STRING;
import static dev.earmark.agent.Parameter.optional;
import static dev.earmark.agent.Parameter.required;

import dev.earmark.agent.loop.ToolRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The book tools with fixed results, noting their calls. */
public final class FakeTools {
  /** The calls so far, as {@code name{args}}. */
  public final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** Returns all of them. */
  public ToolRegistry registry() {
    return new ToolRegistry(
        List.of(
            tool(
                "search_album",
                Set.of(),
                args -> ToolResult.ok("找到 2 个专辑：1. 西游记 (id a7) 2. 西游记后传 (id a8)"),
                required("keyword", STRING, "title"),
                optional("page", INTEGER, 1, "from 1")),
            tool(
                "get_album_detail",
                Set.of(),
                args -> ToolResult.ok("西游记，共 100 集"),
                required("album_id", STRING, "id"),
                optional("keyword", STRING, "", "word")),
            tool(
                "search_and_play",
                Set.of(Effect.PLAY),
                args ->
                    ToolResult.ok(
                        "正在播放(本地): " + args.get("keyword") + " - 第" + args.get("section") + "集"),
                required("keyword", STRING, "title"),
                optional("section", INTEGER, 1, "from 1")),
            tool("pause", Set.of(Effect.PAUSE), args -> ToolResult.failed("现在没有在播放，无法暂停")),
            tool("get_status", Set.of(), args -> ToolResult.ok("没有在播放")),
            tool(
                "broken",
                Set.of(),
                args -> {
                  throw new IllegalStateException("secret path /etc/shadow");
                })));
  }

  private Tool tool(
      String name,
      Set<Effect> effects,
      Function<Map<String, Object>, ToolResult> work,
      Parameter... parameters) {
    ToolSpec spec = new ToolSpec(name, "does " + name, List.of(parameters), effects);
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return spec;
      }

      @Override
      public ToolResult call(Map<String, Object> args, Context context) {
        calls.add(name + args);
        return work.apply(args);
      }
    };
  }
}
