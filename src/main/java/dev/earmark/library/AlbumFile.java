package dev.earmark.library;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The content of an {@code album.json}, which describes the files of the folder that it lies in.
 * Fields that are missing are empty or 0.
 *
 * @param titleAlternatives other names of the album
 * @param sections in order
 */
public record AlbumFile(
    String id,
    String title,
    List<String> titleAlternatives,
    String author,
    String narrator,
    String language,
    String description,
    List<Part> sections) {
  /** The file's name in its folder. */
  public static final String NAME = "album.json";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /** Puts empty values where fields are missing. */
  public AlbumFile {
    id = Objects.requireNonNullElse(id, "");
    title = Objects.requireNonNullElse(title, "");
    titleAlternatives = List.copyOf(Objects.requireNonNullElse(titleAlternatives, List.of()));
    author = Objects.requireNonNullElse(author, "");
    narrator = Objects.requireNonNullElse(narrator, "");
    language = Objects.requireNonNullElse(language, "");
    description = Objects.requireNonNullElse(description, "");
    sections = List.copyOf(Objects.requireNonNullElse(sections, List.of()));
  }

  /**
   * One section.
   *
   * @param number as printed; the order of the list decides
   * @param file a name in the folder of the {@code album.json}
   * @param durationS seconds that a decoder gives
   * @param startS where it begins in its file, in seconds
   * @param sha256 of the file, in lower-case hex
   */
  public record Part(
      int number, String title, String file, double durationS, double startS, String sha256) {
    /** Puts empty values where fields are missing. */
    public Part {
      title = Objects.requireNonNullElse(title, "");
      file = Objects.requireNonNullElse(file, "");
      sha256 = Objects.requireNonNullElse(sha256, "");
    }
  }

  /**
   * Reads the file.
   *
   * @throws FailureException {@code WRONG_CONTENT} when it is not such a file
   * @throws IOException when it cannot be read
   */
  public static AlbumFile read(Path file) throws IOException {
    try {
      AlbumFile album = JSON.readValue(Files.readAllBytes(file), AlbumFile.class);
      if (album == null || album.title.isBlank() || album.sections.isEmpty()) {
        throw wrong(file, "it needs a title and sections", null);
      }
      return album;
    } catch (JacksonException e) {
      throw wrong(file, reason(e), e);
    }
  }

  private static FailureException wrong(Path file, String reason, @Nullable Throwable cause) {
    return new FailureException(
        new Failure(Failure.Kind.WRONG_CONTENT, file + " is no album description: " + reason),
        cause);
  }

  private static String reason(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    int detail = message.indexOf(" (start marker");
    String text = detail < 0 ? message : message.substring(0, detail);
    TokenStreamLocation at = e.getLocation();
    return at == null ? text : text + " in line " + at.getLineNr();
  }

  /** Returns the section of a file with this name, the first one when it holds several. */
  public Optional<Part> part(String file) {
    return sections.stream().filter(part -> part.file().equals(file)).findFirst();
  }

  /**
   * Returns the album that the file describes, its sections numbered as {@link Numbering} does.
   *
   * @param albumId its id in its catalogue
   * @param cover URL or path of its picture, may be empty
   * @param size gives the bytes of a file by its name; sections of a file with 0 bytes are left out
   */
  public Album toAlbum(String albumId, String cover, ToLongFunction<String> size) {
    List<Section> list = new ArrayList<>();
    List<Integer> printed = new ArrayList<>();
    for (Part part : sections) {
      long bytes = size.applyAsLong(part.file());
      if (bytes > 0) {
        printed.add(Math.max(0, part.number()));
        list.add(
            new Section(
                list.size() + 1,
                part.title(),
                part.file(),
                part.startS(),
                part.durationS(),
                bytes));
      }
    }
    return new Album(
        albumId,
        title,
        titleAlternatives,
        author,
        narrator,
        language,
        description,
        cover,
        list.size(),
        Numbering.apply(list, printed));
  }
}
