package dev.earmark.app;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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
final class SystemdNotifier {
  private static final Logger log = LoggerFactory.getLogger(SystemdNotifier.class);
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int SUN_PATH_OFFSET = 2;
  private static final int SUN_PATH_LENGTH = 108;

  private final byte @Nullable [] address;
  private final Optional<Duration> watchdog;
  private boolean broken; // guarded by this

  private SystemdNotifier(byte @Nullable [] address, Optional<Duration> watchdog) {
    this.address = address;
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
  static SystemdNotifier of(Map<String, String> environment) {
    String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
    String micros = environment.getOrDefault("WATCHDOG_USEC", "");
    Optional<Duration> watchdog =
        micros.matches("\\d{1,15}")
            ? Optional.of(Duration.ofNanos(Long.parseLong(micros) * 1_000))
            : Optional.empty();
    byte[] name = socket.getBytes(StandardCharsets.UTF_8);
    boolean usable =
        (socket.startsWith("/") || socket.startsWith("@")) && name.length < SUN_PATH_LENGTH;
    return new SystemdNotifier(
        usable ? sockaddr(name) : null, usable ? watchdog : Optional.empty());
  }

  /** Returns within which time systemd wants to hear {@link #watchdog()}, if it does. */
  Optional<Duration> watchdogTimeout() {
    return watchdog;
  }

  /** Tells that commands can be taken now. */
  void ready(String status) {
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
  void stopping() {
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
    if (address == null) {
      return;
    }
    try {
      Libc libc = Native.load("c", Libc.class);
      int fd = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if (fd < 0) {
        throw new IllegalStateException("socket() failed, errno " + Native.getLastError());
      }
      byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
      long sent = libc.sendto(fd, bytes, bytes.length, 0, address, address.length);
      libc.close(fd);
      if (sent != bytes.length) {
        throw new IllegalStateException("sendto() failed, errno " + Native.getLastError());
      }
      broken = false;
    } catch (IllegalStateException | UnsatisfiedLinkError e) {
      if (!broken) {
        log.warn("systemd cannot be told how the service stands: {}", e.getMessage());
      }
      broken = true; // told once; the manager may come back, and then the watchdog must be fed
    }
  }
}
