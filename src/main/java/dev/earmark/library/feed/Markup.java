package dev.earmark.library.feed;

import dev.earmark.base.file.SafeXml;
import dev.earmark.base.file.StrictText;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Opens XML as it comes: in an encoding that may be declared wrongly, with a mark in front of the
 * prolog, with stray ampersands, with prefixes nobody declared. Document types and outside entities
 * are never read.
 */
final class Markup {
  private static final Pattern DECLARED =
      Pattern.compile("<\\?xml[^>]{0,100}encoding=[\"']([A-Za-z0-9._-]{1,40})[\"']");
  private static final Pattern STRAY =
      Pattern.compile("&(?!(?:amp|lt|gt|quot|apos|#\\d{1,7}|#[xX][0-9a-fA-F]{1,6});)");

  private Markup() {}

  /** Reads something of the elements, which have their names with the prefix. */
  @FunctionalInterface
  interface Reading<T> {
    T read(XMLStreamReader xml) throws XMLStreamException;
  }

  /**
   * Reads a document, once more with stray ampersands mended when it cannot be read as it is.
   *
   * @throws XMLStreamException when it is no XML
   */
  static <T> T read(byte[] document, Reading<T> reading) throws XMLStreamException {
    String text = text(document);
    try {
      return open(text, reading);
    } catch (XMLStreamException e) {
      String mended = STRAY.matcher(text).replaceAll("&amp;");
      if (mended.equals(text)) {
        throw e;
      }
      return open(mended, reading);
    }
  }

  private static <T> T open(String text, Reading<T> reading) throws XMLStreamException {
    XMLStreamReader xml = SafeXml.open(text);
    try {
      return reading.read(xml);
    } finally {
      xml.close();
    }
  }

  /**
   * Decodes: UTF-8 when the bytes are that, whatever is declared, since text in another encoding
   * almost never looks like it; else as declared, else GB18030.
   */
  private static String text(byte[] document) throws XMLStreamException {
    String head =
        new String(document, 0, Math.min(200, document.length), StandardCharsets.ISO_8859_1);
    List<Charset> charsets = new ArrayList<>(List.of(StandardCharsets.UTF_8));
    Matcher declared = DECLARED.matcher(head);
    if (declared.find()) {
      try {
        charsets.add(Charset.forName(declared.group(1)));
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        charsets.add(StandardCharsets.ISO_8859_1); // as browsers do
      }
    }
    charsets.add(Charset.forName("GB18030"));
    for (Charset charset : charsets) {
      String text = StrictText.decode(document, charset);
      if (text != null) {
        int begin = text.indexOf('<');
        return begin < 0 ? text : text.substring(begin);
      }
    }
    throw new XMLStreamException("it is no text");
  }
}
