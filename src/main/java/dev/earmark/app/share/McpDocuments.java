package dev.earmark.app.share;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.remote.http.status.Status;
import dev.earmark.remote.mcp.Document;
import dev.earmark.remote.mcp.DocumentFamily;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What MCP clients may read. Thread-safe; may block for the disk, never for the network. */
final class McpDocuments {
  /** The URI of the list of books. */
  static final String LIBRARY = "earmark://library";

  private static final int MOST_BOOKS = 500;
  private static final int PLACES = 50;
  private static final int RUNS = 20;

  private final Supplier<Status> status;
  private final LibraryService library;
  private final PositionJournal journal;
  private final Assistant assistant;

  McpDocuments(
      Supplier<Status> status,
      LibraryService library,
      PositionJournal journal,
      Assistant assistant) {
    this.status = status;
    this.library = library;
    this.journal = journal;
    this.assistant = assistant;
  }

  List<Document> documents() {
    return List.of(
        new Document(
            "earmark://status",
            "status",
            "Status 状态",
            "What plays and where, downloads, timers, listening, health.",
            List.of("player.", "download.", "timer."),
            status::get),
        new Document(
            LIBRARY,
            "library",
            "Books 书库",
            "The books that are known, at most " + MOST_BOOKS + ".",
            List.of(),
            this::books),
        new Document(
            "earmark://positions",
            "positions",
            "Places 收听进度",
            "How far the books heard lately have got, newest first.",
            List.of("player."),
            this::places),
        new Document(
            "earmark://downloads",
            "downloads",
            "Downloads 下载",
            "Downloads that run, wait, or ended lately.",
            List.of("download."),
            () -> Map.of("downloads", status.get().downloads())),
        new Document(
            "earmark://runs",
            "runs",
            "Commands 指令记录",
            "The newest commands and what came of them, newest first.",
            List.of("run."),
            () -> Map.of("runs", assistant.runs(RUNS, "").stream().map(this::brief).toList())));
  }

  List<DocumentFamily> families() {
    return List.of(
        new DocumentFamily(
            "earmark://albums/",
            "album",
            "Book 一本书",
            "A known book with its sections.",
            this::book),
        new DocumentFamily(
            "earmark://runs/",
            "run",
            "Command 一条指令",
            "A command with every step of its reasoning.",
            id -> assistant.run(id).map(this::whole)));
  }

  private Object books() {
    List<Album> known = library.known();
    return Map.of(
        "total",
        known.size(),
        "albums",
        known.stream().limit(MOST_BOOKS).map(McpDocuments::brief).toList());
  }

  private static Map<String, Object> brief(Album album) {
    Map<String, Object> book = new LinkedHashMap<>();
    book.put("id", album.id());
    book.put("title", album.title());
    book.put("author", album.author());
    book.put("narrator", album.narrator());
    book.put("language", album.language());
    book.put("sections", Math.max(album.sectionCount(), album.sections().size()));
    return book;
  }

  private Optional<Object> book(String id) {
    return library.byId(id).map(this::whole);
  }

  private Object whole(Album album) {
    Map<String, Object> book = brief(album);
    book.put("description", album.description());
    book.put("section_list", album.sections().stream().map(McpDocuments::section).toList());
    journal.position(album.id()).ifPresent(place -> book.put("position", place(place)));
    return book;
  }

  private static Map<String, Object> section(Section section) {
    return Map.of("number", section.number(), "title", section.title());
  }

  private Object places() {
    return Map.of("positions", journal.recent(PLACES).stream().map(McpDocuments::place).toList());
  }

  private static Map<String, Object> place(Position place) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("album_id", place.albumId());
    told.put("title", place.albumTitle());
    told.put("section", place.section());
    told.put("position_s", place.seconds());
    told.put("at", place.at().toString());
    return told;
  }

  private Map<String, Object> brief(Run run) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("id", run.id());
    told.put("started_at", run.startedAt().toString());
    told.put("task", run.task());
    told.put("answer", run.answer());
    Run.Ended ended = run.ended();
    told.put("ended", ended == null ? null : ended.name().toLowerCase(Locale.ROOT));
    told.put("ms", run.ms());
    return told;
  }

  private Object whole(Run run) {
    Map<String, Object> told = brief(run);
    told.put("model", run.model());
    told.put("steps", run.steps().stream().map(McpDocuments::step).toList());
    return told;
  }

  private static Map<String, Object> step(Step step) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("thought", step.thought());
    told.put("action", step.action());
    told.put("action_input", step.actionInput());
    told.put("observation", step.observation());
    told.put("observation_by", step.observationBy().name().toLowerCase(Locale.ROOT));
    return told;
  }
}
