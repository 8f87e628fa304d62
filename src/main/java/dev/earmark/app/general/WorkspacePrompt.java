package dev.earmark.app.general;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Listing;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A wire form whose system prompt tells also of the machine and the workspace. Everything else is
 * that of the wire form itself.
 */
final class WorkspacePrompt implements Protocol {
  private final Protocol form;
  private final @Nullable Listing files;

  /**
   * Adds to a wire form.
   *
   * @param files what is in the workspace as the run begins; null where the prompt outlives a run
   */
  WorkspacePrompt(Protocol form, @Nullable Listing files) {
    this.form = form;
    this.files = files;
  }

  @Override
  public String name() {
    return form.name();
  }

  @Override
  public List<String> stop() {
    return form.stop();
  }

  @Override
  public String systemPrompt(List<ToolSpec> tools, Language language) {
    StringBuilder prompt = new StringBuilder(form.systemPrompt(tools, language).strip());
    prompt.append("\n\n").append(language.pick("工作环境：", "Surroundings:"));
    if (files != null) {
      prompt.append(
          language.pick(
              "\n- 这次是终端上的通用任务，没有麦克风和音箱；最终答案显示在屏幕上，可以写几行。",
              "\n- this is a general task at a terminal, without microphone and speaker; the final"
                  + " answer is shown on the screen and may have several lines"));
    }
    prompt.append(language.pick("\n- 操作系统：", "\n- operating system: ")).append(system());
    prompt.append(
        language.pick(
            "\n- 文件工具只能用工作区里的相对路径，例如 src/index.html；用 / 分隔，不能用 .. 和绝对路径。",
            "\n- file tools take paths relative to the workspace, such as src/index.html, with /"
                + " between names; no .. and no absolute paths"));
    files(prompt, language);
    return prompt.append('\n').append(rules(language)).append('\n').toString();
  }

  private static String system() {
    return String.join(
        " ",
        System.getProperty("os.name", "Linux"),
        System.getProperty("os.version", ""),
        System.getProperty("os.arch", ""));
  }

  private void files(StringBuilder prompt, Language language) {
    if (files == null) {
      prompt.append(
          language.pick(
              "\n- 工作区里有什么：read_file(path=\".\")",
              "\n- what the workspace holds: read_file(path=\".\")"));
    } else if (files.lines().isEmpty()) {
      prompt.append(language.pick("\n- 工作区是空的。", "\n- the workspace is empty"));
    } else {
      prompt.append(
          language.pick("\n- 工作区里现在有（括号里是字节数）：", "\n- the workspace holds (bytes in brackets):"));
      files.lines().forEach(line -> prompt.append("\n    ").append(form.quote(line)));
      if (files.left() > 0) {
        prompt.append(
            language.pick(
                "\n    … 还有 " + files.left() + " 个", "\n    … and " + files.left() + " more"));
      }
    }
  }

  private String rules(Language language) {
    boolean xml = name().equals("xml");
    String escapes =
        xml
            ? language.pick(
                "字符串里的引号写成 \\\"，反斜杠写成 \\\\，换行可以直接写或写成 \\n，标签"
                    + "里的 < 写成 \\u003c，例如 \\u003c/action>",
                "inside of a string write \\\" for a quote and \\\\ for a backslash; a line break"
                    + " may stand as it is or as \\n; the < of an action or observation tag is"
                    + " \\u003c, as in \\u003c/action>")
            : language.pick(
                "Action Input 是 JSON：引号写成 \\\"，反斜杠写成 \\\\，换行写成 \\n",
                "Action Input is JSON: write \\\" for a quote, \\\\ for a backslash, \\n for a line"
                    + " break");
    return language.pick(
        "- 写文件时 content 要完整，不用省略号代替；"
            + escapes
            + "。\n- 很长的文件分几次写：先 write_to_file，再 append_to_file。"
            + "\n- 和文件有关的任务，最终答案说明做了哪些文件。",
        "- the content of a file is written out whole, nothing is left out; "
            + escapes
            + "\n"
            + "- a long file is written in parts: write_to_file first, then append_to_file\n"
            + "- after work on files the final answer says which ones; it may have several lines");
  }

  @Override
  public Parsed parse(String output, Finish finish, ToolIndex tools) {
    return form.parse(output, finish, tools);
  }

  @Override
  public Reading reading(ToolIndex tools) {
    return form.reading(tools);
  }

  @Override
  public String renderAction(String thought, String tool, Map<String, Object> args) {
    return form.renderAction(thought, tool, args);
  }

  @Override
  public String renderAnswer(String thought, String answer) {
    return form.renderAnswer(thought, answer);
  }

  @Override
  public String renderObservation(String text) {
    return form.renderObservation(text);
  }

  @Override
  public List<Passage> passages(String message) {
    return form.passages(message);
  }

  @Override
  public String quote(String text) {
    return form.quote(text);
  }

  @Override
  public String repairPrompt(Parsed.Fault error, ToolIndex tools, Language language, int again) {
    return form.repairPrompt(error, tools, language, again);
  }
}
