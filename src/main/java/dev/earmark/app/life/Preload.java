package dev.earmark.app.life;

import dev.earmark.remote.http.HttpServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the libraries of the web on a second core while the start does other things.
 *
 * <p>Two threads that initialise classes of one library in different orders can wait for each other
 * for ever, so whoever is going to use one of these libraries waits until it is loaded.
 */
public final class Preload {
  private static final Logger log = LoggerFactory.getLogger(Preload.class);

  private static final CompletableFuture<Void> CLIENT = new CompletableFuture<>();
  private static final CompletableFuture<Void> SERVER = new CompletableFuture<>();

  private Preload() {}

  /** Begins on a thread of its own; a second call does nothing. */
  public static void begin() {
    Starter.touch();
  }

  /** Waits until an HTTP client can be made. */
  public static void awaitClient() {
    await(CLIENT);
  }

  /** Waits until the HTTP server can be started. */
  public static void awaitServer() {
    await(SERVER);
  }

  private static void await(CompletableFuture<Void> part) {
    begin();
    try {
      part.join();
    } catch (CompletionException e) {
      // Whoever uses the library meets the same fault and can say what does not work for it.
      log.debug("could not be loaded ahead", e.getCause());
    }
  }

  private static void load() {
    // The greatest part of it is reading the machine's certificates.
    complete(CLIENT, OkHttpClient::new);
    complete(SERVER, HttpServer::preload);
  }

  private static void complete(CompletableFuture<Void> part, Runnable work) {
    try {
      work.run();
      part.complete(null);
    } catch (RuntimeException | LinkageError e) {
      part.completeExceptionally(e);
    }
  }

  /** Its initialisation begins the loading, once in a process. */
  private static final class Starter {
    static {
      Thread thread = new Thread(Preload::load, "preload");
      thread.setDaemon(true);
      thread.start();
    }

    static void touch() {}
  }
}
