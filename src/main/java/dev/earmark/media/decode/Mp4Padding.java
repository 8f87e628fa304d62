package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avformat.avformat_index_get_entries_count;
import static org.bytedeco.ffmpeg.global.avformat.avformat_index_get_entry;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_get;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVDictionaryEntry;
import org.jspecify.annotations.Nullable;

/**
 * Where the sound of an MP4 ends. Its last packet is filled up by the encoder; FFmpeg cuts what
 * stands before the sound, but not what stands behind it, which is heard as a gap of up to a packet
 * between two sections. The true length is told by the track's length where an edit list cuts what
 * stands before the sound, or by the tag iTunSMPB of Apple's encoders: in hexadecimal a zero, the
 * delay, the padding, and the samples.
 */
final class Mp4Padding {
  private static final Pattern SMPB =
      Pattern.compile(
          "\\s*[0-9A-Fa-f]{8}\\s+[0-9A-Fa-f]{8}\\s+[0-9A-Fa-f]{8}\\s+([0-9A-Fa-f]{16})\\b.*");

  private Mp4Padding() {}

  /**
   * Returns the end in seconds of the sound; infinite when the file does not tell it, or tells one
   * that is not in the last packet, which then is no padding.
   *
   * @param startS the time stamp of the first sample
   */
  static double soundEndS(AVStream stream, @Nullable AVDictionary tags, double startS) {
    int count = avformat_index_get_entries_count(stream);
    if (count < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double lastS = timeS(stream, count - 1) - startS;
    double packetS = lastS + startS - timeS(stream, count - 2);
    double told = toldS(stream, tags);
    boolean inLast = told > lastS && told < lastS + packetS;
    return inLast ? told : Double.POSITIVE_INFINITY;
  }

  private static double timeS(AVStream stream, int entry) {
    return Ffmpeg.seconds(avformat_index_get_entry(stream, entry).timestamp(), stream.time_base());
  }

  private static double toldS(AVStream stream, @Nullable AVDictionary tags) {
    AVDictionaryEntry entry = tags == null ? null : av_dict_get(tags, "iTunSMPB", null, 0);
    if (entry != null) {
      String text = new String(entry.value().getStringBytes(), StandardCharsets.ISO_8859_1);
      Matcher matcher = SMPB.matcher(text);
      if (matcher.matches() && stream.codecpar().sample_rate() > 0) {
        long samples = Long.parseUnsignedLong(matcher.group(1), 16);
        return (double) samples / stream.codecpar().sample_rate();
      }
    }
    // Who does not tell what stands before the sound does not tell what stands behind it either.
    boolean cutBefore = avformat_index_get_entry(stream, 0).timestamp() < 0;
    return cutBefore && stream.duration() != AV_NOPTS_VALUE
        ? Ffmpeg.seconds(stream.duration(), stream.time_base())
        : 0;
  }
}
