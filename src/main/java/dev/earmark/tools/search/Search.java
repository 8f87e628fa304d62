package dev.earmark.tools.search;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.search.WebSearch;
import dev.earmark.tools.Args;
import dev.earmark.workspace.FileSearch;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code Search(query)}: a numbered list of what the web and the workspace's files hold, each with
 * its source. What one of them cannot tell is said, and the other one still answers. Waits for the
 * search server, for its time-out at most.
 */
public final class Search implements Tool {
  private static final int FILES = 5;
  private static final int LONGEST_QUERY = 500;

  private final @Nullable WebSearch web;
  private final @Nullable Workspace files;
  private final ToolSpec spec;

  /**
   * Makes the tool; one of the two must be there.
   *
   * @param web asks a server, or null
   * @param files is looked through, or null
   */
  public Search(@Nullable WebSearch web, @Nullable Workspace files) {
    if (web == null && files == null) {
      throw new IllegalArgumentException("there is nothing to search");
    }
    this.web = web;
    this.files = files;
    this.spec =
        new ToolSpec(
            "Search",
            files == null
                ? "Searches the web."
                : web == null
                    ? "Searches names and contents of the workspace's files; there is no web"
                        + " search."
                    : "Searches the web, and names and contents of the workspace's files.",
            List.of(Parameter.required("query", Parameter.Type.STRING, "a few words to look for")),
            Set.of());
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    String query = new Args(args).text("query");
    if (query.isEmpty() || query.length() > LONGEST_QUERY) {
      return ToolResult.failed(
          language.pick(
              "要给出搜索的词，最多 " + LONGEST_QUERY + " 个字符。",
              "Give words to search for, " + LONGEST_QUERY + " characters at most."));
    }
    Found found = new Found();
    web(query, context, found);
    files(query, context, found);
    return found.result(query, language);
  }

  private void web(String query, Context context, Found found) {
    if (web == null) {
      return;
    }
    try {
      for (WebSearch.Result result : web.search(query, context.language(), context.cancel())) {
        found.add(result.title(), result.link(), result.text());
      }
    } catch (FailureException e) {
      String why = e.failure().kind().words(Language.EN);
      found.problems.add(
          context
              .language()
              .pick(
                  "网上搜索没成功：" + e.failure().said(Language.ZH) + "。",
                  "The web search failed: " + why + " (" + e.failure().detail() + ")."));
    }
  }

  private void files(String query, Context context, Found found) {
    if (files == null) {
      return;
    }
    try {
      for (FileSearch.Hit hit : files.search(query, FILES, context.cancel())) {
        String place = hit.line() > 0 ? hit.path() + ":" + hit.line() : hit.path();
        found.add("", place, hit.text());
      }
    } catch (Refused e) {
      found.problems.add(e.words(context.language()));
    }
  }

  /** Collects results and what went wrong. */
  private static final class Found {
    private final StringBuilder lines = new StringBuilder();
    private final List<Map<String, Object>> data = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    void add(String title, String source, String text) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("title", title);
      one.put("source", source);
      one.put("text", text);
      data.add(one);
      lines.append(data.size()).append(". ");
      lines.append(title.isEmpty() ? source : title);
      if (!title.isEmpty() && !source.isEmpty()) {
        lines.append(" <").append(source).append('>');
      }
      lines.append(text.isEmpty() ? "" : ": ").append(text).append('\n');
    }

    ToolResult result(String query, Language language) {
      String troubles = String.join("\n", problems);
      if (!data.isEmpty()) {
        return ToolResult.ok((lines + troubles).strip(), Map.of("results", data));
      }
      return problems.isEmpty()
          ? ToolResult.ok(
              language.pick("没有找到“" + query + "”。", "Nothing was found for \"" + query + "\"."),
              Map.of("results", data))
          : ToolResult.failed(troubles);
    }
  }
}
