package dev.earmark.app.home;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.remote.http.ServerSettings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** The daemon's own folders: makes them, and puts what is wrong with them into one sentence. */
public final class HomeFolders {
  private static final String OTHER_HOME = "or choose another home folder with --home";

  private HomeFolders() {}

  /**
   * Makes the folders of a home that are not there yet.
   *
   * @throws FailureException when one cannot be made, with the remedy
   */
  public static void make(Home home) throws FailureException {
    for (Path folder : List.of(home.state(), home.cache(), home.models())) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw trouble(folder, e);
      }
    }
    Privacy.ofFolder(home.state());
  }

  /** Explains why a folder of the daemon cannot be used. */
  public static FailureException trouble(Path folder, IOException e) {
    String said = String.valueOf(e.getMessage());
    if (said.contains("No space left") || said.contains("quota exceeded")) {
      return failure(
          Failure.Kind.DISK_FULL, "the disk of " + folder + " is full; free some space, ", e);
    }
    if (said.contains("Read-only file system")) {
      return failure(
          Failure.Kind.UNAVAILABLE,
          "the folder " + folder + " lies on a disk that is mounted read-only; mount it writable, ",
          e);
    }
    if (e instanceof AccessDeniedException) {
      return failure(
          Failure.Kind.UNAVAILABLE,
          "the folder "
              + folder
              + " cannot be made or written; give it to the user that Earmark runs as (chown), ",
          e);
    }
    if (e instanceof FileAlreadyExistsException
        || e instanceof NotDirectoryException
        || said.contains("Not a directory")) {
      return failure(
          Failure.Kind.UNAVAILABLE,
          "the folder " + folder + " cannot be made, since a file is in its place; remove that, ",
          e);
    }
    return failure(
        Failure.Kind.UNAVAILABLE,
        "the folder " + folder + " cannot be used (" + said + "); look after it, ",
        e);
  }

  private static FailureException failure(Failure.Kind kind, String text, IOException cause) {
    return new FailureException(new Failure(kind, text + OTHER_HOME), cause);
  }

  /**
   * Finds the token's place: what is configured lies beside config.yml; other addresses than
   * loopback get one anyway.
   *
   * @throws IOException when the address of the server is not known
   */
  public static ServerSettings server(Home home, ServerSettings settings) throws IOException {
    Path token =
        settings.tokenFile().isEmpty()
            ? home.state().resolve("token")
            : home.config().resolveSibling(settings.tokenFile());
    boolean open = settings.tokenFile().isEmpty() && settings.isLoopback();
    return new ServerSettings(settings.bind(), settings.port(), open ? "" : token.toString());
  }
}
