package dev.earmark.media.cache;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.MediaStore.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audio files on the disk, found by key, with a quota.
 *
 * <p>A file is named after the SHA-256 of its key and lies in one of 256 folders; while it is
 * fetched it is called {@code .part}, then {@code .audio}, and beside it lies a {@link Sidecar}. A
 * file becomes complete by: sidecar, fsync, rename, fsync of the folder, index. A crash in between
 * leaves a part, or a complete file whose entry is made again at the next start.
 *
 * <p>Thread-safe. {@link #contains} asks the memory alone; everything else may wait for the disk.
 * One process at a time owns the folder.
 */
public final class FileCache implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FileCache.class);
  static final String COMPLETE = ".audio";
  static final String PART = ".part";
  static final String SIDECAR = ".info";

  private final Path folder;
  private final CacheSettings settings;
  private final Clock clock;
  private final FreeSpace freeSpace;
  private final Changes changes;
  private final FolderLock lock;
  private final @Nullable Failure trouble;
  private final Index index;
  private final String boot = Disk.boot();
  private final Map<String, CacheEntry> entries = new ConcurrentHashMap<>();
  private final Map<String, Integer> pins = new ConcurrentHashMap<>(); // written under this
  private final Map<String, PartFile> parts = new HashMap<>(); // by hash, guarded by this
  private final Set<String> writing = new HashSet<>(); // hashes, guarded by this
  private long bytes; // of complete files, guarded by this

  /** Tells how many bytes the disk of a folder has left for us. */
  @FunctionalInterface
  public interface FreeSpace {
    /** Returns the usable bytes. */
    long of(Path folder) throws IOException;
  }

  /** A part that nobody writes now. */
  record PartFile(Path file, long bytes, Instant touchedAt) {}

  private FileCache(
      Path folder,
      CacheSettings settings,
      Clock clock,
      FreeSpace freeSpace,
      Changes changes,
      FolderLock lock,
      @Nullable Failure trouble)
      throws IOException {
    this.trouble = trouble;
    this.folder = folder;
    this.settings = settings;
    this.clock = clock;
    this.freeSpace = freeSpace;
    this.changes = changes;
    this.lock = lock;
    this.index = trouble == null ? Index.open(folder) : Index.inMemory(folder);
  }

  /**
   * Opens the folder, makes it where it is missing, and tidies up after a crash. A folder that is
   * there but cannot be written is only read: what it holds can be played, see {@link #trouble}.
   *
   * @throws FailureException UNAVAILABLE when another process has it, UNWRITABLE or DISK_FULL when
   *     it cannot be made
   */
  public static FileCache open(Path folder, CacheSettings settings, Clock clock)
      throws IOException {
    return open(folder, settings, clock, f -> Files.getFileStore(f).getUsableSpace());
  }

  /** Opens the folder with another measure of free space. */
  public static FileCache open(
      Path folder, CacheSettings settings, Clock clock, FreeSpace freeSpace) throws IOException {
    return open(folder, settings, clock, freeSpace, Changes.REAL);
  }

  static FileCache open(
      Path folder, CacheSettings settings, Clock clock, FreeSpace freeSpace, Changes changes)
      throws IOException {
    FolderLock lock;
    Failure trouble = null;
    try {
      lock = FolderLock.take(folder);
    } catch (FailureException e) {
      boolean there = Files.isDirectory(folder) && Files.isReadable(folder);
      if (!there || e.failure().kind() == Failure.Kind.UNAVAILABLE) {
        throw e;
      }
      lock = FolderLock.none();
      trouble = e.failure();
      log.warn("{}; until then what it holds is played and nothing is fetched", trouble.detail());
    }
    try {
      FileCache cache = new FileCache(folder, settings, clock, freeSpace, changes, lock, trouble);
      cache.recover();
      return cache;
    } catch (IOException e) {
      lock.close();
      throw Disk.writeFailure(folder, e);
    }
  }

  private synchronized void recover() throws IOException {
    Recovery recovery = new Recovery(folder, clock, changes, /* tidies= */ trouble == null);
    for (CacheEntry entry : index.all()) {
      entries.put(entry.key(), entry);
    }
    Recovery.Found found = recovery.scan(entries.values());
    for (String key : found.lostKeys()) {
      entries.remove(key);
      dropFromIndex(key);
    }
    noteInIndex(found.unknown());
    found.unknown().forEach(entry -> entries.put(entry.key(), entry));
    parts.putAll(found.parts());
    bytes = entries.values().stream().mapToLong(CacheEntry::bytes).sum();
    if (index.wasLost() && !entries.isEmpty()) {
      log.info("cache index rebuilt: {} files", entries.size());
    }
    makeRoom(0, "");
  }

  Changes changes() {
    return changes;
  }

  /** Returns the folder that the files are in. */
  public Path folder() {
    return folder;
  }

  /** Returns why nothing can be put into the cache until Earmark is started again, if so. */
  public Optional<Failure> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Returns whether the whole file is here, within microseconds. */
  public boolean contains(String key) {
    return entries.containsKey(key);
  }

  /** Returns what is known of a complete file. */
  public Optional<CacheEntry> entry(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Returns all complete files, the least recently opened first. */
  public List<CacheEntry> entries() {
    List<CacheEntry> all = new ArrayList<>(entries.values());
    all.sort(Comparator.comparing(CacheEntry::touchedAt));
    return all;
  }

  /** Opens a complete file; empty, and forgotten, when somebody has deleted or changed it. */
  public Optional<MediaSource> openCached(String key) throws IOException {
    CacheEntry entry = entries.get(key);
    if (entry == null || !holds(key)) {
      return Optional.empty();
    }
    touch(key);
    return Optional.of(MediaSources.file(entry.file(), nameOf(entry)));
  }

  /** Looks whether a complete file is still there; forgets one that was deleted or changed. */
  public boolean holds(String key) {
    CacheEntry entry = entries.get(key);
    if (entry != null && !Disk.isWhole(entry)) {
      log.warn("{} is no longer what it was in the cache; it is fetched again", entry.file());
      forget(key);
      return false;
    }
    return entry != null;
  }

  private String nameOf(CacheEntry entry) {
    String extension =
        Sidecar.read(Layout.sidecarOf(entry.file())).map(Sidecar::extension).orElse("");
    String hash = Layout.hashOf(entry.file()).substring(0, 12);
    return extension.isEmpty() ? hash : hash + "." + extension;
  }

  /** Removes a file that is of no use, as far as the disk allows. */
  private synchronized void forget(String key) {
    CacheEntry now = entries.get(key);
    if (now == null || Disk.isWhole(now)) {
      return; // it was fetched again meanwhile
    }
    try {
      remove(key);
    } catch (IOException e) {
      log.warn("{} could not be removed from the cache: {}", key, e.getMessage());
    }
  }

  /** Notes when it was used last; a disk that cannot be written does not keep it from sounding. */
  private synchronized void touch(String key) {
    CacheEntry entry = entries.get(key);
    if (entry != null) {
      CacheEntry touched = entry.touched(clock.now());
      entries.put(key, touched);
      noteInIndex(List.of(touched));
    }
  }

  /** Returns whether a key is in use; never waits for the disk. */
  public boolean isPinned(String key) {
    return pins.containsKey(key);
  }

  /** Keeps a key from eviction until the handle is closed. */
  public AutoCloseable pin(String key) {
    synchronized (this) {
      pins.merge(key, 1, Integer::sum);
    }
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.getAndSet(false)) {
        synchronized (this) {
          pins.computeIfPresent(key, (k, n) -> n == 1 ? null : n - 1);
        }
      }
    };
  }

  /**
   * Takes the part of a key to write, with what an earlier try has left.
   *
   * @throws FailureException BAD_REQUEST when somebody writes it already
   */
  public Part part(String key, String extension) throws IOException {
    if (trouble != null) {
      throw trouble.asException();
    }
    String hash = Sha256.of(key);
    synchronized (this) {
      if (!writing.add(hash)) {
        throw new FailureException(
            Failure.Kind.BAD_REQUEST, "this file is being written already: " + key);
      }
      parts.remove(hash);
    }
    try {
      Path file = Layout.file(folder, hash, PART);
      changes.makeFolder(file.resolveSibling(""));
      return new Part(this, file, key, extension, boot);
    } catch (IOException e) {
      synchronized (this) {
        writing.remove(hash);
      }
      throw Disk.writeFailure(folder, e);
    }
  }

  /** Called by a part that is closed without being complete. */
  synchronized void released(Path file, long size) {
    String hash = Layout.hashOf(file);
    writing.remove(hash);
    if (size > 0) {
      parts.put(hash, new PartFile(file, size, clock.now()));
    }
  }

  /** Called by a part that is whole and durable: gives it its final name. */
  synchronized CacheEntry commit(Path part, Sidecar sidecar, long size) throws IOException {
    Path file = Layout.file(folder, Layout.hashOf(part), COMPLETE);
    try {
      sidecar.write(Layout.sidecarOf(part), changes);
      changes.rename(part, file);
      changes.syncFolder(file.resolveSibling(""));
      CacheEntry entry =
          new CacheEntry(
              sidecar.key(),
              file,
              size,
              sidecar.sha256(),
              sidecar.etag(),
              sidecar.lastModified(),
              sidecar.decodedS(),
              clock.now());
      noteInIndex(List.of(entry));
      CacheEntry old = entries.put(entry.key(), entry);
      bytes += size - (old == null ? 0 : old.bytes());
      writing.remove(Layout.hashOf(part));
      return entry;
    } catch (IOException e) {
      throw Disk.writeFailure(folder, e);
    }
  }

  /** Puts entries into the index; without it they are made again from the sidecars at the start. */
  private void noteInIndex(List<CacheEntry> changed) {
    try {
      index.put(changed);
    } catch (IOException e) {
      log.warn("{} files are not in the index: {}", changed.size(), e.getMessage());
    }
  }

  /**
   * Removes a file, complete or part, and everything known of it; returns whether it was there. The
   * file goes first, because on a full disk nothing can be written before it has gone.
   */
  public synchronized boolean remove(String key) throws IOException {
    String hash = Sha256.of(key);
    changes.delete(Layout.file(folder, hash, COMPLETE));
    CacheEntry entry = entries.remove(key);
    if (entry != null) {
      bytes -= entry.bytes();
      dropFromIndex(key);
    }
    if (!writing.contains(hash)) {
      changes.delete(Layout.file(folder, hash, PART));
      changes.delete(Layout.file(folder, hash, SIDECAR));
    }
    return parts.remove(hash) != null || entry != null;
  }

  /** Takes an entry out of the index; else its file is missed at the next start. */
  private void dropFromIndex(String key) {
    try {
      index.remove(key);
    } catch (IOException e) {
      log.warn("{} is still in the index: {}", key, e.getMessage());
    }
  }

  /**
   * Evicts what was not used for longest until so many bytes more fit, into the quota and on the
   * disk, but nothing that is pinned or being written, and nothing in vain on a disk that others
   * have filled. A file larger than the whole quota is let in when the disk has room.
   *
   * @throws FailureException DISK_FULL when the disk cannot take them
   */
  public synchronized void makeRoom(long wanted, String forKey) throws IOException {
    if (trouble != null || fits(wanted)) {
      return;
    }
    List<Candidate> candidates = candidates(forKey);
    long evictable = candidates.stream().mapToLong(Candidate::bytes).sum();
    boolean inVain = free() + evictable - wanted < settings.minFreeBytes();
    if (wanted > 0 && inVain) {
      throw diskFull(wanted); // before anything is evicted
    }
    for (Candidate candidate : candidates) {
      if (inVain ? used() <= settings.quotaBytes() : fits(wanted)) {
        return;
      }
      log.info("evicting {} ({} bytes) from the cache", candidate.name(), candidate.bytes());
      evict(candidate);
    }
    if (wanted > 0 && free() - wanted < settings.minFreeBytes()) {
      throw diskFull(wanted);
    }
  }

  private FailureException diskFull(long wanted) throws IOException {
    return new FailureException(
        Failure.Kind.DISK_FULL,
        String.format(
            Locale.ROOT,
            "the disk of the cache folder %s has %d MiB left; %d MiB more are needed, and"
                + " cache.min-free keeps %d MiB: free some space or lower cache.min-free",
            folder,
            free() >> 20,
            (wanted + (1L << 20) - 1) >> 20,
            settings.minFreeBytes() >> 20));
  }

  private boolean fits(long wanted) throws IOException {
    return used() + wanted <= settings.quotaBytes() && free() - wanted >= settings.minFreeBytes();
  }

  private record Candidate(String name, boolean isPart, long bytes, Instant touchedAt) {}

  private List<Candidate> candidates(String forKey) {
    List<Candidate> candidates = new ArrayList<>();
    for (CacheEntry entry : entries.values()) {
      if (!pins.containsKey(entry.key()) && !entry.key().equals(forKey)) {
        candidates.add(
            new Candidate(entry.key(), /* isPart= */ false, entry.bytes(), entry.touchedAt()));
      }
    }
    parts.forEach(
        (hash, part) ->
            candidates.add(
                new Candidate(hash, /* isPart= */ true, part.bytes(), part.touchedAt())));
    candidates.sort(Comparator.comparing(Candidate::touchedAt));
    return candidates;
  }

  private void evict(Candidate candidate) throws IOException {
    if (!candidate.isPart()) {
      remove(candidate.name());
      return;
    }
    PartFile part = parts.get(candidate.name());
    if (part != null) {
      changes.delete(part.file());
      changes.delete(Layout.sidecarOf(part.file()));
      parts.remove(candidate.name());
    }
  }

  private synchronized long used() {
    return bytes + parts.values().stream().mapToLong(PartFile::bytes).sum();
  }

  private long free() throws IOException {
    return freeSpace.of(folder);
  }

  /** Returns how full the cache is. */
  public Usage usage() {
    long free;
    try {
      free = free();
    } catch (IOException e) {
      log.warn("the free space of {} cannot be read", folder, e);
      free = -1;
    }
    synchronized (this) {
      return new Usage(entries.size(), used(), settings.quotaBytes(), free);
    }
  }

  /** Removes every file that is not pinned or being written; returns how many. */
  public synchronized int clear() throws IOException {
    List<Candidate> candidates = candidates("");
    for (Candidate candidate : candidates) {
      evict(candidate);
    }
    return candidates.size();
  }

  /**
   * Reads every file, compares it with its checksum, and removes the damaged ones, so that they are
   * fetched again when they are wanted. Who plays one keeps what he has opened.
   *
   * @return the keys of the files that were removed
   */
  public List<String> verify() throws IOException {
    List<String> damaged = new ArrayList<>();
    for (CacheEntry entry : entries()) {
      if (!Disk.isGood(entry) && removeDamaged(entry)) {
        damaged.add(entry.key());
      }
    }
    return damaged;
  }

  /** Removes a damaged file, unless it was evicted or fetched again while it was looked at. */
  private synchronized boolean removeDamaged(CacheEntry seen) throws IOException {
    CacheEntry now = entries.get(seen.key());
    if (now == null || now.bytes() != seen.bytes() || !now.sha256().equals(seen.sha256())) {
      return false;
    }
    log.warn("{} is damaged and removed from the cache; it is fetched again", seen.file());
    return remove(seen.key());
  }

  @Override
  public void close() {
    index.close();
    lock.close();
  }
}
