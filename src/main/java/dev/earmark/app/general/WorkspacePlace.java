package dev.earmark.app.general;

import dev.earmark.app.home.Home;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Decides which folder may be a workspace. */
public final class WorkspacePlace {
  private static final List<Path> SYSTEM =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private WorkspacePlace() {}

  /**
   * Returns the folder, with the links in its path resolved; makes it when its parent is there.
   *
   * <p>Refused are the root, the home folder of the user, every folder that holds one of these or
   * Earmark's own files, and Earmark's state, cache and models themselves.
   *
   * @param userHome the home folder of the user
   * @throws FailureException BAD_REQUEST with the remedy
   */
  public static Path prepare(Path folder, Home home, Path userHome) throws FailureException {
    Path wanted = folder.toAbsolutePath().normalize();
    boolean there = Files.exists(wanted);
    Path parent = wanted.getParent();
    if (!there && (parent == null || !Files.isDirectory(parent))) {
      throw refused(
          "the folder " + wanted + " is not there, nor the one above it; make that first");
    }
    Path real = there || parent == null ? real(wanted) : real(parent).resolve(wanted.getFileName());
    check(real, home, userHome);
    try {
      if (!there) {
        Files.createDirectory(real);
      } else if (!Files.isDirectory(real)) {
        throw refused(wanted + " is not a folder");
      }
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.BAD_REQUEST,
              "the folder " + wanted + " cannot be made; check the owner and mode of " + parent),
          e);
    }
    return real;
  }

  private static void check(Path real, Home home, Path userHome) throws FailureException {
    String remedy = "; take a folder of its own for the agent's files, such as ~/work";
    if (real.getParent() == null || SYSTEM.stream().anyMatch(real::startsWith)) {
      throw refused(real + " belongs to the system" + remedy);
    }
    if (real(userHome).startsWith(real)) {
      throw refused(real + " is or holds your home folder" + remedy);
    }
    Path config = home.config().toAbsolutePath().getParent();
    for (Path own : List.of(home.state(), home.cache(), home.models())) {
      if (real.startsWith(real(own)) || real(own).startsWith(real)) {
        throw refused(real + " is, holds or lies in Earmark's own folder " + own + remedy);
      }
    }
    for (Path own : List.of(config == null ? home.config() : config, home.program())) {
      if (real(own).startsWith(real)) {
        throw refused(real + " is or holds Earmark's home folder" + remedy);
      }
    }
  }

  /** Resolves links as far as the path is there. */
  private static Path real(Path path) throws FailureException {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      return absolute.toRealPath();
    } catch (IOException e) {
      Path parent = absolute.getParent();
      return parent == null ? absolute : real(parent).resolve(absolute.getFileName());
    }
  }

  private static FailureException refused(String why) {
    return new FailureException(Failure.Kind.BAD_REQUEST, why);
  }
}
