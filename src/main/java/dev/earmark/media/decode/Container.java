package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_flush_buffers;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FLAG_BACKWARD;
import static org.bytedeco.ffmpeg.global.avformat.av_find_best_stream;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_seek_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_INVALIDDATA;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_PATCHWELCOME;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_AUDIO;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.presets.avutil.AVERROR_EAGAIN;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVInputFormat;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.jspecify.annotations.Nullable;

/**
 * An opened file: its demuxer, its one audio stream and the codec for it. Confined to one thread;
 * everything native is freed once, in {@link #close()}.
 *
 * <p>Growing sources are opened as streams that cannot jump: otherwise the demuxers look at the end
 * of the file first (for a tag, a length, an index), and sound would wait for the whole download.
 * The exception is an MP4 whose index lies behind the sound; it has to jump.
 */
final class Container implements AutoCloseable {
  /** How much of a complete file is looked at for its streams. */
  private static final long PROBE_MICROS = 1_500_000;

  /** The same of a growing one, where looking means waiting. */
  private static final long SHORT_PROBE_MICROS = 200_000;

  /** How often in a row the demuxer may refuse what it reads. */
  private static final int MOST_ERRORS = 100;

  private final MediaSource source;
  private final SourceIo io;
  private final boolean seekable;
  private final AVDictionary options = new AVDictionary(null);
  private final AVFormatContext format;
  private final AVPacket packet = av_packet_alloc();
  private @Nullable AVCodecContext codec;
  private int streamIndex = -1;
  private @Nullable AVRational timeBase;
  private double startS;
  private double endS = Double.POSITIVE_INFINITY;
  private boolean formatOpen;
  private final boolean fewEdits; // opened without FFmpeg's second index
  private int piecesSkipped;
  private long packetAt = -1; // where the last packet's page lies, in bytes
  private double cutWavS; // what the head of a WAV counts, where there are fewer bytes; else 0
  private boolean closed;

  /**
   * Opens a file. One with an ID3 tag before a format that knows no such tag (Musepack, for one) is
   * opened behind the tag, one whose tag is longer than the file behind the tag's head.
   *
   * @throws FailureException UNDECODABLE or WRONG_CONTENT, or the source's own failure
   */
  static Container open(MediaSource source) throws IOException {
    return open(source, Mp4Index.LONG_BYTES);
  }

  /** Opens it with another size from which on an index is long. */
  static Container open(MediaSource source, long longIndexBytes) throws IOException {
    try {
      return new Container(source, longIndexBytes);
    } catch (FailureException e) {
      long tag = e.failure().kind() == Failure.Kind.UNDECODABLE ? Head.tagBytes(source) : 0;
      if (tag == 0) {
        throw e;
      }
      // a tag that would be longer than the file lies about its length
      long behind = source.size() >= 0 && tag >= source.size() ? Head.TAG_HEAD_BYTES : tag;
      try {
        return new Container(new OffsetSource(source, behind), longIndexBytes);
      } catch (FailureException again) {
        e.addSuppressed(again);
        throw e;
      }
    }
  }

