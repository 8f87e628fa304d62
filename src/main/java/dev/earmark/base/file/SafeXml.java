package dev.earmark.base.file;

import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Opens XML that comes from strangers: document types and outside entities are never read, so that
 * it can neither fetch nor grow. Names have their prefixes, declared or not; text comes in one
 * piece.
 */
public final class SafeXml {
  private SafeXml() {}

  /**
   * Opens a document, which the caller closes; what stands before its first tag is left out.
   *
   * @throws XMLStreamException when it does not begin as XML
   */
  public static XMLStreamReader open(String document) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    int begin = Math.max(0, document.indexOf('<'));
    return factory.createXMLStreamReader(new StringReader(document.substring(begin)));
  }
}
