package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVInputFormat;
import org.bytedeco.ffmpeg.avutil.AVDictionary;

/**
 * Reads what a file's head says, without looking for sound: a fraction of what opening a decoder
 * costs, so that folders with thousands of books can be looked through.
 */
public final class TagReader {
  private TagReader() {}

  /**
   * Reads tags, chapters and the declared length of a complete file and closes its source.
   *
   * @throws FailureException {@code UNDECODABLE} when it is no audio that is known
   * @throws IOException when it cannot be read
   */
  public static MediaInfo read(MediaSource source) throws IOException {
    try (source) {
      Ffmpeg.load();
      OggChain chain = OggChain.of(source);
      return chain == null ? opened(source, InfoReader::head) : chain.info();
    }
  }

  /**
   * Reads the picture inside a complete file, the front where it says so, and closes its source;
   * empty when there is none of at most so many bytes.
   *
   * @throws IOException as {@link #read}
   */
  public static Optional<byte[]> picture(MediaSource source, int mostBytes) throws IOException {
    return opened(source, format -> InfoReader.pictureBytes(format, mostBytes));
  }

  private static <T> T opened(MediaSource source, Function<AVFormatContext, T> reading)
      throws IOException {
    try (source) {
      Ffmpeg.load();
      SourceIo io = new SourceIo(source, /* seekable= */ true);
      AVDictionary options = new AVDictionary(null);
      AVFormatContext format = avformat_alloc_context();
      try {
        format.pb(io.context());
        av_dict_set(options, "protocol_whitelist", "none", 0);
        if (Mp4Index.isLongAndPlain(source, Mp4Index.LONG_BYTES)) {
          av_dict_set(options, "advanced_editlist", "0", 0);
        }
        // frees the format itself when it fails
        int result = avformat_open_input(format, Head.hint(source), (AVInputFormat) null, options);
        io.rethrow();
        if (result < 0) {
          throw new FailureException(
              Failure.Kind.UNDECODABLE, source.name() + ": " + Ffmpeg.message(result));
        }
        try {
          return reading.apply(format);
        } finally {
          avformat_close_input(format);
        }
      } finally {
        av_dict_free(options);
        io.close();
      }
    }
  }
}
