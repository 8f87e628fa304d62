package dev.earmark.workspace;

import dev.earmark.base.file.StrictText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Between the bytes of files and text: writes UTF-8, reads what Chinese machines hold as well. */
final class TextCodec {
  /** After UTF-8: what older Chinese programs write, of which GBK and GB2312 are parts. */
  private static final Charset CHINESE = Charset.forName("GB18030");

  private TextCodec() {}

  /** A text with the name of the encoding it was read by. */
  record Decoded(String text, String charset) {}

  static byte[] encode(String path, String content) throws Refused {
    try {
      ByteBuffer bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(java.nio.CharBuffer.wrap(content));
      byte[] array = new byte[bytes.remaining()];
      bytes.get(array);
      return array;
    } catch (CharacterCodingException e) {
      throw new Refused(
          "写进“" + path + "”的内容里有半个字符，请检查转义（\\uXXXX）。",
          "The content for \"" + path + "\" holds half a character; check its \\uXXXX escapes.");
    }
  }

  static Decoded decode(String path, byte[] bytes) throws Refused {
    if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
      return new Decoded(new String(bytes, StandardCharsets.UTF_16), "UTF-16");
    }
    if (!holdsZero(bytes)) {
      for (Charset charset : List.of(StandardCharsets.UTF_8, CHINESE)) {
        String text = StrictText.decode(bytes, charset);
        if (text != null) {
          return new Decoded(text.startsWith("\uFEFF") ? text.substring(1) : text, charset.name());
        }
      }
    }
    throw new Refused(
        "“" + path + "”不是文本文件（" + bytes.length + " 字节），没法读给你看。",
        "\"" + path + "\" is no text file (" + bytes.length + " bytes), so it cannot be shown.");
  }

  static boolean isUtf8(byte[] bytes) {
    return !holdsZero(bytes) && StrictText.decode(bytes, StandardCharsets.UTF_8) != null;
  }

  private static boolean holdsZero(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
  }
}
