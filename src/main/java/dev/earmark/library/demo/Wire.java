package dev.earmark.library.demo;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The JSON that the demo server answers, in snake_case; links are relative to its root. */
final class Wire {
  static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Wire() {}

  /** Answer to {@code /search}. */
  record Page(List<Summary> albums, int page, int pages) {
    Page {
      albums = List.copyOf(Objects.requireNonNullElse(albums, List.of()));
    }
  }

  /** An album without its sections. */
  record Summary(
      String id,
      String title,
      List<String> alternatives,
      String author,
      String narrator,
      String language,
      String description,
      String cover,
      int sectionCount) {
    Summary {
      id = Objects.requireNonNullElse(id, "");
      title = Objects.requireNonNullElse(title, "");
      alternatives = List.copyOf(Objects.requireNonNullElse(alternatives, List.of()));
      author = Objects.requireNonNullElse(author, "");
      narrator = Objects.requireNonNullElse(narrator, "");
      language = Objects.requireNonNullElse(language, "");
      description = Objects.requireNonNullElse(description, "");
      cover = Objects.requireNonNullElse(cover, "");
    }
  }

  /** Answer to {@code /albums/ID}. */
  record Detail(Summary album, List<Part> sections) {
    Detail {
      sections = List.copyOf(Objects.requireNonNullElse(sections, List.of()));
    }
  }

  /**
   * A section.
   *
   * @param href link to the file
   */
  record Part(
      int number,
      String title,
      String file,
      double startS,
      double durationS,
      long sizeBytes,
      String sha256,
      String href) {
    Part {
      title = Objects.requireNonNullElse(title, "");
      file = Objects.requireNonNullElse(file, "");
      sha256 = Objects.requireNonNullElse(sha256, "");
      href = Objects.requireNonNullElse(href, "");
    }
  }
}
