package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avutil.AV_CHANNEL_ORDER_UNSPEC;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_compare;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_copy;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_uninit;
import static org.bytedeco.ffmpeg.global.swresample.swr_alloc_set_opts2;
import static org.bytedeco.ffmpeg.global.swresample.swr_convert;
import static org.bytedeco.ffmpeg.global.swresample.swr_free;
import static org.bytedeco.ffmpeg.global.swresample.swr_get_out_samples;
import static org.bytedeco.ffmpeg.global.swresample.swr_init;
import static org.bytedeco.ffmpeg.global.swresample.swr_set_matrix;

import dev.earmark.audio.AudioFormat;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import org.bytedeco.ffmpeg.avutil.AVChannelLayout;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swresample.SwrContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.ShortPointer;
import org.jspecify.annotations.Nullable;

/**
 * Brings frames of any rate, layout and sample format to 48 kHz stereo. A format that changes in
 * the middle of a file is taken up; more than two channels are mixed down. Confined to one thread.
 */
final class Resampler implements AutoCloseable {
  private static final int RATE = AudioFormat.OUTPUT.sampleRateHz();

  /** So many planes a frame holds itself (AV_NUM_DATA_POINTERS). */
  private static final int PLANES = 8;

  private final AVChannelLayout stereo = new AVChannelLayout();
  private final AVChannelLayout inputLayout = new AVChannelLayout();
  private final PointerPointer<BytePointer> outputs = new PointerPointer<>(1);

  // Fields of the frame, which is one for the whole of a decoder: each call would make an object.
  private long frameAddress;
  private @Nullable AVChannelLayout frameLayout;
  private @Nullable PointerPointer<?> frameData;
  private @Nullable SwrContext context;
  private int inputRate;
  private int inputFormat = -1;
  private long framesIn;
  private long framesOut;
  private BytePointer memory = new BytePointer(4L * 48_000);
  private ShortPointer made = new ShortPointer(memory);
  private long room = 48_000;
  private boolean closed;

  Resampler() {
    av_channel_layout_default(stereo, 2);
    outputs.put(0, memory);
  }

  /** Converts a frame and appends the result; the resampler keeps back some samples. */
  void add(AVFrame frame, PcmQueue target) throws IOException {
    if (differs(frame) || context == null) {
      finish(target);
      open(frame);
    }
    framesIn += frame.nb_samples();
    PointerPointer<?> planes = frameData;
    if (planes == null || inputLayout.nb_channels() > PLANES) {
      planes = frame.extended_data();
    }
    convert(planes, frame.nb_samples(), target);
  }

  /** Appends what the resampler has kept back, and forgets the format. */
  void finish(PcmQueue target) throws IOException {
    if (context == null) {
      return;
    }
    long due = Math.round((double) framesIn * RATE / inputRate);
    int before = target.frames();
    convert(null, 0, target);
    int more = target.frames() - before;
    if (framesOut > due && more > 0) {
      // the flush pads the filter's last window: what goes beyond the input's length is no sound
      target.dropTail((int) Math.min(more, framesOut - due));
    }
    reset();
  }

  /** Forgets what was kept back. */
  void reset() {
    if (context != null) {
      swr_free(context);
      context = null;
    }
  }

  private boolean differs(AVFrame frame) {
    AVChannelLayout layout = frameLayout;
    if (layout == null || frame.address() != frameAddress) {
      frameAddress = frame.address();
      layout = frame.ch_layout();
      frameLayout = layout;
      frameData = frame.data();
    }
    return frame.sample_rate() != inputRate
        || frame.format() != inputFormat
        || av_channel_layout_compare(layout, inputLayout) != 0;
  }

  private void open(AVFrame frame) throws IOException {
    inputRate = frame.sample_rate();
    inputFormat = frame.format();
    framesIn = 0;
    framesOut = 0;
    av_channel_layout_uninit(inputLayout);
    Ffmpeg.check(av_channel_layout_copy(inputLayout, frame.ch_layout()), "a channel layout");
    AVChannelLayout known = new AVChannelLayout();
    if (inputLayout.order() == AV_CHANNEL_ORDER_UNSPEC) {
      av_channel_layout_default(known, inputLayout.nb_channels());
    } else {
      Ffmpeg.check(av_channel_layout_copy(known, inputLayout), "a channel layout");
    }
    SwrContext fresh = new SwrContext(null);
    int result =
        swr_alloc_set_opts2(
            fresh, stereo, AV_SAMPLE_FMT_S16, RATE, known, inputFormat, inputRate, 0, null);
    if (result >= 0 && known.nb_channels() == 1) {
      // FFmpeg would lower one channel by 3 dB on its way to two
      result = swr_set_matrix(fresh, new double[] {1, 1}, 1);
    }
    if (result >= 0) {
      result = swr_init(fresh);
    }
    av_channel_layout_uninit(known);
    known.close();
    if (result < 0) {
      swr_free(fresh);
      throw new FailureException(
          Failure.Kind.UNDECODABLE,
          "sound of "
              + inputRate
              + " Hz and "
              + frame.ch_layout().nb_channels()
              + " channels cannot be converted: "
              + Ffmpeg.message(result));
    }
    context = fresh;
  }

  private void convert(@Nullable PointerPointer<?> input, int frames, PcmQueue target)
      throws IOException {
    SwrContext swr = context;
    if (swr == null) {
      return;
    }
    int needed = Math.max(swr_get_out_samples(swr, frames), 0) + 64;
    if (room < needed) {
      memory.close();
      memory = new BytePointer(4L * needed);
      made = new ShortPointer(memory);
      outputs.put(0, memory);
      room = needed;
    }
    int count = swr_convert(swr, outputs, needed, input, frames);
    Ffmpeg.check(count, "to resample");
    framesOut += count;
    target.add(made, count);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    reset();
    av_channel_layout_uninit(inputLayout);
    av_channel_layout_uninit(stereo);
    inputLayout.close();
    stereo.close();
    outputs.close();
    memory.close();
  }
}
