package dev.earmark.library.marks;

import dev.earmark.base.PlainText;
import dev.earmark.base.file.SafeXml;
import dev.earmark.library.Section.Chapter;
import dev.earmark.text.RoughNumber;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Chapters that are told outside of the audio: Podlove Simple Chapters 1.2, which stand in a feed
 * or in a file of their own (podlove.org/simple-chapters), and JSON chapters of Podcasting 2.0.
 * Both may be unsorted, without titles and without ends. Confined to one thread.
 */
public final class Marks {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 1_000;
  private static final int TITLE = 300;

  private final List<Chapter> found = new ArrayList<>();

  private Marks() {}

  /** Returns an empty list to add to. */
  public static Marks empty() {
    return new Marks();
  }

  /** Takes one, as it is written; what has no beginning is no chapter. */
  public void add(String start, String end, String title) {
    boolean isTime = start.matches("[\\d:.]*\\d[\\d:.]*");
    if (isTime && found.size() < MOST) {
      double startS = RoughNumber.seconds(start);
      double endS = RoughNumber.seconds(end);
      found.add(
          new Chapter(
              PlainText.of(title, TITLE).strip(),
              startS,
              endS > startS ? endS : Double.POSITIVE_INFINITY));
    }
  }

  /** Returns them in order, each up to the next one at the latest; those without title numbered. */
  public List<Chapter> inOrder() {
    List<Chapter> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparingDouble(Chapter::startS));
    List<Chapter> chapters = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Chapter one = sorted.get(i);
      double next = i + 1 < sorted.size() ? sorted.get(i + 1).startS() : Double.POSITIVE_INFINITY;
      String title = one.title().isEmpty() ? String.valueOf(i + 1) : one.title();
      if (next > one.startS()) {
        chapters.add(new Chapter(title, one.startS(), Math.min(one.endS(), next)));
      }
    }
    return List.copyOf(chapters);
  }

  /**
   * Reads a file of JSON chapters; those that are not for a table of contents are left out.
   *
   * @throws JacksonException when it is no JSON
   */
  public static List<Chapter> json(byte[] document) {
    Marks marks = new Marks();
    JsonNode chapters = JSON.readTree(document).path("chapters");
    Iterable<JsonNode> all = chapters.isObject() ? List.of(chapters) : chapters;
    for (JsonNode node : all) {
      if (node.path("toc").asBoolean(/* defaultValue= */ true)) {
        marks.add(
            text(node.path("startTime")), text(node.path("endTime")), text(node.path("title")));
      }
    }
    return marks.inOrder();
  }

  /** Some write times as texts and titles as numbers. */
  private static String text(JsonNode node) {
    return node.isString() || node.isNumber() ? node.asString("").strip() : "";
  }

  /**
   * Reads Podlove Simple Chapters; the elements may have any prefix, and other elements around
   * them.
   *
   * @throws XMLStreamException when it is no XML
   */
  public static List<Chapter> podlove(String document) throws XMLStreamException {
    XMLStreamReader xml = SafeXml.open(document);
    Marks marks = new Marks();
    try {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT && isChapter(xml.getLocalName())) {
          marks.add(attribute(xml, "start"), /* end= */ "", attribute(xml, "title"));
        }
      }
    } finally {
      xml.close();
    }
    return marks.inOrder();
  }

  private static boolean isChapter(String name) {
    String local = name.substring(name.indexOf(':') + 1);
    return local.equalsIgnoreCase("chapter");
  }

  private static String attribute(XMLStreamReader xml, String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equalsIgnoreCase(name)) {
        return xml.getAttributeValue(i).strip();
      }
    }
    return "";
  }

  /**
   * Reads a file of chapters of either kind, told apart by its content; none when it is neither.
   *
   * @param document its text
   */
  public static List<Chapter> file(String document) {
    String text = document.strip();
    try {
      if (text.startsWith("{")) {
        return json(text.getBytes(StandardCharsets.UTF_8));
      }
      boolean isList = text.toLowerCase(Locale.ROOT).contains("chapters");
      return text.startsWith("<") && isList ? podlove(text) : List.of();
    } catch (JacksonException | XMLStreamException e) {
      return List.of();
    }
  }
}
