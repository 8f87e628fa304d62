package dev.earmark.media.decode;

import dev.earmark.base.FailureException;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaSource;
import java.io.IOException;

/** Opens FFmpeg decoders. Thread-safe; each decoder is confined to the thread that uses it. */
public final class FfmpegDecoderFactory implements Decoder.Factory {
  @Override
  public Decoder open(MediaSource source) throws IOException {
    return FfmpegDecoder.open(source);
  }

  /**
   * Loads the native libraries, which takes about half a second the first time; may be called on
   * any thread early on so that the first book starts sooner.
   *
   * @throws FailureException {@code UNAVAILABLE} when this machine cannot load them
   */
  public void warmUp() throws FailureException {
    Ffmpeg.load();
  }
}
