package dev.earmark.tools.workspace;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Listing;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code read_file(path, offset=0)}: shows a text file in parts that fit into an observation; of a
 * folder it shows what is in it.
 */
final class ReadFile extends FileTool {
  /** An observation may have 4,000 characters; the rest is for the line above the text. */
  static final int PART = 3_500;

  private static final int NAMES = 100;

  static final ToolSpec SPEC =
      new ToolSpec(
          "read_file",
          "Shows a text file, " + PART + " characters at a time, or what is in a folder.",
          List.of(
              PATH,
              Parameter.optional(
                  "offset", Parameter.Type.INTEGER, 0, "where to begin, in characters")),
          Set.of());

  ReadFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    String path = text(args, "path");
    if (workspace.isFolder(path)) {
      return folder(workspace.list(path, NAMES), path.strip(), language);
    }
    long offset = ((Number) args.getOrDefault("offset", 0)).longValue();
    Workspace.Text text =
        workspace.read(path, (int) Math.max(-1, Math.min(offset, Integer.MAX_VALUE)), PART);
    return ToolResult.ok(
        head(text, language) + (text.total() == 0 ? "" : "\n") + text.text(),
        Map.of("path", text.path(), "offset", text.offset(), "total", text.total()));
  }

  private static String head(Workspace.Text text, Language language) {
    StringBuilder head = new StringBuilder(text.path());
    if (text.total() == 0) {
      return head.append(language.pick("：空文件", ": an empty file")).toString();
    }
    boolean whole = text.offset() == 0 && text.next() == text.total();
    head.append(language.pick("（", " ("));
    if (whole) {
      head.append(language.pick(text.total() + " 个字符", text.total() + " characters"));
    } else {
      head.append(
          language.pick(
              "第 " + text.offset() + " 到 " + text.next() + " 个字符，共 " + text.total(),
              "characters " + text.offset() + " to " + text.next() + " of " + text.total()));
    }
    if (!text.charset().equals("UTF-8")) {
      head.append(language.pick("，编码 ", ", encoding ")).append(text.charset());
    }
    if (text.next() < text.total()) {
      head.append(language.pick("；接着读用 offset=", "; read on with offset=")).append(text.next());
    }
    return head.append(language.pick("）", "):")).toString();
  }

  private static ToolResult folder(Listing listing, String path, Language language) {
    if (listing.lines().isEmpty()) {
      return ToolResult.ok(
          language.pick("文件夹 " + path + " 是空的。", "The folder " + path + " is empty."));
    }
    StringBuilder text =
        new StringBuilder(
            language.pick("“" + path + "”是文件夹，里面有：", "\"" + path + "\" is a folder. It holds:"));
    for (String line : listing.lines()) {
      if (text.length() + line.length() > PART) {
        return ToolResult.ok(text.append("\n…").toString());
      }
      text.append('\n').append(line);
    }
    if (listing.left() > 0) {
      text.append(
          language.pick("\n… 还有 " + listing.left() + " 个", "\n… and " + listing.left() + " more"));
    }
    return ToolResult.ok(text.toString());
  }
}
