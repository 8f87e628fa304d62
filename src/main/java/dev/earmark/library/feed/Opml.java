package dev.earmark.library.feed;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads and writes lists of feeds (OPML 2.0). Real files lack the type, write {@code xmlurl} in any
 * case, nest groups and name feeds twice.
 */
public final class Opml {
  private Opml() {}

  /**
   * Returns the addresses of the feeds, each once, in order.
   *
   * @throws XMLStreamException when it is no XML
   */
  public static List<String> read(byte[] document) throws XMLStreamException {
    return Markup.read(document, Opml::addresses);
  }

  /** Returns a document that names the feeds; a title that is not known is the address. */
  public static String write(String title, List<FeedCatalog.Followed> feeds) {
    StringBuilder opml = new StringBuilder();
    opml.append(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head><title>")
        .append(escaped(title))
        .append("</title></head>\n  <body>\n");
    for (FeedCatalog.Followed feed : feeds) {
      String name = escaped(feed.title().isEmpty() ? feed.url() : feed.title());
      opml.append("    <outline type=\"rss\" text=\"")
          .append(name)
          .append("\" title=\"")
          .append(name)
          .append("\" xmlUrl=\"")
          .append(escaped(feed.url()))
          .append("\"/>\n");
    }
    return opml.append("  </body>\n</opml>\n").toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        default -> escaped.append(c < ' ' ? ' ' : c);
      }
    }
    return escaped.toString();
  }

  private static List<String> addresses(XMLStreamReader xml) throws XMLStreamException {
    Set<String> addresses = new LinkedHashSet<>();
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT
          && xml.getLocalName().equalsIgnoreCase("outline")) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
          String value = xml.getAttributeValue(i).strip();
          if (xml.getAttributeLocalName(i).equalsIgnoreCase("xmlUrl")
              && value.matches("https?://\\S+")) {
            addresses.add(value);
          }
        }
      }
    }
    return List.copyOf(addresses);
  }
}
