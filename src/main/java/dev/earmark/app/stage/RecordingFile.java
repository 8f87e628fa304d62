package dev.earmark.app.stage;

import dev.earmark.app.Samples;
import dev.earmark.app.UploadDecoder;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Reads recordings that are to be heard, to 16 kHz mono. Stateless.
 *
 * <p>Plain WAV is converted piece by piece while it is read, so that an hour in any rate and with
 * any number of channels needs 115 MB; everything else, and a WAV file that is compressed or none
 * in spite of its name, is decoded by FFmpeg.
 */
final class RecordingFile {
  private static final int CHUNK_FRAMES = 8_192;

  private RecordingFile() {}

  /**
   * Reads a whole recording.
   *
   * @throws FailureException when there is no such file, it is a folder, holds no sound that can be
   *     decoded, or is longer than allowed
   */
  static PcmBlock read(Path file, Duration longest) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "this is a folder; name the recordings in it");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "this is a device and no file; name a recording");
    }
    if (!Files.isRegularFile(file)) {
      throw new FailureException(Failure.Kind.NOT_FOUND, "there is no such file; check its name");
    }
    if (Files.size(file) == 0) {
      throw new FailureException(Failure.Kind.UNDECODABLE, "the file is empty; record it again");
    }
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".wav")) {
      return new UploadDecoder(longest).read(file);
    }
    try {
      return wav(file, longest);
    } catch (FailureException noPlainWav) {
      if (noPlainWav.failure().kind() != Failure.Kind.UNDECODABLE) {
        throw noPlainWav;
      }
      return byFfmpeg(file, longest, noPlainWav);
    }
  }

  private static PcmBlock byFfmpeg(Path file, Duration longest, FailureException noPlainWav)
      throws IOException {
    try {
      return new UploadDecoder(longest).read(file);
    } catch (FailureException neither) {
      noPlainWav.addSuppressed(neither);
      throw noPlainWav;
    }
  }

  private static PcmBlock wav(Path file, Duration longest) throws IOException {
    try (WavFile wav = WavFile.open(file)) {
      PcmConverter converter = new PcmConverter(wav.format(), AudioFormat.SPEECH);
      Samples samples = new Samples(AudioFormat.SPEECH);
      float[] chunk = new float[CHUNK_FRAMES * wav.format().channels()];
      for (int n = wav.read(chunk, CHUNK_FRAMES); n > 0; n = wav.read(chunk, CHUNK_FRAMES)) {
        samples.add(converter.process(chunk, n));
        if (samples.seconds() > longest.toSeconds()) {
          throw new FailureException(
              Failure.Kind.BAD_REQUEST,
              "the recording is longer than " + longest.toMinutes() + " minutes; cut it in pieces");
        }
      }
      samples.add(converter.end());
      return samples.whole();
    }
  }
}
