package dev.earmark.tools.books;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaStore;
import dev.earmark.tools.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** {@code downloads()}: the downloads that run, wait, or ended lately. */
public final class Downloads implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "downloads",
          "Lists the downloads that run, wait, or ended lately, with their ids.",
          List.of(),
          Set.of());

  private final MediaStore store;

  /** Makes the tool. */
  public Downloads(MediaStore store) {
    this.store = store;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> data = new ArrayList<>();
    for (Download download : store.downloads()) {
      lines.add(line(download, language));
      data.add(
          Map.of(
              "id",
              download.id(),
              "album",
              download.request().albumTitle(),
              "section",
              download.request().section(),
              "state",
              download.progress().state().name().toLowerCase(Locale.ROOT),
              "bytes",
              download.progress().bytes(),
              "total_bytes",
              download.progress().totalBytes()));
    }
    if (lines.isEmpty()) {
      return ToolResult.ok(language.pick("没有下载任务", "There are no downloads"));
    }
    return ToolResult.ok(String.join("\n", lines), Map.of("downloads", data));
  }

  private static String line(Download download, Language language) {
    Download.Progress progress = download.progress();
    MediaRequest request = download.request();
    Failure failure = progress.failure();
    String reason = failure == null ? "" : failure.kind().words(language);
    String state =
        switch (progress.state()) {
          case WAITING -> language.pick("等待中", "waiting");
          case RUNNING -> running(progress);
          case PAUSED -> language.pick("已暂停，", "paused at ") + running(progress);
          case DONE -> language.pick("已完成", "done");
          case FAILED -> language.pick("失败：" + reason, "failed: " + reason);
          case CANCELLED -> language.pick("已取消", "cancelled");
        };
    return download.id()
        + " "
        + Words.section(request.albumTitle(), request.section(), language)
        + ", "
        + state;
  }

  private static String running(Download.Progress progress) {
    if (progress.totalBytes() > 0) {
      return progress.bytes() * 100 / progress.totalBytes() + "%";
    }
    return String.format(Locale.ROOT, "%.1f MB", progress.bytes() / 1e6);
  }
}
