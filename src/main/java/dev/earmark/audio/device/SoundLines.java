package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.DataLine;
import javax.sound.sampled.Line;
import javax.sound.sampled.LineUnavailableException;
import javax.sound.sampled.Mixer;
import javax.sound.sampled.SourceDataLine;
import javax.sound.sampled.TargetDataLine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sound lines of the JDK: finds them by a part of their name and opens them in a format that
 * the device has.
 *
 * <p>A JDK without libasound throws LinkageErrors here, one without devices
 * IllegalArgumentExceptions; both become a {@link FailureException} with the remedy.
 */
final class SoundLines {
  private static final Logger log = LoggerFactory.getLogger(SoundLines.class);

  /** Tried in this order: what most devices have by nature first. */
  private static final List<AudioFormat> FORMATS =
      List.of(
          new AudioFormat(48_000, 2),
          new AudioFormat(48_000, 1),
          new AudioFormat(44_100, 2),
          new AudioFormat(44_100, 1),
          new AudioFormat(32_000, 2),
          new AudioFormat(32_000, 1),
          new AudioFormat(16_000, 1),
          new AudioFormat(16_000, 2),
          new AudioFormat(22_050, 1),
          new AudioFormat(8_000, 1));

  /**
   * An open line.
   *
   * @param line the line, open but not started
   * @param format what it was opened with
   * @param name its device's name
   * @param warning what is not as configured, or null
   */
  record Opened<T extends DataLine>(
      T line, AudioFormat format, String name, @Nullable String warning) {}

  private SoundLines() {}

  static Opened<TargetDataLine> openInput(String device, int bufferMs) throws FailureException {
    return open(TargetDataLine.class, device, bufferMs);
  }

  static Opened<SourceDataLine> openOutput(String device, int bufferMs) throws FailureException {
    return open(SourceDataLine.class, device, bufferMs);
  }

  static List<Devices.Device> list() {
    List<Devices.Device> devices = new ArrayList<>();
    try {
      add(devices, TargetDataLine.class, "input");
      add(devices, SourceDataLine.class, "output");
    } catch (LinkageError | RuntimeException e) {
      log.debug("the JDK lists no sound lines", e);
    }
    return devices;
  }

  static String problem() {
    try {
      boolean any =
          !mixers(TargetDataLine.class).isEmpty() || !mixers(SourceDataLine.class).isEmpty();
      return any ? "" : noDevice("sound device").detail();
    } catch (LinkageError | RuntimeException e) {
      return noLibrary(e).detail();
    }
  }

  private static void add(
      List<Devices.Device> devices, Class<? extends DataLine> kind, String direction) {
    for (Mixer.Info info : mixers(kind)) {
      Mixer mixer = AudioSystem.getMixer(info);
      List<String> formats =
          FORMATS.stream()
              .filter(format -> mixer.isLineSupported(lineInfo(kind, format)))
              .map(format -> format.sampleRateHz() + " Hz " + format.channels() + " ch")
              .toList();
      devices.add(new Devices.Device(info.getName(), "line", direction, formats));
    }
  }

  private static <T extends DataLine> Opened<T> open(Class<T> kind, String device, int bufferMs)
      throws FailureException {
    boolean input = kind == TargetDataLine.class;
    try {
      List<Mixer.Info> all = mixers(kind);
      if (all.isEmpty()) {
        throw new FailureException(noDevice(input ? "microphone" : "speaker"), null);
      }
      List<Mixer.Info> chosen = all.stream().filter(info -> matches(info, device)).toList();
      String warning = null;
      if (chosen.isEmpty()) {
        chosen = all;
        warning =
            String.format(
                Locale.ROOT,
                "no %s is called '%s', the default one is used; there are: %s",
                input ? "microphone" : "speaker",
                device,
                all.stream().map(Mixer.Info::getName).collect(Collectors.joining(", ")));
      }
      return openFirst(kind, chosen, bufferMs, warning);
    } catch (LinkageError | RuntimeException e) {
      throw new FailureException(noLibrary(e), e);
    }
  }

  private static <T extends DataLine> Opened<T> openFirst(
      Class<T> kind, List<Mixer.Info> mixers, int bufferMs, @Nullable String warning)
      throws FailureException {
    Exception last = new LineUnavailableException("none of the usual formats is supported");
    for (Mixer.Info info : mixers) {
      Mixer mixer = AudioSystem.getMixer(info);
      for (AudioFormat format : FORMATS) {
        DataLine.Info wanted = lineInfo(kind, format);
        if (!mixer.isLineSupported(wanted)) {
          continue;
        }
        try {
          T line = kind.cast(mixer.getLine(wanted));
          int bytes = (int) format.frames(bufferMs / 1_000.0) * format.bytesPerFrame();
          if (line instanceof TargetDataLine target) {
            target.open(jdkFormat(format), bytes);
          } else if (line instanceof SourceDataLine source) {
            source.open(jdkFormat(format), bytes);
          }
          return new Opened<>(line, format, info.getName(), warning);
        } catch (LineUnavailableException | RuntimeException e) {
          last = e;
          log.debug("{} does not open with {}", info.getName(), format, e);
        }
      }
    }
    String names = mixers.stream().map(Mixer.Info::getName).collect(Collectors.joining(", "));
    throw new FailureException(
        new Failure(
            Failure.Kind.UNAVAILABLE,
            "the sound device does not open, perhaps another program has it ("
                + names
                + "): "
                + last.getMessage()),
        last);
  }

  private static boolean matches(Mixer.Info info, String device) {
    String wanted = device.toLowerCase(Locale.ROOT);
    String name = info.getName() + " " + info.getDescription();
    return name.toLowerCase(Locale.ROOT).contains(wanted);
  }

  private static List<Mixer.Info> mixers(Class<? extends DataLine> kind) {
    List<Mixer.Info> mixers = new ArrayList<>();
    for (Mixer.Info info : AudioSystem.getMixerInfo()) {
      if (AudioSystem.getMixer(info).isLineSupported(new Line.Info(kind))) {
        mixers.add(info);
      }
    }
    return mixers;
  }

  private static DataLine.Info lineInfo(Class<? extends DataLine> kind, AudioFormat format) {
    return new DataLine.Info(kind, jdkFormat(format));
  }

  private static javax.sound.sampled.AudioFormat jdkFormat(AudioFormat format) {
    return new javax.sound.sampled.AudioFormat(
        format.sampleRateHz(), 16, format.channels(), /* signed= */ true, /* bigEndian= */ false);
  }

  private static Failure noDevice(String what) {
    return new Failure(
        Failure.Kind.UNAVAILABLE,
        "Java finds no "
            + what
            + "; plug one in, run as a user of group audio, apt-get install libasound2 (with"
            + " PulseAudio or PipeWire libasound2-plugins too), or set a command such as parec or"
            + " pacat");
  }

  private static Failure noLibrary(Throwable problem) {
    return new Failure(
        Failure.Kind.UNAVAILABLE,
        "Java cannot use the sound system ("
            + problem.getClass().getSimpleName()
            + "); apt-get install libasound2 and a JDK that is not the bare headless one, or set a"
            + " command such as parec or pacat");
  }
}
