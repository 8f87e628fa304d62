package dev.earmark.app.demo;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Language;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * One command of the demo: recordings that are played one after the other.
 *
 * @param language what is spoken
 * @param words for people
 * @param cuts the recordings; the second one begins when the wake signal has sounded
 */
record Scene(Language language, String words, List<Cut> cuts) {
  /**
   * A part of a recording.
   *
   * @param resource in the folder {@code demo} of the jar
   * @param untilS where it is cut off, in seconds; 0 for not at all
   */
  record Cut(String resource, double untilS) {
    PcmBlock load() throws IOException {
      try (InputStream in = Cut.class.getResourceAsStream("/demo/" + resource)) {
        if (in == null) {
          throw new IOException("the recording " + resource + " is missing in the program");
        }
        try (WavFile wav = WavFile.open(in, resource)) {
          PcmBlock whole = PcmConverter.convert(wav.readRest(), AudioFormat.SPEECH);
          int frames = untilS > 0 ? (int) AudioFormat.SPEECH.frames(untilS) : whole.frames();
          return new PcmBlock(
              AudioFormat.SPEECH, Arrays.copyOf(whole.samples(), Math.min(frames, whole.frames())));
        }
      }
    }
  }

  /**
   * Returns the scenes: in each language a book that must be fetched, then the same from the cache.
   */
  static List<Scene> all() {
    Scene zh =
        new Scene(Language.ZH, "小书童 打开西游记第八回", List.of(new Cut("zh_05.wav", /* untilS= */ 0)));
    Scene en =
        new Scene(
            Language.EN,
            "hey earmark … start aesop's fables number two",
            List.of(
                new Cut("en_22.wav", /* untilS= */ 2.12), new Cut("en_04.wav", /* untilS= */ 0)));
    return List.of(zh, zh, en, en);
  }
}
