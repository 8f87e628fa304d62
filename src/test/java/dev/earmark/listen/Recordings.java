package dev.earmark.listen;

import dev.earmark.TestData;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The project's own spoken commands and their index, and other 16-bit WAV files. */
public final class Recordings {
  private Recordings() {}

  /** A line of the index. */
  public record Row(
      String path,
      String language,
      String transcript,
      String wakePhrase,
      String tool,
      String condition,
      double wakeEndS,
      double commandStartS,
      double speechEndS) {
    /** Returns the words after the wake phrase. */
    public String command() {
      return transcript.substring(wakePhrase.length()).strip();
    }

    /** Returns whether it is no command. */
    public boolean none() {
      return tool.equals("none");
    }

    /** Returns whether nothing is mixed into it. */
    public boolean clean() {
      return condition.equals("clean");
    }
  }

  /** Returns all lines of the index. */
  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(TestData.speech("INDEX.tsv"))) {
        String[] f = line.split("\t", -1);
        if (!f[0].equals("path")) {
          rows.add(
              new Row(
                  f[0],
                  f[1],
                  f[2],
                  f[3],
                  f[4],
                  f[8],
                  f[10].isEmpty() ? -1 : Double.parseDouble(f[10]),
                  Double.parseDouble(f[11]),
                  Double.parseDouble(f[12])));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** Reads one of the project's recordings. */
  public static PcmBlock speech(String path) {
    return wav(TestData.speech(path));
  }

  /** Reads a 16-bit PCM WAV file of any rate and channel count. */
  public static PcmBlock wav(Path file) {
    try {
      ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      int channels = in.getShort(22);
      int rate = in.getInt(24);
      int at = 12;
      while (in.getInt(at) != 0x61746164) {
        at += 8 + in.getInt(at + 4);
      }
      int bytes = Math.min(in.getInt(at + 4), in.capacity() - at - 8);
      short[] samples = new short[bytes / 2 / channels * channels];
      in.position(at + 8);
      in.asShortBuffer().get(samples);
      return new PcmBlock(new AudioFormat(rate, channels), samples);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns samples in one block of 16 kHz mono. */
  public static PcmBlock of(short... samples) {
    return new PcmBlock(AudioFormat.SPEECH, samples);
  }
}
