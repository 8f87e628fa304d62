package dev.earmark.remote.mcp;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The documents as text. Thread-safe. */
final class Documents {
  static final String MIME = "application/json";

  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final List<Document> documents;
  private final List<DocumentFamily> families;

  Documents(List<Document> documents, List<DocumentFamily> families) {
    this.documents = documents;
    this.families = families;
  }

  List<Document> all() {
    return documents;
  }

  List<DocumentFamily> families() {
    return families;
  }

  /** Returns the JSON under a URI; empty when nothing is there. */
  Optional<String> read(String uri) {
    for (Document document : documents) {
      if (document.uri().equals(uri)) {
        return Optional.of(text(document.content().get()));
      }
    }
    for (DocumentFamily family : families) {
      Optional<Object> found = family.read(uri);
      if (found.isPresent()) {
        return found.map(Documents::text);
      }
    }
    return Optional.empty();
  }

  static String text(Object content) {
    return JSON.writeValueAsString(content);
  }

  /** What is said of a URI that leads nowhere. */
  String notFound(String uri) {
    return "There is nothing at '"
        + uri
        + "'; resources/list and resources/templates/list tell all.";
  }
}
