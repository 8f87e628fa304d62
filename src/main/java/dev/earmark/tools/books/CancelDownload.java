package dev.earmark.tools.books;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.media.MediaStore;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code cancel_download(id)}: calls a download off; what was fetched is kept. */
public final class CancelDownload implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "cancel_download",
          "Calls a download off; what was fetched is kept for the next try.",
          List.of(Parameter.required("id", Parameter.Type.STRING, "the id that downloads() lists")),
          Set.of(Effect.DOWNLOAD));

  private final MediaStore store;

  /** Makes the tool. */
  public CancelDownload(MediaStore store) {
    this.store = store;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    String id = new Args(args).text("id");
    return store.cancel(id)
        ? ToolResult.ok(language.pick("已取消下载 " + id, "Download " + id + " is cancelled"))
        : ToolResult.failed(language.pick("没有正在进行的下载 " + id, "No download " + id + " is running"));
  }
}
