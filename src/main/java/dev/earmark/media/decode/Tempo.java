package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avfilter.av_buffersink_get_frame;
import static org.bytedeco.ffmpeg.global.avfilter.av_buffersrc_add_frame;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_get_by_name;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_alloc;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_config;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_create_filter;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_free;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_link;
import static org.bytedeco.ffmpeg.global.avutil.AV_SAMPLE_FMT_S16;
import static org.bytedeco.ffmpeg.global.avutil.av_channel_layout_default;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;

import dev.earmark.audio.AudioFormat;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.util.Locale;
import org.bytedeco.ffmpeg.avfilter.AVFilterContext;
import org.bytedeco.ffmpeg.avfilter.AVFilterGraph;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/**
 * Changes the speed of 48 kHz stereo and keeps its pitch, with FFmpeg's atempo. One stage doubles
 * the speed at most, because beyond it atempo skips samples instead of blending them. Confined to
 * one thread.
 */
final class Tempo implements AutoCloseable {
  private static final int RATE = AudioFormat.OUTPUT.sampleRateHz();

  private final AVFilterGraph graph = avfilter_graph_alloc();
  private final AVFilterContext input = new AVFilterContext(null);
  private final AVFilterContext output = new AVFilterContext(null);
  private final AVFrame in = av_frame_alloc();
  private final AVFrame out = av_frame_alloc();
  private long framesIn;
  private boolean closed;

  /** Builds the chain for a rate from 0.5 to 3.0. */
  Tempo(double rate) throws IOException {
    try {
      graph.nb_threads(1);
      add(
          input,
          "abuffer",
          "sample_fmt=s16:channel_layout=stereo:sample_rate=" + RATE + ":time_base=1/" + RATE);
      int stages = rate > 2 ? 2 : 1;
      AVFilterContext last = input;
      for (int i = 0; i < stages; i++) {
        AVFilterContext stage = new AVFilterContext(null);
        double part = Math.pow(rate, 1.0 / stages);
        add(stage, "atempo", String.format(Locale.ROOT, "tempo=%.6f", part));
        Ffmpeg.check(avfilter_link(last, 0, stage, 0), "to link filters");
        last = stage;
      }
      add(output, "abuffersink", "");
      Ffmpeg.check(avfilter_link(last, 0, output, 0), "to link filters");
      Ffmpeg.check(avfilter_graph_config(graph, (Pointer) null), "the filter for the speed");
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void add(AVFilterContext context, String filter, String options) throws IOException {
    var kind = avfilter_get_by_name(filter);
    if (kind == null) {
      throw new FailureException(Failure.Kind.INTERNAL, "this FFmpeg has no filter " + filter);
    }
    int result = avfilter_graph_create_filter(context, kind, filter, options, null, graph);
    Ffmpeg.check(result, "filter " + filter);
  }

  /** Feeds interleaved samples and appends what comes out. */
  void add(short[] samples, PcmQueue target) throws IOException {
    in.nb_samples(samples.length / 2);
    in.format(AV_SAMPLE_FMT_S16);
    in.sample_rate(RATE);
    in.pts(framesIn);
    av_channel_layout_default(in.ch_layout(), 2);
    Ffmpeg.check(av_frame_get_buffer(in, 0), "memory for a frame");
    new ShortPointer(in.data(0)).put(samples, 0, samples.length);
    framesIn += samples.length / 2;
    int result = av_buffersrc_add_frame(input, in);
    av_frame_unref(in);
    Ffmpeg.check(result, "a frame to change its speed");
    drain(target);
  }

  /** Ends the input and appends what was kept back. */
  void finish(PcmQueue target) throws IOException {
    Ffmpeg.check(av_buffersrc_add_frame(input, null), "the end of the frames");
    drain(target);
  }

  private void drain(PcmQueue target) {
    while (av_buffersink_get_frame(output, out) >= 0) {
      target.add(new ShortPointer(out.data(0)), out.nb_samples());
      av_frame_unref(out);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    av_frame_free(in);
    av_frame_free(out);
    avfilter_graph_free(graph);
  }
}
