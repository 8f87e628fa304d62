package dev.earmark.app.catalogues;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file that keeps what a listener has added. It is Earmark's own, so that nobody's config.yml
 * is rewritten and loses its comments.
 */
final class SourceFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;

  SourceFile(Path file) {
    this.file = file;
  }

  /** A source: its kind is {@code folder}, {@code file} or {@code feed}. */
  record Entry(String name, String kind, String where) {
    Entry {
      name = Objects.requireNonNullElse(name, "");
      kind = Objects.requireNonNullElse(kind, "");
      where = Objects.requireNonNullElse(where, "");
    }

    /** Returns it at an address. */
    Entry at(String address) {
      return new Entry(name, kind, address);
    }
  }

  /** The file's content. */
  record Content(List<Entry> sources) {
    Content {
      sources = List.copyOf(Objects.requireNonNullElse(sources, List.of()));
    }
  }

  /**
   * Reads it; nothing when there is no file yet.
   *
   * @throws FailureException with the remedy when it is damaged: it is not overwritten
   */
  List<Entry> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return JSON.readValue(Files.readAllBytes(file), Content.class).sources();
    } catch (JacksonException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.WRONG_CONTENT,
              file + " is damaged; correct it, or remove it and add folders and podcasts again"),
          e);
    }
  }

  /** Writes it; after a crash there is the old or the new content. */
  void write(List<Entry> sources) throws IOException {
    WholeFile.replace(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(new Content(sources)));
  }
}
