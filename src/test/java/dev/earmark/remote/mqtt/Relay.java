package dev.earmark.remote.mqtt;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A loopback port in front of another one, which can be cut like a cable. */
final class Relay implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  Relay(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    thread(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(near, far));
      thread(() -> pump(near, far));
      thread(() -> pump(far, near));
    }
  }

  private static void pump(Socket from, Socket to) throws IOException {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    }
  }

  /** Cuts every connection, and takes no more. */
  void cut() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    cut();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // the cable is cut
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }
}
