package dev.earmark.agent.protocol;

import static dev.earmark.agent.Parameter.Type.ARRAY;
import static dev.earmark.agent.Parameter.Type.INTEGER;
import static dev.earmark.agent.Parameter.Type.OBJECT;
import static dev.earmark.agent.Parameter.Type.STRING;
import static dev.earmark.agent.Parameter.optional;
import static dev.earmark.agent.Parameter.required;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import java.util.List;
import java.util.Set;

/** The tools that the parser cases are written for. */
public final class ReferenceTools {
  /** All of them. */
  public static final ToolIndex ALL =
      new ToolIndex(
          List.of(
              tool("search_album", text("keyword"), optional("page", INTEGER, 1, "from 1")),
              tool("get_album_detail", text("album_id"), optional("keyword", STRING, "", "a word")),
              tool("search_and_play", text("keyword"), optional("section", INTEGER, 1, "from 1")),
              tool("pause"),
              tool("resume"),
              tool("stop"),
              tool("get_status"),
              tool("set_volume", required("level", INTEGER, "0 to 100")),
              tool("write_to_file", text("path"), text("content")),
              tool("read_file", text("path")),
              tool("delete_file", text("path")),
              tool(
                  "bookmark",
                  text("note"),
                  optional("tags", ARRAY, null, "words"),
                  optional("meta", OBJECT, null, "more")),
              tool("f", text("a"), text("b"), text("c"))));

  private ReferenceTools() {}

  private static Parameter text(String name) {
    return required(name, STRING, "a text");
  }

  private static ToolSpec tool(String name, Parameter... parameters) {
    return new ToolSpec(name, "does " + name, List.of(parameters), Set.of());
  }
}
