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

  private final Path root;
  private final int most;
  private @Nullable WatchService service; // guarded by this
  private final Map<Path, WatchKey> keys = new HashMap<>(); // guarded by this
  private final Map<WatchKey, Path> folders = new HashMap<>(); // guarded by this
  private final Set<Path> changed = new HashSet<>(); // guarded by this
  private boolean isUnsure; // guarded by this
  private String whyNot = ""; // guarded by this
  private boolean isClosed; // guarded by this

  FolderWatch(Path root) {
    this(root, limit() / 2);
  }

  /**
   * Makes a watch of nothing yet.
   *
   * @param most how many folders it may watch
   */
  FolderWatch(Path root, int most) {
    this.root = root;
    this.most = most;
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
    if (wanted.size() > most) {
      giveUp(
          wanted.size()
              + " folders are more than half of what may be watched; raise"
              + " fs.inotify.max_user_watches to hear of new books at once");
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
      for (Path folder : asSet) {
        if (service != null && !keys.containsKey(folder)) {
          add(service, folder);
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
    String type = Files.getFileStore(root).type();
    if (isNetwork(type)) {
      giveUp("it is a network share (" + type + "), which tells no changes");
      return;
    }
    service = root.getFileSystem().newWatchService();
  }

  private void add(WatchService watches, Path folder) throws IOException {
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
    } catch (NoSuchFileException | NotDirectoryException e) {
      log.debug("{} has gone before it could be watched", folder);
    }
  }

  private void forget(Path folder) {
    WatchKey key = keys.remove(folder);
    if (key != null) {
      key.cancel();
      folders.remove(key);
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
