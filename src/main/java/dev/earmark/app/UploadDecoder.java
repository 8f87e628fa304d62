package dev.earmark.app;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
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
import java.time.Duration;

/**
 * Decodes uploaded recordings by FFmpeg, through a file in the temporary folder. Thread-safe; one
 * at a time, since each holds its whole sound in memory.
 */
public final class UploadDecoder implements AudioReader {
  private final Duration longest;

  /** Makes a decoder that refuses recordings beyond this length. */
  public UploadDecoder(Duration longest) {
    this.longest = longest;
  }

  @Override
  public synchronized PcmBlock read(byte[] file) throws IOException {
    Path temporary = Files.createTempFile("earmark-upload", "");
    try {
      Files.write(temporary, file);
      return read(temporary);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Decodes a file to {@link AudioFormat#SPEECH}. */
  public PcmBlock read(Path file) throws IOException {
    PcmConverter converter = new PcmConverter(AudioFormat.OUTPUT, AudioFormat.SPEECH);
    Samples samples = new Samples(AudioFormat.SPEECH);
    DecodeReport report =
        DecodeProbe.run(
            "the recording",
            MediaSources.file(file, "the recording"),
            DecodeProbe.Options.WHOLE,
            block -> {
              samples.add(converter.process(block.samples()));
              refuseTooLong(samples);
            },
            new CancelFlag());
    if (!report.playable()) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          report.reason() + "; send WAV, Ogg, MP3 or another format of FFmpeg");
    }
    samples.add(converter.end());
    return samples.whole();
  }

  private void refuseTooLong(Samples samples) throws FailureException {
    if (samples.seconds() > longest.toSeconds()) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "the recording is longer than " + longest.toSeconds() + " s; send the command alone");
    }
  }
}
