package dev.earmark.base.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/** Decodes bytes that may be in another encoding, without putting anything in place of errors. */
public final class StrictText {
  private StrictText() {}

  /** Returns the text, or null when the bytes are not in the encoding. */
  public static @Nullable String decode(byte[] bytes, Charset charset) {
    try {
      return charset
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
