package dev.earmark.library.feed;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads lists of feeds (OPML 2.0). Real files lack the type, write {@code xmlurl} in any case, nest
 * groups and name feeds twice.
 */
final class Opml {
  private Opml() {}

  /**
   * Returns the addresses of the feeds, each once, in order.
   *
   * @throws XMLStreamException when it is no XML
   */
  static List<String> read(byte[] document) throws XMLStreamException {
    return Markup.read(document, Opml::addresses);
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
