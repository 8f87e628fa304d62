package dev.earmark.library.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears from the kernel in which folders something has changed (inotify(7)), so that new books need
 * not wait for the next look at all folders. Guarded by its own monitor; {@link #hasNews()} never
 * blocks for longer than {@link #watch} takes.
 *
 * <p>It is a help and no promise: events are lost when too many come at once, network shares tell
 * nothing of what other machines do, and the number of watches is limited for all programs of a
 * user together, of which it takes half at most. What cannot be watched is said once and looked
 * through by the clock alone.
 */
final class FolderWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FolderWatch.class);
  private static final Path LIMIT = Path.of("/proc/sys/fs/inotify/max_user_watches");

  /** What a kernel allows at least, where it does not say. */
  private static final int USUAL_LIMIT = 8_192;

  private static final Set<String> NETWORK =
      Set.of(
          "nfs",
          "nfs4",
          "cifs",
          "smb3",
          "smbfs",
          "9p",
          "afs",
          "ceph",
          "davfs",
          "ncpfs",
          "glusterfs");

  /** Half of what all programs of the user may watch, for all libraries together. */
  private static final Budget SHARED = new Budget(limit() / 2);

  private final Path root;
  private final Budget budget;
  private @Nullable WatchService service; // guarded by this
  private final Map<Path, WatchKey> keys = new HashMap<>(); // guarded by this
  private final Map<WatchKey, Path> folders = new HashMap<>(); // guarded by this
  private final Set<Path> changed = new HashSet<>(); // guarded by this
  private boolean isUnsure; // guarded by this
  private boolean isFull; // whether the system takes no more; guarded by this
  private String whyNot = ""; // guarded by this
  private boolean isClosed; // guarded by this

  FolderWatch(Path root) {
    this(root, SHARED);
  }

  /**
   * Makes a watch of nothing yet.
   *
   * @param budget how many folders may be watched, together with others that have the same
   */
  FolderWatch(Path root, Budget budget) {
    this.root = root;
    this.budget = budget;
  }

  /** How many folders may be watched. Thread-safe. */
  static final class Budget {
    private final AtomicInteger left;

    Budget(int most) {
      left = new AtomicInteger(most);
    }

    /** Takes so many, or none when there are not so many left. */
    private boolean take(int count) {
      return left.getAndUpdate(now -> now >= count ? now - count : now) >= count;
    }

    private void giveBack(int count) {
      left.addAndGet(count);
    }
  }

  private static int limit() {
    // By lines: a read of one byte, with which the JDK begins here, gets one digit and no more.
    try (BufferedReader reader = Files.newBufferedReader(LIMIT)) {
      return Integer.parseInt(String.valueOf(reader.readLine()).strip());
    } catch (IOException | NumberFormatException e) {
      log.debug("the limit of watches is not known: {}", e.toString());
      return USUAL_LIMIT;
    }
  }

  /** Returns whether a file system of this type is filled by other machines too. */
  static boolean isNetwork(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return NETWORK.contains(name) || name.startsWith("fuse.");
  }

  /**
   * Watches these folders and no others. After the first watch of a folder there is news, since
   * something may have come into it just before; what, the folder's own time tells.
   */
  synchronized void watch(Collection<Path> wanted) {
    if (isClosed || !whyNot.isEmpty()) {
      return;
    }
    try {
      begin();
      Set<Path> asSet = new HashSet<>(wanted);
      for (Path gone : Set.copyOf(keys.keySet())) {
        if (!asSet.contains(gone)) {
          forget(gone);
        }
      }
      asSet.removeAll(keys.keySet());
      WatchService watches = service;
      if (watches != null && !budget.take(asSet.size())) {
        giveUp(
            wanted.size()
                + " folders, with those of other libraries, are more than half of what may be"
                + " watched; raise fs.inotify.max_user_watches to hear of new books at once");
      } else if (watches != null) {
        asSet.removeIf(folder -> isAdded(watches, folder));
        budget.giveBack(asSet.size()); // those that could not be added
        if (isFull) {
          giveUp("the system's limit of watches is reached; raise fs.inotify.max_user_watches");
        }
      }
    } catch (IOException e) {
      giveUp(String.valueOf(e.getMessage()));
    }
  }

  private void begin() throws IOException {
    if (service != null) {
      return;
    }
    String type;
    try {
      type = Files.getFileStore(root).type();
    } catch (IOException e) {
      log.debug("{} is not watched yet: {}", root, e.toString());
      return; // it is tried again after the next scan
    }
    if (isNetwork(type)) {
      giveUp("it is a network share (" + type + "), which tells no changes");
      return;
    }
    service = root.getFileSystem().newWatchService();
  }

  /** One folder that cannot be watched is looked through by the clock; the others are watched. */
  private boolean isAdded(WatchService watches, Path folder) {
    if (isFull) {
      return false;
    }
    try {
      WatchKey key =
          folder.register(
              watches,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_DELETE,
              StandardWatchEventKinds.ENTRY_MODIFY);
      keys.put(folder, key);
      folders.put(key, folder);
      isUnsure = true;
      return true;
    } catch (NoSuchFileException | NotDirectoryException e) {
      log.debug("{} has gone before it could be watched", folder);
    } catch (IOException e) {
      // The JDK has no exception of its own for this; the words are those of LinuxWatchService.
      isFull = String.valueOf(e.getMessage()).contains("limit of inotify watches");
      log.debug("{} cannot be watched: {}", folder, e.toString());
    }
    return false;
  }

  private void forget(Path folder) {
    WatchKey key = keys.remove(folder);
    if (key != null) {
      key.cancel();
      folders.remove(key);
      budget.giveBack(1);
    }
  }

  private void giveUp(String why) {
    whyNot = why;
    log.info("{} is not watched but looked through every minute: {}", root, why);
    closeService();
  }

  /** Returns why nothing is watched; empty while something is, or before it begins. */
  synchronized String whyNot() {
    return whyNot;
  }

  /** Returns whether folders are being watched. */
  synchronized boolean isOn() {
    return service != null;
  }

  /** Returns whether something has changed since {@link #take()}. */
  synchronized boolean hasNews() {
    drain();
    return isUnsure || !changed.isEmpty();
  }

  /** Returns the folders in which something has changed, and forgets that. */
  synchronized Set<Path> take() {
    drain();
    Set<Path> taken = Set.copyOf(changed);
    changed.clear();
    isUnsure = false;
    return taken;
  }

  private void drain() {
    WatchService watches = service;
    if (watches == null) {
      return;
    }
    try {
      for (WatchKey key = watches.poll(); key != null; key = watches.poll()) {
        Path folder = folders.get(key);
        for (WatchEvent<?> event : key.pollEvents()) {
          if (folder != null && matters(folder, event)) {
            changed.add(folder);
          }
        }
        if (!key.reset() && folder != null) {
          forget(folder);
          isUnsure = true; // it has gone, which the folder above tells
        }
      }
    } catch (ClosedWatchServiceException e) {
      log.debug("the watch of {} is closed", root);
    }
  }

  /** Files that no book is made of, such as a log in the same folder, change without meaning. */
  private boolean matters(Path folder, WatchEvent<?> event) {
    if (!(event.context() instanceof Path relative)) {
      return true; // events were lost
    }
    Path path = folder.resolve(relative);
    String name = Names.display(path);
    if (Names.isIgnored(name)) {
      return false;
    }
    if (Names.isAudio(name) || Names.isImage(name) || Sidecars.tells(name)) {
      return true;
    }
    boolean isNew = event.kind() == StandardWatchEventKinds.ENTRY_CREATE;
    return keys.containsKey(path) || (isNew && Files.isDirectory(path));
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    closeService();
  }

  private void closeService() {
    WatchService watches = service;
    service = null;
    budget.giveBack(keys.size());
    keys.clear();
    folders.clear();
    if (watches != null) {
      try {
        watches.close();
      } catch (IOException e) {
        log.debug("the watch of {} did not close: {}", root, e.toString());
      }
    }
  }
}
