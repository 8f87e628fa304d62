package dev.earmark.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** XML of strangers reads no files and does not grow. */
final class SafeXmlTest {
  @TempDir Path temp;

  private static String text(String document) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    XMLStreamReader xml = SafeXml.open(document);
    try {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.CHARACTERS) {
          text.append(xml.getText());
        }
      }
    } finally {
      xml.close();
    }
    return text.toString();
  }

  @Test
  void whatStandsBeforeTheFirstTag_andPrefixesNobodyDeclared_doNotMatter() throws Exception {
    assertThat(text("\ufeff  <a><b:c>one <![CDATA[& two]]></b:c></a>")).isEqualTo("one & two");
  }

  @Test
  void entities_ofFilesAndOfThemselves_areNotRead() throws Exception {
    Path secret = Files.writeString(temp.resolve("secret"), "the secret");
    String outside = "<!DOCTYPE a [<!ENTITY s SYSTEM '" + secret.toUri() + "'>]><a>&s;</a>";
    assertThatThrownBy(() -> text(outside)).isInstanceOf(XMLStreamException.class);
    String grows = "<!DOCTYPE a [<!ENTITY x 'lol'><!ENTITY y '&x;&x;'>]><a>&y;</a>";
    assertThatThrownBy(() -> text(grows)).isInstanceOf(XMLStreamException.class);
  }
}
