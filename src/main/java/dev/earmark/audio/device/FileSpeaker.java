package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A WAV file as a speaker, at the pace of a real one. */
final class FileSpeaker extends NullSpeaker {
  private final WavWriter writer;

  private FileSpeaker(Path file, WavWriter writer, Clock clock) {
    super("file " + file, clock);
    this.writer = writer;
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    writer.write(block);
    super.write(block);
  }

  @Override
  public void close() {
    super.close();
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Opens the file; after a failure a new one beside it ({@code name-2.wav} …), so that nothing
   * recorded before is lost.
   */
  static final class Opener implements Speaker.Opener {
    private final String file;
    private final Clock clock;
    private int opened;

    Opener(String file, Clock clock) {
      this.file = file;
      this.clock = clock;
    }

    @Override
    public synchronized Speaker open() throws IOException {
      Path first = Devices.file(file, "speaker");
      Path path = opened == 0 ? first : first.resolveSibling(numbered(first, opened + 1));
      try {
        WavWriter writer = new WavWriter(path, AudioFormat.OUTPUT);
        opened++;
        return new FileSpeaker(path, writer, clock);
      } catch (IOException e) {
        throw new FailureException(
            new Failure(
                Failure.Kind.UNWRITABLE,
                "cannot write " + path + " (" + e + "); check speaker.file and its folder"),
            e);
      }
    }

    private static String numbered(Path file, int number) {
      String name = file.getFileName().toString();
      int dot = name.lastIndexOf('.');
      return dot <= 0
          ? name + "-" + number
          : name.substring(0, dot) + "-" + number + name.substring(dot);
    }
  }
}
