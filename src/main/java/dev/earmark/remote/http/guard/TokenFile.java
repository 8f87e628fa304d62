package dev.earmark.remote.http.guard;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/** The token on disk, which the owner alone may read. */
public final class TokenFile {
  private static final int TOKEN_BYTES = 32;
  private static final int SHORTEST = 16;

  private TokenFile() {}

  /**
   * Returns the token in the file; makes both when the file is missing.
   *
   * @throws FailureException when the file cannot be read or made, is too short, or can be read by
   *     others
   */
  public static String read(Path file, SecureRandom random) throws FailureException {
    try {
      if (!Files.exists(file)) {
        create(file, random);
      }
      checkOwnerOnly(file);
      String token = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (token.length() < SHORTEST) {
        throw new FailureException(
            Failure.Kind.UNAVAILABLE,
            "the token in " + file + " is too short; delete the file and a new one is made");
      }
      return token;
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "the token file " + file + " cannot be used (" + e + "); set server.token-file"),
          e);
    }
  }

  private static void create(Path file, SecureRandom random) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Set<PosixFilePermission> owner =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    try (var channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(owner))) {
      channel.write(java.nio.ByteBuffer.wrap((token + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (FileAlreadyExistsException e) {
      // Another start of the daemon was faster; its token counts.
      return;
    }
  }

  private static void checkOwnerOnly(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    // Root's file for the group of a daemon that is not root is well kept; systemd's credentials
    // look like that. By number: in a container users may have no name.
    boolean isRoots =
        Files.getAttribute(file, "unix:uid").equals(0)
            && !System.getProperty("user.name").equals("root");
    if ((!isRoots && permissions.contains(PosixFilePermission.GROUP_READ))
        || permissions.contains(PosixFilePermission.OTHERS_READ)) {
      throw new FailureException(
          Failure.Kind.NOT_ALLOWED,
          "the token file " + file + " can be read by others; run: chmod 600 " + file);
    }
  }
}
