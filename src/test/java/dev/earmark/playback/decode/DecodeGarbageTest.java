package dev.earmark.playback.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.earmark.audio.mix.PcmSource;
import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.base.Failure;
import dev.earmark.base.FakeClock;
import dev.earmark.library.Album;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.decode.FfmpegDecoderFactory;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.pipe.BookPipe;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The decode thread makes next to no garbage while a book plays: from the file to the pipe, with
 * the loudness levelled, at the usual speed and at another one.
 */
final class DecodeGarbageTest {
  private static final int BLOCK = 960;

  /** How often it is tried: a slow machine compiles later, and only compiled code is lean. */
  private static final int LIVES = 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final BookPipe pipe = new BookPipe(110_400, 960, 96_000, () -> {});
  private final FakeLibraryService library = new FakeLibraryService();
  private final FakeClock clock = new FakeClock();
  private final SectionFiles files = new SectionFiles(new FakeMediaStore(), library, a -> true);
  private final List<Failure> failures = new ArrayList<>();

  private final class Told implements DecodeReports {
    @Override
    public void opened(long generation, int section, double durationS, List<Chapter> chapters) {
      // not of interest here
    }

    @Override
    public void measured(long generation, int section, double durationS) {
      // not of interest here
    }

    @Override
    public void trouble(long generation, int section, Failure failure) {
      failures.add(failure);
    }

    @Override
    public void failed(long generation, int section, double atS, Failure failure, boolean cut) {
      failures.add(failure);
    }
  }

  private static final class NoMemory implements Shaping.Memory {
    @Override
    public OptionalDouble loudness(String book) {
      return OptionalDouble.empty();
    }

    @Override
    public void loudness(String book, double lufs) {
      // forgets it
    }
  }

  private Album book(String file) {
    List<Section> sections = List.of(new Section(1, "One", "1", 0, 0, 0));
    Album album = new Album("a", "Book", List.of(), "", "", "en", "", "", 1, sections);
    library.add(album);
    Path path = Path.of("demo-library").resolve(file).toAbsolutePath();
    library.source("a", 1, new SectionSource(path.toUri(), Map.of(), "", 0));
    return album;
  }

  /** Lets a speaker take what is decoded; returns the bytes allocated by so many blocks of it. */
  private long allocated(DecodeLoop loop, PcmSource speaker, int blocks, long[] heard) {
    short[] block = new short[2 * BLOCK];
    long sum = 0;
    for (int i = 0; i < blocks; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      while (loop.turn()) {
        // until the pipe is full
      }
      sum += threads.getCurrentThreadAllocatedBytes() - before;
      heard[0] += speaker.read(block, BLOCK);
      speaker.heard(heard[0]);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "idiom_stories/001.mp3, 1, 500",
    "journey_to_the_west/001.opus, 1, 500",
    "treasure_island/treasure_island.m4b, 1, 500",
    "treasure_island/treasure_island.m4b, 1.25, 10000", // of 192,000 that are samples
  })
  void decode_whileABookPlays_allocatesNextToNothing(String file, double speed, int most) {
    Album album = book(file);
    Shaping shaping = new Shaping(ShapeSettings.DEFAULT, new NoMemory());
    Prefetcher prefetcher = new Prefetcher(files, 1, clock);
    DecodeLoop loop =
        new DecodeLoop(
            files, new FfmpegDecoderFactory(), pipe, prefetcher, 1, 1, shaping, clock, new Told());
    long[] heard = {0};
    double least = Double.POSITIVE_INFINITY;
    for (int life = 1; life <= LIVES && least >= most; life++) {
      pipe.restart(life, 1, 0, 1);
      pipe.open();
      loop.load(new DecodeLoop.Job(life, album, 1, 0, speed, Tuning.PLAIN, null));
      allocated(loop, pipe, 200, heard); // it is opened, and buffers have their size
      long from = heard[0];

      long bytes = allocated(loop, pipe, 600, heard);

      double seconds = (heard[0] - from) / 48_000.0;
      assertThat(failures).isEmpty();
      assertThat(seconds).as("it did play").isGreaterThan(11.9);
      least = Math.min(least, bytes / seconds);
    }
    loop.onClose();
    assertThat(least).as("bytes for a second of sound").isLessThan(most);
  }
}
