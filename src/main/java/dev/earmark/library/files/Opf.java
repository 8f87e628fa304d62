package dev.earmark.library.files;

import dev.earmark.base.PlainText;
import dev.earmark.base.file.SafeXml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads OPF, as Calibre and Audiobookshelf write it: Dublin Core with roles of creators, and the
 * series in {@code meta} elements. Prefixes may be any; document types are never read.
 */
final class Opf {
  private static final int LONGEST = 4_000;
  private static final String NARRATORS = "calibre:user_metadata:#narrators";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, String> fields = new HashMap<>();
  private final List<String> authors = new ArrayList<>();
  private final List<String> narrators = new ArrayList<>();
  private String name = "";
  private String role = "";
  private final StringBuilder text = new StringBuilder();

  private Opf() {}

  /**
   * Reads a document.
   *
   * @throws XMLStreamException when it is none
   */
  static Description read(String document) throws XMLStreamException {
    XMLStreamReader xml = SafeXml.open(document);
    try {
      return new Opf().read(xml);
    } finally {
      xml.close();
    }
  }

  private Description read(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> begin(xml);
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> end();
        default -> {
          // comments and instructions say nothing
        }
      }
    }
    return new Description(
        field("title"),
        field("subtitle"),
        String.join(", ", authors),
        String.join(", ", narrators.isEmpty() ? ownNarrators() : narrators),
        field("calibre:series"),
        field("calibre:series_index").replaceFirst("\\.0+$", ""),
        field("language"),
        field("description"),
        List.of());
  }

  /** Returns the narrators of Calibre's column of a person's own, which is JSON in an attribute. */
  private List<String> ownNarrators() {
    List<String> names = new ArrayList<>();
    try {
      JsonNode value = JSON.readTree(field(NARRATORS)).path("#value#");
      for (JsonNode name : value.isArray() ? value : List.of(value)) {
        if (!name.asString("").isBlank()) {
          names.add(name.asString("").strip());
        }
      }
    } catch (JacksonException e) {
      return List.of(); // whoever wrote it meant something else
    }
    return names;
  }

  private String field(String key) {
    return fields.getOrDefault(key, "");
  }

  private void begin(XMLStreamReader xml) {
    name = local(xml.getLocalName());
    role = attribute(xml, "role");
    text.setLength(0);
    if (name.equals("meta")) {
      String content = attribute(xml, "content");
      if (!content.isEmpty()) {
        fields.putIfAbsent(attribute(xml, "name").toLowerCase(Locale.ROOT), content);
      }
    }
  }

  private void end() {
    String value = PlainText.of(text.toString(), LONGEST).strip();
    text.setLength(0);
    if (value.isEmpty()) {
      return;
    }
    if (name.equals("creator")) {
      if (role.equals("nrt")) {
        narrators.add(value);
      } else if (role.isEmpty() || role.equals("aut")) {
        authors.add(value);
      }
    } else {
      fields.putIfAbsent(name, value);
    }
    name = "";
  }

  private static String local(String qualified) {
    return qualified.substring(qualified.indexOf(':') + 1).toLowerCase(Locale.ROOT);
  }

  private static String attribute(XMLStreamReader xml, String wanted) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (local(xml.getAttributeLocalName(i)).equals(wanted)) {
        return xml.getAttributeValue(i).strip();
      }
    }
    return "";
  }
}
