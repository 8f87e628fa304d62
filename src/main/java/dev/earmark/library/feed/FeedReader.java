package dev.earmark.library.feed;

import dev.earmark.base.PlainText;
import dev.earmark.library.marks.Marks;
import dev.earmark.text.RoughNumber;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of RSS 2.0 or Atom (RFC 4287) with the tags of iTunes and Podcasting 2.0. Only
 * direct children of the feed and of its items count; a feed within a feed's content is text. Used
 * once, by one thread.
 */
final class FeedReader {
  /** How many episodes of a podcast are taken. */
  static final int MOST_ITEMS = 5_000;

  private static final int DESCRIPTION = 2_000;
  private static final Set<String> FEEDS = Set.of("channel", "feed");
  private static final Set<String> OLDER = Set.of("next", "prev-archive"); // RFC 5005
  private static final Set<String> ITEMS = Set.of("item", "entry");

  private static final Pattern WEEKDAY = Pattern.compile("^\\p{Alpha}+,\\s*");

  /** The names of RFC 822, section 5.1, that programs still write. */
  private static final Map<String, String> ZONES =
      Map.of(
          "UT", "GMT", "UTC", "GMT", "Z", "GMT", "EST", "-0500", "EDT", "-0400", "CST", "-0600",
          "CDT", "-0500", "PST", "-0800", "PDT", "-0700");

  private final Map<String, String> feed = new HashMap<>();
  private final List<Feed.Episode> episodes = new ArrayList<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable Map<String, String> item;
  private Marks marks = Marks.empty();
  private int itemDepth;
  private boolean isFeed;

  private FeedReader() {}

  /**
   * Reads a feed.
   *
   * @throws XMLStreamException when it is none
   */
  static Feed read(byte[] document) throws XMLStreamException {
    return Markup.read(document, xml -> new FeedReader().feed(xml));
  }

  private Feed feed(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext() && episodes.size() < MOST_ITEMS) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> begin(xml);
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> end();
        default -> {
          // comments, instructions and document types say nothing
        }
      }
    }
    if (!isFeed) {
      throw new XMLStreamException("it is no feed");
    }
    Map<String, Feed.Episode> unique = new LinkedHashMap<>();
    episodes.forEach(episode -> unique.putIfAbsent(episode.id(), episode));
    String author = first(feed, "itunes:author", "author", "managingeditor");
    boolean isSerial = first(feed, "itunes:type").equals("serial");
    return new Feed(
        PlainText.of(first(feed, "title"), 300),
        PlainText.of(author, 300),
        first(feed, "language", "xml:lang"),
        PlainText.of(first(feed, "description", "itunes:summary", "subtitle"), DESCRIPTION),
        first(feed, "itunes:image", "image", "logo"),
        Feed.ordered(List.copyOf(unique.values()), isSerial),
        isSerial,
        first(feed, "next", "prev-archive"));
  }

  private static String name(XMLStreamReader xml) {
    return xml.getLocalName().toLowerCase(Locale.ROOT);
  }

  private void begin(XMLStreamReader xml) {
    String name = name(xml);
    String parent = Objects.requireNonNullElse(open.peek(), "");
    if (FEEDS.contains(name) && item == null) {
      isFeed = true;
      // The parser may or may not count the prefix in, where it does not mind namespaces.
      put(feed, "xml:lang", attribute(xml, "xml:lang"));
      put(feed, "xml:lang", attribute(xml, "lang"));
    }
    if (ITEMS.contains(name) && item == null) {
      item = new HashMap<>();
      marks = Marks.empty();
      itemDepth = open.size();
    } else if (item != null && ITEMS.contains(parent)) {
      attributes(xml, name, item);
    } else if (item != null && isLocal(name, "chapter") && isLocal(parent, "chapters")) {
      marks.add(attribute(xml, "start"), /* end= */ "", attribute(xml, "title"));
    } else if (item == null && FEEDS.contains(parent)) {
      put(feed, name, attribute(xml, "href"), "itunes:image");
      String rel = attribute(xml, "rel");
      if (isLocal(name, "link") && OLDER.contains(rel)) {
        put(feed, rel, attribute(xml, "href"));
      }
    }
    open.push(name);
    text.setLength(0);
  }

  /** Returns whether this is the name, whatever its prefix. */
  private static boolean isLocal(String name, String local) {
    return name.substring(name.indexOf(':') + 1).equals(local);
  }

  private static void attributes(XMLStreamReader xml, String name, Map<String, String> item) {
    boolean isLink = name.equals("link") && attribute(xml, "rel").equals("enclosure");
    if (name.equals("enclosure") || isLink) {
      String url = attribute(xml, isLink ? "href" : "url");
      String type = attribute(xml, "type");
      if (!url.isEmpty() && !type.startsWith("image/") && !type.startsWith("text/")) {
        put(item, "audio", url);
        put(item, "length", attribute(xml, "length"));
      }
    }
    if (isLocal(name, "chapters")) {
      put(item, "chapters", attribute(xml, "url"));
    }
  }

  private static String attribute(XMLStreamReader xml, String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equalsIgnoreCase(name)) {
        return xml.getAttributeValue(i).strip();
      }
    }
    return "";
  }

  private void end() {
    String name = open.pop();
    String parent = Objects.requireNonNullElse(open.peek(), "");
    String value = text.toString().strip();
    text.setLength(0);
    Map<String, String> current = item;
    if (current == null) {
      if (FEEDS.contains(parent)) {
        put(feed, name, value);
      } else if (parent.equals("author") && name.equals("name")) {
        put(feed, "author", value);
      } else if (parent.equals("image") && name.equals("url")) {
        put(feed, "image", value);
      }
    } else if (open.size() == itemDepth) {
      add(current);
      item = null;
    } else if (ITEMS.contains(parent)) {
      put(current, name, value);
    }
  }

  private static void put(Map<String, String> map, String name, String value) {
    if (!value.isEmpty()) {
      map.putIfAbsent(name, value);
    }
  }

  private static void put(Map<String, String> map, String name, String value, String wanted) {
    if (name.equals(wanted)) {
      put(map, name, value);
    }
  }

  private static String first(Map<String, String> map, String... names) {
    for (String name : names) {
      String value = map.getOrDefault(name, "");
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  private void add(Map<String, String> values) {
    String url = first(values, "audio");
    if (url.isEmpty()) {
      return;
    }
    String guid = first(values, "guid", "id");
    episodes.add(
        new Feed.Episode(
            guid.isEmpty() ? url.replaceFirst("[?#].*", "") : guid,
            PlainText.of(first(values, "title", "itunes:title"), 300),
            url,
            RoughNumber.seconds(first(values, "itunes:duration")),
            (long) RoughNumber.seconds(first(values, "length")),
            date(first(values, "pubdate", "published", "updated", "dc:date")),
            (long) RoughNumber.seconds(first(values, "itunes:season", "podcast:season")),
            (long) RoughNumber.seconds(first(values, "itunes:episode", "podcast:episode")),
            marks.inOrder(),
            first(values, "chapters")));
  }

  /** The weekday is left out: it is often wrong, and says nothing that the date does not. */
  private static @Nullable Instant date(String text) {
    String written = WEEKDAY.matcher(text.strip()).replaceFirst("");
    String zone = written.substring(written.lastIndexOf(' ') + 1);
    if (ZONES.containsKey(zone)) {
      written = written.substring(0, written.length() - zone.length()) + ZONES.get(zone);
    }
    try {
      return written.matches("\\d{4}-.*")
          ? OffsetDateTime.parse(written).toInstant()
          : ZonedDateTime.parse(written, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
