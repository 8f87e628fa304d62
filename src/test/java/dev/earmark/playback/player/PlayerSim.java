package dev.earmark.playback.player;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.library.Album;
import dev.earmark.library.FakeLibraryService;
import dev.earmark.library.FakeProgressStore;
import dev.earmark.library.Section;
import dev.earmark.media.Decoder;
import dev.earmark.media.FakeDecoder;
import dev.earmark.media.FakeMediaStore;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.media.MediaSource;
import dev.earmark.playback.PlayerSettings;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.decode.DecodeLoop;
import dev.earmark.playback.habits.VolumeLimitSettings;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.pipe.BookPipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The whole player on one thread and a fake clock: {@link #run} turns the player, the decoder, the
 * journal and a speaker that plays 20 ms blocks with some delay, so that hours pass in
 * milliseconds.
 */
final class PlayerSim {
  static final int BLOCK = 960;
  static final double LATENCY_S = 0.1;
  private static final int LATENCY_BLOCKS = (int) (LATENCY_S * 50);

  final FakeClock clock = new FakeClock();
  final FakeProgressStore progress;
  final FakeLibraryService library = new FakeLibraryService();
  final FakeMediaStore store = new FakeMediaStore();
  final FakeMixer mixer = new FakeMixer();
  final Events events = new Events(clock);
  final Health health = new Health();
  final Map<String, Failure> broken = new HashMap<>();
  final Map<String, List<Chapter>> marks = new HashMap<>();
  private final Set<String> cut = new HashSet<>();
  final SectionFiles files = new SectionFiles(store, library, album -> false);
  final PlayerSettings settings;
  PositionJournal journal;
  BookPlayer player;

  private final short[] block = new short[BLOCK * 2];
  private final List<Short> sound = new ArrayList<>();
  private boolean recording;
  private boolean deviceLost;
  private long framesRead;
  private long[] delayed = new long[LATENCY_BLOCKS];
  private int opened;
  private Decoder.@Nullable Factory quick;

  /** The defaults, with the sound as it is: the fake decoder's samples are numbers. */
  static final PlayerSettings PLAIN = settings(VolumeLimitSettings.NONE);

  static PlayerSettings settings(VolumeLimitSettings limits) {
    return settings(limits, AllowanceSettings.NONE);
  }

  static PlayerSettings settings(VolumeLimitSettings limits, AllowanceSettings allowance) {
    PlayerSettings usual = PlayerSettings.DEFAULT;
    return new PlayerSettings(
        usual.volume(),
        usual.speed(),
        usual.rewind(),
        usual.fade(),
        usual.saveEvery(),
        usual.prefetch(),
        usual.ahead(),
        ShapeSettings.OFF,
        limits,
        allowance);
  }

  PlayerSim() {
    this(PLAIN, new FakeProgressStore());
  }

  PlayerSim(PlayerSettings settings, FakeProgressStore progress) {
    this.settings = settings;
    this.progress = progress;
    this.journal = journal();
    this.player = player();
  }

  private PositionJournal journal() {
    return new PositionJournal(progress, clock, settings.saveEvery(), health);
  }

  private BookPlayer player() {
    BookPlayer made = new BookPlayer(settings, files, decoders(), journal, mixer, events, clock);
    made.onStart();
    return made;
  }

  /**
   * Lets all sound be one block that is made once, so that a day can pass by {@link #runCoarsely}.
   */
  void decodeQuickly() {
    PcmBlock second = new PcmBlock(AudioFormat.OUTPUT, new short[96_000]);
    quick = source -> new QuickDecoder(source, second);
  }

  /** Gives the same second again and again. */
  private static final class QuickDecoder implements Decoder {
    private final MediaSource source;
    private final PcmBlock second;
    private long blocks;

    QuickDecoder(MediaSource source, PcmBlock second) {
      this.source = source;
      this.second = second;
    }

    @Override
    public MediaInfo info() {
      double seconds = (double) source.size() / FakeDecoder.BYTES_PER_SECOND;
      return new MediaInfo("fake", "fake", 48_000, 2, seconds, Map.of(), List.of(), null);
    }

    @Override
    public boolean isLengthCounted() {
      return false;
    }

    @Override
    public @Nullable PcmBlock next() {
      if (position() >= info().declaredS() - 0.01) {
        return null;
      }
      blocks++;
      return second;
    }

    @Override
    public void seek(double seconds) {
      blocks = Math.round(seconds);
    }

    @Override
    public void setSpeed(double rate) {
      // always as it is
    }

    @Override
    public double position() {
      return blocks;
    }

    @Override
    public int corruptFrames() {
      return 0;
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  private Decoder.Factory decoders() {
    return source -> {
      opened++;
      if (quick != null) {
        return quick.open(source);
      }
      Failure failure = broken.get(source.name());
      if (failure != null) {
        throw failure.asException();
      }
      List<Chapter> chapters = marks.getOrDefault(source.name(), List.of());
      return new FakeDecoder(source, chapters, cut.contains(source.name()));
    };
  }

  /** Ends the process without a warning, and starts another one on the same store. */
  void killAndRestart() {
    framesRead = 0;
    delayed = new long[LATENCY_BLOCKS];
    progress.restart();
    journal = journal();
    player = player();
  }

  /** Puts an album with sections of these lengths into the cache. */
  Album cached(String id, double... seconds) {
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      sections.add(new Section(i + 1, "S" + (i + 1), (i + 1) + ".mp3", 0, seconds[i], 0));
    }
    Album album = album(id, sections);
    for (Section section : sections) {
      store.putCached(SectionFiles.key(album, section), section.durationS());
    }
    return album;
  }

  /** Puts an album into the cache whose sections lie in one file. */
  Album oneFile(String id, double... seconds) {
    List<Section> sections = new ArrayList<>();
    double start = 0;
    for (int i = 0; i < seconds.length; i++) {
      sections.add(new Section(i + 1, "S" + (i + 1), "book.m4b", start, seconds[i], 0));
      start += seconds[i];
    }
    Album album = album(id, sections);
    store.putCached(SectionFiles.key(album, sections.get(0)), start);
    return album;
  }

  private Album album(String id, List<Section> sections) {
    Album album =
        new Album(id, "Book " + id, List.of(), "", "", "en", "", "", sections.size(), sections);
    library.add(album);
    return album;
  }

  /** Makes a section's file fail when it is opened. */
  void breakSection(Album album, int section, Failure.Kind kind) {
    Section s = album.section(section).orElseThrow();
    broken.put(SectionFiles.key(album, s), new Failure(kind, "broken for the test"));
  }

  /** Leaves only so many seconds of a section's file, which declares more. */
  void cutSection(Album album, int section, double seconds) {
    String key = SectionFiles.key(album, album.section(section).orElseThrow());
    store.putCached(key, seconds);
    cut.add(key);
  }

  /** Puts a file of another length than the catalogue says under a section. */
  void fileLength(Album album, int section, double seconds) {
    store.putCached(SectionFiles.key(album, album.section(section).orElseThrow()), seconds);
  }

  /** Lets time pass. */
  void run(double seconds) {
    for (int i = 0; i < Math.round(seconds * 50); i++) {
      work();
      if (deviceLost) {
        clock.advance(Duration.ofMillis(20));
        continue;
      }
      BookPipe pipe = player.pipe();
      int n = pipe.read(block, BLOCK);
      framesRead += n;
      if (recording) {
        for (int s = 0; s < BLOCK; s++) {
          sound.add(s < n ? block[2 * s] : (short) 0);
        }
      }
      pipe.heard(delayed[0]);
      System.arraycopy(delayed, 1, delayed, 0, LATENCY_BLOCKS - 1);
      delayed[LATENCY_BLOCKS - 1] = framesRead;
      clock.advance(Duration.ofMillis(20));
    }
    work();
  }

  /** Takes the speaker away, which takes nothing then and has played nothing, or gives it back. */
  void loseDevice(boolean lost) {
    deviceLost = lost;
  }

  /** Lets time pass second by second, without the device's delay. */
  void runCoarsely(int seconds) {
    short[] second = new short[96_000];
    for (int i = 0; i < seconds; i++) {
      work();
      framesRead += player.pipe().read(second, 48_000);
      player.pipe().heard(framesRead);
      clock.advance(Duration.ofSeconds(1));
    }
    work();
  }

  private void work() {
    player.turn();
    while (((DecodeLoop) player.decoding()).turn()) {
      player.turn();
    }
    player.turn();
    journal.turn();
  }

  /** Records what sounds from now on. */
  void record() {
    recording = true;
    sound.clear();
  }

  /** Returns one channel of what sounded since {@link #record}. */
  short[] sound() {
    short[] samples = new short[sound.size()];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = sound.get(i);
    }
    return samples;
  }

  /** Returns the recording without the silence before and after. */
  short[] soundWithoutSilence() {
    short[] all = sound();
    int from = 0;
    while (from < all.length && all[from] == 0) {
      from++;
    }
    int to = all.length;
    while (to > from && all[to - 1] == 0) {
      to--;
    }
    return Arrays.copyOfRange(all, from, to);
  }

  int opened() {
    return opened;
  }

  PlayerSnapshot now() {
    return player.snapshot();
  }

  double at() {
    return now().positionS();
  }

  static double seconds(int frames) {
    return AudioFormat.OUTPUT.seconds(frames);
  }
}
