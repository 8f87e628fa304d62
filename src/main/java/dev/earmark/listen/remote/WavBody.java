package dev.earmark.listen.remote;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A WAV file in memory: 16 kHz, mono, 16 bit. Stateless. */
final class WavBody {
  private static final int HEADER_BYTES = 44;

  private WavBody() {}

  /** Returns the samples as a file (the RIFF form of the WAVE specification of 1991). */
  static byte[] of(short[] samples) {
    int rate = AudioFormat.SPEECH.sampleRateHz();
    int bytes = 2 * samples.length;
    ByteBuffer file =
        ByteBuffer.allocate(HEADER_BYTES + bytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(ascii("RIFF"))
            .putInt(HEADER_BYTES - 8 + bytes)
            .put(ascii("WAVEfmt "))
            .putInt(16)
            .putShort((short) 1)
            .putShort((short) 1)
            .putInt(rate)
            .putInt(2 * rate)
            .putShort((short) 2)
            .putShort((short) 16)
            .put(ascii("data"))
            .putInt(bytes)
            .put(Pcm.toBytes(samples));
    return file.array();
  }

  private static byte[] ascii(String tag) {
    return tag.getBytes(StandardCharsets.US_ASCII);
  }
}