  private Container(MediaSource source, long longIndexBytes) throws IOException {
    this.source = source;
    this.seekable = source.isComplete() || Head.needsJumps(source);
    this.io = new SourceIo(source, seekable);
    this.format = avformat_alloc_context();
    try {
      fewEdits = source.isComplete() && Mp4Index.isLongAndPlain(source, longIndexBytes);
      // FFmpeg would make a second index by the edit list, which takes longer than all the rest
      if (fewEdits) {
        av_dict_set(options, "advanced_editlist", "0", 0);
      }
      open();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open() throws IOException {
    format.pb(io.context());
    format.max_analyze_duration(source.isComplete() ? PROBE_MICROS : SHORT_PROBE_MICROS);
    format.skip_estimate_duration_from_pts(seekable ? 0 : 1);
    // a file must not be able to name other files or addresses that are then opened
    av_dict_set(options, "protocol_whitelist", "none", 0);
    int result = avformat_open_input(format, Head.hint(source), (AVInputFormat) null, options);
    io.rethrow();
    if (result < 0) {
      throw refused(result);
    }
    formatOpen = true;
    result = avformat_find_stream_info(format, (AVDictionary) null);
    io.rethrow();
    if (result < 0) {
      throw refused(result);
    }
    openCodec();
    String demuxer = Ffmpeg.text(format.iformat().name());
    if (source.isComplete() && demuxer.equals("wav")) {
      cutWavS = WavHead.cutSeconds(source);
    }
    if (source.isComplete() && demuxer.contains("mp4") && !fewEdits) {
      endS = Mp4Padding.soundEndS(format.streams(streamIndex), format.metadata(), startS);
    }
  }

  private FailureException refused(int result) throws IOException {
    String text = Head.describeText(source);
    if (!text.isEmpty()) {
      return new FailureException(
          Failure.Kind.WRONG_CONTENT, source.name() + " is " + text + ", not audio");
    }
    String why = source.size() == 0 ? "it is empty" : Ffmpeg.message(result);
    return new FailureException(
        Failure.Kind.UNDECODABLE, source.name() + " cannot be decoded: " + why);
  }

  private void openCodec() throws IOException {
    streamIndex =
        av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, (AVCodec) null, /* flags= */ 0);
    if (streamIndex < 0) {
      String text = Head.describeText(source);
      throw new FailureException(
          text.isEmpty() ? Failure.Kind.UNDECODABLE : Failure.Kind.WRONG_CONTENT,
          "there is no sound in " + source.name());
    }
    for (int i = 0; i < format.nb_streams(); i++) {
      format
          .streams(i)
          .discard(
              i == streamIndex
                  ? org.bytedeco.ffmpeg.global.avcodec.AVDISCARD_DEFAULT
                  : org.bytedeco.ffmpeg.global.avcodec.AVDISCARD_ALL);
    }
    AVStream stream = format.streams(streamIndex);
    timeBase = stream.time_base();
    startS =
        stream.start_time() == AV_NOPTS_VALUE ? 0 : Ffmpeg.seconds(stream.start_time(), timeBase);
    AVCodec decoder = avcodec_find_decoder(stream.codecpar().codec_id());
    if (decoder == null) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE, source.name() + " uses a codec that is not known");
    }
    AVCodecContext context = avcodec_alloc_context3(decoder);
    codec = context;
    Ffmpeg.check(avcodec_parameters_to_context(context, stream.codecpar()), "the parameters");
    context.pkt_timebase(timeBase);
    context.thread_count(1);
    int result = avcodec_open2(context, decoder, (AVDictionary) null);
    if (result < 0) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          source.name() + " cannot be decoded: " + Ffmpeg.message(result));
    }
  }

  /**
   * Returns where the sound ends and the encoder's padding begins, in seconds; infinite if not
   * told.
   */
  double endS() {
    return endS;
  }

  /** Returns whether it was opened so that the demuxer could jump. */
  boolean isSeekable() {
    return seekable;
  }

  /** Returns the codec of the audio stream. */
  AVCodecContext codec() {
    if (codec == null) {
      throw new IllegalStateException("the codec is not open");
    }
    return codec;
  }

  /** Returns what the file says of itself. */
  MediaInfo info() {
    MediaInfo read = InfoReader.read(format, format.streams(streamIndex), codec());
    return cutWavS > read.declaredS() ? read.withDeclared(cutWavS) : read;
  }

  /** Returns whether the declared length was counted, not estimated from the bit rate. */
  boolean isLengthCounted() {
    return cutWavS > 0
        || format.duration_estimation_method()
            != org.bytedeco.ffmpeg.global.avformat.AVFMT_DURATION_FROM_BITRATE;
  }

  /** Returns how many bytes were taken from the source. */
  long bytesRead() {
    return io.bytesRead();
  }

  /** Returns how many pieces of the file the demuxer refused and were skipped. */
  int piecesSkipped() {
    return piecesSkipped;
  }

  /**
   * Reads the next packet of the audio stream; it is valid until the next call.
   *
   * <p>An error is the end only where there are no more bytes: a file that is cut ends there.
   * Damaged data before it are skipped, up to {@value #MOST_ERRORS} refusals in a row.
   *
   * @return null at the end
   * @throws FailureException UNDECODABLE when the demuxer cannot go on before the end
   */
  @Nullable AVPacket read() throws IOException {
    int errors = 0;
    while (true) {
      org.bytedeco.ffmpeg.global.avcodec.av_packet_unref(packet);
      int result = av_read_frame(format, packet);
      io.rethrow();
      if (result >= 0) {
        if (packet.stream_index() == streamIndex) {
          packetAt = Math.max(packetAt, packet.pos());
          return packet;
        }
        continue;
      }
      if (result == AVERROR_EOF()) {
        return null;
      }
      boolean passing = result == AVERROR_INVALIDDATA || result == AVERROR_EAGAIN();
      errors++;
      if (!passing || errors >= MOST_ERRORS) {
        // what FFmpeg does not read on, such as an Ogg chain whose rate changes, is no end
        if (io.isAtEnd() && result != AVERROR_PATCHWELCOME()) {
          return null;
        }
        throw new FailureException(
            Failure.Kind.UNDECODABLE,
            source.name() + " is damaged and cannot be read on: " + Ffmpeg.message(result));
      }
      if (result == AVERROR_INVALIDDATA) {
        piecesSkipped++;
      }
    }
  }

  /**
   * Returns where the next file of an Ogg chain begins that the demuxer cannot read on, in bytes of
   * the source; -1 when there is none, or this is no Ogg. Blocks while the file grows.
   */
  long nextLink() throws IOException {
    boolean ogg = Ffmpeg.text(format.iformat().name()).equals("ogg");
    return ogg && packetAt >= 0 ? OggPages.nextLink(source, packetAt) : -1;
  }

  /** Returns a time stamp of the stream as seconds since the start of the sound. */
  double seconds(long pts) {
    if (timeBase == null) {
      throw new IllegalStateException("no stream is open");
    }
    return Ffmpeg.seconds(pts, timeBase) - startS;
  }

  /**
   * Jumps to a packet at or before the time, as well as the format allows; the frames' time stamps
   * tell where it has landed.
   *
   * @return false when this format cannot jump there
   */
  boolean seek(double targetS) throws IOException {
    AVRational base = timeBase;
    if (base == null) {
      throw new IllegalStateException("no stream is open");
    }
    boolean growing = !source.isComplete();
    // a search by halves looks at the end, which is not there yet: the edge has to do
    boolean halves = growing && Head.searchedByHalves(format.iformat().name().getString());
    io.setSeekable(/* seekable= */ true);
    io.setEndAtEdge(halves);
    long pts = Math.round((targetS + startS) * base.den() / base.num());
    int result = av_seek_frame(format, streamIndex, pts, AVSEEK_FLAG_BACKWARD);
    io.setEndAtEdge(false);
    io.rethrow();
    avcodec_flush_buffers(codec());
    return result >= 0;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (codec != null) {
      avcodec_free_context(codec);
    }
    av_packet_free(packet);
    if (formatOpen) {
      avformat_close_input(format);
    }
    av_dict_free(options);
    io.close();
  }
}
