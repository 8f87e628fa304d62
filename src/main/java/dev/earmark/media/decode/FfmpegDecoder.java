package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Decoder;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.util.Locale;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A decoder on FFmpeg: container → codec → 48 kHz stereo → speed.
 *
 * <p>Times are counted in decoded frames from the time stamp of the first one after opening or
 * seeking, because counted time has no jitter; a gap of more than half a second in the time stamps
 * is taken over. Encoder delay and padding are cut by FFmpeg.
 */
final class FfmpegDecoder implements Decoder {
  private static final Logger log = LoggerFactory.getLogger(FfmpegDecoder.class);
  private static final int RATE = AudioFormat.OUTPUT.sampleRateHz();
  private static final int LEAST_FRAMES = RATE / 50;
  private static final int MOST_FRAMES = RATE / 10;

  /** How far before the target a seek goes: codecs need some packets to settle. */
  private static final double[] RUN_UPS = {0.25, 3, 15};

  /** AV_FRAME_FLAG_CORRUPT, which JavaCPP leaves out. */
  private static final int CORRUPT = 1;

  /** A file whose sound is shorter than this share of the length it has counted is cut. */
  private static final double SHORTEST = 0.98;

  private static final double SHORTEST_SOUGHT = 0.9;

  /** And it lacks more than this: delay, padding and edit lists. */
  private static final double CUT_S = 1;

  private static final double TIME_GAP_S = 0.5;
  private static final double SEEK_TOLERANCE_S = 0.05;
  private static final long STUCK_FRAMES = 3_600L * RATE;

  private final MediaSource source;
  private final AVFrame frame = av_frame_alloc();
  private final Resampler resampler = new Resampler();
  private final PcmQueue pcm = new PcmQueue();
  private final SpeedStage speed = new SpeedStage();
  private final long longIndexBytes;
  private Container container;
  private MediaInfo info;
  private boolean infoIsFinal;
  private @Nullable OggChain chain;
  private int link; // of the chain
  private double linkStartS;
  private long linkFrom; // where an unknown link began, in bytes
  private long unknownLinkAt = -1; // where to go on when the link has been decoded to its end
  private double headS;
  private boolean timeKnown;
  private double reachedS = -1; // where the last frame ends by its time stamp
  private double dropUntilS = -1;
  private boolean flushed;
  private boolean ended;
  private boolean sought;
  private long framesDecoded;
  private long framesAtLastRead;
  private long bytesAtLastRead;
  private int corruptFrames;
  private boolean closed;

  /** Opens the source and reads its head, as {@link Decoder.Factory#open}. */
  static FfmpegDecoder open(MediaSource source) throws IOException {
    return open(source, Mp4Index.LONG_BYTES);
  }

  /** Opens it with another size from which on the index of an MP4 is long. */
  static FfmpegDecoder open(MediaSource source, long longIndexBytes) throws IOException {
    Ffmpeg.load(); // before the fields below, which are FFmpeg's already
    return new FfmpegDecoder(source, longIndexBytes);
  }

  private FfmpegDecoder(MediaSource source, long longIndexBytes) throws IOException {
    this.source = source;
    this.longIndexBytes = longIndexBytes;
    try {
      this.chain = source.isComplete() ? OggChain.of(source) : null;
      this.container = chain == null ? Container.open(source, longIndexBytes) : chain.open(0);
      this.info = chain == null ? container.info() : chain.info();
      this.infoIsFinal = container.isSeekable() && source.isComplete();
    } catch (IOException | RuntimeException e) {
      resampler.close();
      av_frame_free(frame);
      throw e;
    }
  }

  @Override
  public MediaInfo info() {
    if (!infoIsFinal && source.isComplete() && !closed) {
      infoIsFinal = true;
      try {
        OggChain whole = OggChain.of(source);
        info = whole == null ? infoOfOne() : whole.info();
      } catch (IOException e) {
        // what was read while the file grew stays good; decoding itself finds what is wrong
        log.debug("{} could not be read again when it was complete", source.name(), e);
      }
    }
    return info;
  }

  private MediaInfo infoOfOne() throws IOException {
    try (Container complete = Container.open(source, longIndexBytes)) {
      return complete.info();
    }
  }

  @Override
  public boolean isLengthCounted() {
    return info.declaredS() > 0 && container.isLengthCounted();
  }

