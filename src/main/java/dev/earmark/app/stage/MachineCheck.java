package dev.earmark.app.stage;

import dev.earmark.app.home.Home;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.value.Problem;
import dev.earmark.speak.espeak.EspeakVoice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a configuration asks of the machine and the machine has not: well written, and of no use
 * here. Confined to one thread; may look a host name up and run the synthesiser.
 */
public final class MachineCheck {
  private final Home home;
  private final EarmarkConfig config;

  private MachineCheck(Home home, EarmarkConfig config) {
    this.home = home;
    this.config = config;
  }

  /** Returns all problems, each with the line of its key and the remedy. */
  public static List<Problem> of(Home home, EarmarkConfig config) {
    MachineCheck check = new MachineCheck(home, config);
    List<Problem> problems = new ArrayList<>();
    bind(config).ifPresent(problems::add);
    check.workspace().ifPresent(problems::add);
    for (Language language : config.languages()) {
      check.voice(language).ifPresent(problems::add);
    }
    return problems;
  }

  /** Returns what is wrong with the address that the daemon is to listen on. */
  public static Optional<Problem> bind(EarmarkConfig config) {
    String bind = config.server().bind();
    String remedy = "; take 127.0.0.1 for this machine alone, or 0.0.0.0 for all of its networks";
    try {
      InetAddress address = InetAddress.getByName(bind);
      boolean own =
          address.isAnyLocalAddress()
              || address.isLoopbackAddress()
              || NetworkInterface.getByInetAddress(address) != null;
      return own
          ? Optional.empty()
          : Optional.of(
              problem(config, "server.bind", bind + " is no address of this machine" + remedy));
    } catch (UnknownHostException e) {
      return Optional.of(
          problem(config, "server.bind", "there is no host called '" + bind + "'" + remedy));
    } catch (IOException e) {
      return Optional.empty(); // the network cards cannot be listed; the start will tell
    }
  }

  /** Returns what is wrong with the folder that the tools for files may use. */
  Optional<Problem> workspace() {
    String written = config.workspace().folder();
    if (written.isBlank()) {
      return Optional.empty();
    }
    Path folder = home.config().toAbsolutePath().resolveSibling(written).normalize();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      return Optional.of(problem(config, "workspace.folder", folder + " is a file; name a folder"));
    }
    Path there = folder;
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    boolean usable =
        Files.isReadable(there) && Files.isWritable(there) && Files.isExecutable(there);
    return usable
        ? Optional.empty()
        : Optional.of(
            problem(
                config,
                "workspace.folder",
                there
                    + " cannot be read and written by "
                    + System.getProperty("user.name", "this user")
                    + "; change its owner or mode, or name another folder"));
  }

  private Optional<Problem> voice(Language language) {
    String key = language.pick("voice.zh", "voice.en");
    EspeakVoice voice = new EspeakVoice(config.voice());
    if (config.voice().engine().equals("none") || !voice.available()) {
      return Optional.empty();
    }
    try {
      voice.synthesise("1", language, new CancelFlag());
      return Optional.empty();
    } catch (FailureException e) {
      return Optional.of(problem(config, key, e.failure().detail()));
    } catch (IOException e) {
      return Optional.of(problem(config, key, String.valueOf(e.getMessage())));
    }
  }

  private static Problem problem(EarmarkConfig config, String key, String text) {
    String where =
        config.effective().stream()
            .filter(effective -> effective.key().equals(key))
            .map(EarmarkConfig.Effective::source)
            .findFirst()
            .orElse("config.yml");
    return new Problem(where, key, text);
  }
}
