package dev.earmark.speak;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spoken sentences kept on disk, so that what is said often needs no synthesiser.
 *
 * <p>One file for each sentence, named by the SHA-256 of voice, language and text: a header of
 * {@value #HEADER_BYTES} bytes (magic, sample rate, channels, CRC-32) and s16le samples. A file
 * appears under its name only when it is complete; a damaged one counts as absent and is replaced.
 * Past the quota the files that were used longest ago go first. A folder that cannot be written is
 * said in the log once, and the cache goes on reading. Thread-safe.
 */
public final class PhraseCache {
  private static final Logger log = LoggerFactory.getLogger(PhraseCache.class);
  private static final int MAGIC = 0x454D_5031; // "EMP1"
  private static final int HEADER_BYTES = 16;
  private static final String SUFFIX = ".phrase";
  private static final Pattern TEMPORARY = Pattern.compile("new-\\d+\\.tmp");
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path folder;
  private final long quotaBytes;
  private final Clock clock;
  private boolean warned; // guarded by this
  private int temporaries; // guarded by this

  /**
   * Makes a cache in a folder, which is created when first needed.
   *
   * @param quotaBytes the most that its files may take together; 0 keeps nothing
   */
  public PhraseCache(Path folder, long quotaBytes, Clock clock) {
    this.folder = folder;
    this.quotaBytes = quotaBytes;
    this.clock = clock;
  }

  /** Returns the sentence as the voice spoke it before, if it is there and whole. */
  public synchronized Optional<PcmBlock> get(String voice, Language language, String text) {
    Path file = file(voice, language, text);
    try {
      Optional<PcmBlock> block = parse(Files.readAllBytes(file));
      if (block.isEmpty()) {
        log.warn("the cached phrase {} is damaged and will be made again", file);
      } else {
        touch(file);
      }
      return block;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      warnOnce("read", e);
      return Optional.empty();
    }
  }

  /** Keeps a sentence; a failure to write costs nothing but the next synthesis. */
  public synchronized void put(String voice, Language language, String text, PcmBlock speech) {
    if (HEADER_BYTES + 2L * speech.samples().length > quotaBytes) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path temporary = folder.resolve("new-" + temporaries++ + ".tmp");
      Path file = file(voice, language, text);
      Files.write(temporary, bytes(speech));
      Files.setLastModifiedTime(temporary, FileTime.from(clock.now()));
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      evict(file);
    } catch (IOException e) {
      warnOnce("write", e);
    }
  }

  private void touch(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(clock.now()));
    } catch (IOException e) {
      warnOnce("note the use of a phrase in", e);
    }
  }

  private record Entry(Path file, long bytes, FileTime used) {}

  private void evict(Path newest) throws IOException {
    FileTime old = FileTime.from(clock.now().minus(ABANDONED));
    List<Entry> entries = new ArrayList<>();
    long total = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (!file.toString().endsWith(SUFFIX)) {
          dropAbandoned(file, old);
          continue;
        }
        Entry entry = new Entry(file, Files.size(file), Files.getLastModifiedTime(file));
        entries.add(entry);
        total += entry.bytes();
      }
    }
    entries.sort(Comparator.comparing(Entry::used));
    for (Entry entry : entries) {
      if (total <= quotaBytes) {
        return;
      }
      if (!entry.file().equals(newest)) {
        Files.deleteIfExists(entry.file());
        total -= entry.bytes();
      }
    }
  }

  /** A process that was killed while it wrote has left its file. */
  private static void dropAbandoned(Path file, FileTime old) throws IOException {
    boolean ours = TEMPORARY.matcher(String.valueOf(file.getFileName())).matches();
    if (ours && Files.getLastModifiedTime(file).compareTo(old) < 0) {
      Files.deleteIfExists(file);
    }
  }

  private void warnOnce(String what, IOException problem) {
    if (!warned) {
      warned = true;
      log.warn("cannot {} the phrase cache {}: {}", what, folder, problem.toString());
    }
  }

  private Path file(String voice, Language language, String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String key = voice + "\n" + language.code() + "\n" + text;
      byte[] hash = digest.digest(key.getBytes(StandardCharsets.UTF_8));
      return folder.resolve(HexFormat.of().formatHex(hash) + SUFFIX);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] bytes(PcmBlock speech) {
    byte[] sound = Pcm.toBytes(speech.samples());
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + sound.length);
    out.putInt(MAGIC).putInt(speech.format().sampleRateHz()).putInt(speech.format().channels());
    out.putInt(crc(sound, 0)).put(sound);
    return out.array();
  }

  private static Optional<PcmBlock> parse(byte[] bytes) {
    if (bytes.length < HEADER_BYTES) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int magic = in.getInt();
    int rate = in.getInt();
    int channels = in.getInt();
    int crc = in.getInt();
    if (magic != MAGIC || crc != crc(bytes, HEADER_BYTES)) {
      return Optional.empty();
    }
    byte[] sound = new byte[bytes.length - HEADER_BYTES];
    in.get(sound);
    try {
      AudioFormat format = new AudioFormat(rate, channels);
      return Optional.of(new PcmBlock(format, Pcm.fromBytes(sound, sound.length)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static int crc(byte[] bytes, int from) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, bytes.length - from);
    return (int) crc.getValue();
  }
}