  @Override
  public @Nullable PcmBlock next() throws IOException {
    if (closed) {
      throw new IllegalStateException("the decoder is closed");
    }
    while (true) {
      PcmBlock fast = speed.ready();
      if (fast != null) {
        return fast;
      }
      fill();
      int frames = Math.min(pcm.frames(), MOST_FRAMES);
      if (speed.isOff()) {
        if (frames == 0) {
          return end();
        }
        return takePcm(frames);
      }
      if (frames > 0) {
        speed.add(takePcm(frames).samples(), headS);
      } else if (!speed.finish()) {
        return end();
      }
    }
  }

  private PcmBlock takePcm(int frames) {
    headS += (double) frames / RATE;
    return pcm.take(frames);
  }

  /**
   * Tells the end from the place where a file is cut: sound that falls short of a length that was
   * counted, not estimated. A file that was opened while it grew has been checked by its download.
   */
  private @Nullable PcmBlock end() throws FailureException {
    if (framesDecoded == 0 && !sought) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          source.name()
              + " opens but gives no sound"
              + (corruptFrames() > 0 ? ": all its frames are damaged" : ""));
    }
    double declaredS = info.declaredS();
    boolean counted = container.isSeekable() && container.isLengthCounted();
    // after a seek some formats know their time by a table only
    double shortest = declaredS * (sought ? SHORTEST_SOUGHT : SHORTEST);
    double reached = Math.max(reachedS, headS);
    if (counted && reachedS >= 0 && reached < shortest && declaredS - reached > CUT_S) {
      throw new FailureException(
          Failure.Kind.TRUNCATED,
          String.format(
              Locale.ROOT,
              "%s is cut: it declares %.1f s and ends after %.1f s",
              source.name(),
              declaredS,
              reached));
    }
    return null;
  }

  private void fill() throws IOException {
    while (!ended && pcm.frames() < LEAST_FRAMES) {
      decodeFrame();
    }
  }

  /** Decodes until there is one frame more, or the end. */
  private void decodeFrame() throws IOException {
    int errors = 0;
    while (true) {
      int result = avcodec_receive_frame(container.codec(), frame);
      if (result >= 0) {
        take();
        return;
      }
      if (result == AVERROR_EOF() && goOn()) {
        continue;
      }
      if (result == AVERROR_EOF()) {
        resampler.finish(pcm);
        dropPadding();
        dropHead();
        ended = true;
        return;
      }
      if (result != Ffmpeg.EAGAIN) {
        corruptFrames++;
        if (++errors < 3) {
          continue;
        }
      }
      errors = 0;
      feed();
    }
  }

  /**
   * Goes on with the next link of a chain when one has been decoded to its end; the resampler takes
   * up another format by itself.
   */
  private boolean goOn() throws IOException {
    OggChain known = chain != null && link + 1 < chain.size() ? chain : null;
    if (known == null && unknownLinkAt < 0) {
      return false;
    }
    double endS = headS + (double) pcm.frames() / RATE;
    if (known != null) {
      Container next = known.open(link + 1);
      link++;
      change(next, known.startS(link));
    } else {
      change(Container.open(new OffsetSource(source, unknownLinkAt)), endS);
      linkFrom = unknownLinkAt;
      unknownLinkAt = -1;
      info = info.withDeclared(0); // it was the length of another link
    }
    return true;
  }

  private void change(Container next, double startS) {
    corruptFrames += container.piecesSkipped();
    container.close();
    container = next;
    linkStartS = startS;
    bytesAtLastRead = 0;
    flushed = false;
  }

  private void feed() throws IOException {
    AVPacket packet = flushed ? null : read();
    if (packet == null) {
      flushed = true;
    }
    int result = avcodec_send_packet(container.codec(), packet);
    if (result < 0 && packet != null) {
      corruptFrames++;
    } else if (result < 0 && result != AVERROR_EOF()) {
      Ffmpeg.check(result, "the end of the packets");
    }
  }

  /** Reads on, or notes where to go on behind what the demuxer refuses. */
  private @Nullable AVPacket read() throws IOException {
    try {
      return container.read();
    } catch (FailureException e) {
      long at = e.failure().kind() == Failure.Kind.UNDECODABLE ? container.nextLink() : -1;
      if (at < 0) {
        throw e;
      }
      log.debug("{} goes on with another stream at byte {}", source.name(), at);
      unknownLinkAt = linkFrom + at;
      return null;
    }
  }

  private void take() throws IOException {
    if ((frame.flags() & CORRUPT) != 0 || frame.decode_error_flags() != 0) {
      corruptFrames++;
    }
    if (frame.nb_samples() > 0 && frame.sample_rate() > 0) {
      takeTime();
      int before = pcm.frames();
      resampler.add(frame, pcm);
      dropPadding();
      framesDecoded += Math.max(0, pcm.frames() - before);
      checkBounds();
      dropHead();
    }
    av_frame_unref(frame);
  }

  private void takeTime() {
    long pts = frame.best_effort_timestamp();
    if (pts == AV_NOPTS_VALUE) {
      return;
    }
    double time = linkStartS + Math.max(0, container.seconds(pts));
    reachedS = Math.max(reachedS, time + (double) frame.nb_samples() / frame.sample_rate());
    if (pcm.frames() > 0) {
      return;
    }
    boolean gap = time > headS + TIME_GAP_S && time < Math.max(info.declaredS(), headS + 60);
    if (!timeKnown || gap) {
      headS = time;
      timeKnown = true;
    }
  }

  /** Drops what the encoder has added behind the sound to fill its last packet. */
  private void dropPadding() {
    double overS = headS + (double) pcm.frames() / RATE - linkStartS - container.endS();
    if (timeKnown && overS > 0) {
      pcm.dropTail((int) Math.min(pcm.frames(), Math.round(overS * RATE)));
    }
  }

  private void dropHead() {
    if (dropUntilS < 0) {
      return;
    }
    long due = Math.round((dropUntilS - headS) * RATE);
    int frames = (int) Math.max(0, Math.min(due, pcm.frames()));
    pcm.drop(frames);
    headS += (double) frames / RATE;
    if (frames == due || due <= 0) {
      dropUntilS = -1;
    }
  }

  /** Ends files that never do: more sound than declared, or sound without any more bytes. */
  private void checkBounds() throws FailureException {
    if (container.bytesRead() != bytesAtLastRead) {
      bytesAtLastRead = container.bytesRead();
      framesAtLastRead = framesDecoded;
    }
    double limitS = info.declaredS() * 1.05 + 60;
    boolean tooLong = info.declaredS() > 0 && container.isLengthCounted() && headS > limitS;
    if (tooLong || framesDecoded - framesAtLastRead > STUCK_FRAMES) {
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          String.format(
              Locale.ROOT,
              "%s goes on for ever: %.0f s decoded, %.0f s declared",
              source.name(),
              headS,
              info.declaredS()));
    }
  }

  @Override
  public void seek(double seconds) throws IOException {
    double target = Math.max(0, seconds);
    speed.clear();
    sought = true;
    if (!container.isSeekable() && source.isComplete()) {
      reopen();
    }
    enterLink(target);
    for (double runUp : RUN_UPS) {
      if (!container.seek(Math.max(0, target - linkStartS - runUp))) {
        break;
      }
      forget();
      decodeFrame();
      boolean landed = timeKnown && headS <= target + SEEK_TOLERANCE_S;
      boolean behindTheEnd = ended && info.declaredS() > 0 && target >= info.declaredS() - 1;
      if ((landed && !ended) || behindTheEnd) {
        dropUntilS = target;
        dropHead();
        return;
      }
      if (target < runUp) {
        break;
      }
    }
    // this format cannot jump, or lands wrongly: decode from the start
    reopen();
    dropUntilS = target;
  }

  /** Opens the link in which a time lies, where that is another one. */
  private void enterLink(double target) throws IOException {
    if (chain != null && chain.at(target) != link) {
      link = chain.at(target);
      change(chain.open(link), chain.startS(link));
    } else if (target < linkStartS) {
      reopen();
    }
  }

  private void reopen() throws IOException {
    chain = source.isComplete() ? OggChain.of(source) : null;
    link = 0;
    linkFrom = 0;
    unknownLinkAt = -1;
    change(chain == null ? Container.open(source, longIndexBytes) : chain.open(0), 0);
    info = chain == null ? container.info() : chain.info();
    forget();
  }

  private void forget() {
    resampler.reset();
    pcm.clear();
    headS = 0;
    timeKnown = false;
    reachedS = -1;
    dropUntilS = -1;
    flushed = false;
    ended = false;
    framesAtLastRead = framesDecoded;
  }

  @Override
  public void setSpeed(double rate) {
    speed.set(rate);
  }

  @Override
  public double position() {
    double pcmHeadS = Math.max(headS, dropUntilS);
    return speed.isIdle() ? pcmHeadS : speed.headS();
  }

  @Override
  public int corruptFrames() {
    int links = chain == null ? 0 : chain.damaged();
    return corruptFrames + container.piecesSkipped() + links;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    speed.close();
    resampler.close();
    av_frame_free(frame);
    container.close();
  }
}
