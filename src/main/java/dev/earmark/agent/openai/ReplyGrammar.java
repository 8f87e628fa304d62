package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ToolSpec;
import java.util.stream.Collectors;

/**
 * The grammar of a reply in GBNF, for servers that hold their model to one: a thought, then one
 * call of a tool that there is, or an answer. It is stricter than what is read, on purpose.
 */
final class ReplyGrammar {
  private static final String JSON =
      """
      object ::= "{" ws ( pair ( "," ws pair )* )? "}"
      pair ::= string ":" ws value
      array ::= "[" ws ( value ( "," ws value )* )? "]"
      value ::= ( object | array | string | number | "true" | "false" | "null" ) ws
      string ::= "\\"" ( [^"\\\\\\x00-\\x1F] | "\\\\" ( ["\\\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] \
      [0-9a-fA-F] [0-9a-fA-F] ) )* "\\""
      number ::= "-"? ( "0" | [1-9] [0-9]* ) ( "." [0-9]+ )?
      ws ::= [ \\n]?
      """;

  private static final String TEXT =
      """
      root ::= "Thought: " line "\\n" ( call | answer )
      call ::= "Action: " tool "\\nAction Input: " object
      answer ::= "Final Answer: " [^ \\n] [^\\x00]*
      line ::= [^\\n\\x00]+
      """;

  private static final String XML =
      """
      root ::= "<thought>" inner "</thought>\\n" ( call | answer )
      call ::= "<action>" tool "(" ( arg ( ", " arg )* )? ")</action>"
      arg ::= name "=" value
      name ::= [a-z] [a-z_]*
      answer ::= "<final_answer>" inner "</final_answer>"
      inner ::= ( [^<\\x00] | "<" [^/\\x00] )+
      """;

  private ReplyGrammar() {}

  /** Returns the grammar for the protocol and the tools of a request. */
  static String of(ChatModel.Request request) {
    String tools =
        request.tools().stream()
            .map(ToolSpec::name)
            .map(name -> '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
            .collect(Collectors.joining(" | "));
    boolean xml = request.protocol().equals("xml");
    return (xml ? XML : TEXT) + "tool ::= " + tools + "\n" + JSON;
  }
}
