package dev.earmark.tools.books;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.media.Download;
import dev.earmark.media.MediaStore;
import dev.earmark.text.Normalizer;
import dev.earmark.tools.Args;
import dev.earmark.tools.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * {@code cancel_download(id)}: calls downloads off, by id, by the title of the book, or all that
 * are on their way; what was fetched is kept. A book that was being downloaded as a whole is no
 * longer.
 */
public final class CancelDownload implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "cancel_download",
          "Calls a download off; what was fetched is kept for the next try.",
          List.of(
              Parameter.required(
                  "id",
                  Parameter.Type.STRING,
                  "the id that downloads() lists, the title of a book, or all")),
          Set.of(Effect.DOWNLOAD));

  private static final Set<String> ALL = Set.of("all", "全部", "所有", "everything");
  private static final int NAMED = 3;

  /** Fewer characters are in too many titles: a wrong "1" or "the" must not end other downloads. */
  private static final int LEAST_HAN = 2;

  private static final int LEAST_LETTERS = 4;

  private final MediaStore store;
  private final Predicate<String> release;

  /**
   * Makes the tool.
   *
   * @param release keeps a book, given by its id, on this machine no longer; returns whether it was
   *     kept
   */
  public CancelDownload(MediaStore store, Predicate<String> release) {
    this.store = store;
    this.release = release;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    String said = new Args(args).text("id").strip();
    List<Download> going =
        store.downloads().stream()
            .filter(download -> !download.progress().state().isEnd())
            .toList();
    List<Download> meant = meant(going, said);
    Set<String> albums =
        meant.stream().map(one -> one.request().albumId()).collect(Collectors.toSet());
    boolean ofBook = meant.stream().noneMatch(one -> one.id().equals(said));
    // Else the next sections of the book would be fetched instead.
    int kept = 0;
    for (String album : ofBook ? albums : Set.<String>of()) {
      kept += release.test(album) ? 1 : 0;
    }
    List<Download> cancelled = new ArrayList<>();
    for (Download one : meant) {
      if (store.cancel(one.id())) {
        cancelled.add(one);
      }
    }
    if (cancelled.isEmpty()) {
      return none(going, said, language);
    }
    String names =
        cancelled.stream()
            .limit(NAMED)
            .map(
                one -> Words.section(one.request().albumTitle(), one.request().section(), language))
            .collect(Collectors.joining(language.pick("、", ", ")));
    int more = cancelled.size() - NAMED;
    String rest =
        more > 0 ? language.pick(" 等" + cancelled.size() + "个", " and " + more + " more") : "";
    String whole =
        kept > 0 ? language.pick("，整本也不再下载", "; the whole book is not kept any longer") : "";
    return ToolResult.ok(
        language.pick("已取消下载: ", "Download cancelled: ") + names + rest + whole,
        Map.of("cancelled", cancelled.stream().map(Download::id).toList()));
  }

  private static List<Download> meant(List<Download> going, String said) {
    if (ALL.contains(said.toLowerCase(Locale.ROOT))) {
      return going;
    }
    List<Download> byId = going.stream().filter(one -> one.id().equals(said)).toList();
    return byId.isEmpty() ? ofBook(going, Normalizer.key(said)) : byId;
  }

  /** The book of that title, else the only one whose title holds those words. */
  private static List<Download> ofBook(List<Download> going, String key) {
    List<Download> exact =
        going.stream()
            .filter(one -> Normalizer.key(one.request().albumTitle()).equals(key))
            .toList();
    if (!exact.isEmpty() || key.length() < (Normalizer.hasHan(key) ? LEAST_HAN : LEAST_LETTERS)) {
      return exact;
    }
    List<Download> part =
        going.stream()
            .filter(one -> Normalizer.key(one.request().albumTitle()).contains(key))
            .toList();
    long books = part.stream().map(one -> one.request().albumId()).distinct().count();
    return books == 1 ? part : List.of();
  }

  private static ToolResult none(List<Download> going, String said, Language language) {
    if (going.isEmpty()) {
      return ToolResult.failed(language.pick("现在没有正在下载的", "Nothing is being downloaded"));
    }
    String titles =
        going.stream()
            .map(one -> one.request().albumTitle())
            .distinct()
            .limit(NAMED)
            .collect(Collectors.joining(language.pick("、", ", ")));
    return ToolResult.failed(
        language.pick(
            "没有在下载“" + said + "”。正在下载的是：" + titles,
            "\"" + said + "\" is not being downloaded. On their way are: " + titles));
  }
}
