package dev.earmark.app.life;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd how the service stands, over the datagram socket named in {@code NOTIFY_SOCKET}
 * (sd_notify(3)).
 *
 * <p>Goes through libc since JDK 17 has no AF_UNIX datagram sockets. Without systemd every method
 * does nothing. Thread-safe.
 */
public final class SystemdNotifier {
  private static final Logger log = LoggerFactory.getLogger(SystemdNotifier.class);
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int SUN_PATH_OFFSET = 2;
  private static final int SUN_PATH_LENGTH = 108;

  private static @Nullable Libc loaded; // guarded by the class

  private final Consumer<String> manager;
  private final Optional<Duration> watchdog;
  private boolean failing; // guarded by this

  /**
   * Makes a notifier.
   *
   * @param manager takes each message; throws IllegalStateException when it does not get through
   */
  SystemdNotifier(Consumer<String> manager, Optional<Duration> watchdog) {
    this.manager = manager;
    this.watchdog = watchdog;
  }

  /** The few functions of libc that are needed. */
  @SuppressWarnings("checkstyle:MethodName")
  interface Libc extends Library {
    int socket(int domain, int type, int protocol);

    long sendto(int fd, byte[] message, long length, int flags, byte[] address, int addressLength);

    int close(int fd);
  }

  /** Makes the notifier for the environment that systemd gave the process. */
  public static SystemdNotifier of(Map<String, String> environment) {
    String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
    String micros = environment.getOrDefault("WATCHDOG_USEC", "");
    Optional<Duration> watchdog =
        micros.matches("\\d{1,15}")
            ? Optional.of(Duration.ofNanos(Long.parseLong(micros) * 1_000))
            : Optional.empty();
    byte[] name = socket.getBytes(StandardCharsets.UTF_8);
    boolean usable =
        (socket.startsWith("/") || socket.startsWith("@")) && name.length < SUN_PATH_LENGTH;
    if (!usable) {
      return new SystemdNotifier(message -> {}, Optional.empty());
    }
    byte[] address = sockaddr(name);
    return new SystemdNotifier(message -> send(address, message), watchdog);
  }

  /** Returns within which time systemd wants to hear {@link #watchdog()}, if it does. */
  Optional<Duration> watchdogTimeout() {
    return watchdog;
  }

  /** Tells that commands can be taken now. */
  public void ready(String status) {
    send("READY=1\nSTATUS=" + oneLine(status));
  }

  /** Changes the line that {@code systemctl status} shows. */
  void status(String status) {
    send("STATUS=" + oneLine(status));
  }

  /** Feeds the watchdog. */
  void watchdog() {
    send("WATCHDOG=1");
  }

  /** Tells that the service ends. */
  public void stopping() {
    send("STOPPING=1\nSTATUS=stopping");
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  /**
   * Builds a sockaddr_un: two bytes of family in native order (little-endian on all our platforms),
   * then the path; '@' stands for NUL.
   */
  private static byte[] sockaddr(byte[] name) {
    byte[] address = new byte[SUN_PATH_OFFSET + name.length];
    address[0] = AF_UNIX;
    System.arraycopy(name, 0, address, SUN_PATH_OFFSET, name.length);
    if (name[0] == '@') {
      address[SUN_PATH_OFFSET] = 0;
    }
    return address;
  }

  private synchronized void send(String message) {
    try {
      manager.accept(message);
      failing = false;
    } catch (IllegalStateException | UnsatisfiedLinkError e) {
      // The next message may get through, so it goes on trying and says it once.
      if (!failing) {
        failing = true;
        log.warn("systemd cannot be told how the service stands: {}", e.getMessage());
      }
    }
  }

  /** Loads it with the first message, and again as long as that fails. */
  private static synchronized Libc libc() {
    Libc known = loaded;
    if (known == null) {
      known = Native.load("c", Libc.class);
      loaded = known;
    }
    return known;
  }

  private static void send(byte[] address, String text) {
    byte[] message = text.getBytes(StandardCharsets.UTF_8);
    Libc libc = libc();
    int fd = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
    if (fd < 0) {
      throw new IllegalStateException("socket() failed, errno " + Native.getLastError());
    }
    try {
      // A full queue of systemd's is no reason to wait: that would keep the daemon from stopping.
      long sent = libc.sendto(fd, message, message.length, MSG_DONTWAIT, address, address.length);
      if (sent != message.length) {
        throw new IllegalStateException("sendto() failed, errno " + Native.getLastError());
      }
    } finally {
      libc.close(fd);
    }
  }
}
