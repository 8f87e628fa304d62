package dev.earmark.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Puts links to the models that ship with the program into a home folder that is not the program's
 * own.
 */
public final class ShippedModels {
  private ShippedModels() {}

  /** Makes the links; those of an older program that lead nowhere are taken away. */
  public static void offer(Home home) throws IOException {
    Path models = home.models();
    if (models.equals(home.shippedModels()) || !Files.isDirectory(home.shippedModels())) {
      return;
    }
    Files.createDirectories(models);
    try (Stream<Path> old = Files.list(models)) {
      for (Path link : old.filter(Files::isSymbolicLink).toList()) {
        if (!Files.exists(link)) {
          Files.delete(link);
        }
      }
    }
    try (Stream<Path> shipped = Files.list(home.shippedModels())) {
      for (Path model : shipped.filter(Files::isDirectory).toList()) {
        Path link = models.resolve(model.getFileName().toString());
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
          Files.createSymbolicLink(link, model.toAbsolutePath());
        }
      }
    }
  }
}
