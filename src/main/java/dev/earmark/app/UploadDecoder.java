package dev.earmark.app;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaSources;
import dev.earmark.media.decode.DecodeProbe;
import dev.earmark.media.decode.DecodeReport;
import dev.earmark.remote.http.AudioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Decodes uploaded recordings by FFmpeg, through a file in the temporary folder. Thread-safe. */
final class UploadDecoder implements AudioReader {
  @Override
  public PcmBlock read(byte[] file) throws IOException {
    Path temporary = Files.createTempFile("earmark-upload", "");
    try {
      Files.write(temporary, file);
      Samples samples = new Samples();
      DecodeReport report =
          DecodeProbe.run(
              "the recording",
              MediaSources.file(temporary),
              DecodeProbe.Options.WHOLE,
              samples::add,
              new CancelFlag());
      if (!report.playable()) {
        throw new FailureException(
            Failure.Kind.UNDECODABLE,
            "the recording cannot be decoded: "
                + report.reason()
                + "; send WAV, Ogg, MP3 or another format of FFmpeg");
      }
      return samples.whole();
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Grows an array of samples. */
  static final class Samples {
    private short[] samples = new short[1 << 16];
    private int length;

    void add(PcmBlock block) {
      short[] more = block.samples();
      if (length + more.length > samples.length) {
        samples = Arrays.copyOf(samples, Math.max(samples.length * 2, length + more.length));
      }
      System.arraycopy(more, 0, samples, length, more.length);
      length += more.length;
    }

    PcmBlock whole() {
      return new PcmBlock(AudioFormat.OUTPUT, Arrays.copyOf(samples, length));
    }
  }
}
