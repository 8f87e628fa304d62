package dev.earmark.media.decode;

import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avformat.AV_DISPOSITION_ATTACHED_PIC;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_AUDIO;
import static org.bytedeco.ffmpeg.global.avutil.AV_DICT_IGNORE_SUFFIX;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.AV_TIME_BASE;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_get;

import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaInfo.Chapter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avformat.AVChapter;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVDictionaryEntry;
import org.jspecify.annotations.Nullable;

/** Reads tags, chapters and lengths from an opened file. */
final class InfoReader {
  private InfoReader() {}

  /** Returns what the file says of itself. */
  static MediaInfo read(AVFormatContext format, AVStream stream, AVCodecContext codec) {
    Map<String, String> tags = tags(format.metadata());
    // Ogg keeps its tags at the stream
    tags(stream.metadata()).forEach(tags::putIfAbsent);
    double declared = Math.max(0, declared(format, stream));
    return new MediaInfo(
        Ffmpeg.text(format.iformat().name()),
        Ffmpeg.text(avcodec_get_name(codec.codec_id())),
        codec.sample_rate(),
        codec.ch_layout().nb_channels(),
        declared,
        tags,
        tidy(chapters(format), declared),
        picture(format));
  }

  /** Returns what the head says before any stream was looked at: no codec, rate and channels. */
  static MediaInfo head(AVFormatContext format) {
    Map<String, String> tags = tags(format.metadata());
    double declared = 0;
    for (int i = 0; i < format.nb_streams(); i++) {
      AVStream stream = format.streams(i);
      if (stream.codecpar().codec_type() == AVMEDIA_TYPE_AUDIO) {
        tags(stream.metadata()).forEach(tags::putIfAbsent);
        declared = Math.max(declared, declared(format, stream));
      }
    }
    return new MediaInfo(
        Ffmpeg.text(format.iformat().name()),
        "",
        0,
        0,
        declared,
        tags,
        tidy(chapters(format), declared),
        picture(format));
  }

  /** Returns the attached picture that says it is the front, else the first one. */
  private static MediaInfo.@Nullable Picture picture(AVFormatContext format) {
    AVStream stream = pictureStream(format);
    if (stream == null) {
      return null;
    }
    AVCodecParameters picture = stream.codecpar();
    String name = Ffmpeg.text(avcodec_get_name(picture.codec_id()));
    return new MediaInfo.Picture(
        name.equals("mjpeg") ? "jpeg" : name,
        picture.width(),
        picture.height(),
        stream.attached_pic().size());
  }

  /** Returns a copy of that picture; empty when there is none, or it is larger. */
  static Optional<byte[]> pictureBytes(AVFormatContext format, int most) {
    AVStream stream = pictureStream(format);
    if (stream == null || stream.attached_pic().size() > most) {
      return Optional.empty();
    }
    byte[] bytes = new byte[stream.attached_pic().size()];
    stream.attached_pic().data().get(bytes);
    return Optional.of(bytes);
  }

  private static @Nullable AVStream pictureStream(AVFormatContext format) {
    AVStream found = null;
    for (int i = 0; i < format.nb_streams(); i++) {
      AVStream stream = format.streams(i);
      if ((stream.disposition() & AV_DISPOSITION_ATTACHED_PIC) == 0) {
        continue;
      }
      String role = tags(stream.metadata()).getOrDefault("comment", "");
      if (role.toLowerCase(Locale.ROOT).contains("front")) {
        return stream;
      }
      found = found == null ? stream : found;
    }
    return found;
  }

  private static double declared(AVFormatContext format, AVStream stream) {
    if (format.duration() != AV_NOPTS_VALUE) {
      return (double) format.duration() / AV_TIME_BASE;
    }
    return stream.duration() == AV_NOPTS_VALUE
        ? 0
        : Ffmpeg.seconds(stream.duration(), stream.time_base());
  }

  private static Map<String, String> tags(@Nullable AVDictionary dictionary) {
    Map<String, String> tags = new LinkedHashMap<>();
    if (dictionary == null) {
      return tags;
    }
    AVDictionaryEntry entry = null;
    while ((entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)) != null) {
      String value = TextRepair.repair(entry.value().getStringBytes());
      if (!value.isEmpty()) {
        tags.putIfAbsent(Ffmpeg.text(entry.key()).toLowerCase(Locale.ROOT), value);
      }
    }
    return tags;
  }

  private static List<Chapter> chapters(AVFormatContext format) {
    List<Chapter> chapters = new ArrayList<>();
    for (int i = 0; i < format.nb_chapters(); i++) {
      AVChapter chapter = format.chapters(i);
      String title = tags(chapter.metadata()).getOrDefault("title", "");
      double start = Ffmpeg.seconds(chapter.start(), chapter.time_base());
      double end = Ffmpeg.seconds(chapter.end(), chapter.time_base());
      chapters.add(new Chapter(title, Math.max(0, start), end));
    }
    return chapters;
  }

  /**
   * Sorts chapters, gives those without an end the start of the next one (the last: the length of
   * the file), and drops those that are empty even so. What lies behind the declared length stays,
   * because that length is often wrong.
   */
  static List<Chapter> tidy(List<Chapter> chapters, double declaredS) {
    List<Chapter> sorted = new ArrayList<>(chapters);
    sorted.sort(Comparator.comparingDouble(Chapter::startS));
    List<Chapter> tidy = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Chapter chapter = sorted.get(i);
      boolean last = i == sorted.size() - 1;
      double end = chapter.endS();
      if (end <= chapter.startS()) {
        end = last ? Math.max(declaredS, chapter.startS()) : sorted.get(i + 1).startS();
      } else if (!last) {
        end = Math.min(end, sorted.get(i + 1).startS());
      }
      if (end > chapter.startS() || last) {
        tidy.add(new Chapter(chapter.title(), chapter.startS(), end));
      }
    }
    return tidy;
  }
}
